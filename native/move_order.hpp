// Which move to search first: what it threatens, and where it lies.
//
// Every winning cell that a move leaves its player with counts, by whether it is in CLAIM (see
// static_proofs.hpp) and by the parity of the free cells, which together say who will get it; then
// the cell that is played. The weights come from a search for the fewest nodes over random
// positions of 8 to 14 plies on 7x6. Other boards use the same weights for threats, and for a cell
// how central its column is and the number of lines of four through it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include "geometry.hpp"
#include "lanes.hpp"
#include "static_proofs.hpp"

namespace fourfold {

struct OrderWeights {
  int claim;      // for each winning cell in CLAIM after the move
  int other;      // for each other winning cell
  int immediate;  // if one of them can be played at once
};

namespace order_weights {

// With an odd and with an even number of free cells before the move: SECOND and FIRST on 7x6.
inline constexpr std::array<OrderWeights, 2> threats{{{1380, 950, -380}, {1210, 1380, 20}}};

// Columns a to d, bottom to top; e to g are their mirror images.
inline constexpr int cells_7x6[2][4][6] = {{{-115, -107, 25, 22, -70, 128},
                                            {-58, 99, 132, 123, 28, 164},
                                            {127, 198, 178, 256, 39, 154},
                                            {420, 387, 331, 333, 456, 405}},
                                           {{-74, 22, -37, 64, -128, 160},
                                            {-42, 120, 82, 147, 84, 189},
                                            {81, 222, 208, 243, 172, 201},
                                            {363, 356, 515, 250, 548, 304}}};

// On other boards: for each line of four through the cell, and for each half column nearer to the
// centre.
inline constexpr int line = 20;
inline constexpr int centre = 80;

}  // namespace order_weights

// The lines of four, none of them through a forbidden cell, that hold the given cell.
template <class Geometry>
int lines_through(const Geometry& geometry, int column, int row) {
  using Bits = typename Geometry::Bits;
  const Bits cell = geometry.bit(column, row);
  const int stride = geometry.stride();
  int lines = 0;
  for (const int step : {1, stride, stride - 1, stride + 1}) {
    const Bits starts = fours_along(geometry.board(), step);
    for (int i = 0; i < 4; ++i) {
      lines += any(starts & (cell >> (i * step)) & geometry.board()) ? 1 : 0;
    }
  }
  return lines;
}

template <class Geometry>
class MoveOrder {
  using Bits = typename Geometry::Bits;

 public:
  alignas(64) std::array<Bits, 16> column{};  // the cells of each column, empty past the last

  MoveOrder(const Geometry& geometry, const Bits& claim) : columns_(geometry.columns()), claim_(claim) {
    const int columns = geometry.columns();
    const bool tuned = columns == 7 && geometry.rows() == 6;
    for (int c = 0; c < columns; ++c) {
      column[static_cast<std::size_t>(c)] = column_cells(geometry, c);
      for (int r = 0; r < geometry.rows(); ++r) {
        const auto index = static_cast<std::size_t>(lowest_index(geometry.bit(c, r)));
        for (std::size_t parity = 0; parity < 2; ++parity) {
          const int weight = tuned
                                 ? order_weights::cells_7x6[parity][std::min(c, columns - 1 - c)][r]
                                 : order_weights::line * lines_through(geometry, c, r) +
                                       order_weights::centre * (columns - std::abs(2 * c - columns + 1));
          cell_[parity][index] = weight;
        }
      }
    }
  }

  // How promising each column is, 16 * weight + column, `none` where it is not `valid`; `even`: the
  // number of free cells before the move. `hint`: a column + 1 that comes first, or 0.
  static constexpr int none = std::numeric_limits<int>::min();
  using Ranks = std::array<int, 16>;

  template <bool even>
  void rank(const Bits* cell, const Bits* wins, const Bits* landings, unsigned valid, int hint,
            Ranks& ranks) const {
    constexpr OrderWeights weights = order_weights::threats[even ? 1 : 0];
    const auto& cell_weight = cell_[even ? 1 : 0];
#if FOURFOLD_AVX512 && defined(__AVX512VPOPCNTDQ__)
    if constexpr (word_count<Bits> == 1) {
      for (std::size_t i = 0; i < (columns_ > 8 ? 16U : 8U); i += 8) {
        const __m512i win = _mm512_load_si512(wins + i);
        const __m512i claim = _mm512_set1_epi64(static_cast<long long>(claim_));
        const __m512i index = _mm512_sub_epi64(
            _mm512_set1_epi64(63), _mm512_lzcnt_epi64(_mm512_load_si512(cell + i)));
        const __mmask8 playable = static_cast<__mmask8>(valid >> i);
        const auto times = [](__m512i cells, int weight) {
          return _mm512_mul_epi32(_mm512_popcnt_epi64(cells), _mm512_set1_epi64(weight));
        };
        __m512i sum = _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), playable, index,
                                                  cell_weight.data(), 8);
        sum = _mm512_add_epi64(sum, times(_mm512_and_si512(win, claim), weights.claim));
        sum = _mm512_add_epi64(sum, times(_mm512_andnot_si512(claim, win), weights.other));
        const __mmask8 now = _mm512_test_epi64_mask(win, _mm512_load_si512(landings + i));
        sum = _mm512_mask_add_epi64(sum, now, sum, _mm512_set1_epi64(weights.immediate));
        const __m512i lane = _mm512_add_epi64(_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7),
                                              _mm512_set1_epi64(static_cast<long long>(i)));
        sum = _mm512_add_epi64(_mm512_slli_epi64(sum, 4), lane);
        sum = _mm512_mask_blend_epi64(playable, _mm512_set1_epi64(none), sum);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(ranks.data() + i),
                            _mm512_cvtepi64_epi32(sum));
      }
      if (hint != 0 && ((valid >> (hint - 1)) & 1) != 0) {
        ranks[static_cast<std::size_t>(hint - 1)] += first_of_all;
      }
      return;
    }
#endif
    ranks.fill(none);
    for (int i = 0; i < columns_; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (((valid >> i) & 1) == 0) continue;
      const int weight = static_cast<int>(cell_weight[static_cast<std::size_t>(lowest_index(cell[k]))]) +
                         weights.claim * count(wins[k] & claim_) +
                         weights.other * count(wins[k] & ~claim_) +
                         (any(wins[k] & landings[k]) ? weights.immediate : 0);
      ranks[k] = 16 * weight + i + (i + 1 == hint ? first_of_all : 0);
    }
  }

  // The best rank that is left, `none` if there is none.
  int best(const Ranks& ranks) const {
    int top = none;
    if (columns_ <= 8) {
      for (std::size_t i = 0; i < 8; ++i) top = std::max(top, ranks[i]);
    } else {
      for (std::size_t i = 0; i < 16; ++i) top = std::max(top, ranks[i]);
    }
    return top;
  }

 private:
  static constexpr int first_of_all = 1 << 28;

  int columns_;
  Bits claim_;
  std::array<std::array<std::int64_t, 64 * word_count<Bits>>, 2> cell_{};
};

}  // namespace fourfold
