// The alpha-beta search of one thread, over a geometry and an evaluator.
//
// value(position, depth) is what minimax gives `depth` plies ahead, for the side to move:
//
//     a player completes a line      +-(win + remaining depth): quick wins, slow losses
//     the board is full              0
//     the remaining depth is 0       the evaluation, for the player whose move the root is, with
//                                    the sign of the side to move; always between the wins
//
// An evaluator is called with a position and a player, and answers for that player; what is good
// for one need not be as bad for the other, so the root's player is asked about in every leaf. Who
// owes a ban moves again: the value keeps its sign, and a ban takes a ply of the depth.
//
// OwnEvaluation in place of an evaluator stands for a function that the search is given
// (alphabeta/alphabeta.hpp). It is told the moves that lead to a leaf, may be asked about all leaves
// below a position at once, and answers for the side to move. One thread searches then.
//
// None of the switches changes a value, only what it costs:
//
//     pruning     stop at a position as soon as its value does not matter any more
//     ordering    a win (1000), a block (500), then the columns by their distance from the centre
//                 (10, 5, 2); without it from left to right
//     table       remember positions that are reached in several ways, and the best move of each
//     killers     first what has just ended the search of a position as deep as this one
//     history     first what has often ended a search
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <type_traits>

#include "alphabeta/table.hpp"
#include "alphabeta/thread.hpp"
#include "board/position.hpp"

namespace fourfold {

template <class Geometry, class Evaluator>
class AlphaBetaSearch final : public AlphaBetaThread<Geometry> {
  using Base = AlphaBetaThread<Geometry>;
  using Bits = typename Geometry::Bits;
  using typename Base::MoveList;
  using typename Base::Moves;

 public:
  using Base::counts;
  using Base::infinity;

  AlphaBetaSearch(const Geometry& geometry, const Evaluator& evaluator, int win,
                  const AlphaBetaSwitches& switches, AlphaBetaTable<Bits>& table,
                  SearchControl& control)
      : Base(geometry, win, switches, table, control), evaluator_(evaluator) {}

 private:
  using Base::cell_in;
  using Base::check;
  using Base::column_in;
  using Base::columns_of;
  using Base::geometry_;
  using Base::last_ply_;
  using Base::length_;
  using Base::moves_of;
  using Base::next_check_;
  using Base::order;
  using Base::own_;
  using Base::player_;
  using Base::prefetch_after;
  using Base::recorder_;
  using Base::remember_cutoff;
  using Base::remember_line;
  using Base::switches_;
  using Base::table_;
  using Base::win_;

  int search_child(const Position<Geometry>& position, const Bits& cell, bool wins, int free,
                   int depth, int ply, int alpha, int beta) override {
    return child_value(position, cell, wins, free, depth, ply, alpha, beta);
  }

  // The value after `cell`, for the player who plays it, with the contract of value() below.
  // Inlined for value(), which calls it for every node: one more call there takes a tenth longer.
  FOURFOLD_ALWAYS_INLINE int child_value(const Position<Geometry>& position, const Bits& cell,
                                         bool wins, int free, int depth, int ply, int alpha,
                                         int beta) {
    ++counts.nodes;
    length_[static_cast<std::size_t>(ply) + 1] = 0;
    if constexpr (is_own) path_[at(ply)] = column_of(geometry_, lowest_index(cell));
    if (wins) return win_ + depth - 1;
    if (free == 1) return 0;
    Position<Geometry> next = position;
    next.play(geometry_, cell);
    if constexpr (is_own) {
      if (depth == 1) return own_evaluation(position, next, ply);
    } else if (depth == 1) {
      ++counts.evaluations;
      // No evaluation can be mistaken for a win, whatever the weights.
      const int guess = std::clamp(evaluator_(next, player_), 1 - win_, win_ - 1);
      return position.turn() == player_ ? guess : -guess;
    }
    return value_after<false>(position, next, free, depth, ply, alpha, beta);
  }

