// The depth-limited search behind a plain interface: rules, weights and columns in, values out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "alphabeta/recorded_tree.hpp"
#include "board/rules.hpp"
#include "evaluation/own_values.hpp"
#include "evaluation/weights.hpp"
#include "system/search_control.hpp"

namespace fourfold {

// Which weights are given says which evaluator is meant.
using AlphaBetaWeights = std::variant<HardWeights, ThreatWeights, ClassicWeights, OwnEvaluation>;

// What a search with OwnEvaluation asks for. Either may throw, which ends the search.
struct OwnLeaves {
  // Evaluates positions for the players who are to move in them: those after `path`, from the root
  // of the search, and one of `columns` each. No number may be a NaN.
  std::function<void(std::span<const int> path, std::span<const int> columns,
                     std::span<double> values)>
      evaluate{};
  // Called now and then, also where nothing has to be evaluated.
  std::function<void()> poll{};
  // How many positions are evaluated at once, at most: all that are one ply below the same one.
  int batch = 1;
};

struct AlphaBetaSwitches {
  bool pruning = true;
  bool ordering = true;
  bool table = true;
  bool killers = true;
  bool history = true;
};

struct AlphaBetaCounts {
  std::uint64_t nodes = 0;        // moves made
  std::uint64_t evaluations = 0;  // leaves
  std::uint64_t cutoffs = 0;      // positions whose other moves were not looked at
  std::uint64_t table_hits = 0;   // positions whose value, or a bound that would do, was known

  AlphaBetaCounts& operator+=(const AlphaBetaCounts& more) {
    nodes += more.nodes;
    evaluations += more.evaluations;
    cutoffs += more.cutoffs;
    table_hits += more.table_hits;
    return *this;
  }
};

struct AlphaBetaOptions {
  AlphaBetaSwitches switches{};
  int win = 100'000;     // the value of a completed line, beyond every evaluation
  bool threads = false;  // a thread for each root move
  int memory_mb = 32;    // for the table, taken from the system only as it is used
  // Called before each thread is started, by whichever thread does it; a test throws
  // std::system_error, as the system would.
  std::function<void()> before_thread{};
};

struct AlphaBetaQuestion {
  std::vector<int> moves;  // from the empty board
  int depth = 1;           // plies; never deeper than the free cells
  SearchLimits limits{};
  bool deepening = true;       // first depth 1, then 2, and so on
  std::vector<int> columns{};  // the root moves to look at; none: all
  bool settle = false;         // may end before `depth` once no deeper search can change the choice
  bool best_only = false;      // the best root move matters, not the values of the others
  std::optional<AlphaBetaRecordLimits> record{};  // what to write down of the last depth
  OwnLeaves own{};                                // for OwnEvaluation
};

struct AlphaBetaResult {
  int column;  // the best; of equals the centre-most, then the left one
  int value;   // of the root, for the side to move
  std::vector<std::pair<int, int>> values;  // of every root move, or of those that were the best so
                                            // far if only the best matters: by column
  std::vector<int> line;                    // the best play, from `column` on
  int depth;                                // the last depth that was finished
  bool finished;                            // no limit ended the search
  AlphaBetaCounts counts;                   // of all depths
  int threads;  // started for the last depth; 0: one move after the other
  double seconds;
  std::vector<AlphaBetaNode> tree;  // in the order of the search; empty if nothing was recorded
};

struct AlphaBetaProgress {
  std::uint64_t nodes;
  int depth;   // finished, 0 at first
  int column;  // -1 at first
  int value;
  std::vector<std::pair<int, int>> values;
};

// One set of rules, one evaluator, one table. Safe to use from several threads: searches wait for
// each other, `stop` and `progress` do not. The answer to a question does not depend on what was
// asked before.
class AlphaBeta {
 public:
  AlphaBeta(const Rules& rules, const AlphaBetaWeights& weights, const AlphaBetaOptions& options);
  ~AlphaBeta();
  AlphaBeta(const AlphaBeta&) = delete;
  AlphaBeta& operator=(const AlphaBeta&) = delete;

  // The position after the given moves, whose game must not be over. Two plies (three
  // where a bonus cell is left) are searched whatever the limits say: there is always an answer.
  AlphaBetaResult search(const AlphaBetaQuestion& question);

  void stop();  // ends the search that is under way, within milliseconds
  AlphaBetaProgress progress() const;
  std::size_t memory_bytes() const;

  class Core;

 private:
  std::unique_ptr<Core> core_;
};

}  // namespace fourfold
