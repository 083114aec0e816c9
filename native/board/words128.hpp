// An unsigned integer of 128 bits in two words, for compilers that have none of their own.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

namespace fourfold {

struct Words128 {
  std::array<std::uint64_t, 2> word{};

  constexpr Words128() = default;
  constexpr explicit Words128(std::uint64_t low) : word{low, 0} {}
  constexpr Words128(std::uint64_t low, std::uint64_t high) : word{low, high} {}

  constexpr bool operator==(const Words128&) const = default;
  constexpr std::strong_ordering operator<=>(const Words128& other) const {
    if (word[1] != other.word[1]) return word[1] <=> other.word[1];
    return word[0] <=> other.word[0];
  }
  constexpr explicit operator bool() const { return (word[0] | word[1]) != 0; }
  constexpr explicit operator std::uint64_t() const { return word[0]; }

  friend constexpr Words128 operator&(Words128 a, Words128 b) {
    return {a.word[0] & b.word[0], a.word[1] & b.word[1]};
  }
  friend constexpr Words128 operator|(Words128 a, Words128 b) {
    return {a.word[0] | b.word[0], a.word[1] | b.word[1]};
  }
  friend constexpr Words128 operator^(Words128 a, Words128 b) {
    return {a.word[0] ^ b.word[0], a.word[1] ^ b.word[1]};
  }
  friend constexpr Words128 operator~(Words128 a) { return {~a.word[0], ~a.word[1]}; }
  friend constexpr Words128 operator+(Words128 a, Words128 b) {
    const std::uint64_t low = a.word[0] + b.word[0];
    const std::uint64_t carry = low < a.word[0];
    return {low, a.word[1] + b.word[1] + carry};
  }
  friend constexpr Words128 operator-(Words128 a, Words128 b) {
    const std::uint64_t borrow = a.word[0] < b.word[0];
    return {a.word[0] - b.word[0], a.word[1] - b.word[1] - borrow};
  }
  // Shifts by 0 to 127. A word moves by 64 - n in two steps: n may be 0.
  friend constexpr Words128 operator<<(Words128 a, int n) {
    if (n >= 64) return {0, a.word[0] << (n - 64)};
    return {a.word[0] << n, (a.word[1] << n) | ((a.word[0] >> 1) >> (63 - n))};
  }
  friend constexpr Words128 operator>>(Words128 a, int n) {
    if (n >= 64) return {a.word[1] >> (n - 64), 0};
    return {(a.word[0] >> n) | ((a.word[1] << 1) << (63 - n)), a.word[1] >> n};
  }
  // The low words from halves of 32 bits, as on paper; of the others only their low word counts.
  friend constexpr Words128 operator*(Words128 a, Words128 b) {
    constexpr std::uint64_t half = 0xFFFF'FFFFULL;
    const std::uint64_t a0 = a.word[0] & half, a1 = a.word[0] >> 32;
    const std::uint64_t b0 = b.word[0] & half, b1 = b.word[0] >> 32;
    const std::uint64_t low = a0 * b0;
    const std::uint64_t cross = a1 * b0 + (low >> 32);  // at most (2^32 - 1)^2 + 2^32 - 1
    const std::uint64_t middle = a0 * b1 + (cross & half);
    const std::uint64_t high = a1 * b1 + (cross >> 32) + (middle >> 32);
    return {(middle << 32) | (low & half), high + a.word[0] * b.word[1] + a.word[1] * b.word[0]};
  }
  constexpr Words128& operator&=(Words128 b) { return *this = *this & b; }
  constexpr Words128& operator|=(Words128 b) { return *this = *this | b; }
  constexpr Words128& operator^=(Words128 b) { return *this = *this ^ b; }
  constexpr Words128& operator+=(Words128 b) { return *this = *this + b; }
  constexpr Words128& operator-=(Words128 b) { return *this = *this - b; }
};

}  // namespace fourfold
