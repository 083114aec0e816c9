// From one depth to the next, and from one root move to the next: what stands around the search of
// alphabeta/search.hpp, over the same geometry and evaluator.
//
// Every root move is searched with the widest window, so that the value of each is exact and the
// order of equals is for us to choose: the centre-most, then the left one. If only the best matters
// they come in just this order, each with the best so far as its lower bound: one that is no better
// is not played, whatever its value. Threads have no best so far.
//
// With threads each root move has a thread with its own copy of the position, and all are joined
// before the best is taken. The table is shared, but for the last ply; since every value in it is
// exact, or a true bound, the threads can change only how long it takes. No more of them run at once
// than the machine has processors; when no move is left for one of these, it is not idle but takes
// replies to the moves that others are still at. Where a thread cannot be started, the moves left
// are searched by the threads that there are. A search that is recorded has no threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <functional>
#include <latch>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "alphabeta/alphabeta.hpp"
#include "alphabeta/recorder.hpp"
#include "alphabeta/search.hpp"
#include "alphabeta/thread.hpp"
#include "board/replay.hpp"
#include "system/fork_safe_mutex.hpp"
#include "system/light_thread.hpp"
#include "system/thread_placement.hpp"

namespace fourfold {

class AlphaBeta::Core {
 public:
  virtual ~Core() = default;
  virtual AlphaBetaResult search(const AlphaBetaQuestion& question) = 0;
  virtual std::size_t memory_bytes() const = 0;

  bool is_left_behind() const {
    return mutex_.is_left_behind() || progress_mutex_.is_left_behind();
  }
  void stop() { control_.request_stop(); }
  AlphaBetaProgress progress() const {
    const std::lock_guard guard{progress_mutex_};
    AlphaBetaProgress copy = progress_;
    copy.nodes = control_.nodes();
    return copy;
  }

 protected:
  void publish(AlphaBetaProgress progress) {
    const std::lock_guard guard{progress_mutex_};
    progress_ = std::move(progress);
  }

  ForkSafeMutex mutex_;  // locked by the search that is under way
  SearchControl control_;

 private:
  mutable ForkSafeMutex progress_mutex_;
  AlphaBetaProgress progress_{0, 0, -1, 0, {}};
};

template <class Geometry>
class AlphaBetaCore final : public AlphaBeta::Core {
  using Bits = typename Geometry::Bits;
  using Search = AlphaBetaThread<Geometry>;

  struct RootMove {
    int column;
    Bits cell;
    int value = 0;
    bool exact = true;  // else it is this at most, and another is the best
    std::vector<int> line{};
    std::uint64_t nodes = 0;  // that it took at the last depth
  };

 public:
  // `evaluator` is called with a position and a player, as in evaluation/evaluators.hpp; or it is
  // OwnEvaluation, and each question brings a function.
  template <class Evaluator>
  AlphaBetaCore(const Geometry& geometry, const Evaluator& evaluator,
                const AlphaBetaOptions& options)
      : geometry_(geometry),
        options_(options),
        table_(options.switches.table ? static_cast<std::size_t>(options.memory_mb) << 20 : 1),
        is_own_(std::is_same_v<Evaluator, OwnEvaluation>) {
    const auto columns = static_cast<unsigned>(geometry.columns());
    const unsigned searches =
        options.threads ? std::clamp(std::thread::hardware_concurrency(), 1U, columns) : 1;
    for (unsigned i = 0; i < searches; ++i) {
      searches_.push_back(std::make_unique<AlphaBetaSearch<Geometry, Evaluator>>(
          geometry, evaluator, options.win, options.switches, table_, control_));
    }
  }

  std::size_t memory_bytes() const override { return table_.bytes(); }

