// The evaluators: an evaluation is the sum of its features, and never beyond its bound.
#pragma once

#include "evaluation/evaluate.hpp"
#include "tests/fuzz/fuzz_input.hpp"

namespace fourfold::fuzzing {

inline int fuzz_weight(FuzzInput& input) {
  switch (input.byte() & 7) {
    case 0:
      return largest_weight;
    case 1:
      return -largest_weight;
    case 2:
      return input.any_int();
    default:
      return input.between(-128, 127);
  }
}

inline void set_weights(FuzzInput& input, WindowWeights& weights) {
  for (int* weight : {&weights.four, &weights.three, &weights.two, &weights.their_four,
                      &weights.their_three, &weights.their_two}) {
    *weight = fuzz_weight(input);
  }
}

inline HardWeights hard_weights(FuzzInput& input) {
  HardWeights weights;
  if (!input.flag()) return weights;
  set_weights(input, weights.windows);
  for (int* weight : {&weights.centre, &weights.double_threat, &weights.their_double_threat,
                      &weights.bottom_three}) {
    *weight = fuzz_weight(input);
  }
  return weights;
}

inline ThreatWeights threat_weights(FuzzInput& input) {
  ThreatWeights weights;
  if (!input.flag()) return weights;
  set_weights(input, weights.windows);
  for (int* weight : {&weights.centre, &weights.adjacent, &weights.playable, &weights.favourable,
                      &weights.unfavourable, &weights.their_playable, &weights.their_favourable,
                      &weights.their_unfavourable, &weights.stacked, &weights.their_stacked,
                      &weights.opens_theirs, &weights.opens_mine, &weights.controlled}) {
    *weight = fuzz_weight(input);
  }
  return weights;
}

inline ClassicWeights classic_weights(FuzzInput& input) {
  ClassicWeights weights;
  if (!input.flag()) return weights;
  set_weights(input, weights.windows);
  weights.centre = fuzz_weight(input);
  return weights;
}

template <class Weights>
void check_evaluation(FuzzInput& input, const Rules& rules, const std::vector<int>& columns,
                      const Weights& weights) {
  int largest = 0;
  const bool is_allowed =
      accepts([&] { largest = largest_evaluation(rules, weights, /*finished=*/true); });
  const int player = input.below(8) == 0 ? input.any_int() : input.below(2);
  int value = 0;
  const bool evaluated = accepts([&] { value = evaluate(rules, columns, player, weights); });
  REQUIRE(!evaluated || (is_allowed && (player == 0 || player == 1)));
  if (!evaluated) {
    REQUIRE(!is_allowed || (player != 0 && player != 1));
    return;
  }
  REQUIRE(value <= largest && value >= -largest);
  REQUIRE(value == total(features(rules, columns, player, weights), weights));
}

inline void fuzz_evaluation(FuzzInput input) {
  const int kind = input.below(3);
  const Rules rules = input.rules();
  const std::vector<int> columns = input.game(rules, input.below(40));
  if (kind == 0) check_evaluation(input, rules, columns, hard_weights(input));
  if (kind == 1) check_evaluation(input, rules, columns, threat_weights(input));
  if (kind == 2) check_evaluation(input, rules, columns, classic_weights(input));
  for (const int count : window_counts(rules)) REQUIRE(count >= 0);
}

}  // namespace fourfold::fuzzing
