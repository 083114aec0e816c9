// The depth-limited search against plain minimax, with every combination of its switches, on random
// positions of random rules; its threads and limits.
#include <cstdlib>
#include <optional>
#include <system_error>
#include <vector>

#include "alphabeta/core.hpp"
#include "board/dispatch.hpp"
#include "board/random.hpp"
#include "tests/alphabeta/plain_minimax.hpp"
#include "tests/check.hpp"

using namespace fourfold;

namespace {

template <class Geometry>
void check_line(const Geometry& geometry, const std::vector<int>& moves,
                const AlphaBetaResult& found) {
  std::vector<int> all = moves;
  all.insert(all.end(), found.line.begin(), found.line.end());
  const auto start = replay(geometry, moves);
  const auto end = replay(geometry, all);  // throws if a move is not legal
  CHECK(!found.line.empty() && found.line.front() == found.column);
  CHECK(static_cast<int>(found.line.size()) <= found.depth);
  const int root = start.position.turn();
  if (end.status == Status::draw) {
    CHECK(found.value == 0);
  } else if (end.status != Status::ongoing) {
    const int left = found.depth - static_cast<int>(found.line.size());
    const bool won = (end.status == Status::first_wins ? 0 : 1) == root;
    CHECK(found.value == (won ? win + left : -win - left));
  } else if (static_cast<int>(found.line.size()) == found.depth) {
    // The play leads to the leaf that the value comes from.
    const int guess = Nonsense<Geometry>{geometry}(end.position, root);
    CHECK(found.value == std::clamp(guess, 1 - win, win - 1));
  }
}

void check_switches() {
  Random random{4};
  for (int round = 0; round < 120; ++round) {
    const Rules rules = random_rules(random);
    dispatch(rules, rules.bonus ? 8 : 0, [&](const auto& geometry) {
      using Geometry = std::decay_t<decltype(geometry)>;
      const std::vector<int> moves = random_moves(geometry, random);
      const auto start = replay(geometry, moves);
      if (start.status != Status::ongoing) return;
      const int free = count(geometry.playable() & ~start.position.occupied());
      const int depth = std::min(free, 1 + random.below(geometry.columns() > 9 ? 4 : 5));

      Truth<Geometry> truth{geometry, start.position.turn()};
      std::vector<std::pair<int, int>> values;
      int best = -1'000'000;
      for (int column = 0; column < geometry.columns(); ++column) {
        const auto cell = start.position.landing(geometry, column);
        if (!any(cell)) continue;
        values.emplace_back(column, truth.after(start.position, cell, depth));
        best = std::max(best, values.back().second);
      }
      int chosen = -1;  // nearest to the centre, then the left one
      for (const auto& [column, value] : values) {
        const auto away = [&](int c) { return std::abs(2 * c - (geometry.columns() - 1)); };
        if (value == best && (chosen < 0 || away(column) < away(chosen))) chosen = column;
      }

      for (unsigned switches = 0; switches <= all_on; ++switches) {
        AlphaBetaCore<Geometry> core{geometry, Nonsense<Geometry>{geometry}, options(switches)};
        // Twice, because a table that is not new must not change anything.
        for (int again = 0; again < 2; ++again) {
          const AlphaBetaResult found = core.search({moves, depth, {}, (switches & 32) != 0});
          CHECK(found.values == values);
          CHECK(found.column == chosen);
          CHECK(found.value == best);
          CHECK(found.depth == depth);
          CHECK(found.finished);
          check_line(geometry, moves, found);
          if (switches == 0) {
            CHECK(found.counts.nodes == truth.nodes);
            CHECK(found.counts.evaluations == truth.leaves);
            CHECK(found.counts.cutoffs == 0);
            CHECK(static_cast<int>(found.line.size()) == depth || std::abs(best) >= win ||
                  best == 0);
          }
          if ((switches & 4) == 0) CHECK(found.counts.table_hits == 0);
          // The best move alone, as ordinary alpha-beta finds it.
          const AlphaBetaResult one =
              core.search({moves, depth, {}, (switches & 32) != 0, {}, false, true});
          CHECK(one.column == chosen && one.value == best && one.depth == depth);
          CHECK(one.counts.nodes <= found.counts.nodes || (switches & 28) != 0);
          for (const auto& value : one.values) CHECK(std::ranges::count(values, value) == 1);
          check_line(geometry, moves, one);
        }
      }
      for (const unsigned switches : {0U, all_on, all_on - 32}) {
        AlphaBetaCore<Geometry> core{geometry, Nonsense<Geometry>{geometry},
                                     options(switches, true)};
        const AlphaBetaResult found = core.search({moves, depth, {}, (switches & 32) != 0});
        CHECK(found.values == values);
        CHECK(found.column == chosen);
        CHECK(found.threads == static_cast<int>(values.size()));
        check_line(geometry, moves, found);
        if (switches == 0) {  // none twice, none left out
          CHECK(found.counts.nodes == truth.nodes);
          CHECK(found.counts.evaluations == truth.leaves);
        }
      }
    });
  }
}

// One root move whose replies are searched by several threads.
void check_shared_moves() {
  Random random{14};
  int helped = 0;
  for (int round = 0; round < 150; ++round) {
    const Rules rules = random_rules(random);
    dispatch(rules, rules.bonus ? 8 : 0, [&](const auto& geometry) {
      using Geometry = std::decay_t<decltype(geometry)>;
      using Search = AlphaBetaSearch<Geometry, Nonsense<Geometry>>;
      const auto start = replay(geometry, random_moves(geometry, random));
      if (start.status != Status::ongoing) return;
      const int free = count(geometry.playable() & ~start.position.occupied());
      const int depth = std::min(free, 1 + random.below(6));
      const int column = random.below(geometry.columns());
      const auto cell = start.position.landing(geometry, column);
      if (!any(cell)) return;

      SearchControl control;
      control.begin({});
      AlphaBetaTable<typename Geometry::Bits> table{1 << 16};
      std::vector<std::unique_ptr<Search>> searches;
      for (int i = 0; i < 4; ++i) {
        searches.push_back(std::make_unique<Search>(geometry, Nonsense<Geometry>{geometry}, win,
                                                    options(all_on).switches, table, control));
      }
      const auto begin = [&] {
        table.begin_search(10);
        table.begin_depth();
        for (auto& search : searches) {
          search->begin(start.position.turn(), ~std::uint64_t{0}, 10);
          search->begin_depth();
        }
      };
      begin();
      std::vector<int> expected_line;
      const int expected =
          searches[3]->root_move(start.position, cell, depth, -Search::infinity, expected_line);
      begin();
      typename Search::SharedMove shared{start.position};
      searches[1]->work_on(shared);  // not yet open: nothing to do
      CHECK(searches[1]->counts.nodes == 0);
      searches[0]->open(shared, cell, depth);
      // Every tenth time the helper comes first, whatever the scheduler does.
      if (round % 10 == 0) searches[1]->work_on(shared);
      {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 3; ++i) {
          threads.emplace_back([&, i] { searches[static_cast<std::size_t>(i)]->work_on(shared); });
        }
      }
      int value = 0;
      std::vector<int> line;
      const std::uint64_t nodes = searches[0]->close(shared, value, line);
      CHECK(value == expected);
      CHECK(!line.empty() && line.front() == column && static_cast<int>(line.size()) <= depth);
      std::uint64_t sum = 0;
      for (int i = 0; i < 3; ++i) sum += searches[static_cast<std::size_t>(i)]->counts.nodes;
      CHECK(nodes == sum);
      helped += searches[1]->counts.nodes > 0 || searches[2]->counts.nodes > 0 ? 1 : 0;
    });
  }
  CHECK(helped > 0);
}