  AlphaBetaResult search(const AlphaBetaQuestion& question) override {
    const std::lock_guard guard{mutex_};
    const auto start = replay(geometry_, question.moves);
    if (start.status != Status::ongoing) throw std::invalid_argument("the game is over");
    if (is_own_ && !question.own.evaluate) throw std::invalid_argument("there is no evaluation");
    const Position<Geometry>& position = start.position;
    std::vector<RootMove> moves = root_moves(position, question.columns);
    const int free = count(geometry_.playable() & ~position.occupied());
    const int depth = std::clamp(question.depth, 1, free);
    // So deep that a win at once is taken, and one of the opponent's is prevented; where a piece may
    // be followed by a ban, that takes a ply more.
    const int sure_depth = std::min(depth, any(geometry_.bonus() & ~position.occupied()) ? 3 : 2);
    // A limit of nodes is kept by one thread, so that it always ends at the same node.
    const bool threads = options_.threads && !question.limits.nodes && !question.record;
    std::optional<AlphaBetaRecorder> recorder;
    if (question.record) recorder.emplace(*question.record);

    control_.clear_stop();
    control_.begin(question.limits);
    // Alpha-beta looks at about the square root of all sequences of moves, and a bucket of the table
    // holds two or three positions.
    const int width_log = static_cast<int>(std::bit_width(moves.size()));
    const int nodes_log = std::min(depth, 40) * width_log / 2 - 1;
    table_.begin_search(nodes_log);
    for (auto& search : searches_) {
      search->begin(position.turn(), question.limits.nodes.value_or(~std::uint64_t{0}), nodes_log);
    }
    publish({0, 0, -1, 0, {}});
    AlphaBetaResult found{};
    const auto search_to = [&](int plies, bool sure) {
      const std::uint64_t nodes_before = searches_[0]->counts.nodes;
      for (auto& search : searches_) {
        search->heed_limits(!sure);
        search->begin_depth();
      }
      table_.begin_depth();
      // Threads take longer to start than a shallow search to end.
      const bool together = threads && !sure && (plies == depth || plies > shallow);
      if (recorder) recorder->begin(Search::infinity, columns_of(moves));
      const bool done = together ? all_at_once(position, moves, plies, found.threads)
                                 : one_by_one(position, moves, plies, question.best_only);
      if (done) {
        accept(found, position, moves, plies);
        if (recorder) {
          recorder->leave(found.value, searches_[0]->counts.nodes - nodes_before);
          found.tree = recorder->take();
        }
      }
      return done;
    };

    searches_[0]->record(recorder ? &*recorder : nullptr);
    searches_[0]->set_own_leaves(&question.own);
    found.finished = true;
    for (int plies = question.deepening ? 1 : depth; plies <= depth; ++plies) {
      if (!search_to(plies, false)) {
        found.finished = false;
        break;
      }
      if (question.settle && settled(moves)) break;
    }
    if (found.depth < sure_depth && !found.finished) search_to(sure_depth, true);

    searches_[0]->record(nullptr);
    for (auto& search : searches_) {
      search->report();
      found.counts += search->counts;
    }
    found.seconds = control_.seconds();
    return found;
  }

 private:
  static constexpr int shallow = 4;

  // The moves to look at, in the order in which equals are preferred.
  std::vector<RootMove> root_moves(const Position<Geometry>& position,
                                   const std::vector<int>& columns) const {
    std::vector<RootMove> moves;
    for (int column = 0; column < geometry_.columns(); ++column) {
      const Bits cell = position.landing(geometry_, column);
      if (any(cell) && (columns.empty() || std::ranges::count(columns, column) > 0)) {
        moves.push_back({column, cell});
      }
    }
    if (moves.empty()) throw std::invalid_argument("none of the columns can be played");
    std::ranges::stable_sort(moves, {}, [&](const RootMove& move) {
      return std::abs(2 * move.column - (geometry_.columns() - 1));
    });
    return moves;
  }

  static std::vector<std::int8_t> columns_of(const std::vector<RootMove>& moves) {
    std::vector<std::int8_t> columns;
    for (const RootMove& move : moves) columns.push_back(static_cast<std::int8_t>(move.column));
    return columns;
  }

  // Both return false when a limit ended them; what they had found until then does not count.
  bool one_by_one(const Position<Geometry>& position, std::vector<RootMove>& moves, int depth,
                  bool best_only) {
    int alpha = -Search::infinity;
    try {
      for (RootMove& move : moves) {
        search_one(*searches_[0], position, move, depth, alpha);
        if (best_only && options_.switches.pruning) alpha = std::max(alpha, move.value);
      }
    } catch (const SearchStopped&) {
      return false;
    }
    return true;
  }

