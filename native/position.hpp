// A position and its moves: the native twin of fourfold.rules.Position, for searching only.
//
//   stones[0], stones[1]   what FIRST and SECOND have played
//   ban                    the one neutral piece that a bonus cell has given, or nothing
//   occupied               both, the ban and the forbidden cells
//
// `key` identifies a position: mine + occupied differs for any two arrangements of stones (in each
// column the sums for k stones lie below all sums for k + 1), and the ban, which occupies a cell
// like an opponent's stone would, is kept beside it.
#pragma once

#include <array>
#include <cassert>

#include "geometry.hpp"

namespace fourfold {

template <class Bits>
struct Key {
  Bits stones{0};
  Bits ban{0};
  bool operator==(const Key&) const = default;
  auto operator<=>(const Key&) const = default;
};

template <class GeometryType>
class Position {
 public:
  using Geometry = GeometryType;
  using Bits = typename Geometry::Bits;

  explicit Position(const Geometry& geometry) : occupied_(geometry.holes()) {}

  int turn() const { return turn_; }  // 0: FIRST, 1: SECOND
  int ply() const { return ply_; }
  bool must_ban() const { return must_ban_; }
  const Bits& stones(int player) const { return stones_[static_cast<std::size_t>(player)]; }
  const Bits& mine() const { return stones(turn_); }
  const Bits& theirs() const { return stones(1 - turn_); }
  const Bits& occupied() const { return occupied_; }
  const Bits& ban() const { return ban_; }

  // Where a piece would land, one cell a column with room. Does not ask whether the game is over.
  Bits landing(const Geometry& geometry) const { return landing_cells(geometry, occupied_); }

  // The landing cell of a column, empty where it has no room.
  Bits landing(const Geometry& geometry, int column) const {
    return landing(geometry) & column_cells(geometry, column);
  }

  bool has_won(const Geometry& geometry, int player) const {
    return has_four(geometry, stones(player));
  }

  // Whether the player to move would win by playing `cell`, a landing cell.
  bool wins_at(const Geometry& geometry, const Bits& cell) const {
    return !must_ban_ && has_four(geometry, mine() | cell);
  }

  bool is_full(const Geometry& geometry) const {
    return !any(geometry.board() & ~occupied_);
  }

  // Drops a piece, or the ban that is due, on a landing cell.
  void play(const Geometry& geometry, const Bits& cell) {
    assert(count(cell) == 1 && any(cell & landing(geometry)));
    occupied_ |= cell;
    ++ply_;
    if constexpr (Geometry::may_have_bonus) {
      if (must_ban_) {
        ban_ = cell;
        must_ban_ = false;
        turn_ = 1 - turn_;
        return;
      }
      if (any(cell & geometry.bonus())) {
        stones_[static_cast<std::size_t>(turn_)] |= cell;
        // A line wins first, and on a full board there is no room for a ban.
        if (!has_won(geometry, turn_) && !is_full(geometry)) {
          must_ban_ = true;
        } else {
          turn_ = 1 - turn_;
        }
        return;
      }
    }
    stones_[static_cast<std::size_t>(turn_)] |= cell;
    turn_ = 1 - turn_;
  }

  Key<Bits> key() const { return {mine() + occupied_, ban_}; }

  // The key of the same position seen in the mirror; of use where the rules are symmetric.
  Key<Bits> mirrored_key(const Geometry& geometry) const {
    return {mirrored(geometry, mine()) + mirrored(geometry, occupied_), mirrored(geometry, ban_)};
  }

 private:
  std::array<Bits, 2> stones_{};
  Bits occupied_;
  Bits ban_{0};
  int turn_ = 0;
  int ply_ = 0;
  bool must_ban_ = false;
};

}  // namespace fourfold