  // The value of `next`, for the player who has just moved in `position`.
  template <bool Recorded>
  FOURFOLD_ALWAYS_INLINE int value_after(const Position<Geometry>& position,
                                         const Position<Geometry>& next, int free, int depth,
                                         int ply, int alpha, int beta) {
    if constexpr (Geometry::may_have_bonus) {
      if (next.turn() == position.turn()) {
        return value<Recorded>(next, free - 1, depth - 1, ply + 1, alpha, beta);
      }
    }
    return -value<Recorded>(next, free - 1, depth - 1, ply + 1, -beta, -alpha);
  }

  // The same as search_child(), written down.
  int record_child(const Position<Geometry>& position, const Bits& cell, bool wins, int free,
                   int depth, int ply, int alpha, int beta) override {
    if (!recorder_->takes(ply + 1)) {
      recorder_->pass_over();
      return search_child(position, cell, wins, free, depth, ply, alpha, beta);
    }
    const std::uint64_t before = counts.nodes;
    const bool mine = position.turn() == player_;
    Position<Geometry> next = position;
    next.play(geometry_, cell);
    if constexpr (is_own) path_[at(ply)] = column_of(geometry_, lowest_index(cell));
    recorder_->enter(column_of(geometry_, lowest_index(cell)), ply + 1, next.turn() == player_,
                     mine ? alpha : -beta, mine ? beta : -alpha);
    int result;
    if (wins || free == 1 || depth == 1) {
      using Kind = AlphaBetaNode::Kind;
      recorder_->end_as(wins ? Kind::win : free == 1 ? Kind::draw : Kind::leaf);
      result = search_child(position, cell, wins, free, depth, ply, alpha, beta);
    } else {
      ++counts.nodes;
      length_[static_cast<std::size_t>(ply) + 1] = 0;
      result = value_after<true>(position, next, free, depth, ply, alpha, beta);
    }
    recorder_->leave(mine ? result : -result, counts.nodes - before);
    return result;
  }

  // The value of a position that is not finished, for the side to move; depth >= 1.
  //
  //     result <= alpha             value <= result
  //     alpha < result < beta       value == result
  //     result >= beta              value >= result
  //
  // `Recorded`: the recorder is told what happens here; the values and the nodes are the same.
  template <bool Recorded>
  int value(const Position<Geometry>& position, int free, int depth, int ply, int alpha, int beta) {
    // 1. Limits, and what nothing can exceed: a win at once.
    if (counts.nodes >= next_check_) {
      check();
      if constexpr (is_own) {
        if (counts.nodes - polled_ >= Base::nodes_between_checks) {
          polled_ = counts.nodes;
          own_->poll();
        }
      }
    }
    const bool prune = switches_.pruning;
    const int most = win_ + depth - 1;
    if (prune && alpha >= most) {
      if constexpr (Recorded) {
        recorder_->end_as(AlphaBetaNode::Kind::hopeless);
        recorder_->bound(BoundKind::upper);
      }
      return most;
    }

    // 2. The moves: those that win and those that block. Meanwhile the table's memory comes.
    const Bits key = table_key(geometry_, position);
    AlphaBetaTable<Bits>& table = depth == 1 ? last_ply_ : table_;
    if (switches_.table) table.prefetch(key);
    const Moves moves = moves_of(position);

    // 3. What the table knows.
    const int alpha_before = alpha;
    int hint = 0;
    if (switches_.table) {
      AlphaBetaEntry entry;
      if (table.probe(key, entry)) {
        hint = entry.move;
        if (entry.current && entry.depth >= depth) {
          if (entry.kind == BoundKind::lower) {
            alpha = std::max(alpha, entry.value);
          } else if (entry.kind == BoundKind::upper) {
            beta = std::min(beta, entry.value);
          }
          if (entry.kind == BoundKind::exact || alpha >= beta) {
            ++counts.table_hits;
            if constexpr (Recorded) {
              recorder_->end_as(AlphaBetaNode::Kind::table);
              recorder_->bound(entry.kind);
            }
            return entry.value;
          }
          if constexpr (Recorded) recorder_->narrow(alpha, beta);
        }
      } else if (depth == 2 && last_ply_.probe(key, entry)) {
        hint = entry.move;  // of the depth before this one
      }
    }

    // 4. Each of the moves, best first.
    MoveList ordered;
    const int move_count = order(moves, position.turn(), ply, hint, ordered);
    if constexpr (Recorded) {
      if (hint != 0) recorder_->hint();
      recorder_->order(columns_of(ordered, move_count));
    }
    if constexpr (is_own) {
      if (depth == 1 && own_->batch > 1) {
        is_known_.fill(false);
        // A win at once mostly comes first, and ends the search of this position.
        if (free > 1 && !(prune && any(moves.wins))) evaluate_all(ordered, move_count, moves, ply);
      }
    }
    int best = -infinity;
    int best_column = -1;
    for (int i = 0; i < move_count; ++i) {
      const int column = column_in(ordered, i);
      const Bits cell = cell_in(moves, column);
      if (depth > 2 && i + 1 < move_count) {
        prefetch_after(position, cell_in(moves, column_in(ordered, i + 1)));
      }
      const bool wins = any(cell & moves.wins);
      const int low = prune ? alpha : -infinity;
      const int high = prune ? beta : infinity;
      int result;
      if constexpr (Recorded) {
        result = record_child(position, cell, wins, free, depth, ply, low, high);
      } else {
        result = child_value(position, cell, wins, free, depth, ply, low, high);
      }
      if (result <= best) continue;
      best = result;
      best_column = column;
      if (best <= alpha) continue;
      alpha = best;
      remember_line(ply, column);
      if (prune && (alpha >= beta || best == most)) {
        if (i + 1 < move_count) {
          ++counts.cutoffs;
          if constexpr (Recorded) {
            using Cut = AlphaBetaNode::Cut;
            recorder_->cut(alpha >= beta ? Cut::window : Cut::win);
          }
        }
        remember_cutoff(position.turn(), cell, ply, depth);
        break;
      }
    }

    // 5. For the next time.
    const auto kind = [&] {
      return !prune                 ? BoundKind::exact
             : best <= alpha_before ? BoundKind::upper
             : best >= beta         ? BoundKind::lower
                                    : BoundKind::exact;
    };
    if (switches_.table) table.store(key, best, kind(), depth, best_column + 1);
    if constexpr (Recorded) recorder_->bound(kind());
    return best;
  }

