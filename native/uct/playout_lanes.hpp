// Sixteen bits for each column of a board, side by side in vector registers.
//
//     lane    0    1    2    3    4    5    6    7        bit = row, the lowest bit the bottom row;
//             a    b    c    d    e    f    g    -        12 rows leave bits 12 to 15 off the board
//
// Lanes8 is one register of 128 bits, for boards of up to 8 columns. Lanes16, for wider ones, is
// one of 256 bits where the processor has them, and two of 128 elsewhere. Whole lanes move with
// `lanes_up` (from column c to c + K) and `lanes_down`; what is shifted out is lost, and nothing
// wraps. The operators & | ^ ~ + - << >> work on each lane for itself.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "board/bitboard.hpp"

#if !FOURFOLD_VECTORS
#include "system/plain_vector.hpp"
#endif

namespace fourfold {

using Lane = std::uint16_t;
using LaneMask = std::uint32_t;  // one bit a lane

// --- eight lanes -----------------------------------------------------------------------------

#if FOURFOLD_VECTORS
using Lanes8 = Lane __attribute__((vector_size(16)));
#else
using Lanes8 = PlainVector<Lane, 8>;
#endif

template <int K>
inline Lanes8 lanes_up(const Lanes8& v) {
#if FOURFOLD_SSE2
  return reinterpret_cast<Lanes8>(_mm_slli_si128(reinterpret_cast<__m128i>(v), 2 * K));
#else
  return std::bit_cast<Lanes8>(std::bit_cast<Bits128>(v) << (16 * K));
#endif
}

template <int K>
inline Lanes8 lanes_down(const Lanes8& v) {
#if FOURFOLD_SSE2
  return reinterpret_cast<Lanes8>(_mm_srli_si128(reinterpret_cast<__m128i>(v), 2 * K));
#else
  return std::bit_cast<Lanes8>(std::bit_cast<Bits128>(v) >> (16 * K));
#endif
}

// The lanes where a and b have a bit in common.
inline LaneMask common(const Lanes8& a, const Lanes8& b) {
#if FOURFOLD_AVX512BW
  return _mm_test_epi16_mask(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b));
#elif FOURFOLD_SSE2
  const __m128i empty = _mm_cmpeq_epi16(reinterpret_cast<__m128i>(a & b), _mm_setzero_si128());
  return static_cast<LaneMask>(_mm_movemask_epi8(_mm_packs_epi16(empty, _mm_set1_epi16(-1)))) ^
         0xFFFFU;
#else
  LaneMask mask = 0;
  for (unsigned i = 0; i < 8; ++i) mask |= static_cast<LaneMask>((a[i] & b[i]) != 0) << i;
  return mask;
#endif
}

inline bool any_lane(const Lanes8& v) {
#if FOURFOLD_SSE41
  return _mm_testz_si128(reinterpret_cast<__m128i>(v), reinterpret_cast<__m128i>(v)) == 0;
#else
  return any(std::bit_cast<Bits128>(v));
#endif
}

// --- sixteen lanes ---------------------------------------------------------------------------

#if FOURFOLD_AVX2
using Lanes16 = Lane __attribute__((vector_size(32)));

template <int K>
inline Lanes16 lanes_up(const Lanes16& v) {
  const auto whole = reinterpret_cast<__m256i>(v);
  const __m256i carried = _mm256_permute2x128_si256(whole, whole, 0x08);  // 0, low
  return reinterpret_cast<Lanes16>(_mm256_alignr_epi8(whole, carried, 16 - 2 * K));
}

template <int K>
inline Lanes16 lanes_down(const Lanes16& v) {
  const auto whole = reinterpret_cast<__m256i>(v);
  const __m256i carried = _mm256_permute2x128_si256(whole, whole, 0x81);  // high, 0
  return reinterpret_cast<Lanes16>(_mm256_alignr_epi8(carried, whole, 2 * K));
}

inline LaneMask common(const Lanes16& a, const Lanes16& b) {
#if FOURFOLD_AVX512BW
  return _mm256_test_epi16_mask(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b));
