// The same board four times, once for each direction of a line, to look along all four at once.
//
//   lane        0      1        2         3
//   step        up     across   falling   rising        from a cell of a line to its next
//
// A step is a shift by another distance in each lane. With AVX2, which has such shifts, a fan is
// one 256-bit vector for each word of a set of cells; without, it is four sets.
#pragma once

#include <array>
#include <cstddef>

#include "board/bitboard.hpp"
#include "board/geometry.hpp"

namespace fourfold {

#if FOURFOLD_AVX2

// Not aligned as vectors usually are, so that what has a fan as a member may lie anywhere.
using FanWord = Bits64 __attribute__((vector_size(32), aligned(8)));

inline __m256i vector_of(const FanWord& word) { return reinterpret_cast<__m256i>(word); }
inline FanWord word_of_vector(__m256i vector) { return reinterpret_cast<FanWord>(vector); }

// Distances from 1 to 63, one a lane.
struct FanShift {
  FanWord by{};
  FanWord back{};  // 64 less that: how far bits come from the neighbouring word

  explicit FanShift(const std::array<int, 4>& distances) {
    for (int lane = 0; lane < 4; ++lane) {
      const auto distance = static_cast<Bits64>(distances[static_cast<std::size_t>(lane)]);
      by[lane] = distance;
      back[lane] = 64 - distance;
    }
  }
};

template <class Bits>
struct Fan {
  static constexpr int words = word_count<Bits>;
  FanWord word[words];

  friend Fan operator&(const Fan& a, const Fan& b) {
    Fan result;
    for (int i = 0; i < words; ++i) result.word[i] = a.word[i] & b.word[i];
    return result;
  }
  friend Fan operator|(const Fan& a, const Fan& b) {
    Fan result;
    for (int i = 0; i < words; ++i) result.word[i] = a.word[i] | b.word[i];
    return result;
  }
  friend Fan operator^(const Fan& a, const Fan& b) {
    Fan result;
    for (int i = 0; i < words; ++i) result.word[i] = a.word[i] ^ b.word[i];
    return result;
  }
  friend Fan operator~(const Fan& a) {
    Fan result;
    for (int i = 0; i < words; ++i) result.word[i] = ~a.word[i];
    return result;
  }
  friend Fan operator>>(const Fan& a, const FanShift& shift) {
    Fan result;
    for (int i = 0; i < words; ++i) {
      result.word[i] = a.word[i] >> shift.by;
      if (i + 1 < words) result.word[i] |= a.word[i + 1] << shift.back;
    }
    return result;
  }
  friend Fan operator<<(const Fan& a, const FanShift& shift) {
    Fan result;
    for (int i = 0; i < words; ++i) {
      result.word[i] = a.word[i] << shift.by;
      if (i > 0) result.word[i] |= a.word[i - 1] >> shift.back;
    }
    return result;
  }
};

template <class Bits>
Fan<Bits> fan_of(const Bits& lane0, const Bits& lane1, const Bits& lane2, const Bits& lane3) {
  Fan<Bits> result;
  for (int i = 0; i < Fan<Bits>::words; ++i) {
    result.word[i] =
        FanWord{word_of(lane0, i), word_of(lane1, i), word_of(lane2, i), word_of(lane3, i)};
  }
  return result;
}

template <class Bits>
bool any(const Fan<Bits>& fan) {
  FanWord all = fan.word[0];
  for (int i = 1; i < Fan<Bits>::words; ++i) all |= fan.word[i];
  return _mm256_testz_si256(vector_of(all), vector_of(all)) == 0;
}

inline Bits64 merged_word(const FanWord& word) {
  const __m128i half = _mm_or_si128(_mm256_castsi256_si128(vector_of(word)),
                                    _mm256_extracti128_si256(vector_of(word), 1));
  return static_cast<Bits64>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
}

// The cells that are in any lane.
inline Bits64 merged(const Fan<Bits64>& fan) { return merged_word(fan.word[0]); }
inline Bits128 merged(const Fan<Bits128>& fan) {
  return (Bits128{merged_word(fan.word[1])} << 64) | Bits128{merged_word(fan.word[0])};
}
inline Bits192 merged(const Fan<Bits192>& fan) {
  return {merged_word(fan.word[0]), merged_word(fan.word[1]), merged_word(fan.word[2])};
}

// How many cells each lane holds.
template <class Bits>
FanWord lane_counts(const Fan<Bits>& fan) {
#if FOURFOLD_AVX512_POPCNT
  FanWord result = word_of_vector(_mm256_popcnt_epi64(vector_of(fan.word[0])));
  for (int i = 1; i < Fan<Bits>::words; ++i) {
    result += word_of_vector(_mm256_popcnt_epi64(vector_of(fan.word[i])));
  }
  return result;
#else
  // Looks up four bits at a time, then adds the bytes of each lane.
  const __m256i low = _mm256_set1_epi8(15);
  const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                         0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  __m256i bytes = _mm256_setzero_si256();
  for (int i = 0; i < Fan<Bits>::words; ++i) {
    const __m256i word = vector_of(fan.word[i]);
    const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(word, 4), low);
    const __m256i both = _mm256_add_epi8(_mm256_shuffle_epi8(table, _mm256_and_si256(word, low)),
                                         _mm256_shuffle_epi8(table, upper));
    bytes = _mm256_add_epi8(bytes, both);
  }
  return word_of_vector(_mm256_sad_epu8(bytes, _mm256_setzero_si256()));
#endif
}

