// The search whose leaves others evaluate: its counts, its batches, its proofs against brute force.
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <vector>

#include "board/dispatch.hpp"
#include "board/random.hpp"
#include "board/replay.hpp"
#include "tests/brute_force.hpp"
#include "tests/check.hpp"
#include "uct/guided.hpp"

using namespace fourfold;

namespace {

using Games = std::vector<std::vector<int>>;

// Any win chance that depends on the game alone.
double chance_of(const std::vector<int>& game) {
  std::uint64_t word = 5;
  for (const int column : game) word = Random{word + static_cast<std::uint64_t>(column)}.next();
  return static_cast<double>(word % 1001) / 1000;
}

std::vector<double> chances_of(const Games& games) {
  std::vector<double> values;
  for (const auto& game : games) values.push_back(chance_of(game));
  return values;
}

std::vector<double> priors_of(const Games& games, int columns) {
  std::vector<double> priors;
  for (const auto& game : games) {
    for (int column = 0; column < columns; ++column) {
      auto longer = game;
      longer.push_back(column);
      priors.push_back(chance_of(longer));
    }
  }
  return priors;
}

std::uint64_t visits_of(const UctReport& report) {
  std::uint64_t visits = 0;
  for (const UctColumn& column : report.columns) visits += column.visits;
  return visits;
}

UctReport run(GuidedUct& tree, const GuidedOptions& options, const std::vector<int>& moves,
              std::uint64_t simulations, int batch, int columns = 7) {
  tree.begin(moves, {});
  while (tree.simulations() < simulations && !tree.settled()) {
    const auto left = static_cast<int>(simulations - tree.simulations());
    const Games games = tree.collect(std::min(batch, left));
    CHECK(std::ssize(games) <= batch);
    CHECK(std::set<std::vector<int>>(games.begin(), games.end()).size() == games.size());
    tree.back_up(chances_of(games),
                 options.priors ? priors_of(games, columns) : std::vector<double>{});
  }
  return tree.report();
}

void test_counts() {
  for (const bool proofs : {true, false}) {
    for (const bool priors : {true, false}) {
      for (const int batch : {1, 4, 64}) {
        GuidedOptions options;
        options.proofs = proofs;
        options.priors = priors;
        options.memory_mb = 16;
        GuidedUct tree{Rules{}, options};
        const UctReport report = run(tree, options, {3, 3, 2}, 500, batch);
        CHECK(report.simulations == 500);
        CHECK(visits_of(report) == 500);
        for (const UctColumn& column : report.columns) {
          CHECK(column.wins >= 0 && column.wins <= column.visits);
        }
        CHECK(!report.line.empty() && report.line.front() == report.column);
        CHECK(report.depth >= 3 && report.nodes > 100);
        GuidedUct twin{Rules{}, options};
        const UctReport again = run(twin, options, {3, 3, 2}, 500, batch);
        CHECK(again.line == report.line);
        for (std::size_t i = 0; i < again.columns.size(); ++i) {
          CHECK(again.columns[i].visits == report.columns[i].visits);
          CHECK(again.columns[i].wins == report.columns[i].wins);
        }
      }
    }
  }
}

void test_abandoned_leaves_change_nothing() {
  GuidedOptions options;
  GuidedUct tree{Rules{}, options}, plain{Rules{}, options};
  tree.begin({3}, {});
  plain.begin({3}, {});
  for (int i = 0; i < 100; ++i) {
    tree.collect(1 + i % 7);
    if (i % 2 == 0) tree.abandon();  // `collect` does it as well
    const Games games = tree.collect(4);
    const Games same = plain.collect(4);
    CHECK(games == same);
    bool refused = false;
    try {
      tree.back_up(std::vector<double>(games.size() + 1, 0.5), {});
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    CHECK(refused);
    tree.back_up(chances_of(games), {});
    plain.back_up(chances_of(games), {});
  }
}

void test_proofs() {
  Random random{3};
  int proven = 0;
  for (int i = 0; i < 60; ++i) {
    Rules rules{4, 4, {}, {}};
    if (i % 3 == 1) rules.forbidden = {{random.below(4), random.below(4)}};
    if (i % 3 == 2) rules.bonus = Cell{random.below(4), random.below(4)};
    const AnyGeometry<Bits64> geometry{rules};
    BruteForce truth{geometry};
    std::vector<int> moves;
    Position position{geometry};
    const int plies = 4 + random.below(8);
    for (int ply = 0; ply < plies; ++ply) {
      const auto column = random.below(4);
      const auto cell = position.landing(geometry, column);
      if (!any(cell) || position.wins_at(geometry, cell)) continue;
      position.play(geometry, cell);
      moves.push_back(column);
      if (position.is_full(geometry)) break;
    }
    if (position.is_full(geometry)) continue;
    GuidedOptions options;
    options.priors = i % 2 == 0;
    GuidedUct tree{rules, options};
    const UctReport report = run(tree, options, moves, 20'000, 1 + i % 5, 4);
    const auto sign = [](int value) { return (value > 0) - (value < 0); };
    if (report.outcome != UctColumn::no_outcome) {
      ++proven;
      CHECK(report.outcome == sign(truth.value(position)));
    }
    for (const UctColumn& column : report.columns) {
      if (column.outcome == UctColumn::no_outcome) continue;
      const auto cell = position.landing(geometry, column.column);
      const bool wins = position.wins_at(geometry, cell);
      Position next = position;
      next.play(geometry, cell);
      const int turned = next.turn() == position.turn() ? 1 : -1;
      const int value = wins ? 1 : next.is_full(geometry) ? 0 : turned * sign(truth.value(next));
      CHECK(column.outcome == value);
    }
  }
  CHECK(proven > 30);
}

void test_the_tree_is_kept() {
  GuidedOptions options;
  GuidedUct tree{Rules{}, options};
  const UctReport before = run(tree, options, {}, 2000, 8);
  const std::vector<int> line(before.line.begin(), before.line.begin() + 2);
  tree.begin(line, {});
  const UctReport after = tree.report();
  CHECK(after.reused > 0 && after.simulations == 0 && after.reused < 2000);
  // Its first visit had no node yet.
  CHECK(visits_of(after) + 1 == after.reused);
  tree.begin({6, 6, 6}, {});
  CHECK(tree.report().reused == 0);
  options.reuse = false;
  GuidedUct forgetful{Rules{}, options};
  run(forgetful, options, {}, 500, 8);
  forgetful.begin(line, {});
  CHECK(forgetful.report().reused == 0);
}

void test_limits() {
  GuidedOptions options;
  options.memory_mb = 1;
  GuidedUct small{Rules{}, options};
  const UctReport full = run(small, options, {}, 20'000, 16);
  CHECK(full.simulations == 20'000 && small.memory_bytes() <= std::size_t{3} << 20);
  options.memory_mb = 64;
  GuidedUct shallow{Rules{}, options};
  shallow.begin({}, 3);
  while (shallow.simulations() < 5000) shallow.back_up(chances_of(shallow.collect(16)), {});
  CHECK(shallow.report().depth == 3);
}

void test_weights() {
  GuidedOptions options;
  GuidedUct tree{Rules{}, options};
  tree.begin({}, {});
  tree.simulate(3000, ThreatWeights{}, 400.0);
  CHECK(tree.report().simulations == 3000);
  CHECK(tree.report().column == 3);
  // A win in three plies is found and proven.
  tree.begin({3, 0, 4, 0}, {});
  tree.simulate(20'000, HardWeights{}, 600.0);
  CHECK(tree.settled() && tree.report().outcome == 1);
  bool refused = false;
  try {
    tree.begin({}, {});
    tree.simulate(1, OwnEvaluation{}, 1.0);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}

}  // namespace

int main() {
  test_counts();
  test_abandoned_leaves_change_nothing();
  test_proofs();
  test_the_tree_is_kept();
  test_limits();
  test_weights();
  return testing::result();
}
