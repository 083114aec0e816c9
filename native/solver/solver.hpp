// The perfect solver behind a plain interface: rules and columns in, proven bounds out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "board/rules.hpp"
#include "solver/proof_switches.hpp"
#include "system/search_control.hpp"

namespace fourfold {

// What is proven of a position: lower <= value <= upper (values.hpp), for the side to move; with
// `wdl` the same for the value's sign.
struct SolverResult {
  int lower;
  int upper;
  std::uint64_t nodes;
  double seconds;
  bool finished;  // lower == upper
};

struct SolverProgress {
  std::uint64_t nodes;
  int lower;
  int upper;
};

struct SolverOptions {
  int memory_mb = 256;  // at most about so much, taken from the system only as it is used
  int threads = 1;
  ProofSwitches proofs{};
  // So many nodes are searched by one thread, with its private table only, before the shared table
  // and the other threads are brought in: most positions never need them.
  std::uint64_t light_nodes = 30'000;
};

// One set of rules, one table. Safe to use from several threads: solves wait for each other,
// `stop` and `progress` do not.
class Solver {
 public:
  Solver(const Rules& rules, const SolverOptions& options);
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  // The position after the given moves, whose game must not be over.
  SolverResult solve(const std::vector<int>& columns, bool wdl, const SearchLimits& limits);

  void stop();                      // ends the solve that is under way, within milliseconds
  SolverProgress progress() const;  // of the solve under way, or of the last one
  std::size_t memory_bytes() const;

  class Core;

 private:
  std::unique_ptr<Core> core_;
};

}  // namespace fourfold
