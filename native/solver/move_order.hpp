// Which move to search first: what it threatens, and where it lies.
//
// Every threat that a move leaves its player with counts, by whether it is in CLAIM (see
// static_proofs.hpp) and by the parity of the free cells, which together say who will get it; then
// the cell that is played. The weights come from a search for the fewest nodes over random
// positions of 8 to 14 plies on 7x6. Other boards use the same weights for threats, and for a cell
// how central its column is and the number of lines of four through it.
//
// High in the tree, where a wrong first move costs the most and nodes are few, the order looks
// further: at the lines through the cell that are still open to the player, by how many of the
// player's pieces they hold, at the threat above a move, which the opponent then takes away, and at
// threats of the two players on top of each other. These weights were fitted to positions
// all of whose moves had been searched: which moves answer the question, and at what cost.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include "board/geometry.hpp"
#include "solver/lanes.hpp"
#include "solver/static_proofs.hpp"

namespace fourfold {

struct OrderWeights {
  int claim;      // for each threat in CLAIM after the move
  int other;      // for each other threat
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

// The same for the careful order, high in the tree.
struct CarefulWeights {
  int claim, other, immediate;
  int open[3];    // for each open line through the cell with so many own pieces before
  int spoils[2];  // the cell above was one's own threat: in CLAIM, or not
  int above_theirs, below_theirs;  // for each threat directly above one of theirs, or below
};
inline constexpr std::array<CarefulWeights, 2> careful{
    {{2123, 1745, 1217, {98, 348, -367}, {-1181, -1835}, -1098, 517},
     {2031, 2019, 1229, {63, 340, -616}, {-524, -1158}, -768, 652}}};
inline constexpr int careful_cells_7x6[2][4][6] = {{{-1246, -1017, -813, -418, -627, -35},
                                                    {-713, -306, -282, 233, -428, 178},
                                                    {-54, 449, 3, 405, -71, 89},
                                                    {1041, 965, 440, 548, 815, 845}},
                                                   {{-1284, -926, -751, -484, -503, -255},
                                                    {-627, -522, -136, 198, -242, -40},
                                                    {-101, 197, 323, 259, 392, 236},
                                                    {1055, 923, 320, 492, 687, 789}}};
inline constexpr int careful_centre = 250;

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
  int lines = 0;
  for (const int step : fourfold::steps(geometry)) {
    const Bits starts = fours_along(geometry.playable(), step);
    for (int i = 0; i < 4; ++i) {
      lines += any(starts & (cell >> (i * step)) & geometry.playable()) ? 1 : 0;
    }
  }
  return lines;
}

template <class Geometry>
class MoveOrder {
  using Bits = typename Geometry::Bits;

 public:
  // The most columns there can be, rounded up to whole vectors.
  static constexpr int most_moves = Geometry::most_columns <= 8 ? 8 : 16;

  // The cells of each column, empty past the last.
  alignas(64) std::array<Bits, most_moves> column{};

  MoveOrder(const Geometry& geometry, const Bits& claim)
      : columns_(geometry.columns()), claim_(claim) {
    const int columns = geometry.columns();
    const bool tuned = columns == 7 && geometry.rows() == 6;
    for (int c = 0; c < columns; ++c) {
      column[static_cast<std::size_t>(c)] = column_cells(geometry, c);
      for (int r = 0; r < geometry.rows(); ++r) {
        const auto index = static_cast<std::size_t>(lowest_index(geometry.bit(c, r)));
        for (std::size_t parity = 0; parity < 2; ++parity) {
          const int weight =
              tuned ? order_weights::cells_7x6[parity][std::min(c, columns - 1 - c)][r]
                    : order_weights::line * lines_through(geometry, c, r) +
                          order_weights::centre * (columns - std::abs(2 * c - columns + 1));
          cell_[parity][index] = static_cast<std::int16_t>(weight);
          careful_cell_[parity][index] = static_cast<std::int16_t>(
              tuned ? order_weights::careful_cells_7x6[parity][std::min(c, columns - 1 - c)][r]
                    : order_weights::careful_centre * (columns - std::abs(2 * c - columns + 1)));
        }
      }
    }
  }

  // How promising each column is, 16 * weight + column, `none` where it is not `valid`; `even`: the
  // number of free cells before the move. `hint`: a column + 1 that comes first, or 0.
  static constexpr int none = std::numeric_limits<int>::min();
  using Ranks = std::array<int, most_moves>;

