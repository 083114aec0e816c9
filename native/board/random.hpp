// A small, fast, reproducible source of random numbers: splitmix64 (Sebastiano Vigna, public
// domain). The same seed gives the same numbers on every machine and in every build.
#pragma once

#include <cstdint>

#include "board/bitboard.hpp"

namespace fourfold {

// A random word as a number in 0 .. bound - 1, for a small bound: the bias, bound / 2^32, is far below
// anything that could be measured.
constexpr std::uint64_t scaled(std::uint64_t word, std::uint64_t bound) {
  return ((word >> 32) * bound) >> 32;
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E37'79B9'7F4A'7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBULL;
    return z ^ (z >> 31);
  }

  // Uniform in 0 .. bound - 1, for a small bound.
  int below(int bound) {
    return static_cast<int>(scaled(next(), static_cast<std::uint64_t>(bound)));
  }

 private:
  std::uint64_t state_;
};

// A cell of a set that is not empty, each with the same chance.
template <class Bits>
Bits random_cell(Bits cells, Random& random) {
  for (int skip = random.below(count(cells)); skip > 0; --skip) cells = without_lowest(cells);
  return lowest(cells);
}

}  // namespace fourfold