  // Each move in a thread of its own, as many at once as there are searches, one for each processor:
  // with its killers and its history a thread takes over what the one before has learnt. A thread
  // that is done starts the next one, which so goes on at once on the same processor: to wake one
  // that waits, perhaps on another, takes longer than many of these searches.
  bool all_at_once(const Position<Geometry>& position, std::vector<RootMove>& moves, int depth,
                   int& started) {
    std::atomic<bool> all_done{true};
    // The moves that took longest at the last depth come first, so that all end at about the same
    // time.
    std::vector<RootMove*> order;
    for (RootMove& move : moves) order.push_back(&move);
    std::ranges::stable_sort(order, std::greater{}, &RootMove::nodes);
    std::deque<typename Search::SharedMove> shared;  // each with a copy of the position
    for (std::size_t i = 0; i < order.size(); ++i) shared.emplace_back(position);
    const ThreadPlacement placement;
    std::atomic<std::size_t> next{0};
    std::atomic<bool> can_start{true};
    std::atomic<int> running{0};
    std::vector<LightThread> threads(order.size());  // each written by the thread that starts it
    std::latch left{static_cast<std::ptrdiff_t>(order.size())};

    const auto work_on = [&](std::size_t number, std::size_t i) {
      try {
        searches_[number]->work_on(shared[i]);
      } catch (const SearchStopped&) {
        all_done.store(false, std::memory_order_relaxed);
      }
    };
    // Goes on with the search of the given number: starts a thread for the next move, or does what
    // is left itself once none can be started. When all moves are taken it helps with the others.
    std::function<void(std::size_t)> go_on = [&](std::size_t number) {
      for (std::size_t i; (i = next.fetch_add(1)) < order.size();) {
        searches_[number]->open(shared[i], order[i]->cell, depth);
        try {
          if (can_start.load(std::memory_order_relaxed)) {
            if (options_.before_thread) options_.before_thread();
            threads[i] = LightThread([&, number, i] {
              placement.settle(static_cast<int>(number));
              work_on(number, i);
              go_on(number);
              left.count_down();  // after the next one has been written down
            });
            running.fetch_add(1, std::memory_order_relaxed);
            return;
          }
        } catch (const std::exception&) {  // no thread, or no memory for it
          can_start.store(false, std::memory_order_relaxed);
        }
        work_on(number, i);
        left.count_down();
      }
      for (std::size_t i = 0; i < order.size(); ++i) work_on(number, i);
    };
    for (std::size_t number = 0; number < searches_.size(); ++number) go_on(number);
    left.wait();
    threads.clear();  // joined
    started = running.load(std::memory_order_relaxed);
    if (!all_done.load(std::memory_order_relaxed)) return false;
    for (std::size_t i = 0; i < order.size(); ++i) {
      RootMove& move = *order[i];
      move.nodes = searches_[0]->close(shared[i], move.value, move.line);
      move.exact = true;
    }
    return true;
  }

  static void search_one(Search& search, const Position<Geometry>& position, RootMove& move,
                         int depth, int alpha) {
    const std::uint64_t before = search.counts.nodes;
    move.value = search.root_move(position, move.cell, depth, alpha, move.line);
    move.nodes = search.counts.nodes - before;
    move.exact = move.value > alpha;
  }

  void accept(AlphaBetaResult& found, const Position<Geometry>& position,
              const std::vector<RootMove>& moves, int depth) {
    const RootMove& best = *std::ranges::max_element(moves, {}, &RootMove::value);
    found.column = best.column;
    found.value = best.value;
    found.values.clear();
    for (const RootMove& move : moves) {
      if (move.exact) found.values.emplace_back(move.column, move.value);
    }
    std::ranges::sort(found.values);
    found.depth = depth;
    found.line = best.line;
    follow_table(position, found.line, depth);
    publish({0, depth, found.column, found.value, found.values});
  }

  // A line ends early where the table knew the value of a position; it knows the play as well.
  void follow_table(Position<Geometry> position, std::vector<int>& line, int depth) const {
    const auto play = [&](int column) {
      const Bits cell = position.landing(geometry_, column);
      const bool over = position.wins_at(geometry_, cell);
      position.play(geometry_, cell);
      return !over && !position.is_full(geometry_);
    };
    bool goes_on = true;
    for (const int column : line) goes_on = play(column);
    AlphaBetaEntry entry;
    const auto known = [&] {
      const Bits key = table_key(geometry_, position);
      return table_.probe(key, entry) || std::ranges::any_of(searches_, [&](const auto& one) {
               return one->knows(key, entry);
             });
    };
    while (goes_on && options_.switches.table && static_cast<int>(line.size()) < depth && known() &&
           entry.current && entry.kind == BoundKind::exact) {
      line.push_back(entry.move - 1);
      goes_on = play(line.back());
    }
  }

  // A win that is found is the quickest there is, and a loss the slowest. So a deeper search changes
  // nothing once a win is found, or once all other moves are lost.
  bool settled(const std::vector<RootMove>& moves) const {
    std::size_t lost = 0;
    for (const RootMove& move : moves) {
      if (move.value >= options_.win) return true;
      lost += move.value <= -options_.win ? 1 : 0;
    }
    return lost + 1 >= moves.size();
  }

  Geometry geometry_;
  AlphaBetaOptions options_;
  AlphaBetaTable<Bits> table_;
  std::vector<std::unique_ptr<Search>> searches_;
  bool is_own_;
};

}  // namespace fourfold
