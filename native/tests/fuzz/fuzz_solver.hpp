// The solver: bounds that hold, also when a limit ends it, and the truth where brute force can tell it.
#pragma once

#include "board/dispatch.hpp"
#include "board/replay.hpp"
#include "solver/solver.hpp"
#include "tests/brute_force.hpp"
#include "tests/fuzz/fuzz_input.hpp"

namespace fourfold::fuzzing {

inline void fuzz_solver(FuzzInput input) {
  const Rules rules = input.rules();
  std::vector<int> columns = input.game(rules, input.byte());
  // Nearer to the end more can be compared.
  if (input.flag()) {
    const RandomGame game = random_game(rules, columns, input.word());
    const std::size_t left = static_cast<std::size_t>(input.between(1, 10));
    if (game.columns.size() > left) {
      const std::vector<int>& all = game.columns;
      std::vector<int> longer{all.begin(), all.end() - static_cast<std::ptrdiff_t>(left)};
      if (longer.size() >= columns.size() && accepts([&] { trace(rules, longer); })) {
        columns = std::move(longer);
      }
    }
  }
  SolverOptions options;
  options.memory_mb = input.below(16) == 0 ? input.any_int() & 3 : 1;
  options.threads = input.below(32) == 0 ? input.between(0, 2) : 1;
  options.light_nodes = static_cast<std::uint64_t>(input.byte());
  const int proofs = input.byte();
  options.proofs = {(proofs & 1) == 0, (proofs & 2) == 0, (proofs & 4) == 0};
  const bool wdl = input.flag();
  SearchLimits limits;
  limits.nodes = static_cast<std::uint64_t>(input.byte()) * 8;
  if (input.below(8) == 0) limits.seconds = input.below(2) == 0 ? -1.0 : 1e18;

  if (options.memory_mb < 1 || options.threads < 1) {
    REQUIRE(!accepts([&] { Solver{rules, options}; }));
    return;
  }
  Solver solver{rules, options};
  if (is_over(rules, columns)) {
    REQUIRE(!accepts([&] { solver.solve(columns, wdl, limits); }));
    return;
  }
  const int free = free_cells(rules, columns);
  const int most = wdl ? 1 : free;
  const SolverResult first = solver.solve(columns, wdl, limits);
  const SolverResult second = solver.solve(columns, wdl, limits);  // with what the table has kept
  for (const SolverResult& found : {first, second}) {
    REQUIRE(-most <= found.lower && found.lower <= found.upper && found.upper <= most);
    REQUIRE(found.finished == (found.lower == found.upper));
  }
  REQUIRE(std::max(first.lower, second.lower) <= std::min(first.upper, second.upper));
  if (free > 8) return;
  const int truth = dispatch(rules, [&](const auto& geometry) {
    return BruteForce{geometry}.value(replay(geometry, columns).position);
  });
  const int value = wdl ? (truth > 0) - (truth < 0) : truth;
  REQUIRE(first.lower <= value && value <= first.upper);
  REQUIRE(second.lower <= value && value <= second.upper);
}

}  // namespace fourfold::fuzzing
