// A position and its moves: the native twin of fourfold.rules.Position, for searching only.
//
//   pieces[0], pieces[1]   what FIRST and SECOND have played
//   ban                    the one neutral piece that a bonus cell has given, or nothing
//   occupied               both, the ban and the forbidden cells
//
// `key` identifies a position: mine + occupied differs for any two arrangements of pieces (in each
// column the sums for k pieces lie below all sums for k + 1), and the ban, which occupies a cell
// like an opponent's piece would, is kept beside it.
#pragma once

#include <array>
#include <cassert>

#include "board/geometry.hpp"

namespace fourfold {

template <class Bits>
struct Key {
  Bits pieces{0};
  Bits ban{0};
  bool operator==(const Key&) const = default;
  auto operator<=>(const Key&) const = default;
};

template <class GeometryType>
class Position {
 public:
  using Geometry = GeometryType;
  using Bits = typename Geometry::Bits;

  explicit Position(const Geometry& geometry) : occupied_(geometry.forbidden()) {}

  // A position from its parts, as the player to move sees them.
  Position(const Geometry& geometry, const Bits& mine, const Bits& theirs, const Bits& ban,
           int turn, int ply, bool must_ban)
      : occupied_(mine | theirs | ban | geometry.forbidden()),
        ban_(ban),
        turn_(turn),
        ply_(ply),
        must_ban_(must_ban) {
    pieces_[static_cast<std::size_t>(turn)] = mine;
    pieces_[static_cast<std::size_t>(1 - turn)] = theirs;
  }

  int turn() const { return turn_; }  // 0: FIRST, 1: SECOND
  int ply() const { return ply_; }
  bool must_ban() const { return must_ban_; }
  const Bits& pieces(int player) const { return pieces_[static_cast<std::size_t>(player)]; }
  const Bits& mine() const { return pieces(turn_); }
  const Bits& theirs() const { return pieces(1 - turn_); }
  const Bits& occupied() const { return occupied_; }
  const Bits& ban() const { return ban_; }

  // Where a piece would land, one cell a column with room. Does not ask whether the game is over.
  Bits landing(const Geometry& geometry) const { return landing_cells(geometry, occupied_); }

  // The landing cell of a column, empty where it has no room.
  Bits landing(const Geometry& geometry, int column) const {
    return landing(geometry) & column_cells(geometry, column);
  }

  bool has_won(const Geometry& geometry, int player) const {
    return has_line(geometry, pieces(player));
  }

  // Whether the player to move would win by playing `cell`, a landing cell.
  bool wins_at(const Geometry& geometry, const Bits& cell) const {
    return !must_ban_ && has_line(geometry, mine() | cell);
  }

  bool is_full(const Geometry& geometry) const { return !any(geometry.playable() & ~occupied_); }

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
        pieces_[static_cast<std::size_t>(turn_)] |= cell;
        // A line wins first, and on a full board there is no room for a ban.
        if (!has_won(geometry, turn_) && !is_full(geometry)) {
          must_ban_ = true;
        } else {
          turn_ = 1 - turn_;
        }
        return;
      }
    }
    pieces_[static_cast<std::size_t>(turn_)] |= cell;
    turn_ = 1 - turn_;
  }

  Key<Bits> key() const { return {mine() + occupied_, ban_}; }

  // The key of the same position seen in the mirror; of use where the rules are symmetric.
  Key<Bits> mirrored_key(const Geometry& geometry) const {
    return {mirrored(geometry, mine()) + mirrored(geometry, occupied_), mirrored(geometry, ban_)};
  }

 private:
  std::array<Bits, 2> pieces_{};
  Bits occupied_;
  Bits ban_{0};
  int turn_ = 0;
  int ply_ = 0;
  bool must_ban_ = false;
};

}  // namespace fourfold
