// Where the cells of a board lie in a set of bits, and what follows from that.
//
// Columns of rows + 1 bits, the bottom cell lowest; the extra top bit of each column is never a
// cell, so that no line wraps from one column into the next. On 7x6:
//
//     6 13 20 27 34 41 48     never a cell
//    +--------------------+
//   6| 5 12 19 26 33 40 47|
//   5| 4 11 18 25 32 39 46|
//   4| 3 10 17 24 31 38 45|
//   3| 2  9 16 23 30 37 44|
//   2| 1  8 15 22 29 36 43|
//   1| 0  7 14 21 28 35 42|
//    +--------------------+
//      a  b  c  d  e  f  g
//
// A line of four is four bits 1 (up), stride (across), stride + 1 or stride - 1 (slanting) apart.
//
// The words are those of the Python rules (fourfold/rules/geometry.py):
//
//   playable    all cells but the forbidden ones
//   forbidden   cells that nobody can use
//   occupied    pieces, bans and forbidden cells together: forbidden cells are occupied from the start
//   landing     where a piece dropped now would lie, one cell for each column with room
//
// The landing cells of all columns are (occupied + bottom) & playable: the addition carries through
// the occupied cells of each column into its lowest free one, and leaves the rest of the column as it
// was, which can only hold forbidden cells, and `playable` has none of them.
#pragma once

#include <array>
#include <cassert>

#include "board/bitboard.hpp"
#include "board/rules.hpp"

namespace fourfold {

// Any board that fits into Bits, measured at run time.
template <class BitsType>
class AnyGeometry {
 public:
  using Bits = BitsType;
  static constexpr bool may_have_forbidden = true;
  static constexpr bool may_have_bonus = true;
  static constexpr int most_columns = largest_side;

  explicit AnyGeometry(const Rules& rules) : columns_(rules.columns), rows_(rules.rows) {
    assert(columns_ * (rows_ + 1) <= 64 * word_count<Bits>);
    Bits full{0};
    for (int column = 0; column < columns_; ++column) {
      bottom_ |= bit(column, 0);
      for (int row = 0; row < rows_; ++row) full |= bit(column, row);
    }
    for (const Cell& cell : rules.forbidden) forbidden_ |= bit(cell.column, cell.row);
    playable_ = full & ~forbidden_;
    if (rules.bonus) bonus_ = bit(rules.bonus->column, rules.bonus->row);
    cells_ = count(playable_);
  }

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  int stride() const { return rows_ + 1; }
  int cells() const { return cells_; }                // how many are playable
  const Bits& bottom() const { return bottom_; }      // row 0, forbidden cells included
  const Bits& playable() const { return playable_; }  // every cell but the forbidden ones
  const Bits& forbidden() const { return forbidden_; }
  const Bits& bonus() const { return bonus_; }  // empty where the rules have none
  Bits bit(int column, int row) const { return Bits{1} << (column * (rows_ + 1) + row); }

 private:
  int columns_;
  int rows_;
  int cells_ = 0;
  Bits bottom_{0};
  Bits playable_{0};
  Bits forbidden_{0};
  Bits bonus_{0};
};

// The standard board, every number known to the compiler.
class StandardGeometry {
 public:
  using Bits = Bits64;
  static constexpr bool may_have_forbidden = false;
  static constexpr bool may_have_bonus = false;
  static constexpr int most_columns = 7;

  StandardGeometry() = default;
  explicit StandardGeometry([[maybe_unused]] const Rules& rules) { assert(rules.is_standard()); }

