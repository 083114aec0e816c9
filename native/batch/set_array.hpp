// Sets of cells for many boards, the first words of all of them side by side, then the second words,
// and so on, so that a vector register takes the same word of several boards:
//
//   [ board 0, word 0 | board 1, word 0 | ... | board 0, word 1 | board 1, word 1 | ...
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board/bitboard.hpp"

namespace fourfold {

// How many boards are played together: what a ply leaves of them stays in the first-level cache.
inline constexpr std::size_t block_boards = 64;

// A set of cells for each board of a block, laid out as in a SetArray.
template <class Bits>
using BlockWords = std::array<std::uint64_t, block_boards * word_count<Bits>>;

// The set whose words stand `distance` apart, and back.
template <class Bits>
constexpr Bits load_set(const std::uint64_t* words, std::size_t distance) {
  if constexpr (word_count<Bits> == 1) {
    return words[0];
  } else if constexpr (word_count<Bits> == 2) {
    return (Bits{words[distance]} << 64) | Bits{words[0]};
  } else {
    return {words[0], words[distance], words[2 * distance]};
  }
}
template <class Bits>
constexpr void store_set(std::uint64_t* words, std::size_t distance, const Bits& bits) {
  for (int i = 0; i < word_count<Bits>; ++i) {
    words[static_cast<std::size_t>(i) * distance] = word_of(bits, i);
  }
}

// All words of a set in one: not 0 if the set is not empty.
template <class Bits>
constexpr std::uint64_t any_word(const Bits& bits) {
  if constexpr (word_count<Bits> == 1) {
    return bits;
  } else if constexpr (word_count<Bits> == 2) {
    return word_of(bits, 0) | word_of(bits, 1);
  } else {
    return bits.word[0] | bits.word[1] | bits.word[2];
  }
}

// The sets of any number of boards.
template <class Bits>
class SetArray {
 public:
  explicit SetArray(std::size_t size = 0) : size_(size), words_(size * word_count<Bits>) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Bits operator[](std::size_t i) const { return load_set<Bits>(words_.data() + i, size_); }
  void set(std::size_t i, const Bits& bits) { store_set(words_.data() + i, size_, bits); }

  // A part of it, into and out of memory of the caller's own.
  void load(std::size_t begin, std::size_t size, BlockWords<Bits>& block) const {
    for (std::size_t word = 0; word < word_count<Bits>; ++word) {
      std::copy_n(&words_[word * size_ + begin], size, &block[word * block_boards]);
    }
  }
  void store(std::size_t begin, std::size_t size, const BlockWords<Bits>& block) {
    for (std::size_t word = 0; word < word_count<Bits>; ++word) {
      std::copy_n(&block[word * block_boards], size, &words_[word * size_ + begin]);
    }
  }

 private:
  std::size_t size_;
  std::vector<std::uint64_t> words_;
};

}  // namespace fourfold
