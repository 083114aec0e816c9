#include "evaluate.hpp"

#include <stdexcept>

#include "dispatch.hpp"
#include "evaluation.hpp"
#include "replay.hpp"

namespace fourfold {
namespace {

// Calls ask(evaluator, position).
template <class Weights, class Ask>
auto with_evaluator(const Rules& rules, const std::vector<int>& columns, int player,
                    const Weights& weights, Ask&& ask) {
  if (player != 0 && player != 1) throw std::invalid_argument("a player is 0 or 1");
  return dispatch(rules, [&](const auto& geometry) {
    return ask(evaluator(geometry, weights), replay(geometry, columns).position);
  });
}

template <class Weights>
int evaluation_of(const Rules& rules, const std::vector<int>& columns, int player,
                  const Weights& weights) {
  return with_evaluator(rules, columns, player, weights,
                        [&](const auto& evaluate, const auto& position) {
                          return evaluate(position, player);
                        });
}

template <class Weights>
auto features_of(const Rules& rules, const std::vector<int>& columns, int player,
                 const Weights& weights) {
  return with_evaluator(rules, columns, player, weights,
                        [&](const auto& evaluate, const auto& position) {
                          return evaluate.features(position, player);
                        });
}

template <class Weights>
int largest_of_board(const Rules& rules, const Weights& weights, bool finished) {
  return dispatch(rules,
                  [&](const auto& geometry) { return largest(geometry, weights, finished); });
}

}  // namespace

int evaluate(const Rules& rules, const std::vector<int>& columns, int player,
             const HardWeights& weights) {
  return evaluation_of(rules, columns, player, weights);
}
int evaluate(const Rules& rules, const std::vector<int>& columns, int player,
             const ThreatWeights& weights) {
  return evaluation_of(rules, columns, player, weights);
}
int evaluate(const Rules& rules, const std::vector<int>& columns, int player,
             const ClassicWeights& weights) {
  return evaluation_of(rules, columns, player, weights);
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
      counts.push_back(count(fours_along(geometry.board(), step)));
    }
    return counts;
  });
}

}  // namespace fourfold
