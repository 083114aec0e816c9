// Windows: every four cells in line, none of them forbidden, counted all at once.
//
// A window is named by its first cell and its direction (see fan.hpp). How many pieces lie in each
// of them is added up for the whole board in two rounds of half adders, pairs first and then pairs
// of pairs:
//
//   first cell            a   b   c   d          the window of a: a + b + c + d
//   a + b                 odd = a ^ b, both = a & b           for every cell at once
//   (a + b) + (c + d)     the same two sets, and themselves shifted by two steps
//
//   four    both pairs full
//   three   one pair full, the other odd
//   two     one pair full and the other empty, or both odd
#pragma once

#include <array>

#include "board/bitboard.hpp"
#include "board/geometry.hpp"
#include "board/position.hpp"
#include "evaluation/fan.hpp"
#include "evaluation/weights.hpp"

namespace fourfold {

// The windows that hold exactly so many of some pieces. `Cells` is a fan, or a set of cells with a
// plain number for the step, to look along one direction.
template <class Cells>
struct PiecesInWindows {
  Cells none, two, three, four;
};

template <class Cells, class Step>
constexpr PiecesInWindows<Cells> pieces_in_windows(const Cells& pieces, const Step& step,
                                                   const Step& two_steps) {
  const Cells next = pieces >> step;
  const Cells odd = pieces ^ next;
  const Cells both = pieces & next;
  const Cells odd_later = odd >> two_steps;
  const Cells both_later = both >> two_steps;
  const Cells one_odd = odd ^ odd_later;
  const Cells one_full = both ^ both_later;
  return {~(odd | both | odd_later | both_later), (one_full & ~one_odd) | (odd & odd_later),
          one_full & one_odd, both & both_later};
}

// The windows that hold any of some cells.
template <class Cells, class Step>
constexpr Cells windows_with(const Cells& cells, const Step& step, const Step& two_steps) {
  const Cells pairs = cells | (cells >> step);
  return pairs | (pairs >> two_steps);
}

// The cells of some windows.
template <class Cells, class Step>
constexpr Cells cells_of_windows(const Cells& starts, const Step& step, const Step& two_steps) {
  const Cells pairs = starts | (starts << step);
  return pairs | (pairs << two_steps);
}

// What the windows of a position tell: how many of each kind, and where a piece completes a line.
template <class Bits>
struct WindowScan {
  WindowFeatures windows;
  Bits threats{0};        // free cells that complete a line of mine
  Bits their_threats{0};  // and of theirs
};

// The windows of a board.
template <class Geometry>
class Windows {
 public:
  using Bits = typename Geometry::Bits;

  explicit Windows(const Geometry& geometry)
      : geometry_(geometry),
        step_(steps(geometry)),
        two_steps_(doubled(steps(geometry))),
        starts_(fan_of(starts(0), starts(1), starts(2), starts(3))) {}

  const Geometry& geometry() const { return geometry_; }

  // `want_threats` is known to the compiler, so that who needs no threats pays for none.
  template <bool want_threats>
  WindowScan<Bits> scan(const Position<Geometry>& position, int player) const {
    using Cells = Fan<Bits>;
    Cells alive = starts_;
    if constexpr (Geometry::may_have_bonus) {
      if (any(position.ban())) {
        alive = alive & ~windows_with(fan_of(position.ban()), step_, two_steps_);
      }
    }
    const auto my = pieces_in_windows(fan_of(position.pieces(player)), step_, two_steps_);
    const auto their = pieces_in_windows(fan_of(position.pieces(1 - player)), step_, two_steps_);
    const Cells open_to_me = alive & their.none;
    const Cells open_to_them = alive & my.none;
    const Cells threes = my.three & open_to_me;
    const Cells their_threes = their.three & open_to_them;

    WindowScan<Bits> result;
    WindowFeatures& windows = result.windows;
    const std::array<int, 4> open =
        counts(threes, my.two & open_to_me, their_threes, their.two & open_to_them);
    windows.three = open[0];
    windows.two = open[1];
    windows.their_three = open[2];
    windows.their_two = open[3];
    // A search evaluates no finished game: four in line are rare, and counted only when there.
    const Cells fours = my.four & alive;
    const Cells their_fours = their.four & alive;
    if (any(fours | their_fours)) [[unlikely]] {
      const std::array<int, 4> full = counts(fours, their_fours, fours, their_fours);
      windows.four = full[0];
      windows.their_four = full[1];
    }
    if constexpr (want_threats) {
      const Bits free = ~position.occupied();
      result.threats = merged(cells_of_windows(threes, step_, two_steps_)) & free;
      result.their_threats = merged(cells_of_windows(their_threes, step_, two_steps_)) & free;
    }
    return result;
  }

 private:
  static constexpr std::array<int, 4> doubled(const std::array<int, 4>& distances) {
    return {2 * distances[0], 2 * distances[1], 2 * distances[2], 2 * distances[3]};
  }
  Bits starts(std::size_t direction) const {
    return fours_along(geometry_.playable(), steps(geometry_)[direction]);
  }

  Geometry geometry_;
  FanShift step_;
  FanShift two_steps_;
  Fan<Bits> starts_;
};

}  // namespace fourfold
