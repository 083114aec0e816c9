// The Monte Carlo tree search behind a plain interface: rules and columns in, statistics out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "board/rules.hpp"
#include "uct/recorded_tree.hpp"

namespace fourfold {

struct UctOptions {
  int memory_mb = 256;  // the tree never takes more
  int threads = 1;
  bool strong = true;  // else plain (docs/uct.md)
  double c = 0.42;     // how much is explored; see uct/select.hpp
  bool reuse = true;   // keep what is known of the position to come
  // How often a playout of the strong policy plays where the opponent has just played: 0 to 1.
  double follow = 0.78;
};

struct UctLimits {
  std::optional<std::uint64_t> simulations;
  std::optional<double> seconds;
  std::optional<int> depth;  // the tree grows no deeper
};

struct UctReport {
  int column;  // the choice
  std::vector<UctColumn> columns;
  std::vector<int> line;  // the moves most visited
  int outcome;            // as in UctColumn, of the position
  int plies;
  std::uint64_t simulations;  // of this search
  std::uint64_t reused;       // simulations of earlier searches that count as well
  std::uint64_t nodes;        // positions that this search saw first
  int depth;                  // of the tree, in plies, as far as this search went
  double seconds;
  // If they were asked for:
  std::vector<UctTreeMove> tree;
  std::vector<UctSimulation> first_simulations;
};

// One set of rules, one tree. Safe to use from several threads: searches wait for each other,
// `stop` and `report` do not.
class Uct {
 public:
  Uct(const Rules& rules, const UctOptions& options);
  ~Uct();
  Uct(const Uct&) = delete;
  Uct& operator=(const Uct&) = delete;

  // The position after the given moves, whose game must not be over. Without any limit it ends
  // only with a proof, or by `stop`.
  // The same calls with the same seeds and one thread give the same reports, unless the clock
  // ends them.
  // With `record` one thread searches alone, and the report has the tree.
  UctReport search(const std::vector<int>& columns, const UctLimits& limits, std::uint64_t seed,
                   const std::optional<UctRecordLimits>& record = {});

  void stop();               // ends the search that is under way, within milliseconds
  UctReport report() const;  // of the search under way, or of the last one; columns empty if none
  void forget();             // drops the tree
  std::size_t memory_bytes() const;  // that the tree has taken so far

  class Core;

 private:
  std::unique_ptr<Core> core_;
};

}  // namespace fourfold
