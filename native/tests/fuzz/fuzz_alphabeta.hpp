// The depth-limited search: what makes it quicker changes no value.
#pragma once

#include "alphabeta/alphabeta.hpp"
#include "tests/fuzz/fuzz_evaluation.hpp"

namespace fourfold::fuzzing {

inline AlphaBetaWeights alphabeta_weights(FuzzInput& input) {
  switch (input.below(4)) {
    case 0:
      return hard_weights(input);
    case 1:
      return threat_weights(input);
    case 2:
      return classic_weights(input);
    default:
      return OwnEvaluation{};
  }
}

inline void fuzz_alphabeta(FuzzInput input) {
  const Rules rules = input.rules();
  const std::vector<int> columns = input.game(rules, input.below(60));
  const AlphaBetaWeights weights = alphabeta_weights(input);
  const bool is_own = std::holds_alternative<OwnEvaluation>(weights);
  AlphaBetaOptions options;
  options.memory_mb = 1;
  options.win = is_own ? own_win : input.below(8) == 0 ? input.any_int() : 8'000'000;
  options.threads = input.below(64) == 0;
  AlphaBetaQuestion question;
  question.moves = columns;
  question.depth = input.below(8) == 0 ? input.any_int() : input.between(1, 3);
  if (question.depth > 3) question.limits.nodes = 300;
  if (input.below(4) == 0) question.limits.nodes = static_cast<std::uint64_t>(input.byte());
  question.deepening = input.flag();
  question.settle = input.below(4) == 0;
  question.best_only = input.below(4) == 0;
  for (int i = input.below(8) == 0 ? input.below(4) : 0; i > 0; --i) {
    question.columns.push_back(input.below(4) == 0 ? input.any_int() : input.below(rules.columns));
  }
  if (input.below(4) == 0) {
    question.record = AlphaBetaRecordLimits{input.below(5), input.below(60)};
  }
  const int salt = input.byte();
  if (is_own && input.below(8) != 0) {
    question.own.batch = input.between(1, 12);
    question.own.evaluate = [salt](std::span<const int> path, std::span<const int> columns_,
                                   std::span<double> values) {
      REQUIRE(columns_.size() == values.size());
      int sum = salt;
      for (const int column : path) sum = (sum * 31 + column) & 0xFFFF;
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = (sum * 31 + columns_[i]) & 255;
    };
    question.own.poll = [] {};
  }

  std::unique_ptr<AlphaBeta> search;
  if (!accepts([&] { search = std::make_unique<AlphaBeta>(rules, weights, options); })) return;
  AlphaBetaResult found;
  if (!accepts([&] { found = search->search(question); })) return;
  const std::vector<int> legal = FuzzInput::legal_columns(trace(rules, columns).back());
  REQUIRE(contains(legal, found.column));
  REQUIRE(!found.line.empty() && found.line.front() == found.column);
  std::vector<int> line = columns;
  line.insert(line.end(), found.line.begin(), found.line.end());
  REQUIRE(accepts([&] { trace(rules, line); }));
  bool is_among_them = false;
  for (const auto& [column, value] : found.values) {
    REQUIRE(contains(legal, column));
    REQUIRE(value <= found.value);
    is_among_them = is_among_them || (column == found.column && value == found.value);
  }
  REQUIRE(is_among_them);
  if (!found.finished || question.settle || question.depth > 3) return;

  AlphaBetaOptions plain_options = options;
  plain_options.switches = {false, false, false, false, false};
  plain_options.threads = false;
  AlphaBetaQuestion plain_question = question;
  plain_question.limits = {};
  plain_question.record.reset();
  const AlphaBetaResult plain = AlphaBeta{rules, weights, plain_options}.search(plain_question);
  REQUIRE(plain.column == found.column);
  REQUIRE(plain.value == found.value);
}

}  // namespace fourfold::fuzzing