  template <bool even>
  void rank(const Bits* cell, const Bits* threats, const Bits* landings, unsigned valid, int hint,
            Ranks& ranks) const {
    constexpr OrderWeights weights = order_weights::threats[even ? 1 : 0];
    const auto& cell_weight = cell_[even ? 1 : 0];
#if FOURFOLD_COUNTS_LANES
    if constexpr (width == 8) {
      for (std::size_t i = 0; i < vector_end(); i += 8) {
        const auto threat = load_lanes<LanesOf<Bits>>(threats + i);
        const auto landing = load_lanes<LanesOf<Bits>>(landings + i);
        LaneSum sum{weights_of_cells(cell_weight, load_lanes<LanesOf<Bits>>(cell + i))};
        sum.add_counts(threat & claim_, weights.claim);
        sum.add_counts(threat & ~claim_, weights.other);
        sum.add_where_any(threat & landing, weights.immediate);
        store_ranks(sum, i, valid >> i, ranks);
      }
      prefer(hint, valid, ranks);
      return;
    }
#endif
    ranks.fill(none);
    for (int i = 0; i < columns_; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (((valid >> i) & 1) == 0) continue;
      const int weight = cell_weight[static_cast<std::size_t>(lowest_index(cell[k]))] +
                         weights.claim * count(threats[k] & claim_) +
                         weights.other * count(threats[k] & ~claim_) +
                         (any(threats[k] & landings[k]) ? weights.immediate : 0);
      ranks[k] = 16 * weight + i + (i + 1 == hint ? first_of_all : 0);
    }
  }

  // The same by the careful order, in a position of the given pieces before the move.
  template <bool even>
  void rank_carefully(const Geometry& geometry, const Bits& mine, const Bits& theirs,
                      const Bits& occupied, const Bits* cell, const Bits* threats,
                      const Bits* landings, unsigned valid, int hint, Ranks& ranks) const {
    constexpr auto& weights = order_weights::careful[even ? 1 : 0];
    const int stride = geometry.stride();
    const Bits free = geometry.playable() & ~occupied;
    const Bits my_threats = completing_cells(mine, stride) & free;
    const Bits their_threats = completing_cells(theirs, stride) & free;
    const std::array<int, 4> steps = fourfold::steps(geometry);
    // The lines open to the player, each as its lowest cell, and the number of the player's pieces in them
    // in binary. (Three and a landing cell would have won.)
    std::array<Bits, 4> open, one, two;
    for (std::size_t i = 0; i < 4; ++i) {
      const int step = steps[i];
      const Bits sum = mine ^ (mine >> step);
      const Bits pair = mine & (mine >> step);
      open[i] = fours_along(free | mine, step);
      one[i] = open[i] & (sum ^ (sum >> (2 * step)));
      two[i] = open[i] & (pair ^ (pair >> (2 * step)) ^ (sum & (sum >> (2 * step))));
    }
#if FOURFOLD_COUNTS_LANES
    if constexpr (width == 8) {
      for (std::size_t i = 0; i < vector_end(); i += 8) {
        const auto played = load_lanes<LanesOf<Bits>>(cell + i);
        const auto threat = load_lanes<LanesOf<Bits>>(threats + i);
        const auto landing = load_lanes<LanesOf<Bits>>(landings + i);
        LaneSum sum{weights_of_cells(careful_cell_[even ? 1 : 0], played)};
        __m512i lines = _mm512_setzero_si512(), ones = lines, twos = lines;
        for (std::size_t d = 0; d < 4; ++d) {
          const auto pair = played | (played >> steps[d]);
          const auto starts = pair | (pair >> (2 * steps[d]));
          lines = _mm512_add_epi64(lines, count_lanes(starts & open[d]));
          ones = _mm512_add_epi64(ones, count_lanes(starts & one[d]));
          twos = _mm512_add_epi64(twos, count_lanes(starts & two[d]));
        }
        sum.add_counts(threat & claim_, weights.claim);
        sum.add_counts(threat & ~claim_, weights.other);
        sum.add_where_any(threat & landing, weights.immediate);
        sum.add_times(lines, weights.open[0]);
        sum.add_times(ones, weights.open[1] - weights.open[0]);
        sum.add_times(twos, weights.open[2] - weights.open[0]);
        const auto spoilt = landing & load_lanes<LanesOf<Bits>>(&column[i]) & my_threats;
        sum.add_where_any(spoilt & claim_, weights.spoils[0]);
        sum.add_where_any(spoilt & ~claim_, weights.spoils[1]);
        sum.add_counts(threat & (their_threats << 1), weights.above_theirs);
        sum.add_counts((threat << 1) & their_threats, weights.below_theirs);
        store_ranks(sum, i, valid >> i, ranks);
      }
      prefer(hint, valid, ranks);
      return;
    }
#endif
    ranks.fill(none);
    for (unsigned rest = valid; rest != 0; rest &= rest - 1) {
      const int column_number = std::countr_zero(rest);
      const auto k = static_cast<std::size_t>(column_number);
      int lines = 0, ones = 0, twos = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        const Bits pair = cell[k] | (cell[k] >> steps[i]);
        const Bits starts = pair | (pair >> (2 * steps[i]));
        lines += count(starts & open[i]);
        ones += count(starts & one[i]);
        twos += count(starts & two[i]);
      }
      const Bits above = landings[k] & column[k];
      int weight = static_cast<int>(
          careful_cell_[even ? 1 : 0][static_cast<std::size_t>(lowest_index(cell[k]))]);
      weight +=
          weights.claim * count(threats[k] & claim_) + weights.other * count(threats[k] & ~claim_);
      if (any(threats[k] & landings[k])) weight += weights.immediate;
      weight +=
          weights.open[0] * (lines - ones - twos) + weights.open[1] * ones + weights.open[2] * twos;
      if (any(above & my_threats)) weight += weights.spoils[any(above & claim_) ? 0 : 1];
      weight += weights.above_theirs * count(threats[k] & (their_threats << 1)) +
                weights.below_theirs * count(their_threats & (threats[k] << 1));
      ranks[k] = 16 * weight + column_number + (column_number + 1 == hint ? first_of_all : 0);
    }
  }