  static constexpr int columns() { return 7; }
  static constexpr int rows() { return 6; }
  static constexpr int stride() { return 7; }
  static constexpr int cells() { return 42; }
  static constexpr Bits bottom() { return 0x0000'0408'1020'4081ULL; }
  static constexpr Bits playable() { return bottom() * 0x3F; }
  static constexpr Bits forbidden() { return 0; }
  static constexpr Bits bonus() { return 0; }
  static constexpr Bits bit(int column, int row) { return Bits{1} << (column * 7 + row); }
};

// All cells of a column from the bottom to the top, forbidden ones included.
template <class Geometry>
constexpr typename Geometry::Bits column_cells(const Geometry& geometry, int column) {
  using Bits = typename Geometry::Bits;
  return ((Bits{1} << geometry.rows()) - Bits{1}) << (column * geometry.stride());
}

template <class Geometry>
constexpr typename Geometry::Bits landing_cells(const Geometry& geometry,
                                                const typename Geometry::Bits& occupied) {
  return (occupied + geometry.bottom()) & geometry.playable();
}

template <class Geometry>
constexpr int column_of(const Geometry& geometry, int index) {
  return index / geometry.stride();
}

template <class Geometry>
constexpr int row_of(const Geometry& geometry, int index) {
  return index % geometry.stride();
}

// From a cell of a line to its next, in each direction.
template <class Geometry>
constexpr std::array<int, 4> steps(const Geometry& geometry) {
  const int stride = geometry.stride();
  return {1, stride, stride - 1, stride + 1};
}

// The first cell of every line of four among `pieces` along one direction. On any type with shifts
// and &, so also on vectors.
template <class Word>
constexpr Word fours_along(const Word& pieces, int step) {
  const Word pairs = pieces & (pieces >> step);
  return pairs & (pairs >> (2 * step));
}

// Every cell, free or not, that would complete a line of four among `pieces`; also bits that are no
// cells. The free ones are the threats of the player. On any word type with shifts.
template <class Word>
constexpr Word completing_cells(const Word& pieces, int stride) {
  Word result = (pieces << 1) & (pieces << 2) & (pieces << 3);
  for (const int step : {stride, stride - 1, stride + 1}) {
    const Word up = pieces << step;
    const Word down = pieces >> step;
    const Word up_pair = up & (pieces << (2 * step));
    const Word down_pair = down & (pieces >> (2 * step));
    result |= up_pair & ((pieces << (3 * step)) | down);
    result |= down_pair & ((pieces >> (3 * step)) | up);
  }
  return result;
}

// Not empty where `pieces` hold a four in line that is not vertical.
template <class Word>
constexpr Word slanting_or_level_fours(const Word& pieces, int stride) {
  return fours_along(pieces, stride) | fours_along(pieces, stride - 1) |
         fours_along(pieces, stride + 1);
}

template <class Word>
constexpr Word fours(const Word& pieces, int stride) {
  return fours_along(pieces, 1) | slanting_or_level_fours(pieces, stride);
}

template <class Geometry>
constexpr bool has_line(const Geometry& geometry, const typename Geometry::Bits& pieces) {
  return any(fours(pieces, geometry.stride()));
}

// Every cell of every line of four or more among `pieces`.
template <class Geometry>
constexpr typename Geometry::Bits line_cells(const Geometry& geometry,
                                             const typename Geometry::Bits& pieces) {
  using Bits = typename Geometry::Bits;
  Bits cells{0};
  for (const int step : steps(geometry)) {
    const Bits starts = fours_along(pieces, step);
    const Bits pairs = starts | (starts << step);
    cells |= pairs | (pairs << (2 * step));
  }
  return cells;
}

// The board seen in a mirror: column 0 becomes the last one.
template <class Geometry>
constexpr typename Geometry::Bits mirrored(const Geometry& geometry,
                                           const typename Geometry::Bits& cells) {
  using Bits = typename Geometry::Bits;
  const int stride = geometry.stride();
  const Bits lane = (Bits{1} << stride) - Bits{1};
  Bits result{0};
  for (int column = 0; column < geometry.columns(); ++column) {
    const Bits content = (cells >> (column * stride)) & lane;
    result |= content << ((geometry.columns() - 1 - column) * stride);
  }
  return result;
}

// Whether the mirror turns the rules into themselves, so that mirrored positions have the same score.
template <class Geometry>
constexpr bool is_symmetric(const Geometry& geometry) {
  return mirrored(geometry, geometry.playable()) == geometry.playable() &&
         mirrored(geometry, geometry.bonus()) == geometry.bonus();
}

}  // namespace fourfold
