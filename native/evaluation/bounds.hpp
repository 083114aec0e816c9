// Bounds of the evaluations.
//
// largest(geometry, weights): no position has an evaluation further from 0. `finished` counts the
// positions with a completed line in; a search that never evaluates those does without. With the
// default weights every board stays below 100'000, what a search counts a win as.
#pragma once

#include <algorithm>
#include <initializer_list>

#include "board/geometry.hpp"
#include "evaluation/weights.hpp"

namespace fourfold {

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
  for (const int step : steps(geometry)) windows += count(fours_along(geometry.playable(), step));
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

// A player's threats, T. Each has a window of three of the player's m pieces to itself, and a piece lies in
// 16 windows at most: 3 T <= 16 m. The opponent has m - 1 pieces or more, which leaves N - 2 m + 1
// of N cells free: T <= N + 1 - 3 T / 8.
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