  // The best rank that is left, `none` if there is none.
  int best(const Ranks& ranks) const {
    int top = best_of_eight(ranks.data());
    if (vector_end() > 8) top = std::max(top, best_of_eight(ranks.data() + most_moves - 8));
    return top;
  }

 private:
  static constexpr int first_of_all = 1 << 28;
  static constexpr int width = Lanes<Bits>::size;

  std::size_t vector_end() const { return most_moves > 8 && columns_ > 8 ? 16 : 8; }

  static int best_of_eight(const int* ranks) {
#if FOURFOLD_AVX2
    const __m256i eight = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(ranks));
    const __m128i four =
        _mm_max_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    const __m128i two = _mm_max_epi32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(1, 0, 3, 2)));
    return _mm_cvtsi128_si32(_mm_max_epi32(two, _mm_shuffle_epi32(two, _MM_SHUFFLE(2, 3, 0, 1))));
#else
    return *std::max_element(ranks, ranks + 8);
#endif
  }

  using CellWeights = std::array<std::int16_t, 64 * word_count<Bits>>;

#if FOURFOLD_COUNTS_LANES
  // A sum of weights in each lane.
  struct LaneSum {
    __m512i value;

    void add_times(const __m512i& counts, int weight) {
      value = _mm512_add_epi64(value, _mm512_mul_epi32(counts, _mm512_set1_epi64(weight)));
    }
    template <class Word>
    void add_counts(const Word& cells, int weight) {
      add_times(count_lanes(cells), weight);
    }
    template <class Word>
    void add_where_any(const Word& cells, int weight) {
      value = _mm512_mask_add_epi64(value, static_cast<__mmask8>(~empty_lanes(cells)), value,
                                    _mm512_set1_epi64(weight));
    }
  };

  // A look-up by permuting registers: much quicker than one in memory for each lane. Lanes without
  // a cell get any weight.
  static __m512i weights_of_cells(const CellWeights& weights, const LanesOf<Bits>& cell) {
    __m512i found;
    if constexpr (word_count<Bits> == 1) {
      found = weights_of_word(weights.data(), cell);
    } else {
      found = _mm512_mask_mov_epi64(weights_of_word(weights.data(), cell.low),
                                    static_cast<__mmask8>(empty_lanes(cell.low)),
                                    weights_of_word(weights.data() + 64, cell.high));
    }
    return _mm512_srai_epi64(_mm512_slli_epi64(found, 48), 48);
  }
  static __m512i weights_of_word(const std::int16_t* weights, const Bits64x8& cell) {
    const __m512i index = _mm512_sub_epi64(_mm512_set1_epi64(63),
                                           _mm512_lzcnt_epi64(reinterpret_cast<__m512i>(cell)));
    return _mm512_permutex2var_epi16(_mm512_load_si512(weights), index,
                                     _mm512_load_si512(weights + 32));
  }

  static void store_ranks(const LaneSum& weights, std::size_t from, unsigned valid, Ranks& ranks) {
    const __m512i lane = _mm512_add_epi64(_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7),
                                          _mm512_set1_epi64(static_cast<long long>(from)));
    const __m512i sum = _mm512_add_epi64(_mm512_slli_epi64(weights.value, 4), lane);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(ranks.data() + from),
                        _mm512_cvtepi64_epi32(_mm512_mask_blend_epi64(
                            static_cast<__mmask8>(valid), _mm512_set1_epi64(none), sum)));
  }

  static void prefer(int hint, unsigned valid, Ranks& ranks) {
    if (hint != 0 && ((valid >> (hint - 1)) & 1) != 0) {
      ranks[static_cast<std::size_t>(hint - 1)] += first_of_all;
    }
  }
#endif

  int columns_;
  Bits claim_;
  alignas(64) std::array<CellWeights, 2> cell_{};
  alignas(64) std::array<CellWeights, 2> careful_cell_{};
};

}  // namespace fourfold
