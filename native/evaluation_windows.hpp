// Windows: every four cells in line, none of them forbidden, counted all at once.
//
// A window is named by its first cell and its step (see geometry.hpp), so that one set of cells
// holds all windows along a step. How many stones lie in each of them is added up for the whole
// board in two rounds of half adders, pairs first and then pairs of pairs:
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
#include <cstddef>

#include "bitboard.hpp"
#include "evaluation_weights.hpp"
#include "geometry.hpp"
#include "position.hpp"

namespace fourfold {

// The windows along one step that hold exactly so many of some stones.
template <class Bits>
struct StonesInWindows {
  Bits none, two, three, four;
};

template <class Bits>
constexpr StonesInWindows<Bits> stones_in_windows(const Bits& stones, int step) {
  const Bits next = stones >> step;
  const Bits odd = stones ^ next;
  const Bits both = stones & next;
  const Bits odd_later = odd >> (2 * step);
  const Bits both_later = both >> (2 * step);
  const Bits one_odd = odd ^ odd_later;
  const Bits two_odd = odd & odd_later;
  const Bits one_full = both ^ both_later;
  const Bits two_full = both & both_later;
  return {~(odd | both | odd_later | both_later),
          (one_full & ~one_odd) | two_odd,
          one_full & one_odd,
          two_full};
}

// The cells of the windows along one step that begin at the given cells.
template <class Bits>
constexpr Bits cells_of_windows(const Bits& starts, int step) {
  const Bits pairs = starts | (starts << step);
  return pairs | (pairs << (2 * step));
}

// What the windows of a position tell: how many of each kind, and where a stone completes a line.
template <class Bits>
struct WindowScan {
  WindowFeatures windows;
  Bits threats{0};        // free cells that complete a line of mine
  Bits their_threats{0};  // and of theirs
};

// The windows of a board along each step.
template <class Geometry>
class Windows {
 public:
  using Bits = typename Geometry::Bits;

  explicit Windows(const Geometry& geometry) : geometry_(geometry) {
    for (int i = 0; i < 4; ++i) starts_[static_cast<std::size_t>(i)] = starts_along(i);
  }

  const Geometry& geometry() const { return geometry_; }

  // `want_threats` is known to the compiler, so that who needs no threats pays for none.
  template <bool want_threats>
  WindowScan<Bits> scan(const Position<Geometry>& position, int player) const {
    const Bits& mine = position.stones(player);
    const Bits& theirs = position.stones(1 - player);
    WindowScan<Bits> result;
    const auto along = [&](int i) {
      const int step = step_of(i);
      Bits alive = Geometry::may_have_holes ? starts_[static_cast<std::size_t>(i)] : starts_along(i);
      if constexpr (Geometry::may_have_bonus) {
        if (any(position.ban())) alive &= fours_along(~position.ban(), step);
      }
      const StonesInWindows<Bits> my = stones_in_windows(mine, step);
      const StonesInWindows<Bits> their = stones_in_windows(theirs, step);
      const Bits open_to_me = alive & their.none;
      const Bits open_to_them = alive & my.none;
      const Bits threes = my.three & open_to_me;
      const Bits their_threes = their.three & open_to_them;
      result.windows.four += count(my.four & alive);
      result.windows.three += count(threes);
      result.windows.two += count(my.two & open_to_me);
      result.windows.their_four += count(their.four & alive);
      result.windows.their_three += count(their_threes);
      result.windows.their_two += count(their.two & open_to_them);
      if constexpr (want_threats) {
        result.threats |= cells_of_windows(threes, step);
        result.their_threats |= cells_of_windows(their_threes, step);
      }
    };
    along(0);
    along(1);
    along(2);
    along(3);
    result.threats &= ~position.occupied();
    result.their_threats &= ~position.occupied();
    return result;
  }

 private:
  int step_of(int i) const { return steps(geometry_)[static_cast<std::size_t>(i)]; }
  Bits starts_along(int i) const { return fours_along(geometry_.board(), step_of(i)); }

  Geometry geometry_;
  std::array<Bits, 4> starts_{};
};

}  // namespace fourfold