// A few columns only, and ending once the choice is settled.
void check_questions() {
  Random random{9};
  int ended_early = 0;
  for (int round = 0; round < 60; ++round) {
    const Rules rules = random_rules(random);
    dispatch(rules, rules.bonus ? 8 : 0, [&](const auto& geometry) {
      using Geometry = std::decay_t<decltype(geometry)>;
      const std::vector<int> moves = random_moves(geometry, random);
      if (replay(geometry, moves).status != Status::ongoing) return;
      AlphaBetaCore<Geometry> core{geometry, Nonsense<Geometry>{geometry}, options(all_on)};
      const AlphaBetaResult full = core.search({moves, 6});
      const AlphaBetaResult settled = core.search({moves, 6, {}, true, {}, true});
      CHECK(settled.column == full.column);
      CHECK(settled.finished);
      ended_early += settled.depth < full.depth ? 1 : 0;
      for (const unsigned switches : {all_on, 0U, pruning_only}) {
        AlphaBetaCore<Geometry> other{geometry, Nonsense<Geometry>{geometry}, options(switches)};
        const AlphaBetaResult best = other.search({moves, 6, {}, false, {}, false, true});
        CHECK(best.column == full.column);
        CHECK(best.value == full.value);
        for (const auto& exact : best.values) CHECK(std::ranges::count(full.values, exact) == 1);
        if (switches == pruning_only) {  // always in the same order, so it is a part of that
          CHECK(best.counts.nodes <= other.search({moves, 6, {}, false}).counts.nodes);
        }
      }
      const auto& [column, value] = full.values.back();
      const AlphaBetaResult one = core.search({moves, 6, {}, true, {column}});
      CHECK(one.column == column);
      CHECK(one.value == value);
      CHECK(one.values.size() == 1);
    });
  }
  CHECK(ended_early > 5);
}

