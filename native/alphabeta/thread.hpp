// What one thread of the depth-limited search keeps and does, apart from the recursion itself
// (alphabeta/search.hpp), which is compiled for each evaluator while this is not: the order of the
// moves, the table's last ply, killers and history, the principal variation, and root moves whose
// replies are shared out among threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <vector>

#include "alphabeta/alphabeta.hpp"
#include "alphabeta/recorder.hpp"
#include "alphabeta/table.hpp"
#include "board/position.hpp"
#include "system/search_control.hpp"

namespace fourfold {

// The table's key of a position: the ban, if the rules know any, above the board.
template <class Geometry>
typename Geometry::Bits table_key(const Geometry& geometry, const Position<Geometry>& position) {
  using Bits = typename Geometry::Bits;
  Bits key = position.mine() + position.occupied();
  if constexpr (Geometry::may_have_bonus) {
    if (any(position.ban())) {
      key |= Bits{static_cast<std::uint64_t>(lowest_index(position.ban())) + 1}
             << (geometry.columns() * geometry.stride());
    }
  }
  return key;
}

template <class Geometry>
class AlphaBetaThread {
  using Bits = typename Geometry::Bits;
  static constexpr int columns_at_most = largest_side;
  static constexpr int plies_at_most = most_cells + 1;

 protected:
  struct Moves {
    Bits landing;
    Bits wins;    // of them
    Bits blocks;  // of them
  };
  using MoveList = std::array<int, columns_at_most>;  // 16 * rank + 15 - column, greatest first

 public:
  static constexpr int infinity = AlphaBetaTable<Bits>::most_value;
  static_assert(infinity == AlphaBetaNode::infinity);

  virtual ~AlphaBetaThread() = default;
  AlphaBetaThread(const AlphaBetaThread&) = delete;
  AlphaBetaThread& operator=(const AlphaBetaThread&) = delete;

  // `player`: whose move the root is. `most_nodes`: of this thread alone, if it is the only one.
  // `nodes_log`: about 2^nodes_log positions.
  void begin(int player, std::uint64_t most_nodes, int nodes_log) {
    last_ply_.begin_search(nodes_log);
    player_ = player;
    most_nodes_ = most_nodes;
    counts = {};
    reported_ = 0;
    next_check_ = 0;
    for (auto& cells : killers_) cells.fill(-1);
    for (auto& cells : history_) cells.fill(0);
  }

  void begin_depth() { last_ply_.begin_depth(); }

  // What this search knows of a position with one ply to go.
  bool knows(const Bits& key, AlphaBetaEntry& entry) const { return last_ply_.probe(key, entry); }

  // The shallowest depths are searched to their end whatever the limits say.
  void heed_limits(bool yes) { next_check_ = yes ? 0 : ~std::uint64_t{0}; }

  // Writes down the searches to come; null: none.
  void record(AlphaBetaRecorder* recorder) { recorder_ = recorder; }

  // Whom to ask for evaluations, if the evaluator is OwnEvaluation. Valid for one search.
  void set_own_leaves(const OwnLeaves* leaves) { own_ = leaves; }

  // The value of a root move for the player who makes it, and the best play after it. The value is exact
  // if it is above alpha; else it is alpha at most.
  int root_move(const Position<Geometry>& position, const Bits& cell, int depth, int alpha,
                std::vector<int>& line) {
    const int free = count(geometry_.playable() & ~position.occupied());
    const bool wins = position.wins_at(geometry_, cell);
    const int result = recorder_ != nullptr
                           ? record_child(position, cell, wins, free, depth, 0, alpha, infinity)
                           : search_child(position, cell, wins, free, depth, 0, alpha, infinity);
    line.assign(1, column_of(geometry_, lowest_index(cell)));
    for (int i = 0; i < length_[1]; ++i) line.push_back(line_[1][static_cast<std::size_t>(i)]);
    return result;
  }

  // A root move whose replies are shared out among threads that have a search each. One of them
  // calls open(), then any of them work_on(), and one of them close() when all are done.
  class SharedMove {
   public:
    // A thread could tell nobody that it has no memory for the line: it is taken now.
    explicit SharedMove(const Position<Geometry>& root) : position_(root) {
      line_.reserve(plies_at_most);
    }

   private:
    friend AlphaBetaThread;

    std::mutex mutex_;             // for all of the rest; what open() sets stays as it is
    Position<Geometry> position_;  // before the move, and after it once that is open
    int column_ = 0;
    int free_ = 0;   // cells after the move
    int depth_ = 0;  // left after the move
    int sign_ = 1;   // of a value of a reply, for the player who makes the move
    Moves moves_{};
    MoveList replies_{};
    int reply_count_ = 0;
    int taken_ = 0;            // of the replies
    int best_ = -infinity;     // value of a reply
    std::vector<int> line_{};  // that reply, and what follows
    std::uint64_t nodes_ = 1;
  };

