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
// positions with a completed line in; a search that never evaluates those does without. With the
// documented weights every board stays below 100'000, which document 002 gives for a win.

// How far up and down an evaluation can go.
struct Reach {
  int up = 0, down = 0;

  // At most so many things, each of one of the kinds that have these weights.
  constexpr Reach& add(int most, std::initializer_list<int> weights) {
    up += most * std::max(0, std::max(weights));
    down -= most * std::min(0, std::min(weights));
    return *this;
  }
  constexpr int largest() const { return std::max(up, down); }
};

// The windows of a board, none of them through a forbidden cell.
template <class Geometry>
constexpr int window_count(const Geometry& geometry) {
  int windows = 0;
  for (const int step : steps(geometry)) windows += count(fours_along(geometry.board(), step));
  return windows;
}

// A window is of one kind at most.
template <class Geometry>
constexpr Reach reach_of_windows(const Geometry& geometry, const WindowWeights& weights,
                                 bool finished) {
  const int four = finished ? weights.four : 0;
  const int their_four = finished ? weights.their_four : 0;
  return Reach{}.add(window_count(geometry), {four, weights.three, weights.two, their_four,
                                              weights.their_three, weights.their_two});
}

// A player's threats, T. Each has a window of three of his m pieces to itself, and a piece lies in
// 16 windows at most: 3 T <= 16 m. The opponent has m - 1 pieces or more, which leaves N - 2 m + 1
// of N cells empty: T <= N + 1 - 3 T / 8.
template <class Geometry>
constexpr int most_threats(const Geometry& geometry) {
  return 8 * (geometry.cells() + 1) / 11;
}

template <class Geometry>
constexpr int largest(const Geometry& geometry, const HardWeights& weights, bool finished = false) {
  return reach_of_windows(geometry, weights.windows, finished)
      .add(2 * geometry.rows(), {weights.centre})
      .add(1, {weights.double_threat})
      .add(1, {weights.their_double_threat})
      .add(geometry.columns() - 2, {weights.bottom_three})  // one begins in each column but two
      .largest();
}

template <class Geometry>
constexpr int largest(const Geometry& geometry, const ThreatWeights& weights,
                      bool finished = false) {
  const int columns = geometry.columns();
  const int threats = most_threats(geometry);
  // Every other cell of a column is favourable.
  const int controlled = std::min(threats, (geometry.cells() + columns) / 2);
  return reach_of_windows(geometry, weights.windows, finished)
      .add(4 * geometry.rows(), {weights.centre, weights.adjacent})
      .add(columns, {weights.playable})
      .add(columns, {weights.their_playable})
      .add(threats, {weights.favourable, weights.unfavourable})
      .add(threats, {weights.their_favourable, weights.their_unfavourable})
      .add(threats, {weights.stacked})
      .add(threats, {weights.their_stacked})
      .add(columns, {weights.opens_theirs})
      .add(columns, {weights.opens_mine})
      .add(controlled, {weights.controlled})
      .largest();
}

template <class Geometry>
constexpr int largest(const Geometry& geometry, const ClassicWeights& weights,
                      bool finished = false) {
  return reach_of_windows(geometry, weights.windows, finished)
      .add(2 * geometry.rows(), {weights.centre})
      .largest();
}

}  // namespace fourfold
