// The Monte Carlo searches: reports that add up, the same ones from the same seed, and refusals.
#pragma once

#include "tests/fuzz/fuzz_alphabeta.hpp"
#include "uct/guided.hpp"
#include "uct/uct.hpp"

namespace fourfold::fuzzing {

// With several threads some visits are lost, so that the sums are not exact.
inline void check_report(const Rules& rules, const std::vector<int>& columns,
                         const UctReport& report, int threads = 1) {
  const std::vector<int> legal = FuzzInput::legal_columns(trace(rules, columns).back());
  REQUIRE(contains(legal, report.column));
  REQUIRE(report.columns.size() == legal.size());
  std::uint64_t visits = 0;
  for (const UctColumn& each : report.columns) {
    REQUIRE(contains(legal, each.column));
    REQUIRE(each.wins >= 0 && each.wins <= each.visits);
    REQUIRE(each.outcome >= -1 && each.outcome <= UctColumn::no_outcome);
    visits += each.visits;
  }
  if (threads == 1) REQUIRE(visits <= report.simulations + report.reused);
  std::vector<int> line = columns;
  line.insert(line.end(), report.line.begin(), report.line.end());
  REQUIRE(accepts([&] { trace(rules, line); }));
}

inline void fuzz_uct(FuzzInput input) {
  const Rules rules = input.rules();
  std::vector<int> columns = input.game(rules, input.below(100));
  UctOptions options;
  options.memory_mb = input.below(32) == 0 ? input.between(0, 2) : 1;
  options.threads = input.below(32) == 0 ? input.between(0, 2) : 1;
  options.strong = input.flag();
  options.c = input.below(8) == 0 ? input.any_double() : 0.42;
  options.reuse = input.flag();
  options.follow = input.below(8) == 0 ? input.any_double() : 0.78;
  UctLimits limits;
  limits.simulations = static_cast<std::uint64_t>(input.byte());
  if (input.below(8) == 0) limits.seconds = input.below(2) == 0 ? 0.0 : 1e18;
  if (input.below(8) == 0) limits.depth = input.any_int();
  const std::uint64_t seed = input.word();
  std::optional<UctRecordLimits> record;
  if (input.below(4) == 0)
    record = UctRecordLimits{input.below(5), input.below(60), input.below(9)};

  std::unique_ptr<Uct> search;
  if (!accepts([&] { search = std::make_unique<Uct>(rules, options); })) return;
  REQUIRE(search->report().columns.empty());
  UctReport report;
  if (!accepts([&] { report = search->search(columns, limits, seed, record); })) {
    return;
  }
  REQUIRE(!is_over(rules, columns));
  check_report(rules, columns, report, options.threads);
  if (options.threads == 1 && !limits.seconds) {
    const UctReport same = Uct{rules, options}.search(columns, limits, seed, record);
    REQUIRE(same.column == report.column && same.simulations == report.simulations);
    REQUIRE(same.line == report.line && same.outcome == report.outcome);
  }
  columns.push_back(report.column);
  if (is_over(rules, columns)) return;
  check_report(rules, columns, search->search(columns, limits, seed), options.threads);
  search->forget();
}

inline void fuzz_guided(FuzzInput input) {
  const Rules rules = input.rules();
  std::vector<int> columns = input.game(rules, input.below(60));
  GuidedOptions options;
  options.memory_mb = input.below(16) == 0 ? input.between(0, 2) : 1;
  options.c = input.below(8) == 0 ? input.any_double() : 1.0;
  options.proofs = input.flag();
  options.priors = input.flag();
  options.reuse = input.flag();
  std::unique_ptr<GuidedUct> tree;
  if (!accepts([&] { tree = std::make_unique<GuidedUct>(rules, options); })) return;
  REQUIRE(!accepts([&] { tree->collect(1); }));
  const auto begin = [&] {
    const std::optional<int> depth =
        input.below(8) == 0 ? std::optional<int>{input.any_int()} : std::nullopt;
    return accepts([&] { tree->begin(columns, depth); });
  };
  if (!begin()) {
    REQUIRE(is_over(rules, columns));
    return;
  }
  std::size_t leaves = 0;
  while (!input.is_empty()) {
    switch (input.below(8)) {
      case 0:
        tree->abandon();
        leaves = 0;
        break;
      case 1: {
        const double scale = input.any_double();
        const AlphaBetaWeights weights = alphabeta_weights(input);
        const int most = input.below(16) == 0 ? -1 : input.below(20);
        accepts([&] { tree->simulate(most, weights, scale); });
        leaves = 0;
        tree->abandon();
        break;
      }
      case 2: {
        const int column = tree->report().column;
        columns.push_back(column);
        if (!is_over(rules, columns)) {
          REQUIRE(begin());
          leaves = 0;
        } else {
          columns.pop_back();
        }
        break;
      }
      default: {
        const auto games = tree->collect(input.below(16) == 0 ? -1 : input.below(20));
        leaves = games.size();
        for (const std::vector<int>& game : games) REQUIRE(!is_over(rules, game));
        if (input.below(8) == 0) ++leaves;
        std::vector<double> values, priors;
        const bool wild = input.below(8) == 0;
        for (std::size_t i = 0; i < leaves; ++i) {
          values.push_back(wild ? input.any_double() : input.byte() / 255.0);
          if (!options.priors) continue;
          for (int column = 0; column < rules.columns; ++column) {
            priors.push_back(wild ? input.any_double() : input.byte());
          }
        }
        if (!accepts([&] { tree->back_up(values, priors); })) {
          REQUIRE(wild || leaves != games.size());
        }
        leaves = 0;
      }
    }
    tree->abandon();
    check_report(rules, columns, tree->report());
  }
}

}  // namespace fourfold::fuzzing