#else
  const auto empty = _mm256_cmpeq_epi16(reinterpret_cast<__m256i>(a & b), _mm256_setzero_si256());
  const __m128i bytes =
      _mm_packs_epi16(_mm256_castsi256_si128(empty), _mm256_extracti128_si256(empty, 1));
  return static_cast<LaneMask>(_mm_movemask_epi8(bytes)) ^ 0xFFFFU;
#endif
}

inline bool any_lane(const Lanes16& v) {
  return _mm256_testz_si256(reinterpret_cast<__m256i>(v), reinterpret_cast<__m256i>(v)) == 0;
}
#else
struct Lanes16 {
  Lanes8 low;
  Lanes8 high;

  friend Lanes16 operator&(const Lanes16& a, const Lanes16& b) {
    return {a.low & b.low, a.high & b.high};
  }
  friend Lanes16 operator|(const Lanes16& a, const Lanes16& b) {
    return {a.low | b.low, a.high | b.high};
  }
  friend Lanes16 operator~(const Lanes16& a) { return {~a.low, ~a.high}; }
  friend Lanes16 operator+(const Lanes16& a, Lane b) { return {a.low + b, a.high + b}; }
  friend Lanes16 operator<<(const Lanes16& a, int n) { return {a.low << n, a.high << n}; }
  friend Lanes16 operator>>(const Lanes16& a, int n) { return {a.low >> n, a.high >> n}; }
  Lanes16& operator|=(const Lanes16& b) { return *this = *this | b; }
  Lanes16& operator&=(const Lanes16& b) { return *this = *this & b; }
};

template <int K>
inline Lanes16 lanes_up(const Lanes16& v) {
  return {lanes_up<K>(v.low), lanes_up<K>(v.high) | lanes_down<8 - K>(v.low)};
}

template <int K>
inline Lanes16 lanes_down(const Lanes16& v) {
  return {lanes_down<K>(v.low) | lanes_up<8 - K>(v.high), lanes_down<K>(v.high)};
}

inline LaneMask common(const Lanes16& a, const Lanes16& b) {
  return (common(a.low, b.low) & 0xFFU) | ((common(a.high, b.high) & 0xFFU) << 8);
}

inline bool any_lane(const Lanes16& v) { return any_lane(v.low | v.high); }
#endif

// --- both ------------------------------------------------------------------------------------

template <class Lanes>
inline constexpr int lane_count = static_cast<int>(sizeof(Lanes) / sizeof(Lane));

template <class Lanes>
inline Lanes read_lanes(const Lane* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

// Only the lane whose bit of `one`, a mask of one lane, is set.
template <class Lanes>
inline Lanes only_lane(const Lanes& v, LaneMask one) {
#if FOURFOLD_AVX512BW
  if constexpr (lane_count<Lanes> == 8) {
    return reinterpret_cast<Lanes>(
        _mm_maskz_mov_epi16(static_cast<__mmask8>(one), reinterpret_cast<__m128i>(v)));
  } else {
    return reinterpret_cast<Lanes>(
        _mm256_maskz_mov_epi16(static_cast<__mmask16>(one), reinterpret_cast<__m256i>(v)));
  }
#else
  // A window on one full lane among empty ones, in one cache line.
  alignas(64) static constexpr Lane around[32] = {0, 0, 0, 0, 0, 0, 0, 0,
                                                  0, 0, 0, 0, 0, 0, 0, 0xFFFF};
  return v & read_lanes<Lanes>(around + 15 - std::countr_zero(one));
#endif
}

// The n-th lane of a mask, counted from 0, as a mask.
inline LaneMask nth_lane(LaneMask mask, int n) {
#if FOURFOLD_BMI2
  return _pdep_u32(LaneMask{1} << n, mask);
#else
  for (; n > 0; --n) mask &= mask - 1;
  return mask & (LaneMask{0} - mask);
#endif
}

}  // namespace fourfold
