// What has been proven of positions, for all threads of a solver: a lower and an upper bound of the
// score, the best move, and how much work the proof took (see table_entry.hpp).
//
// A bucket is one cache line of 64 bytes: eight entries of 64 bits, three of 128 or two of 192 (the
// rest is its lock). 64-bit entries are read and written atomically; the wider ones are guarded by
// the lock, and a thread that finds it taken simply goes without the table.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "solver/table_entry.hpp"
#include "system/lazy_memory.hpp"

namespace fourfold {

namespace detail {

template <class Bits>
struct alignas(64) Bucket {
  static constexpr int size = word_count<Bits> == 2 ? 3 : 2;
  std::array<Bits, size> entry;
  std::atomic<std::uint32_t> lock;

  bool try_lock() { return lock.exchange(1, std::memory_order_acquire) == 0; }
  void unlock() { lock.store(0, std::memory_order_release); }
};

template <>
struct alignas(64) Bucket<Bits64> {
  static constexpr int size = 8;
  std::array<std::atomic<Bits64>, size> entry;
};

static_assert(sizeof(Bucket<Bits64>) == 64);
static_assert(sizeof(Bucket<Bits128>) == 64);
static_assert(sizeof(Bucket<Bits192>) == 64);

}  // namespace detail

template <class Bits>
class TranspositionTable {
  using Bucket = detail::Bucket<Bits>;

 public:
  struct Place {
    Bucket* bucket;
    Bits tag;
  };

  // A table of at most `bytes` (a power of two), but large enough for its entries to hold the key.
  TranspositionTable(int key_bits, int score_limit, std::size_t bytes)
      : layout_(key_bits, score_limit, bytes / sizeof(Bucket), Layout::most_work_bits, 0),
        memory_(this->bytes()),
        buckets_(static_cast<Bucket*>(memory_.get())) {}

  std::size_t bytes() const { return sizeof(Bucket) * layout_.buckets(); }

  void enlarge_next_page() { memory_.enlarge_next_page(); }

  Place place(const Bits& key) const {
    const Bits hash = layout_.hash(key);
    return {buckets_ + layout_.index(hash), layout_.tag(hash)};
  }

  static void prefetch(const Place& place) { prefetch_line(place.bucket); }

  // A copy of what is known; false where nothing is.
  bool probe(const Place& place, Bounds& bounds) const {
    if constexpr (word_count<Bits> == 1) {
      const int slot = find(place);
      if (slot < 0) return false;
      // Another thread may have replaced the entry since.
      const Bits entry = load(place, slot);
      if (!layout_.same_tag(entry, place.tag)) return false;
      bounds = layout_.unpack(entry);
      return true;
    } else {
      if (!place.bucket->try_lock()) return false;
      const int slot = find(place);
      if (slot >= 0) bounds = layout_.unpack(load(place, slot));
      place.bucket->unlock();
      return slot >= 0;
    }
  }

  // Narrows what is known of a position. `work` is the logarithm of the nodes that it took; the
  // entry of the least work makes room.
  void store(const Place& place, int lower, int upper, int move, int work) {
    if constexpr (word_count<Bits> > 1) {
      if (!place.bucket->try_lock()) return;
    }
    int slot = find(place);
    Bits payload;
    const Bits old = slot >= 0 ? load(place, slot) : Bits{0};
    if (slot >= 0 && layout_.same_tag(old, place.tag)) {
      payload = layout_.narrowed(old, lower, upper, move, work);
    } else {
      slot = cheapest(place);
      payload = layout_.pack(lower, upper, move, work);
    }
    if constexpr (word_count<Bits> == 1) {
      place.bucket->entry[static_cast<std::size_t>(slot)].store(place.tag | payload,
                                                                std::memory_order_relaxed);
    } else {
      place.bucket->entry[static_cast<std::size_t>(slot)] = place.tag | payload;
      place.bucket->unlock();
    }
  }

 private:
  using Layout = TableEntry<Bits>;

  static Bits load(const Place& place, int slot) {
    const auto& entry = place.bucket->entry[static_cast<std::size_t>(slot)];
    if constexpr (word_count<Bits> == 1) {
      return entry.load(std::memory_order_relaxed);
    } else {
      return entry;
    }
  }

  // The slot that holds the position, or -1.
  int find(const Place& place) const {
#if FOURFOLD_AVX2 && !defined(__SANITIZE_THREAD__)
    if constexpr (word_count<Bits> == 1) {
      // Each 64-bit lane of an aligned vector load is as good as a relaxed atomic load of its own.
      const int payload_bits = layout_.payload_bits();
      const unsigned hits =
          tags_that_match(&place.bucket->entry[0], place.tag, payload_bits) |
          (tags_that_match(&place.bucket->entry[4], place.tag, payload_bits) << 4);
      if (hits == 0) return -1;
      const int slot = std::countr_zero(hits);
      return any(load(place, slot)) ? slot : -1;
    }
#endif
    for (int slot = 0; slot < Bucket::size; ++slot) {
      if (layout_.same_tag(load(place, slot), place.tag)) return slot;
    }
    return -1;
  }

  // The slot whose loss costs the least: an empty one, or that of the least work.
  int cheapest(const Place& place) const {
    std::uint64_t least = ~std::uint64_t{0};
    for (int slot = 0; slot < Bucket::size; ++slot) {
      const std::uint64_t work = layout_.work(load(place, slot));
      least = std::min(least, (work << 3) | static_cast<std::uint64_t>(slot));
    }
    return static_cast<int>(least & 7);
  }

  Layout layout_;
  LazyMemory memory_;
  Bucket* buckets_;
};

}  // namespace fourfold
