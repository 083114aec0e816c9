// Sets of cells side by side, one a column, in vector registers where the processor has them.
//
//   Bits64x8       eight sets of 64 bits: one 512-bit register with AVX-512, else two vectors of 256
//                  bits (which the compiler makes two registers with AVX2, and more, or plain words,
//                  without)
//   Bits128Lanes   sets of 128 bits, their low words in one register and their high words in
//                  another: eight sets with AVX-512, four with AVX2
//
// LanesOf<Bits> is the one that serves a type of sets. Sets of 192 bits go one at a time, and without
// AVX2 those of 128 bits too: there LanesOf<Bits> is Bits itself. Code written with shifts, &, |, ~,
// + and the functions below serves all of them.
#pragma once

#include <cstring>

#include "board/bitboard.hpp"

#if !FOURFOLD_VECTORS
#include "system/plain_vector.hpp"
#endif

namespace fourfold {

#if FOURFOLD_AVX512
using Bits64x8 = Bits64 __attribute__((vector_size(64)));
#else
#if FOURFOLD_VECTORS
using Bits64x4 = Bits64 __attribute__((vector_size(32)));
#else
using Bits64x4 = PlainVector<Bits64, 4>;
#endif

struct Bits64x8 {
  Bits64x4 low;
  Bits64x4 high;

  friend Bits64x8 operator&(const Bits64x8& a, const Bits64x8& b) {
    return {a.low & b.low, a.high & b.high};
  }
  friend Bits64x8 operator&(const Bits64x8& a, Bits64 b) { return {a.low & b, a.high & b}; }
  friend Bits64x8 operator|(const Bits64x8& a, const Bits64x8& b) {
    return {a.low | b.low, a.high | b.high};
  }
  friend Bits64x8 operator|(const Bits64x8& a, Bits64 b) { return {a.low | b, a.high | b}; }
  friend Bits64x8 operator^(const Bits64x8& a, const Bits64x8& b) {
    return {a.low ^ b.low, a.high ^ b.high};
  }
  friend Bits64x8 operator~(const Bits64x8& a) { return {~a.low, ~a.high}; }
  friend Bits64x8 operator+(const Bits64x8& a, Bits64 b) { return {a.low + b, a.high + b}; }
  friend Bits64x8 operator-(const Bits64x8& a, Bits64 b) { return {a.low - b, a.high - b}; }
  friend Bits64x8 operator<<(const Bits64x8& a, int n) { return {a.low << n, a.high << n}; }
  friend Bits64x8 operator>>(const Bits64x8& a, int n) { return {a.low >> n, a.high >> n}; }
  Bits64x8& operator|=(const Bits64x8& b) { return *this = *this | b; }
  Bits64x8& operator&=(const Bits64x8& b) { return *this = *this & b; }
};
#endif

// Whether the cells of each lane can be counted in registers: count_lanes.
#define FOURFOLD_COUNTS_LANES FOURFOLD_AVX512_POPCNT

#if FOURFOLD_AVX2
struct Bits128Lanes {
#if FOURFOLD_AVX512
  using Words = Bits64x8;
#else
  using Words = Bits64x4;
#endif
  Words low;
  Words high;

  friend Bits128Lanes operator&(const Bits128Lanes& a, const Bits128Lanes& b) {
    return {a.low & b.low, a.high & b.high};
  }
  friend Bits128Lanes operator&(const Bits128Lanes& a, Bits128 b) {
    return {a.low & word_of(b, 0), a.high & word_of(b, 1)};
  }
  friend Bits128Lanes operator|(const Bits128Lanes& a, const Bits128Lanes& b) {
    return {a.low | b.low, a.high | b.high};
  }
  friend Bits128Lanes operator|(const Bits128Lanes& a, Bits128 b) {
    return {a.low | word_of(b, 0), a.high | word_of(b, 1)};
  }
  friend Bits128Lanes operator~(const Bits128Lanes& a) { return {~a.low, ~a.high}; }
  // A sum of low words that is less than one of them has carried. A comparison gives -1 where it
  // holds.
  friend Bits128Lanes operator+(const Bits128Lanes& a, Bits128 b) {
    const Words sum = a.low + word_of(b, 0);
    return {sum, a.high + word_of(b, 1) - reinterpret_cast<Words>(sum < word_of(b, 0))};
  }
  // By 1 to 63.
  friend Bits128Lanes operator<<(const Bits128Lanes& a, int n) {
    return {a.low << n, (a.high << n) | (a.low >> (64 - n))};
  }
  friend Bits128Lanes operator>>(const Bits128Lanes& a, int n) {
    return {(a.low >> n) | (a.high << (64 - n)), a.high >> n};
  }
  Bits128Lanes& operator|=(const Bits128Lanes& b) { return *this = *this | b; }
};
#endif

template <class Bits>
struct Lanes {
  using type = Bits;
  static constexpr int size = 1;
};

template <>
struct Lanes<Bits64> {
  using type = Bits64x8;
  static constexpr int size = 8;
};

#if FOURFOLD_AVX2
template <>
struct Lanes<Bits128> {
  using type = Bits128Lanes;
  static constexpr int size = FOURFOLD_AVX512 ? 8 : 4;
};
#endif

template <class Bits>
using LanesOf = typename Lanes<Bits>::type;

// Reads as many sets as a Word has lanes.
template <class Word, class Bits>
inline Word load_lanes(const Bits* from) {
  Word lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

template <class Word, class Bits>
inline void store_lanes(Bits* to, const Word& lanes) {
  std::memcpy(to, &lanes, sizeof lanes);
}

#if FOURFOLD_AVX2
// In memory the two words of a set lie side by side, in registers all low words do.
template <>
inline Bits128Lanes load_lanes<Bits128Lanes, Bits128>(const Bits128* from) {
  using Words = Bits128Lanes::Words;
#if FOURFOLD_AVX512
  const __m512i first = _mm512_loadu_si512(from);
  const __m512i second = _mm512_loadu_si512(from + 4);
  const __m512i even = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14);
  const __m512i odd = _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15);
  return {reinterpret_cast<Words>(_mm512_permutex2var_epi64(first, even, second)),
          reinterpret_cast<Words>(_mm512_permutex2var_epi64(first, odd, second))};
#else
  const auto two = [from](int i, int j) {
    return _mm256_loadu2_m128i(reinterpret_cast<const __m128i*>(from + j),
                               reinterpret_cast<const __m128i*>(from + i));
  };
  const __m256i even = two(0, 2);
  const __m256i odd = two(1, 3);
  return {reinterpret_cast<Words>(_mm256_unpacklo_epi64(even, odd)),
          reinterpret_cast<Words>(_mm256_unpackhi_epi64(even, odd))};
#endif
}

