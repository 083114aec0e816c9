// The board of the Monte Carlo search: one 16-bit lane a column (playout_lanes.hpp).
//
// `occupied` begins with the forbidden cells and with every bit that is no cell, lanes beyond the
// last column included. Then the landing cells of all columns are ~occupied & (occupied + 1), the
// lowest free bit of each lane; a full lane overflows to none. The cells above the landing cells
// are the same of occupied | landing, so that forbidden cells between them cost nothing.
//
// The same code serves every board, and the widest costs hardly more than 7x6.
#pragma once

#include <array>
#include <bit>
#include <utility>

#include "board/rules.hpp"
#include "uct/playout_lanes.hpp"

namespace fourfold {

// The lowest free cell of each lane.
template <class Lanes>
inline Lanes landing_lanes(const Lanes& occupied) {
  return ~occupied & (occupied + Lane{1});
}

template <class Lanes>
inline bool has_line_lanes(const Lanes& pieces) {
  const Lanes left = lanes_up<1>(pieces);
  const Lanes up = pieces & (pieces >> 1);
  const Lanes across = pieces & left;
  const Lanes rising = pieces & (left << 1);
  const Lanes falling = pieces & (left >> 1);
  return any_lane((up & (up >> 2)) | (across & lanes_up<2>(across)) |
                  (rising & (lanes_up<2>(rising) << 2)) | (falling & (lanes_up<2>(falling) >> 2)));
}

// Every cell, free or not, that would complete a line of four among `pieces`; also bits that are
// no cells. From the neighbours a, b, c on one side and x, y, z on the other, in each direction:
// abc, abx, axy or xyz.
template <class Lanes>
inline Lanes completing_cells(const Lanes& pieces) {
  const Lanes a = lanes_up<1>(pieces), b = lanes_up<2>(pieces), c = lanes_up<3>(pieces);
  const Lanes x = lanes_down<1>(pieces), y = lanes_down<2>(pieces), z = lanes_down<3>(pieces);
  const auto line = [](const Lanes& a1, const Lanes& b1, const Lanes& c1, const Lanes& x1,
                       const Lanes& y1,
                       const Lanes& z1) { return (a1 & b1 & (c1 | x1)) | (x1 & y1 & (a1 | z1)); };
  return line(a, b, c, x, y, z) |                                // across
         line(a << 1, b << 2, c << 3, x >> 1, y >> 2, z >> 3) |  // rising
         line(a >> 1, b >> 2, c >> 3, x << 1, y << 2, z << 3) |  // falling
         ((pieces << 1) & (pieces << 2) & (pieces << 3));        // up
}

// A game in progress, seen by the side to move.
template <class LanesType>
struct LaneBoard {
  using Lanes = LanesType;

  Lanes mine;
  Lanes theirs;
  Lanes occupied;
  Lanes bonus;  // the bonus cell while it is free
  Lanes claim;  // cells with an even number of playable cells above them (playout_zugzwang.hpp)
  bool must_ban = false;

  explicit LaneBoard(const Rules& rules) {
    std::array<Lane, lane_count<Lanes>> none{};
    std::array<Lane, lane_count<Lanes>> taken;
    std::array<Lane, lane_count<Lanes>> bonus_cell{};
    std::array<Lane, lane_count<Lanes>> claimed{};
    taken.fill(0xFFFF);
    const auto lane = [](int column) { return static_cast<std::size_t>(column); };
    for (int column = 0; column < rules.columns; ++column) {
      taken[lane(column)] = static_cast<Lane>(0xFFFFU << rules.rows);
    }
    for (const Cell& cell : rules.forbidden) {
      taken[lane(cell.column)] = static_cast<Lane>(taken[lane(cell.column)] | 1U << cell.row);
    }
    if (rules.bonus)
      bonus_cell[lane(rules.bonus->column)] = static_cast<Lane>(1U << rules.bonus->row);
    for (int column = 0; column < rules.columns; ++column) {
      unsigned claims = 0;
      for (int row = rules.rows - 1, above = 0; row >= 0; --row) {
        const bool playable = ((taken[lane(column)] >> row) & 1) == 0;
        if (playable && above++ % 2 == 0) claims |= 1U << row;
      }
      claimed[lane(column)] = static_cast<Lane>(claims);
    }
    mine = theirs = read_lanes<Lanes>(none.data());
    occupied = read_lanes<Lanes>(taken.data());
    bonus = read_lanes<Lanes>(bonus_cell.data());
    claim = read_lanes<Lanes>(claimed.data());
  }

  Lanes landing() const { return landing_lanes(occupied); }

  int free_cells() const {
    const auto lanes = std::bit_cast<std::array<Lane, lane_count<Lanes>>>(occupied);
    int count = 0;
    for (const Lane lane : lanes) count += 16 - std::popcount(lane);
    return count;
  }

  // The columns with room. Does not ask whether the game is over.
  LaneMask open() const { return common(landing(), landing()); }

  // Whether a ban is due or may still come.
  bool bonus_matters() const { return must_ban || any_lane(bonus); }

  // Drops a piece, or the ban that is due, on a landing cell. Without `Bonus` neither is asked for.
  // Returns whether it is the other side's turn now: the board is then seen by that side. The
  // piece that ends the game passes the turn like any other.
  template <bool Bonus>
  bool play(const Lanes& cell) {
    occupied |= cell;
    if constexpr (Bonus) {
      if (must_ban) {
        must_ban = false;
        std::swap(mine, theirs);
        return true;
      }
      if (any_lane(cell & bonus)) {
        mine |= cell;
        bonus = bonus & ~bonus;
        // A line wins first, and on a full board there is no room for a ban.
        if (!has_line_lanes(mine) && any_lane(landing())) {
          must_ban = true;
          return false;
        }
        std::swap(mine, theirs);
        return true;
      }
    }
    mine |= cell;
    std::swap(mine, theirs);
    return true;
  }
};

}  // namespace fourfold
