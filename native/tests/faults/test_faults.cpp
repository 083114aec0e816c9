// Every request to the system fails once, in every search: each memory block, each mapping, each
// thread. The search then throws std::bad_alloc and nothing else, or goes on without what it did not
// get; it leaves nothing behind, and gives its usual answer when it is asked again.
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "alphabeta/alphabeta.hpp"
#include "alphabeta/table.hpp"
#include "batch/batch.hpp"
#include "board/twin.hpp"
#include "solver/solver.hpp"
#include "tests/check.hpp"
#include "tests/fault_injection.hpp"
#include "uct/guided.hpp"
#include "uct/uct.hpp"

using namespace fourfold;
using fourfold::testing::Faults;

namespace {

using Answer = std::vector<double>;

const Rules standard{};
const Rules with_bonus{6, 5, {{0, 0}}, Cell{3, 2}};
const Rules largest{12, 12, {}, {}};

void check_case(bool holds, const std::string& name, std::int64_t n, const char* what) {
  if (!holds)
    std::fprintf(stderr, "%s, request %lld: %s\n", name.c_str(), static_cast<long long>(n), what);
  CHECK(holds);
}

// Makes something and asks it, with the n-th request failing, for n = 1, 2, ... until nothing fails.
template <class Make, class Ask>
void each_request_fails(const std::string& name, const Make& make, const Ask& ask) {
  const Answer expected = ask(*make());
  for (const bool persists : {false, true}) {
    std::int64_t n = 1;
    for (bool failed = true; failed; ++n) {
      const std::int64_t blocks = Faults::blocks();
      {
        decltype(make()) made;
        Answer answer;
        bool threw = false;
        Faults::arm(n, persists);
        try {
          made = make();
          answer = ask(*made);
        } catch (const std::bad_alloc&) {
          threw = true;
        }
        failed = Faults::disarm() > 0;
        check_case(failed || !threw, name, n, "an error without a fault");
        check_case(threw || answer == expected, name, n, "another answer");
        if (!made) made = make();
        check_case(ask(*made) == expected, name, n, "another answer when it is asked again");
      }
      check_case(Faults::blocks() == blocks, name, n, "memory is left behind");
      if (testing::failures > 20) return;
    }
    check_case(n > 2, name, n, "nothing was requested");
    std::printf("%s: %lld requests%s\n", name.c_str(), static_cast<long long>(n - 2),
                persists ? ", each the first of all to fail" : "");
  }
}

void test_solver() {
  const std::vector<int> opening{3, 3, 3, 3, 3, 2, 2, 4, 4, 2};
  const auto ask = [](const std::vector<int>& columns) {
    return [columns](Solver& solver) -> Answer {
      const SolverResult found = solver.solve(columns, false, {});
      return {static_cast<double>(found.lower), static_cast<double>(found.upper),
              static_cast<double>(found.finished)};
    };
  };
  for (const int threads : {1, 3}) {
    const auto make = [&](const Rules& rules) {
      return [&rules, threads] {
        return std::make_unique<Solver>(
            rules, SolverOptions{.memory_mb = 1, .threads = threads, .light_nodes = 50});
      };
    };
    const std::string suffix = " with " + std::to_string(threads) + " threads";
    each_request_fails("solver" + suffix, make(standard),
                       ask({3, 3, 3, 3, 3, 2, 2, 4, 4, 2, 4, 4, 4, 2, 2, 2, 1, 1, 5, 5}));
    each_request_fails("solver of a bonus" + suffix, make(with_bonus),
                       ask({2, 2, 2, 2, 4, 4, 4, 4, 1, 1, 1, 1, 0, 0, 5}));
  }
}

std::vector<double> numbers(const AlphaBetaResult& found) {
  Answer answer{static_cast<double>(found.column), static_cast<double>(found.value),
                static_cast<double>(found.depth), static_cast<double>(found.tree.size())};
  for (const auto& [column, value] : found.values) {
    answer.push_back(column);
    answer.push_back(value);
  }
  for (const AlphaBetaNode& node : found.tree) {
    answer.push_back(node.value);
    answer.push_back(static_cast<double>(node.order.size()));
  }
  return answer;
}

void test_alphabeta() {
  for (const Rules* rules : {&standard, &with_bonus, &largest}) {
    for (const bool threads : {false, true}) {
      each_request_fails(
          std::string("alphabeta on ") + std::to_string(rules->columns) + " columns" +
              (threads ? " with threads" : ""),
          [&] {
            return std::make_unique<AlphaBeta>(
                *rules, HardWeights{}, AlphaBetaOptions{.threads = threads, .memory_mb = 1});
          },
          [](AlphaBeta& search) { return numbers(search.search({.moves = {3, 2}, .depth = 3})); });
    }
  }
  each_request_fails(
      "alphabeta recorded",
      [] {
        return std::make_unique<AlphaBeta>(standard, ThreatWeights{},
                                           AlphaBetaOptions{.memory_mb = 1});
      },
      [](AlphaBeta& search) {
        return numbers(
            search.search({.moves = {3}, .depth = 3, .record = AlphaBetaRecordLimits{2, 40}}));
      });
  each_request_fails(
      "alphabeta with an evaluation of one's own",
      [] {
        return std::make_unique<AlphaBeta>(standard, OwnEvaluation{},
                                           AlphaBetaOptions{.memory_mb = 1});
      },
      [](AlphaBeta& search) {
        AlphaBetaQuestion question{.moves = {3}, .depth = 3};
        question.own.batch = 4;
        question.own.poll = [] {};
        question.own.evaluate = [](std::span<const int> path, std::span<const int> columns,
                                   std::span<double> values) {
          for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<double>(path.size()) + columns[i];
          }
        };
        return numbers(search.search(question));
      });
}