inline void store_lanes(Bits128* to, const Bits128Lanes& lanes) {
#if FOURFOLD_AVX512
  const auto low = reinterpret_cast<__m512i>(lanes.low);
  const auto high = reinterpret_cast<__m512i>(lanes.high);
  const __m512i first = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
  const __m512i second = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
  _mm512_storeu_si512(to, _mm512_permutex2var_epi64(low, first, high));
  _mm512_storeu_si512(to + 4, _mm512_permutex2var_epi64(low, second, high));
#else
  const auto low = reinterpret_cast<__m256i>(lanes.low);
  const auto high = reinterpret_cast<__m256i>(lanes.high);
  _mm256_storeu2_m128i(reinterpret_cast<__m128i*>(to + 2), reinterpret_cast<__m128i*>(to),
                       _mm256_unpacklo_epi64(low, high));
  _mm256_storeu2_m128i(reinterpret_cast<__m128i*>(to + 3), reinterpret_cast<__m128i*>(to + 1),
                       _mm256_unpackhi_epi64(low, high));
#endif
}
#endif

// One bit a lane, set where the lane is empty.
template <class Bits>
inline unsigned empty_lanes(const Bits& lane) {
  return any(lane) ? 0U : 1U;
}
#if FOURFOLD_AVX2 && !FOURFOLD_AVX512
inline unsigned empty_lanes(const Bits64x4& lanes) {
  const __m256i zero = _mm256_cmpeq_epi64(reinterpret_cast<__m256i>(lanes), _mm256_setzero_si256());
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(zero)));
}
#endif
inline unsigned empty_lanes(const Bits64x8& lanes) {
#if FOURFOLD_AVX512
  const auto vector = reinterpret_cast<__m512i>(lanes);
  return _mm512_testn_epi64_mask(vector, vector);
#elif FOURFOLD_AVX2
  return empty_lanes(lanes.low) | (empty_lanes(lanes.high) << 4);
#else
  unsigned mask = 0;
  for (unsigned i = 0; i < 4; ++i) {
    mask |= static_cast<unsigned>(lanes.low[i] == 0) << i;
    mask |= static_cast<unsigned>(lanes.high[i] == 0) << (i + 4);
  }
  return mask;
#endif
}
#if FOURFOLD_AVX2
inline unsigned empty_lanes(const Bits128Lanes& lanes) {
  return empty_lanes(Bits128Lanes::Words(lanes.low | lanes.high));
}
#endif

#if FOURFOLD_COUNTS_LANES
inline __m512i count_lanes(const Bits64x8& lanes) {
  return _mm512_popcnt_epi64(reinterpret_cast<__m512i>(lanes));
}
inline __m512i count_lanes(const Bits128Lanes& lanes) {
  return _mm512_add_epi64(count_lanes(lanes.low), count_lanes(lanes.high));
}
#endif

// Lane by lane: the set without its lowest cell.
inline Bits64x8 without_lowest(const Bits64x8& lanes) { return lanes & (lanes - Bits64{1}); }
#if FOURFOLD_AVX2
inline Bits128Lanes without_lowest(const Bits128Lanes& lanes) {
  // 1 is borrowed from the high word where the low one is empty.
  const auto borrowed = reinterpret_cast<Bits128Lanes::Words>(lanes.low == 0);
  return {lanes.low & (lanes.low - Bits64{1}), lanes.high & (lanes.high + borrowed)};
}
#endif

// Lane by lane: `wanted` where it is not empty, else `instead`.
template <class Bits>
inline Bits or_else(const Bits& wanted, const Bits& instead) {
  return any(wanted) ? wanted : instead;
}
inline Bits64 or_else(Bits64 wanted, Bits64 instead) {
  const Bits64 missing = Bits64{0} - static_cast<Bits64>(wanted == 0);  // no branch to mispredict
  return wanted | (instead & missing);
}
inline Bits64x8 or_else(const Bits64x8& wanted, const Bits64x8& instead) {
#if FOURFOLD_AVX512
  return wanted != 0 ? wanted : instead;
#elif FOURFOLD_VECTORS
  return {wanted.low != 0 ? wanted.low : instead.low,
          wanted.high != 0 ? wanted.high : instead.high};
#else
  Bits64x8 result;
  for (std::size_t i = 0; i < 4; ++i) {
    result.low[i] = or_else(wanted.low[i], instead.low[i]);
    result.high[i] = or_else(wanted.high[i], instead.high[i]);
  }
  return result;
#endif
}
#if FOURFOLD_AVX2
inline Bits128Lanes or_else(const Bits128Lanes& wanted, const Bits128Lanes& instead) {
  const auto missing = (wanted.low | wanted.high) == 0;
  return {missing ? instead.low : wanted.low, missing ? instead.high : wanted.high};
}
#endif

}  // namespace fourfold
