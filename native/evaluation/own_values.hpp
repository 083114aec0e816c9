// The numbers of a user's own evaluation, of any size, as the small integers that a search compares.
//
// A search has room for 24 bits. A number keeps its sign, the exponent of its power of two from -34
// to 29, and 17 bits of its fraction:
//
//     sign | exponent + 34, 6 bits | fraction, 17 bits      of a magnitude from 2^-34 to 10^9
//     0                                                     below that
//
// These are the leading bits of a float, so that a larger number has a larger code: the order is
// kept, and equal codes are equal to five digits at least. Whole numbers up to 262,144 are exact.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace fourfold {

// Marks a search whose leaves are evaluated by a function that each search is given.
struct OwnEvaluation {};

// Beyond the code of every number.
inline constexpr int own_win = 8'380'000;
// A number that is larger, up or down, counts as this.
inline constexpr double largest_own_value = 1e9;

namespace detail {
inline constexpr int dropped_fraction_bits = 6;
inline constexpr float least_own_value = 0x1p-34F;
inline constexpr std::uint32_t least_own_bits = std::bit_cast<std::uint32_t>(least_own_value);
}  // namespace detail

// `value` is a number, not a NaN.
inline int own_code(double value) {
  const auto magnitude = static_cast<float>(std::min(std::abs(value), largest_own_value));
  if (magnitude < detail::least_own_value) return 0;
  const std::uint32_t above = std::bit_cast<std::uint32_t>(magnitude) - detail::least_own_bits;
  constexpr std::uint32_t half = 1U << (detail::dropped_fraction_bits - 1);
  const int code = 1 + static_cast<int>((above + half) >> detail::dropped_fraction_bits);
  return value < 0 ? -code : code;
}

inline double own_value(int code) {
  if (code == 0) return 0;
  const auto above = static_cast<std::uint32_t>(std::abs(code) - 1)
                     << detail::dropped_fraction_bits;
  const auto magnitude = static_cast<double>(std::bit_cast<float>(above + detail::least_own_bits));
  return code < 0 ? -magnitude : magnitude;
}

}  // namespace fourfold