// The numbers of its generations run out once in a lifetime: then it takes new memory.
void test_a_table_at_the_end_of_its_generations() {
  AlphaBetaTable<Bits64> table{std::size_t{1} << 16};
  for (int i = 0; i < (1 << 26) - 150; ++i) table.begin_depth();
  Faults::arm(1, false);
  bool threw = false;
  try {
    table.begin_search(10);
  } catch (const std::bad_alloc&) {
    threw = true;
  }
  CHECK(threw && Faults::disarm() == 1);
  const auto round_trip = [&] {
    AlphaBetaEntry entry{};
    table.begin_depth();
    table.store(Bits64{77}, 5, BoundKind::exact, 3, 2);
    return table.probe(Bits64{77}, entry) && entry.value == 5 && entry.move == 2;
  };
  CHECK(round_trip());  // what it had is still there to be used
  table.begin_search(10);
  CHECK(round_trip());
}

Answer numbers(const UctReport& report, bool with_visits) {
  Answer answer{static_cast<double>(report.simulations),
                static_cast<double>(report.columns.size())};
  if (!with_visits) return answer;
  answer.push_back(report.column);
  for (const UctColumn& column : report.columns) {
    answer.push_back(column.visits);
    answer.push_back(column.wins);
  }
  answer.push_back(static_cast<double>(report.tree.size()));
  answer.push_back(static_cast<double>(report.first_simulations.size()));
  return answer;
}

void test_uct() {
  for (const int threads : {1, 3}) {
    for (const bool strong : {false, true}) {
      each_request_fails(
          std::string(strong ? "strong" : "plain") + " uct with " + std::to_string(threads) +
              " threads",
          [&] {
            return std::make_unique<Uct>(
                standard,
                UctOptions{.memory_mb = 1, .threads = threads, .strong = strong, .reuse = false});
          },
          [&](Uct& search) {
            const UctReport found = search.search({3, 3, 2}, {100, {}, {}}, 7);
            // The threads change the statistics; the number of simulations they keep.
            return numbers(found, threads == 1);
          });
    }
  }
  each_request_fails(
      "uct recorded",
      [] { return std::make_unique<Uct>(largest, UctOptions{.memory_mb = 1, .reuse = false}); },
      [](Uct& search) {
        return numbers(search.search({3}, {100, {}, {}}, 7, UctRecordLimits{2, 40, 10}), true);
      });
  // A tree that is kept from move to move, in two searches of which either may fail.
  each_request_fails(
      "uct that goes on",
      [] { return std::make_unique<Uct>(standard, UctOptions{.memory_mb = 1}); },
      [](Uct& search) {
        search.forget();
        search.search({3}, {100, {}, {}}, 7);
        return numbers(search.search({3, 3}, {100, {}, {}}, 8), true);
      });
}