  void open(SharedMove& move, const Bits& cell, int depth) {
    const std::lock_guard guard{move.mutex_};
    const Position<Geometry> root = move.position_;
    const int free = count(geometry_.playable() & ~root.occupied());
    const bool wins = root.wins_at(geometry_, cell);
    move.column_ = column_of(geometry_, lowest_index(cell));
    if (wins || free == 1 || depth == 1) {  // no reply
      move.best_ = search_child(root, cell, wins, free, depth, 0, -infinity, infinity);
      return;
    }
    ++counts.nodes;
    move.position_.play(geometry_, cell);
    move.free_ = free - 1;
    move.depth_ = depth - 1;
    move.sign_ = move.position_.turn() == root.turn() ? 1 : -1;
    move.moves_ = moves_of(move.position_);
    AlphaBetaEntry entry;
    const bool known = switches_.table && table_.probe(table_key(geometry_, move.position_), entry);
    move.reply_count_ =
        order(move.moves_, move.position_.turn(), 1, known ? entry.move : 0, move.replies_);
  }

  // Searches one reply after another until all are taken.
  void work_on(SharedMove& move) {
    std::unique_lock lock{move.mutex_};
    while (move.taken_ < move.reply_count_) {
      const int column = column_in(move.replies_, move.taken_++);
      const int alpha = switches_.pruning ? move.best_ : -infinity;
      lock.unlock();
      const std::uint64_t before = counts.nodes;
      const Bits cell = cell_in(move.moves_, column);
      const int result = search_child(move.position_, cell, any(cell & move.moves_.wins),
                                      move.free_, move.depth_, 1, alpha, infinity);
      lock.lock();
      move.nodes_ += counts.nodes - before;
      if (result <= move.best_) continue;  // so is every one that was not above its alpha
      move.best_ = result;
      move.line_.assign(1, column);
      move.line_.insert(move.line_.end(), line_[2].begin(), line_[2].begin() + length_[2]);
      if (switches_.pruning && result == win_ + move.depth_ - 1) {
        if (move.taken_ < move.reply_count_) ++counts.cutoffs;
        move.taken_ = move.reply_count_;
      }
    }
  }

  // Value and line as of root_move(); returns the nodes that they took.
  std::uint64_t close(SharedMove& move, int& value, std::vector<int>& line) {
    const std::lock_guard guard{move.mutex_};
    value = move.sign_ * move.best_;
    line.assign(1, move.column_);
    line.insert(line.end(), move.line_.begin(), move.line_.end());
    if (switches_.table && !move.line_.empty()) {
      table_.store(table_key(geometry_, move.position_), move.best_, BoundKind::exact, move.depth_,
                   move.line_.front() + 1);
    }
    return move.nodes_;
  }

  // What has been counted since the last report goes to the control.
  void report() {
    control_.add_nodes(counts.nodes - reported_);
    reported_ = counts.nodes;
  }

  AlphaBetaCounts counts;

 protected:
  AlphaBetaThread(const Geometry& geometry, int win, const AlphaBetaSwitches& switches,
                  AlphaBetaTable<Bits>& table, SearchControl& control)
      : geometry_(geometry), win_(win), switches_(switches), table_(table), control_(control) {
    for (int column = 0; column < geometry.columns(); ++column) {
      const auto i = static_cast<std::size_t>(column);
      column_[i] = column_cells(geometry, column);
      // In half columns from the middle: an even width has two columns in the centre.
      const int distance = (std::abs(2 * column - (geometry.columns() - 1))) / 2;
      place_rank_[i] = distance == 0 ? 10 : distance == 1 ? 5 : distance == 2 ? 2 : 0;
    }
  }

  // The value after `cell`, for the player who plays it, with the contract of AlphaBetaSearch::value().
  virtual int search_child(const Position<Geometry>& position, const Bits& cell, bool wins,
                           int free, int depth, int ply, int alpha, int beta) = 0;
  // The same; the recorder, of which there is one, writes it down.
  virtual int record_child(const Position<Geometry>& position, const Bits& cell, bool wins,
                           int free, int depth, int ply, int alpha, int beta) = 0;

  // A line of the table that another thread has written takes long to come: it is asked for while
  // the move before is searched.
  void prefetch_after(const Position<Geometry>& position, const Bits& cell) const {
    if (!switches_.table) return;
    Position<Geometry> next = position;
    next.play(geometry_, cell);
    table_.prefetch(table_key(geometry_, next));
  }

