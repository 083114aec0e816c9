// The solver against brute force, with every proof on and off, one and two threads.
//
//   test_solver         a sample, quick
//   test_solver full    every reachable position of every 4x4 board with one forbidden cell or one
//                       bonus cell, on one and on two threads, and large samples of 5x4 and 4x5
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "board/dispatch.hpp"
#include "board/random.hpp"
#include "solver/solver.hpp"
#include "solver/values.hpp"
#include "tests/brute_force.hpp"
#include "tests/check.hpp"

using namespace fourfold;

namespace {

std::atomic<int> failures = 0;
std::atomic<long> checked = 0;

std::string text(const Rules& rules, const std::vector<int>& columns) {
  std::string result = std::to_string(rules.columns) + "x" + std::to_string(rules.rows);
  for (const Cell& cell : rules.forbidden) {
    result +=
        "-x" + std::string(1, static_cast<char>('a' + cell.column)) + std::to_string(cell.row + 1);
  }
  if (rules.bonus) {
    result += "-b" + std::string(1, static_cast<char>('a' + rules.bonus->column)) +
              std::to_string(rules.bonus->row + 1);
  }
  result += ":";
  for (const int column : columns) result += std::to_string(column + 1);
  return result;
}

void expect(int got, int want, const std::string& what) {
  ++checked;
  if (got == want) return;
  if (++failures <= 20) std::printf("FAILED %s: got %d, want %d\n", what.c_str(), got, want);
}

// Solvers with each proof switched off in turn, without the light mode, and with two threads.
std::vector<std::unique_ptr<Solver>> solvers(const Rules& rules) {
  std::vector<std::unique_ptr<Solver>> list;
  const ProofSwitches all{};
  ProofSwitches none{false, false, false};
  ProofSwitches p = all, q = all, n = all;
  p.follow_up = false;
  q.tempo = false;
  n.no_lines_left = false;
  for (const ProofSwitches& switches : {all, none, p, q, n}) {
    list.push_back(std::make_unique<Solver>(rules, SolverOptions{1, 1, switches}));
  }
  // The shared table and two threads from the first node on.
  list.push_back(std::make_unique<Solver>(rules, SolverOptions{1, 1, all, 0}));
  list.push_back(std::make_unique<Solver>(rules, SolverOptions{1, 2, all, 0}));
  return list;
}

void check_one(Solver& solver, int want, const Rules& rules, const std::vector<int>& columns) {
  const SolverResult exact = solver.solve(columns, false, {});
  expect(exact.lower, want, text(rules, columns) + " lower");
  expect(exact.upper, want, text(rules, columns) + " upper");
  const SolverResult wdl = solver.solve(columns, true, {});
  expect(wdl.lower, sign(want), text(rules, columns) + " wdl lower");
  expect(wdl.upper, sign(want), text(rules, columns) + " wdl upper");
}

// One of the solvers in turn; if `thorough` also the first, and the last with its two threads.
void check(int want, const Rules& rules, const std::vector<int>& columns,
           const std::vector<std::unique_ptr<Solver>>& list, std::size_t turn, bool thorough) {
  check_one(*list[turn % list.size()], want, rules, columns);
  if (!thorough) return;
  check_one(*list.front(), want, rules, columns);
  check_one(*list.back(), want, rules, columns);
}

// Every reachable position, each once.
void check_all(const Rules& rules, bool thin) {
  dispatch(rules, [&](const auto& geometry) {
    using Geometry = std::decay_t<decltype(geometry)>;
    BruteForce<Geometry> truth{geometry};
    auto list = solvers(rules);
    std::map<Key<typename Geometry::Bits>, bool> seen;
    std::vector<int> columns;
    Random random{1};
    const auto walk = [&](const auto& self, const Position<Geometry>& position) -> void {
      if (!seen.emplace(position.key(), true).second) return;
      if (!thin || random.below(40) == 0) {
        check(truth.value(position), rules, columns, list, seen.size(), !thin);
      }
      for_each_cell(position.landing(geometry), [&](const auto& cell) {
        if (position.wins_at(geometry, cell)) return;
        Position<Geometry> next = position;
        next.play(geometry, cell);
        if (next.is_full(geometry)) return;
        columns.push_back(column_of(geometry, lowest_index(cell)));
        self(self, next);
        columns.pop_back();
      });
    };
    walk(walk, Position{geometry});
  });
}

// Random positions with at most `most_free` cells left.
void check_random(const Rules& rules, int games, int most_free, std::uint64_t seed) {
  dispatch(rules, [&](const auto& geometry) {
    using Geometry = std::decay_t<decltype(geometry)>;
    auto list = solvers(rules);
    Random random{seed};
    auto truth = std::make_unique<BruteForce<Geometry>>(geometry);
    for (int game = 0; game < games; ++game) {
      // It remembers all that it has seen; where there are bans, that is too much to keep.
      if (rules.bonus) truth = std::make_unique<BruteForce<Geometry>>(geometry);
      Position position{geometry};
      std::vector<int> columns;
      while (!position.is_full(geometry)) {
        if (count(geometry.playable() & ~position.occupied()) <= most_free) {
          check(truth->value(position), rules, columns, list,
                static_cast<std::size_t>(random.below(static_cast<int>(list.size()))), false);
        }
        const auto cell = random_cell(position.landing(geometry), random);
        if (position.wins_at(geometry, cell)) break;
        position.play(geometry, cell);
        columns.push_back(column_of(geometry, lowest_index(cell)));
      }
    }
  });
}

Rules random_rules(Random& random) {
  Rules rules;
  rules.columns = 4 + random.below(9);
  rules.rows = 4 + random.below(9);
  const int forbidden = random.below(3) == 0 ? 0 : random.below(7);
  for (int i = 0; i < forbidden; ++i) {
    const Cell cell{random.below(rules.columns), random.below(rules.rows)};
    bool again = false;
    for (const Cell& other : rules.forbidden) again = again || other == cell;
    if (!again) rules.forbidden.push_back(cell);
  }
  if (random.below(3) == 0) {
    const Cell cell{random.below(rules.columns), random.below(rules.rows)};
    bool taken = false;
    for (const Cell& other : rules.forbidden) taken = taken || other == cell;
    if (!taken) rules.bonus = cell;
  }
  return rules;
}

void check_stop_and_limits() {
  Solver solver{Rules{9, 8, {}, {}}, SolverOptions{16, 2}};
  const SolverResult by_nodes = solver.solve({}, false, {{}, 20000});
  if (by_nodes.finished) expect(1, 0, "9x8 solved in 20000 nodes");
  if (by_nodes.nodes < 15000 || by_nodes.nodes > 30000) {
    expect(static_cast<int>(by_nodes.nodes), 20000, "node limit");
  }
  double began = testing::processor_seconds();
  const SolverResult by_time = solver.solve({}, false, {0.05, {}});
  if (by_time.finished || testing::processor_seconds() - began > 1) expect(1, 0, "time limit");
  began = testing::processor_seconds();
  const SolverResult stopped = testing::stopped_from_outside(
      [&] { return solver.solve({}, false, {}); }, [&] { solver.stop(); });
  if (stopped.finished || testing::processor_seconds() - began > 2) expect(1, 0, "stop");
  expect(solver.solve({}, false, {{}, 5000}).lower <= 0, true, "usable after a stop");
}

// What is proven when a limit ends the search holds the score, however the driver chose its
// questions: on a board whose range of scores is halved and on one that it steps through.
void check_bounds_so_far() {
  Random random{5};
  for (const Rules& rules : {Rules{10, 6, {{4, 2}, {0, 5}, {9, 0}}, {}}, Rules{10, 6, {}, {}},
                             Rules{9, 7, {}, {}}, Rules{8, 6, {}, {}}}) {
    dispatch(rules, [&](const auto& geometry) {
      for (int i = 0; i < 12;) {
        Position position{geometry};
        std::vector<int> columns;
        while (count(geometry.playable() & ~position.occupied()) > 28) {
          const auto cell = random_cell(position.landing(geometry), random);
          if (position.wins_at(geometry, cell)) break;
          position.play(geometry, cell);
          columns.push_back(column_of(geometry, lowest_index(cell)));
        }
        if (count(geometry.playable() & ~position.occupied()) > 28) continue;
        ++i;
        const int exact = Solver{rules, SolverOptions{1, 1}}.solve(columns, false, {}).lower;
        for (const std::uint64_t nodes : {200U, 1000U, 5000U}) {
          Solver solver{rules, SolverOptions{1, 1, {}, 500}};
          const SolverResult found = solver.solve(columns, false, {{}, nodes});
          expect(found.lower <= exact && exact <= found.upper, true,
                 text(rules, columns) + " within " + std::to_string(nodes) + " nodes");
          if (found.finished) break;
        }
      }
    });
  }
}

// Longer searches, where the threads meet in the table: the score is that of one thread.
void check_threads() {
  Solver alone{Rules{}, SolverOptions{8, 1}};
  Solver together{Rules{}, SolverOptions{8, 3, {}, 0}};
  Random random{11};
  for (int i = 0; i < 12;) {
    const StandardGeometry geometry;
    Position position{geometry};
    std::vector<int> columns;
    while (position.ply() < 14) {
      const auto cell = random_cell(position.landing(geometry), random);
      if (position.wins_at(geometry, cell)) break;
      position.play(geometry, cell);
      columns.push_back(column_of(geometry, lowest_index(cell)));
    }
    if (position.ply() < 14) continue;
    ++i;
    expect(together.solve(columns, false, {}).lower, alone.solve(columns, false, {}).lower,
           text(Rules{}, columns) + " on three threads");
  }
}

// Several at a time: a solver with two threads mostly waits for one of them to begin or to end.
void run_all(const std::vector<std::function<void()>>& jobs) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < 2 * std::max(1U, std::thread::hardware_concurrency()); ++i) {
    workers.emplace_back([&] {
      for (std::size_t job; (job = next++) < jobs.size();) jobs[job]();
    });
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool full = argc > 1 && std::string(argv[1]) == "full";
  std::vector<std::function<void()>> jobs;
  const auto add_all = [&](const Rules& rules, bool thin) {
    jobs.emplace_back([rules, thin, full] {
      check_all(rules, thin);
      if (!full) return;
      std::printf("%s every position; %ld checks, %d failures so far\n", text(rules, {}).c_str(),
                  checked.load(), failures.load());
      std::fflush(stdout);
    });
  };
  if (full) {
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 4; ++r) {
        add_all(Rules{4, 4, {{c, r}}, {}}, false);
        add_all(Rules{4, 4, {}, Cell{c, r}}, false);
      }
    }
    add_all(Rules{4, 4, {}, {}}, false);
  } else {
    add_all(Rules{4, 4, {{1, 1}}, {}}, true);
    add_all(Rules{4, 4, {}, Cell{2, 1}}, true);
  }
  const int games = full ? 400 : 6;
  for (int i = 0; i < 5 * (full ? 4 : 1); ++i) {
    Random random{static_cast<std::uint64_t>(i)};
    for (const auto& [columns, rows] : {std::pair{5, 4}, {4, 5}}) {
      Rules rules{columns, rows, {}, {}};
      const Cell cell{random.below(columns), random.below(rows)};
      if (i % 3 == 1) rules.forbidden.push_back(cell);
      if (i % 3 == 2) rules.bonus = cell;
      // Brute force with a bonus cell ahead has every ban to try: a hundred times the work.
      const int most_free = !full ? 13 : rules.bonus ? 12 : 15;
      jobs.emplace_back([=] {
        check_random(rules, games, most_free, static_cast<std::uint64_t>(i + 1));
        if (!full) return;
        std::printf("%s %d random games; %ld checks, %d failures so far\n", text(rules, {}).c_str(),
                    games, checked.load(), failures.load());
        std::fflush(stdout);
      });
    }
  }
  Random random{7};
  for (int i = 0; i < (full ? 2000 : 150); ++i) {
    jobs.emplace_back([=, rules = random_rules(random)] {
      check_random(rules, full ? 10 : 3, 9, static_cast<std::uint64_t>(i + 1));
    });
  }
  run_all(jobs);
  check_stop_and_limits();
  check_bounds_so_far();
  check_threads();
  std::printf("%ld checks, %d failures\n", checked.load(), failures.load());
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