void test_guided() {
  for (const bool priors : {false, true}) {
    each_request_fails(
        std::string("guided uct") + (priors ? " with priors" : ""),
        [&] {
          return std::make_unique<GuidedUct>(
              standard, GuidedOptions{.memory_mb = 1, .priors = priors, .reuse = false});
        },
        [&](GuidedUct& tree) {
          tree.begin({3, 3}, std::nullopt);
          while (tree.simulations() < 25) {
            const auto games = tree.collect(5);
            std::vector<double> values, chances;
            for (const auto& game : games) {
              values.push_back(0.2 + 0.05 * game.back());
              for (int i = 0; priors && i < 7; ++i) chances.push_back(1.0 + i);
            }
            tree.back_up(values, chances);
          }
          return numbers(tree.report(), true);
        });
  }
  each_request_fails(
      "guided uct by weights",
      [] {
        return std::make_unique<GuidedUct>(with_bonus,
                                           GuidedOptions{.memory_mb = 1, .reuse = false});
      },
      [](GuidedUct& tree) {
        tree.begin({2, 2}, std::nullopt);
        tree.simulate(20, ThreatWeights{}, 100);
        return numbers(tree.report(), true);
      });
  // After a failure it goes on where it was: only what was handed out is forgotten.
  each_request_fails(
      "guided uct that goes on",
      [] { return std::make_unique<GuidedUct>(standard, GuidedOptions{.memory_mb = 1}); },
      [](GuidedUct& tree) {
        tree.begin({3}, std::nullopt);
        tree.simulate(20, HardWeights{}, 100);
        tree.begin({3, 3}, std::nullopt);
        const UctReport found = tree.report();
        double visits = 0;
        for (const UctColumn& column : found.columns) visits += column.visits;
        return Answer{static_cast<double>(found.reused) == visits ? 1.0 : 0.0};
      });
}

void test_batch() {
  for (const Rules* rules : {&standard, &with_bonus, &largest}) {
    each_request_fails(
        "batch on " + std::to_string(rules->columns) + " columns",
        [&] { return std::make_unique<Batch>(*rules, 4'096, 5, 2, false); },
        [](Batch& batch) {
          batch.seed(5);
          batch.reset(nullptr);
          batch.step_random(3);
          const std::vector<std::int64_t> columns(batch.random_columns(),
                                                  batch.random_columns() + 4'096);
          CHECK(batch.step(columns.data()) == -1);
          batch.set(0, {3, 3, 2});
          Answer answer;
          const std::int64_t* ends = batch.playouts(1);
          const bool* planes = batch.planes();
          const bool* wins = batch.winning_mask();
          const bool* threats = batch.threat_mask();
          const std::int8_t* cells = batch.mover_cells();
          for (std::size_t i = 0; i < 500; ++i) {
            answer.push_back(static_cast<double>(ends[i]) + 2 * planes[i] + 4 * wins[i] +
                             8 * threats[i] + 16 * cells[i]);
          }
          batch.play_out();
          answer.push_back(batch.arrays().winner[7]);
          return answer;
        });
  }
}

void test_board() {
  struct Nothing {};
  each_request_fails(
      "the rules", [] { return std::make_unique<Nothing>(); },
      [](Nothing&) {
        Answer answer;
        for (const std::uint64_t count : distinct_positions(standard, 5)) {
          answer.push_back(static_cast<double>(count));
        }
        answer.push_back(static_cast<double>(perft(with_bonus, {2, 2}, 4)));
        answer.push_back(static_cast<double>(trace(standard, {3, 3, 2}).size()));
        answer.push_back(static_cast<double>(random_game(largest, {}, 3).columns.size()));
        return answer;
      });
}

}  // namespace

int main() {
  test_solver();
  test_alphabeta();
  test_a_table_at_the_end_of_its_generations();
  test_uct();
  test_guided();
  test_batch();
  test_board();
  return testing::result();
}
