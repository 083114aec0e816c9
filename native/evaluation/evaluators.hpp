// The evaluators: a guess at how good a position is, without searching.
//
//   HardEvaluator      windows, centre, double threats, threes on the bottom row
//   ThreatEvaluator    windows, centre, threats with their parity, zugzwang
//   ClassicEvaluator   windows, centre
//
// An evaluation is from the side of one player, whether or not they are to move. The weights are not symmetric,
// so that the evaluation for one player is not the other's with its sign changed. Finished
// positions are evaluated like any other: a search has its own scores for those, and its unfinished
// positions stay within largest(geometry, weights). docs/evaluation.md defines every feature.
//
// Everything is worked out for the whole board at once, by shifts, adders and popcounts; see
// evaluation/windows.hpp. The cells of a column from a given one upwards come from a subtraction,
// of one cell a column from the bits above the columns, which no borrow leaves:
//
//       bit above the columns    1 0 0 0 0 0 0
//     - a cell                   0 0 0 1 0 0 0
//     = it and all above         0 1 1 1 0 0 0
#pragma once

#include <array>
#include <cstddef>

#include "board/geometry.hpp"
#include "board/position.hpp"
#include "evaluation/weights.hpp"
#include "evaluation/windows.hpp"

namespace fourfold {

// The cells of the columns at a distance from the centre: 0 the middle column, or both of them on
// a board of an even width; 1 the columns beside.
template <class Geometry>
constexpr typename Geometry::Bits columns_from_centre(const Geometry& geometry, int distance) {
  using Bits = typename Geometry::Bits;
  const int columns = geometry.columns();
  Bits cells{0};
  for (int column = 0; column < columns; ++column) {
    const int twice = 2 * column - (columns - 1);
    if ((twice < 0 ? -twice : twice) / 2 == distance) cells |= column_cells(geometry, column);
  }
  return cells;
}

// The cells whose parity favours a player. Those with an even number of playable cells above them
// favour SECOND where the board has an even number of playable cells, and FIRST where it has an odd
// one; the others favour the other player.
template <class Geometry>
constexpr typename Geometry::Bits favourable_cells(const Geometry& geometry, int player) {
  using Bits = typename Geometry::Bits;
  Bits even{0};
  for (int column = 0; column < geometry.columns(); ++column) {
    bool is_even = true;
    for (int row = geometry.rows() - 1; row >= 0; --row) {
      const Bits cell = geometry.bit(column, row);
      if (!any(cell & geometry.playable())) continue;
      if (is_even) even |= cell;
      is_even = !is_even;
    }
  }
  const int favoured = geometry.cells() % 2 == 0 ? 1 : 0;
  return player == favoured ? even : geometry.playable() & ~even;
}

template <class Geometry>
class HardEvaluator {
 public:
  using Bits = typename Geometry::Bits;
  using Weights = HardWeights;
  using Features = HardFeatures;

  HardEvaluator(const Geometry& geometry, const HardWeights& weights)
      : windows_(geometry), weights_(weights), centre_(columns_from_centre(geometry, 0)) {}

  HardFeatures features(const Position<Geometry>& position, int player) const {
    const Geometry& geometry = windows_.geometry();
    const WindowScan<Bits> scan = windows_.template scan<true>(position, player);
    const Bits landing = position.landing(geometry);
    const Bits& mine = position.pieces(player);
    const int stride = geometry.stride();
    const Bits bottom = mine & geometry.bottom();
    const Bits open = geometry.bottom() & ~position.occupied();
    const Bits threes = bottom & (bottom >> stride) & (bottom >> (2 * stride));
    HardFeatures result;
    result.windows = scan.windows;
    result.centre = count(mine & centre_);
    result.winning_columns = count(scan.threats & landing);
    result.their_winning_columns = count(scan.their_threats & landing);
    result.bottom_three = count(threes & ((open << stride) | (open >> (3 * stride))));
    return result;
  }

  int operator()(const Position<Geometry>& position, int player) const {
    return total(features(position, player), weights_);
  }

