// A set of position keys that only grows: open addressing, one flat array, no erasing.
//
//   slot    0     1     2     3     4     5     6     7
//         [   ] [key] [key] [   ] [   ] [key] [   ] [key]
//                 \____/ a key that finds its slot taken moves on to the next free one
//
// A slot is free while it holds zero. No position but the empty board has that key.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "board/position.hpp"

namespace fourfold {

template <class Geometry>
class KeySet {
 public:
  using Bits = typename Geometry::Bits;

  KeySet() : slots_(std::size_t{1} << 10) {}

  std::size_t size() const { return size_; }

  // Asks for the memory that insert(key) will look at.
  void prefetch(const Key<Bits>& key) const {
    prefetch_line(&slots_[hash(stored(key)) & (slots_.size() - 1)]);
  }

  // Whether the key is new.
  bool insert(const Key<Bits>& key) {
    assert(any(key.pieces));
    if (5 * size_ >= 4 * slots_.size()) grow();
    Stored& slot = slot_of(stored(key));
    if (slot == stored(key)) return false;
    slot = stored(key);
    ++size_;
    return true;
  }

 private:
  // Where the rules have no bonus cell there is no ban, and half of the memory will do.
  using Stored = std::conditional_t<Geometry::may_have_bonus, Key<Bits>, Bits>;

  static Stored stored(const Key<Bits>& key) {
    if constexpr (Geometry::may_have_bonus) {
      return key;
    } else {
      return key.pieces;
    }
  }

  static std::uint64_t mix(std::uint64_t hash, const Bits& bits) {
    for (int i = 0; i < word_count<Bits>; ++i) {
      hash = (hash ^ word_of(bits, i)) * 0x9E37'79B9'7F4A'7C15ULL;
      hash ^= hash >> 32;
    }
    return hash;
  }

  static std::size_t hash(const Stored& key) {
    if constexpr (Geometry::may_have_bonus) {
      return static_cast<std::size_t>(mix(mix(0, key.pieces), key.ban));
    } else {
      return static_cast<std::size_t>(mix(0, key));
    }
  }

  // The slot that holds the key, or the free one where it belongs.
  Stored& slot_of(const Stored& key) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t index = hash(key) & mask;
    while (slots_[index] != Stored{} && slots_[index] != key) index = (index + 1) & mask;
    return slots_[index];
  }

  void grow() {
    std::vector<Stored> old(2 * slots_.size());
    std::swap(old, slots_);
    for (const Stored& key : old) {
      if (key != Stored{}) slot_of(key) = key;
    }
  }

  std::vector<Stored> slots_;
  std::size_t size_ = 0;
};

}  // namespace fourfold
