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
// Forbidden cells ("holes") count as occupied from the start and belong to nobody. With `occupied`
// including them, the landing cells of all columns are (occupied + bottom) & board: the addition
// carries through the filled cells of each column into its lowest free one, and leaves the rest of
// the column as it was, which can only hold forbidden cells, and `board` has none of them.
#pragma once

#include <cassert>

#include "bitboard.hpp"
#include "rules.hpp"

namespace fourfold {

// Any board that fits into Bits, measured at run time.
template <class BitsType>
class AnyGeometry {
 public:
  using Bits = BitsType;
  static constexpr bool may_have_holes = true;
  static constexpr bool may_have_bonus = true;
  static constexpr int most_columns = largest_side;

  explicit AnyGeometry(const Rules& rules) : columns_(rules.columns), rows_(rules.rows) {
    assert(columns_ * (rows_ + 1) <= 64 * word_count<Bits>);
    Bits full{0};
    for (int column = 0; column < columns_; ++column) {
      bottom_ |= bit(column, 0);
      for (int row = 0; row < rows_; ++row) full |= bit(column, row);
    }
    for (const Cell& cell : rules.forbidden) holes_ |= bit(cell.column, cell.row);
    board_ = full & ~holes_;
    if (rules.bonus) bonus_ = bit(rules.bonus->column, rules.bonus->row);
    cells_ = count(board_);
  }

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  int stride() const { return rows_ + 1; }
  int cells() const { return cells_; }         // playable cells of the board
  const Bits& bottom() const { return bottom_; }  // row 0, holes included
  const Bits& board() const { return board_; }    // every playable cell
  const Bits& holes() const { return holes_; }
  const Bits& bonus() const { return bonus_; }  // empty where the rules have none
  Bits bit(int column, int row) const { return Bits{1} << (column * (rows_ + 1) + row); }

 private:
  int columns_;
  int rows_;
  int cells_ = 0;
  Bits bottom_{0};
  Bits board_{0};
  Bits holes_{0};
  Bits bonus_{0};
};

// The standard board, every number known to the compiler.
class StandardGeometry {
 public:
  using Bits = Bits64;
  static constexpr bool may_have_holes = false;
  static constexpr bool may_have_bonus = false;
  static constexpr int most_columns = 7;

  StandardGeometry() = default;
  explicit StandardGeometry([[maybe_unused]] const Rules& rules) { assert(rules.is_standard()); }

  static constexpr int columns() { return 7; }
  static constexpr int rows() { return 6; }
  static constexpr int stride() { return 7; }
  static constexpr int cells() { return 42; }
  static constexpr Bits bottom() { return 0x0000'0408'1020'4081ULL; }
  static constexpr Bits board() { return bottom() * 0x3F; }
  static constexpr Bits holes() { return 0; }
  static constexpr Bits bonus() { return 0; }
  static constexpr Bits bit(int column, int row) { return Bits{1} << (column * 7 + row); }
};

// All cells of a column from the bottom to the top, holes included.
template <class Geometry>
constexpr typename Geometry::Bits column_cells(const Geometry& geometry, int column) {
  using Bits = typename Geometry::Bits;
  return ((Bits{1} << geometry.rows()) - Bits{1}) << (column * geometry.stride());
}

template <class Geometry>
constexpr typename Geometry::Bits landing_cells(const Geometry& geometry,
                                                const typename Geometry::Bits& occupied) {
  return (occupied + geometry.bottom()) & geometry.board();
}

template <class Geometry>
constexpr int column_of(const Geometry& geometry, int index) {
  return index / geometry.stride();
}

template <class Geometry>
constexpr int row_of(const Geometry& geometry, int index) {
  return index % geometry.stride();
}

// Whether `stones` hold four in line. Works on any type with shifts and &, so also on vectors.
template <class Word>
constexpr Word fours_along(const Word& stones, int step) {
  const Word pairs = stones & (stones >> step);
  return pairs & (pairs >> (2 * step));
}

template <class Geometry>
constexpr bool has_four(const Geometry& geometry, const typename Geometry::Bits& stones) {
  const int stride = geometry.stride();
  return any(fours_along(stones, 1) | fours_along(stones, stride) |
             fours_along(stones, stride - 1) | fours_along(stones, stride + 1));
}

// Every cell of every line of four or more among `stones`.
template <class Geometry>
constexpr typename Geometry::Bits cells_in_fours(const Geometry& geometry,
                                                 const typename Geometry::Bits& stones) {
  using Bits = typename Geometry::Bits;
  const int stride = geometry.stride();
  Bits cells{0};
  for (const int step : {1, stride, stride - 1, stride + 1}) {
    const Bits starts = fours_along(stones, step);
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

// Whether the mirror turns the rules into themselves, so that mirrored positions are worth the same.
template <class Geometry>
constexpr bool is_symmetric(const Geometry& geometry) {
  return mirrored(geometry, geometry.board()) == geometry.board() &&
         mirrored(geometry, geometry.bonus()) == geometry.bonus();
}

}  // namespace fourfold