 private:
  Windows<Geometry> windows_;
  HardWeights weights_;
  Bits centre_;
};

template <class Geometry>
class ThreatEvaluator {
 public:
  using Bits = typename Geometry::Bits;
  using Weights = ThreatWeights;
  using Features = ThreatFeatures;

  ThreatEvaluator(const Geometry& geometry, const ThreatWeights& weights)
      : windows_(geometry),
        weights_(weights),
        centre_(columns_from_centre(geometry, 0)),
        adjacent_(columns_from_centre(geometry, 1)),
        favourable_{favourable_cells(geometry, 0), favourable_cells(geometry, 1)},
        above_columns_(geometry.bottom() << geometry.rows()) {}

  ThreatFeatures features(const Position<Geometry>& position, int player) const {
    const Geometry& geometry = windows_.geometry();
    const WindowScan<Bits> scan = windows_.template scan<true>(position, player);
    const Bits& mine = position.pieces(player);
    const Bits& good = favourable_[static_cast<std::size_t>(player)];
    const Bits& bad = favourable_[static_cast<std::size_t>(1 - player)];
    const Bits& threats = scan.threats;
    const Bits& their_threats = scan.their_threats;
    const Bits landing = position.landing(geometry);
    const Bits next = landing_cells(geometry, position.occupied() | landing);
    const Bits later = threats & ~landing;
    const Bits their_later = their_threats & ~landing;

    ThreatFeatures result;
    result.windows = scan.windows;
    result.centre = count(mine & centre_);
    result.adjacent = count(mine & adjacent_);
    result.playable = count(threats & landing);
    result.favourable = count(later & good);
    result.unfavourable = count(later & bad);
    result.their_playable = count(their_threats & landing);
    result.their_favourable = count(their_later & bad);
    result.their_unfavourable = count(their_later & good);
    result.stacked = count(threats & (threats >> 1));
    result.their_stacked = count(their_threats & (their_threats >> 1));
    result.opens_theirs = count(next & their_threats);
    result.opens_mine = count(next & threats);

    // An even number of free cells below a favourable cell: the landing cell is favourable too.
    const Bits reached_evenly = above_columns_ - (landing & good);
    // x and -x differ above the lowest cell of x, here in each column.
    const Bits above_theirs = (above_columns_ - their_threats) ^ their_threats;
    result.controlled = count(later & good & reached_evenly & ~above_theirs);
    return result;
  }

  int operator()(const Position<Geometry>& position, int player) const {
    return total(features(position, player), weights_);
  }

 private:
  Windows<Geometry> windows_;
  ThreatWeights weights_;
  Bits centre_;
  Bits adjacent_;
  std::array<Bits, 2> favourable_;
  Bits above_columns_;
};

template <class Geometry>
class ClassicEvaluator {
 public:
  using Bits = typename Geometry::Bits;
  using Weights = ClassicWeights;
  using Features = ClassicFeatures;

  ClassicEvaluator(const Geometry& geometry, const ClassicWeights& weights)
      : windows_(geometry), weights_(weights), centre_(columns_from_centre(geometry, 0)) {}

  ClassicFeatures features(const Position<Geometry>& position, int player) const {
    const WindowScan<Bits> scan = windows_.template scan<false>(position, player);
    return {scan.windows, count(position.pieces(player) & centre_)};
  }

  int operator()(const Position<Geometry>& position, int player) const {
    return total(features(position, player), weights_);
  }

 private:
  Windows<Geometry> windows_;
  ClassicWeights weights_;
  Bits centre_;
};

// The evaluator that goes with its weights.
template <class Geometry>
HardEvaluator<Geometry> evaluator(const Geometry& geometry, const HardWeights& weights) {
  return {geometry, weights};
}
template <class Geometry>
ThreatEvaluator<Geometry> evaluator(const Geometry& geometry, const ThreatWeights& weights) {
  return {geometry, weights};
}
template <class Geometry>
ClassicEvaluator<Geometry> evaluator(const Geometry& geometry, const ClassicWeights& weights) {
  return {geometry, weights};
}

}  // namespace fourfold