  // --- OwnEvaluation ------------------------------------------------------------------------

  static constexpr bool is_own = std::is_same_v<Evaluator, OwnEvaluation>;
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  // The value of a leaf, `next`, for the player who has just moved in `position`.
  int own_evaluation(const Position<Geometry>& position, const Position<Geometry>& next, int ply) {
    const int column = path_[at(ply)];
    if (ply == 0 || own_->batch == 1 || !is_known_[at(column)]) {
      query_leaves({path_.data(), at(ply)}, {&column, 1});
    }
    const int guess = std::clamp(own_code(known_[at(column)]), 1 - win_, win_ - 1);
    return next.turn() == position.turn() ? guess : -guess;
  }

  // The leaves below a position, as many at once as are wanted, before any of them is searched.
  void evaluate_all(const MoveList& ordered, int move_count, const Moves& moves, int ply) {
    std::array<int, columns_at_most> columns;
    int size = 0;
    const auto query = [&] {
      if (size > 0) query_leaves({path_.data(), at(ply)}, {columns.data(), at(size)});
      size = 0;
    };
    for (int i = 0; i < move_count; ++i) {
      const int column = column_in(ordered, i);
      if (any(cell_in(moves, column) & moves.wins)) continue;
      columns[at(size++)] = column;
      if (size == own_->batch) query();
    }
    query();
  }

  void query_leaves(std::span<const int> path, std::span<const int> columns) {
    std::array<double, columns_at_most> values;
    own_->evaluate(path, columns, {values.data(), columns.size()});
    counts.evaluations += columns.size();
    // It may have taken long: look at the clock before the next position.
    if (next_check_ != ~std::uint64_t{0}) next_check_ = counts.nodes;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      known_[at(columns[i])] = values[i];
      is_known_[at(columns[i])] = true;
    }
  }

  static constexpr int columns_at_most = largest_side;
  std::array<int, is_own ? most_cells + 1 : 0> path_{};  // the columns from the root to here
  std::array<double, is_own ? columns_at_most : 0> known_{};
  std::array<bool, is_own ? columns_at_most : 0> is_known_{};  // of the leaves below one position
  std::uint64_t polled_ = 0;                                   // after so many nodes

  Evaluator evaluator_;
};

}  // namespace fourfold
