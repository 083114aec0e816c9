// What the evaluators count, and the weight of each count.
//
// Every evaluation is a sum of counts, each times its weight. The counts are the features of a
// position, defined in docs/evaluation.md; `mine` and `their` are of the player for whom the
// position is evaluated, whether or not they are to move. docs/sources.md says where the default
// weights come from.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>

namespace fourfold {

// No weight may be larger, up or down, so that no evaluation overflows: see evaluation/bounds.hpp.
inline constexpr int largest_weight = 1'000'000;

struct WindowWeights {
  int four, three, two, their_four, their_three, their_two;
};

struct HardWeights {
  WindowWeights windows{10000, 100, 10, -10000, -120, -10};
  int centre = 7;
  int double_threat = 800, their_double_threat = -900;
  int bottom_three = 200;
};

struct ThreatWeights {
  WindowWeights windows{1000, 50, 10, -1000, -80, -8};
  int centre = 6, adjacent = 3;
  int playable = 500, favourable = 150, unfavourable = 80;
  int their_playable = -450, their_favourable = -140, their_unfavourable = -70;
  int stacked = 300, their_stacked = -300;
  int opens_theirs = -200, opens_mine = 180;
  int controlled = 250;
};

struct ClassicWeights {
  WindowWeights windows{100, 10, 2, -100, -10, -2};
  int centre = 3;
};

// Python has checked the weights already; a C++ caller gets an exception instead of an overflow.
inline void check_weights(std::initializer_list<int> weights) {
  for (const int weight : weights) {
    if (weight < -largest_weight || weight > largest_weight) {
      throw std::invalid_argument("a weight is at most " + std::to_string(largest_weight) +
                                  ", up or down, not " + std::to_string(weight));
    }
  }
}
inline void check(const WindowWeights& weights) {
  check_weights({weights.four, weights.three, weights.two, weights.their_four, weights.their_three,
                 weights.their_two});
}
inline void check(const HardWeights& weights) {
  check(weights.windows);
  check_weights(
      {weights.centre, weights.double_threat, weights.their_double_threat, weights.bottom_three});
}
inline void check(const ThreatWeights& weights) {
  check(weights.windows);
  check_weights({weights.centre, weights.adjacent, weights.playable, weights.favourable,
                 weights.unfavourable, weights.their_playable, weights.their_favourable,
                 weights.their_unfavourable, weights.stacked, weights.their_stacked,
                 weights.opens_theirs, weights.opens_mine, weights.controlled});
}
inline void check(const ClassicWeights& weights) {
  check(weights.windows);
  check_weights({weights.centre});
}

// Windows with four pieces of one player; with three or two, and the other cells free.
struct WindowFeatures {
  int four = 0, three = 0, two = 0, their_four = 0, their_three = 0, their_two = 0;
  bool operator==(const WindowFeatures&) const = default;
};

struct HardFeatures {
  WindowFeatures windows;
  int centre = 0;                                      // my pieces in the centre
  int winning_columns = 0, their_winning_columns = 0;  // where a piece would complete a line
  int bottom_three = 0;                                // my threes on the bottom, open at an end
  bool operator==(const HardFeatures&) const = default;
};

struct ThreatFeatures {
  WindowFeatures windows;
  int centre = 0, adjacent = 0;  // my pieces in the centre and in the columns beside it
  int playable = 0, favourable = 0, unfavourable = 0;  // my threats, each of one kind
  int their_playable = 0, their_favourable = 0, their_unfavourable = 0;
  int stacked = 0, their_stacked = 0;    // pairs of threats on top of each other
  int opens_theirs = 0, opens_mine = 0;  // columns where a piece gives a threat's cell free
  int controlled = 0;                    // my threats that forced play will reach
  bool operator==(const ThreatFeatures&) const = default;
};

struct ClassicFeatures {
  WindowFeatures windows;
  int centre = 0;
  bool operator==(const ClassicFeatures&) const = default;
};

constexpr int total(const WindowFeatures& counts, const WindowWeights& weights) {
  return counts.four * weights.four + counts.three * weights.three + counts.two * weights.two +
         counts.their_four * weights.their_four + counts.their_three * weights.their_three +
         counts.their_two * weights.their_two;
}

constexpr int total(const HardFeatures& counts, const HardWeights& weights) {
  return total(counts.windows, weights.windows) + counts.centre * weights.centre +
         (counts.winning_columns >= 2 ? weights.double_threat : 0) +
         (counts.their_winning_columns >= 2 ? weights.their_double_threat : 0) +
         counts.bottom_three * weights.bottom_three;
}

constexpr int total(const ThreatFeatures& counts, const ThreatWeights& weights) {
  return total(counts.windows, weights.windows) + counts.centre * weights.centre +
         counts.adjacent * weights.adjacent + counts.playable * weights.playable +
         counts.favourable * weights.favourable + counts.unfavourable * weights.unfavourable +
         counts.their_playable * weights.their_playable +
         counts.their_favourable * weights.their_favourable +
         counts.their_unfavourable * weights.their_unfavourable + counts.stacked * weights.stacked +
         counts.their_stacked * weights.their_stacked + counts.opens_theirs * weights.opens_theirs +
         counts.opens_mine * weights.opens_mine + counts.controlled * weights.controlled;
}

constexpr int total(const ClassicFeatures& counts, const ClassicWeights& weights) {
  return total(counts.windows, weights.windows) + counts.centre * weights.centre;
}

}  // namespace fourfold
