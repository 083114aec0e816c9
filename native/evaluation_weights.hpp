// What the evaluators count, and what each of it is worth.
//
// Every evaluation is a sum of counts, each times its weight. The counts are the features of a
// position, defined in docs/evaluation.md; `mine` and `their` are of the player for whom the
// position is evaluated, whoever is to move. The default weights are those of the source documents.
#pragma once

#include <algorithm>
#include <initializer_list>

#include "fan.hpp"
#include "geometry.hpp"

namespace fourfold {

// No weight may be larger, up or down, so that no evaluation overflows: see largest().
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

// Windows with four stones of one player; with three or two, and the other cells empty.
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
  int stacked = 0, their_stacked = 0;       // pairs of threats on top of each other
  int opens_theirs = 0, opens_mine = 0;     // columns where a piece gives a threat's cell free
  int controlled = 0;                       // my threats that forced play will reach
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
         counts.their_unfavourable * weights.their_unfavourable +
         counts.stacked * weights.stacked + counts.their_stacked * weights.their_stacked +
         counts.opens_theirs * weights.opens_theirs + counts.opens_mine * weights.opens_mine +
         counts.controlled * weights.controlled;
}

constexpr int total(const ClassicFeatures& counts, const ClassicWeights& weights) {
  return total(counts.windows, weights.windows) + counts.centre * weights.centre;
}

// --- bounds ------------------------------------------------------------------------------------
// largest(geometry, weights): no position has an evaluation further from 0. `finished` counts the
// positions with a completed line in; a search that never evaluates those does without.

constexpr int largest_of(std::initializer_list<int> weights) {
  int result = 0;
  for (const int weight : weights) result = std::max(result, weight < 0 ? -weight : weight);
  return result;
}

// The windows of a board, none of them through a forbidden cell.
template <class Geometry>
constexpr int window_count(const Geometry& geometry) {
  int windows = 0;
  for (const int step : steps(geometry)) windows += count(fours_along(geometry.board(), step));
  return windows;
}

// A window is of one kind at most.
template <class Geometry>
constexpr int largest(const Geometry& geometry, const WindowWeights& weights, bool finished) {
  const int open =
      largest_of({weights.three, weights.two, weights.their_three, weights.their_two});
  const int full = finished ? largest_of({weights.four, weights.their_four}) : 0;
  return window_count(geometry) * std::max(open, full);
}

template <class Geometry>
constexpr int largest(const Geometry& geometry, const HardWeights& weights, bool finished = false) {
  // A three on the bottom row begins in each column but two, whatever else is there.
  return largest(geometry, weights.windows, finished) +
         largest_of({weights.centre}) * 2 * geometry.rows() +
         largest_of({weights.double_threat}) + largest_of({weights.their_double_threat}) +
         largest_of({weights.bottom_three}) * (geometry.columns() - 2);
}

template <class Geometry>
constexpr int largest(const Geometry& geometry, const ThreatWeights& weights,
                      bool finished = false) {
  const int cells = geometry.cells();
  const int columns = geometry.columns();
  // A threat is of one kind for each player. Cells that both threaten count for both.
  return largest(geometry, weights.windows, finished) +
         largest_of({weights.centre, weights.adjacent}) * 4 * geometry.rows() +
         largest_of({weights.playable, weights.favourable, weights.unfavourable}) * cells +
         largest_of({weights.their_playable, weights.their_favourable,
                     weights.their_unfavourable}) * cells +
         (largest_of({weights.stacked}) + largest_of({weights.their_stacked})) * cells +
         (largest_of({weights.opens_theirs}) + largest_of({weights.opens_mine})) * columns +
         largest_of({weights.controlled}) * cells;
}

template <class Geometry>
constexpr int largest(const Geometry& geometry, const ClassicWeights& weights,
                      bool finished = false) {
  return largest(geometry, weights.windows, finished) +
         largest_of({weights.centre}) * 2 * geometry.rows();
}

}  // namespace fourfold
