#include "evaluation/evaluate.hpp"

#include <stdexcept>

#include "board/dispatch.hpp"
#include "board/replay.hpp"
#include "evaluation/bounds.hpp"
#include "evaluation/evaluators.hpp"

namespace fourfold {
namespace {

template <class Weights>
auto features_of(const Rules& rules, const std::vector<int>& columns, int player,
                 const Weights& weights) {
  check(weights);
  if (player != 0 && player != 1) throw std::invalid_argument("a player is 0 or 1");
  return dispatch(rules, [&](const auto& geometry) {
    return evaluator(geometry, weights).features(replay(geometry, columns).position, player);
  });
}

template <class Weights>
int largest_of_board(const Rules& rules, const Weights& weights, bool finished) {
  check(weights);
  return dispatch(rules,
                  [&](const auto& geometry) { return largest(geometry, weights, finished); });
}

}  // namespace

int evaluate(const Rules& rules, const std::vector<int>& columns, int player,
             const HardWeights& weights) {
  return total(features(rules, columns, player, weights), weights);
}
int evaluate(const Rules& rules, const std::vector<int>& columns, int player,
             const ThreatWeights& weights) {
  return total(features(rules, columns, player, weights), weights);
}
int evaluate(const Rules& rules, const std::vector<int>& columns, int player,
             const ClassicWeights& weights) {
  return total(features(rules, columns, player, weights), weights);
}

HardFeatures features(const Rules& rules, const std::vector<int>& columns, int player,
                      const HardWeights& weights) {
  return features_of(rules, columns, player, weights);
}
ThreatFeatures features(const Rules& rules, const std::vector<int>& columns, int player,
                        const ThreatWeights& weights) {
  return features_of(rules, columns, player, weights);
}
ClassicFeatures features(const Rules& rules, const std::vector<int>& columns, int player,
                         const ClassicWeights& weights) {
  return features_of(rules, columns, player, weights);
}

int largest_evaluation(const Rules& rules, const HardWeights& weights, bool finished) {
  return largest_of_board(rules, weights, finished);
}
int largest_evaluation(const Rules& rules, const ThreatWeights& weights, bool finished) {
  return largest_of_board(rules, weights, finished);
}
int largest_evaluation(const Rules& rules, const ClassicWeights& weights, bool finished) {
  return largest_of_board(rules, weights, finished);
}

std::vector<int> window_counts(const Rules& rules) {
  return dispatch(rules, [](const auto& geometry) {
    std::vector<int> counts;
    for (const int step : steps(geometry)) {
      counts.push_back(count(fours_along(geometry.playable(), step)));
    }
    return counts;
  });
}

}  // namespace fourfold
