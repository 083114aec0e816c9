// Which positions a thread is searching at this moment, so that another thread can look at
// something else first. A hint only: a wrong answer costs time, never correctness.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "board/bitboard.hpp"

namespace fourfold {

class BusyTable {
 public:
  // Marks a position as being searched. False, and nothing marked, if another thread
  // searches it already and the caller would rather wait.
  template <class Bits>
  bool enter(const Bits& tag, bool rather_wait) {
    const std::uint64_t mark = mark_of(tag);
    auto& slot = slots_[index_of(mark)];
    if (rather_wait && slot.load(std::memory_order_relaxed) == mark) return false;
    slot.store(mark, std::memory_order_relaxed);
    return true;
  }

  template <class Bits>
  void leave(const Bits& tag) {
    const std::uint64_t mark = mark_of(tag);
    auto& slot = slots_[index_of(mark)];
    if (slot.load(std::memory_order_relaxed) == mark) slot.store(0, std::memory_order_relaxed);
  }

  // After a search that ended early, whose marks were left behind.
  void clear() {
    for (auto& slot : slots_) slot.store(0, std::memory_order_relaxed);
  }

 private:
  template <class Bits>
  static std::uint64_t mark_of(const Bits& tag) {
    std::uint64_t mark = 1;
    for (int i = 0; i < word_count<Bits>; ++i)
      mark = (mark ^ word_of(tag, i)) * 0x9E37'79B9'7F4A'7C15ULL;
    return mark | 1;
  }
  static std::size_t index_of(std::uint64_t mark) { return mark >> 52; }

  std::array<std::atomic<std::uint64_t>, 4096> slots_{};
};

}  // namespace fourfold
