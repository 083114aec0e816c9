// A set of cells as an unsigned integer of one, two or three 64-bit words.
//
//   bits of board      type         boards
//   up to  64          Bits64       7x6, 8x7, 9x6, 12x4 ...   columns * (rows + 1) <= 64
//   up to 128          Bits128      9x8, 10x11, 11x10 ...
//   up to 192          Bits192      12x11 (144 bits), 12x12 (156 bits)
//
// The three types answer to the same operators and to the same few functions, so that everything
// above them is written once. Write every literal as Bits{1}.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "board/words128.hpp"
#include "system/compiler.hpp"

namespace fourfold {

using Bits64 = std::uint64_t;
#if FOURFOLD_INT128
__extension__ typedef unsigned __int128 Bits128;
#else
using Bits128 = Words128;
#endif

struct Bits192 {
  std::array<std::uint64_t, 3> word{};

  constexpr Bits192() = default;
  constexpr explicit Bits192(std::uint64_t low) : word{low, 0, 0} {}
  constexpr Bits192(std::uint64_t low, std::uint64_t middle, std::uint64_t high)
      : word{low, middle, high} {}

  constexpr bool operator==(const Bits192&) const = default;
  constexpr std::strong_ordering operator<=>(const Bits192& other) const {
    if (word[2] != other.word[2]) return word[2] <=> other.word[2];
    if (word[1] != other.word[1]) return word[1] <=> other.word[1];
    return word[0] <=> other.word[0];
  }
  constexpr explicit operator bool() const { return (word[0] | word[1] | word[2]) != 0; }

  friend constexpr Bits192 operator&(Bits192 a, Bits192 b) {
    return {a.word[0] & b.word[0], a.word[1] & b.word[1], a.word[2] & b.word[2]};
  }
  friend constexpr Bits192 operator|(Bits192 a, Bits192 b) {
    return {a.word[0] | b.word[0], a.word[1] | b.word[1], a.word[2] | b.word[2]};
  }
  friend constexpr Bits192 operator^(Bits192 a, Bits192 b) {
    return {a.word[0] ^ b.word[0], a.word[1] ^ b.word[1], a.word[2] ^ b.word[2]};
  }
  friend constexpr Bits192 operator~(Bits192 a) { return {~a.word[0], ~a.word[1], ~a.word[2]}; }
  friend constexpr Bits192 operator+(Bits192 a, Bits192 b) {
    const std::uint64_t low = a.word[0] + b.word[0];
    const std::uint64_t carry0 = low < a.word[0];
    const std::uint64_t middle = a.word[1] + b.word[1];
    const std::uint64_t carry1 = middle < a.word[1];
    const std::uint64_t middle_carried = middle + carry0;
    const std::uint64_t carry2 = middle_carried < middle;
    return {low, middle_carried, a.word[2] + b.word[2] + carry1 + carry2};
  }
  friend constexpr Bits192 operator-(Bits192 a, Bits192 b) { return a + (~b + Bits192{1}); }
  // Shifts by 0 to 191. No recursion and, for the usual shifts by less than a word, no branch but
  // one, so that the compiler inlines them. A word moves by 64 - n in two steps: n may be 0.
  friend constexpr Bits192 operator<<(Bits192 a, int n) {
    if (n >= 64) {
      a = n < 128 ? Bits192{0, a.word[0], a.word[1]} : Bits192{0, 0, a.word[0]};
      n %= 64;
    }
    return {a.word[0] << n, (a.word[1] << n) | ((a.word[0] >> 1) >> (63 - n)),
            (a.word[2] << n) | ((a.word[1] >> 1) >> (63 - n))};
  }
  friend constexpr Bits192 operator>>(Bits192 a, int n) {
    if (n >= 64) {
      a = n < 128 ? Bits192{a.word[1], a.word[2], 0} : Bits192{a.word[2], 0, 0};
      n %= 64;
    }
    return {(a.word[0] >> n) | ((a.word[1] << 1) << (63 - n)),
            (a.word[1] >> n) | ((a.word[2] << 1) << (63 - n)), a.word[2] >> n};
  }
  constexpr Bits192& operator&=(Bits192 b) { return *this = *this & b; }
  constexpr Bits192& operator|=(Bits192 b) { return *this = *this | b; }
  constexpr Bits192& operator^=(Bits192 b) { return *this = *this ^ b; }
  constexpr Bits192& operator+=(Bits192 b) { return *this = *this + b; }
  constexpr Bits192& operator-=(Bits192 b) { return *this = *this - b; }
};

template <class Bits>
inline constexpr int word_count = static_cast<int>(sizeof(Bits) / sizeof(std::uint64_t));

// The 64-bit word number `index` of a set, lowest first.
constexpr std::uint64_t word_of(Bits64 bits, int) { return bits; }
#if FOURFOLD_INT128
constexpr std::uint64_t word_of(Bits128 bits, int index) {
  return static_cast<std::uint64_t>(bits >> (64 * index));
}
#endif
constexpr std::uint64_t word_of(const Words128& bits, int index) {
  return bits.word[static_cast<std::size_t>(index)];
}
constexpr std::uint64_t word_of(const Bits192& bits, int index) {
  return bits.word[static_cast<std::size_t>(index)];
}

template <class Bits>
constexpr bool any(const Bits& bits) {
  return static_cast<bool>(bits);
}

// The bits of a word. Where the processor has no instruction for it, std::popcount is a call into a
// library: adding up pairs, fours and bytes in place takes two thirds of the time.
constexpr int count_word(std::uint64_t word) {
#if defined(__x86_64__) && !defined(__POPCNT__)
  word -= (word >> 1) & 0x5555'5555'5555'5555ULL;
  word = (word & 0x3333'3333'3333'3333ULL) + ((word >> 2) & 0x3333'3333'3333'3333ULL);
  word = (word + (word >> 4)) & 0x0F0F'0F0F'0F0F'0F0FULL;
  return static_cast<int>((word * 0x0101'0101'0101'0101ULL) >> 56);
#else
  return std::popcount(word);
#endif
}

template <class Bits>
constexpr int count(const Bits& bits) {
  int total = 0;
  for (int i = 0; i < word_count<Bits>; ++i) total += count_word(word_of(bits, i));
  return total;
}

// The lowest cell of a set that is not empty, as a number.
template <class Bits>
constexpr int lowest_index(const Bits& bits) {
  for (int i = 0; i < word_count<Bits> - 1; ++i) {
    const std::uint64_t word = word_of(bits, i);
    if (word != 0) return 64 * i + std::countr_zero(word);
  }
  constexpr int last = word_count<Bits> - 1;
  return 64 * last + std::countr_zero(word_of(bits, last));
}

// The lowest cell of a set, as a set; empty for the empty set.
template <class Bits>
constexpr Bits lowest(const Bits& bits) {
  return bits & (Bits{0} - bits);
}

template <class Bits>
constexpr Bits without_lowest(const Bits& bits) {
  return bits & (bits - Bits{1});
}

// Calls visit(cell) for every cell of the set, lowest first, each as a set of one.
template <class Bits, class Visit>
constexpr void for_each_cell(Bits bits, Visit&& visit) {
  for (; any(bits); bits = without_lowest(bits)) visit(lowest(bits));
}

}  // namespace fourfold
