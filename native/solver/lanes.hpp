// Eight sets of cells side by side, one a column, in vector registers where the processor has them.
//
// LanesOf<Bits64> is one 512-bit register with AVX-512, else two vectors of 256 bits (which the
// compiler makes two registers with AVX2, and more, or plain words, without). The wider sets of
// cells go one at a time: LanesOf<Bits> is Bits itself. Code written with shifts, &, |, ~ and +
// serves all of them.
#pragma once

#include <cstring>

#include "board/bitboard.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace fourfold {

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512DQ__)
#define FOURFOLD_AVX512 1
using Bits64x8 = Bits64 __attribute__((vector_size(64)));
#else
#define FOURFOLD_AVX512 0
using Bits64x4 = Bits64 __attribute__((vector_size(32)));

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

template <class Bits>
using LanesOf = typename Lanes<Bits>::type;

template <class Bits>
inline LanesOf<Bits> load_lanes(const Bits* from) {
  LanesOf<Bits> lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

template <class Word, class Bits>
inline void store_lanes(Bits* to, const Word& lanes) {
  std::memcpy(to, &lanes, sizeof lanes);
}

// One bit a lane, set where the lane is empty.
template <class Bits>
inline unsigned empty_lanes(const Bits& lane) {
  return any(lane) ? 0U : 1U;
}
inline unsigned empty_lanes(const Bits64x8& lanes) {
#if FOURFOLD_AVX512
  const auto vector = reinterpret_cast<__m512i>(lanes);
  return _mm512_testn_epi64_mask(vector, vector);
#elif defined(__AVX2__)
  const auto mask = [](const Bits64x4& four) {
    const __m256i zero =
        _mm256_cmpeq_epi64(reinterpret_cast<__m256i>(four), _mm256_setzero_si256());
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(zero)));
  };
  return mask(lanes.low) | (mask(lanes.high) << 4);
#else
  unsigned mask = 0;
  for (unsigned i = 0; i < 4; ++i) {
    mask |= static_cast<unsigned>(lanes.low[i] == 0) << i;
    mask |= static_cast<unsigned>(lanes.high[i] == 0) << (i + 4);
  }
  return mask;
#endif
}

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
#else
  return {wanted.low != 0 ? wanted.low : instead.low,
          wanted.high != 0 ? wanted.high : instead.high};
#endif
}

}  // namespace fourfold