template <class Exception, class Call>
bool throws(const Call& call) {
  try {
    call();
  } catch (const Exception&) {
    return true;
  }
  return false;
}

void check_refusals() {
  const Rules rules;
  AlphaBeta search{rules, ClassicWeights{}, {}};
  CHECK(throws<std::invalid_argument>([&] { search.search({{0, 1, 0, 1, 0, 1, 0}}); }));
  CHECK(throws<std::invalid_argument>([&] { search.search({{9}}); }));
  CHECK(throws<std::invalid_argument>([&] { search.search({{}, 1, {}, true, {9}}); }));
  CHECK(throws<std::invalid_argument>([&] { AlphaBeta(rules, HardWeights{}, {{}, 0}); }));
  CHECK(throws<std::invalid_argument>([&] { AlphaBeta(rules, HardWeights{}, {{}, 1 << 23}); }));
  CHECK(throws<std::invalid_argument>(
      [&] { AlphaBeta(rules, HardWeights{}, {{}, 1000, false, 0}); }));
  CHECK(search.search({{}, 3}).depth == 3);  // as good as new
}

// Where threads cannot be started, the same answer comes without them.
void check_fallback() {
  for (int started = 0; started <= 7; ++started) {
    AlphaBetaOptions one_by_one;
    AlphaBetaOptions failing = one_by_one;
    failing.threads = true;
    std::atomic<int> left = started;
    failing.before_thread = [&left] {
      // From then on: several threads may be about to start one.
      if (left-- <= 0)
        throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    };
    const AlphaBetaQuestion question{{3, 3, 2}, 7, {}, false};
    AlphaBeta one{Rules{}, HardWeights{}, one_by_one};
    AlphaBeta other{Rules{}, HardWeights{}, failing};
    const AlphaBetaResult expected = one.search(question);
    const AlphaBetaResult found = other.search(question);
    CHECK(expected.threads == 0);
    CHECK(found.threads == started);
    CHECK(found.values == expected.values);
    CHECK(found.column == expected.column);
    CHECK(found.depth == 7);
  }
}

void check_limits() {
  Rules wide;
  wide.columns = wide.rows = 12;
  for (const bool threads : {false, true}) {
    for (const bool deepening : {false, true}) {
      AlphaBetaOptions some;
      some.threads = threads;
      AlphaBeta search{wide, ThreatWeights{}, some};
      const auto seconds_for = [&](const AlphaBetaQuestion& question, AlphaBetaResult& found) {
        const double began = testing::processor_seconds();
        found = search.search(question);
        return testing::processor_seconds() - began;
      };
      AlphaBetaResult found;
      CHECK(seconds_for({{5}, 100, {0.05, {}}, deepening}, found) < 2);
      CHECK(!found.finished && found.depth >= 2 && found.values.size() == 12);
      CHECK(seconds_for({{5}, 100, {1e-9, {}}, deepening}, found) < 2);
      CHECK(!found.finished && found.depth >= 2);
      CHECK(seconds_for({{5}, 100, {{}, 1}, deepening}, found) < 2);
      CHECK(!found.finished && found.depth == 2);
      CHECK(seconds_for({{5}, 100, {{}, 20'000}, deepening}, found) < 2);
      CHECK(found.counts.nodes >= 20'000 && found.counts.nodes < 20'000 + 2 * 12 * 12);
      // The same nodes, the same end, whatever was searched before.
      AlphaBetaResult again;
      seconds_for({{7}, 4}, again);
      seconds_for({{5}, 100, {{}, 20'000}, deepening}, again);
      CHECK(again.counts.nodes == found.counts.nodes && again.depth == found.depth);
      CHECK(again.values == found.values && again.line == found.line);

      const double began = testing::processor_seconds();
      found =
          testing::stopped_from_outside([&] { return search.search({{5}, 100, {}, deepening}); },
                                        [&] {
                                          search.stop();
                                          CHECK(search.progress().depth <= 100);
                                        });
      CHECK(testing::processor_seconds() - began < 2);
      CHECK(!found.finished && found.depth >= 2);
    }
  }
}

}  // namespace

int main() {
  check_switches();
  check_shared_moves();
  check_questions();
  check_refusals();
  check_fallback();
  check_limits();
  return testing::result();
}