  Moves moves_of(const Position<Geometry>& position) const {
    const Bits landing = position.landing(geometry_);
    const int stride = geometry_.stride();
    return {landing,
            position.must_ban() ? Bits{0} : completing_cells(position.mine(), stride) & landing,
            completing_cells(position.theirs(), stride) & landing};
  }

  Bits cell_in(const Moves& moves, int column) const {
    return moves.landing & column_[static_cast<std::size_t>(column)];
  }
  static int column_in(const MoveList& ordered, int i) {
    return 15 - (ordered[static_cast<std::size_t>(i)] & 15);
  }

  static std::vector<std::int8_t> columns_of(const MoveList& ordered, int size) {
    std::vector<std::int8_t> columns;
    for (int i = 0; i < size; ++i) {
      columns.push_back(static_cast<std::int8_t>(column_in(ordered, i)));
    }
    return columns;
  }

  // Returns how many there are.
  int order(const Moves& moves, int player, int ply, int hint, MoveList& ordered) const {
    int size = 0;
    for (int column = 0; column < geometry_.columns(); ++column) {
      const Bits cell = cell_in(moves, column);
      if (!any(cell)) continue;
      int rank = 0;
      if (switches_.ordering) {
        rank = unit * (place_rank_[static_cast<std::size_t>(column)] +
                       (any(cell & moves.wins) ? 1000 : 0) + (any(cell & moves.blocks) ? 500 : 0));
      }
      const int index = lowest_index(cell);
      if (switches_.killers) {
        const auto& killers = killers_[static_cast<std::size_t>(ply)];
        if (index == killers[0]) rank += unit * 100;
        if (index == killers[1]) rank += unit * 50;
      }
      if (switches_.history) {
        rank += history_[static_cast<std::size_t>(player)][static_cast<std::size_t>(index)];
      }
      if (column + 1 == hint) rank += unit * 4000;
      const int move = 16 * rank + 15 - column;
      int place = size++;
      for (; place > 0 && ordered[static_cast<std::size_t>(place - 1)] < move; --place) {
        ordered[static_cast<std::size_t>(place)] = ordered[static_cast<std::size_t>(place - 1)];
      }
      ordered[static_cast<std::size_t>(place)] = move;
    }
    return size;
  }

  void remember_cutoff(int player, const Bits& cell, int ply, int depth) {
    const int index = lowest_index(cell);
    if (switches_.killers) {
      auto& killers = killers_[static_cast<std::size_t>(ply)];
      if (killers[0] != index) {
        killers[1] = killers[0];
        killers[0] = static_cast<std::int16_t>(index);
      }
    }
    if (switches_.history) {
      auto& cells = history_[static_cast<std::size_t>(player)];
      int& weight = cells[static_cast<std::size_t>(index)];
      weight += depth * depth;
      // Halved all together: what was long ago counts less, and no number grows without end.
      if (weight > most_history) {
        for (int& each : cells) each /= 2;
      }
    }
  }

  void remember_line(int ply, int column) {
    const auto here = static_cast<std::size_t>(ply);
    line_[here][0] = static_cast<std::int8_t>(column);
    const int more = length_[here + 1];
    std::copy_n(line_[here + 1].begin(), more, line_[here].begin() + 1);
    length_[here] = static_cast<std::int16_t>(more + 1);
  }

  void check() {
    const std::uint64_t more = counts.nodes - reported_;
    reported_ = counts.nodes;
    next_check_ = std::min(counts.nodes + nodes_between_checks, most_nodes_);
    control_.check(more);
  }

  static constexpr int unit = 64;  // of the ranks in search.hpp, so that history fits between
  static constexpr int most_history = 1 << 12;
  static constexpr std::uint64_t nodes_between_checks = 256;

  Geometry geometry_;
  int win_;
  AlphaBetaSwitches switches_;
  AlphaBetaTable<Bits>& table_;
  // Most positions have one ply to go. These are kept by each thread for itself, in memory that its
  // processor need not share: to take a line over from another costs as much as the ply.
  AlphaBetaTable<Bits> last_ply_{std::size_t{1} << 18};
  SearchControl& control_;
  AlphaBetaRecorder* recorder_ = nullptr;
  const OwnLeaves* own_ = nullptr;
  int player_ = 0;
  std::uint64_t most_nodes_ = ~std::uint64_t{0};
  std::uint64_t reported_ = 0;
  std::uint64_t next_check_ = 0;
  std::array<Bits, columns_at_most> column_{};
  std::array<int, columns_at_most> place_rank_{};
  std::array<std::array<std::int16_t, 2>, plies_at_most> killers_{};
  std::array<std::array<int, 64 * word_count<Bits>>, 2> history_{};
  std::array<std::array<std::int8_t, plies_at_most>, plies_at_most + 1> line_{};
  std::array<std::int16_t, plies_at_most + 1> length_{};
};

}  // namespace fourfold
