// The evaluators behind a plain interface: rules and columns in, numbers out. For the bindings and
// the tests; the searches work on positions directly.
#pragma once

#include <vector>

#include "board/rules.hpp"
#include "evaluation/weights.hpp"

namespace fourfold {

// The evaluation of the position after the columns, from the side of `player`, 0 or 1. Throws
// std::invalid_argument for a move that is not legal, for any other player, and for a weight beyond
// largest_weight.
int evaluate(const Rules& rules, const std::vector<int>& columns, int player,
             const HardWeights& weights);
int evaluate(const Rules& rules, const std::vector<int>& columns, int player,
             const ThreatWeights& weights);
int evaluate(const Rules& rules, const std::vector<int>& columns, int player,
             const ClassicWeights& weights);

// What that evaluation counts. The kind of the weights says which evaluator is meant.
HardFeatures features(const Rules& rules, const std::vector<int>& columns, int player,
                      const HardWeights& weights);
ThreatFeatures features(const Rules& rules, const std::vector<int>& columns, int player,
                        const ThreatWeights& weights);
ClassicFeatures features(const Rules& rules, const std::vector<int>& columns, int player,
                         const ClassicWeights& weights);

// No evaluation is further from 0; with `finished`, none of a position with a completed line either.
int largest_evaluation(const Rules& rules, const HardWeights& weights, bool finished);
int largest_evaluation(const Rules& rules, const ThreatWeights& weights, bool finished);
int largest_evaluation(const Rules& rules, const ClassicWeights& weights, bool finished);

// The windows of a board: upright, level, falling and rising ones.
std::vector<int> window_counts(const Rules& rules);

}  // namespace fourfold