// The cells of each of four fans, all lanes together: at most 4 * 192, so that 16 bits hold each.
template <class Bits>
std::array<int, 4> counts(const Fan<Bits>& a, const Fan<Bits>& b, const Fan<Bits>& c,
                          const Fan<Bits>& d) {
  const __m256i lanes = vector_of(lane_counts(a) | (lane_counts(b) << 16) | (lane_counts(c) << 32) |
                                  (lane_counts(d) << 48));
  const __m128i half =
      _mm_add_epi64(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
  const auto sums =
      static_cast<Bits64>(_mm_cvtsi128_si64(_mm_add_epi64(half, _mm_unpackhi_epi64(half, half))));
  return {static_cast<int>(sums & 0xFFFF), static_cast<int>((sums >> 16) & 0xFFFF),
          static_cast<int>((sums >> 32) & 0xFFFF), static_cast<int>(sums >> 48)};
}

#else

struct FanShift {
  std::array<int, 4> by;
  explicit FanShift(const std::array<int, 4>& distances) : by(distances) {}
};

template <class Bits>
struct Fan {
  std::array<Bits, 4> lane;

  friend Fan operator&(const Fan& a, const Fan& b) {
    return {a.lane[0] & b.lane[0], a.lane[1] & b.lane[1], a.lane[2] & b.lane[2],
            a.lane[3] & b.lane[3]};
  }
  friend Fan operator|(const Fan& a, const Fan& b) {
    return {a.lane[0] | b.lane[0], a.lane[1] | b.lane[1], a.lane[2] | b.lane[2],
            a.lane[3] | b.lane[3]};
  }
  friend Fan operator^(const Fan& a, const Fan& b) {
    return {a.lane[0] ^ b.lane[0], a.lane[1] ^ b.lane[1], a.lane[2] ^ b.lane[2],
            a.lane[3] ^ b.lane[3]};
  }
  friend Fan operator~(const Fan& a) { return {~a.lane[0], ~a.lane[1], ~a.lane[2], ~a.lane[3]}; }
  friend Fan operator>>(const Fan& a, const FanShift& shift) {
    return {a.lane[0] >> shift.by[0], a.lane[1] >> shift.by[1], a.lane[2] >> shift.by[2],
            a.lane[3] >> shift.by[3]};
  }
  friend Fan operator<<(const Fan& a, const FanShift& shift) {
    return {a.lane[0] << shift.by[0], a.lane[1] << shift.by[1], a.lane[2] << shift.by[2],
            a.lane[3] << shift.by[3]};
  }
};

template <class Bits>
Fan<Bits> fan_of(const Bits& lane0, const Bits& lane1, const Bits& lane2, const Bits& lane3) {
  return {lane0, lane1, lane2, lane3};
}

template <class Bits>
Bits merged(const Fan<Bits>& fan) {
  return fan.lane[0] | fan.lane[1] | fan.lane[2] | fan.lane[3];
}

template <class Bits>
bool any(const Fan<Bits>& fan) {
  return any(merged(fan));
}

template <class Bits>
std::array<int, 4> counts(const Fan<Bits>& a, const Fan<Bits>& b, const Fan<Bits>& c,
                          const Fan<Bits>& d) {
  std::array<int, 4> result{};
  for (std::size_t i = 0; i < 4; ++i) {
    result[0] += count(a.lane[i]);
    result[1] += count(b.lane[i]);
    result[2] += count(c.lane[i]);
    result[3] += count(d.lane[i]);
  }
  return result;
}

#endif

// The same cells in every lane.
template <class Bits>
Fan<Bits> fan_of(const Bits& cells) {
  return fan_of(cells, cells, cells, cells);
}

}  // namespace fourfold
