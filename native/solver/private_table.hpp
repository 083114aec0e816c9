// What has been proven of positions, for one thread and low in its tree, where an access to the
// shared table would take longer than the search itself. Entries are those of table_entry.hpp,
// without the work: the newest of a bucket is first and the oldest makes room, because what is
// searched now has more use for what was proven a moment ago than for what was hard to prove.
//
// A bucket is half a cache line with four entries of 64 bits, or a whole one with four of 128 or two
// of 192.
#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include "solver/table_entry.hpp"
#include "system/lazy_memory.hpp"

namespace fourfold {

template <class Bits>
class PrivateTable {
  static constexpr std::size_t bucket_size = word_count<Bits> == 3 ? 2 : 4;
  struct alignas(word_count<Bits> == 1 ? 32 : 64) Bucket {
    std::array<Bits, bucket_size> entry;
  };

 public:
  struct Place {
    Bucket* bucket;
    Bits tag;
  };

  // `tag_bits`: 0, or more than the entries need, to lay them out as in a smaller table.
  PrivateTable(int key_bits, int score_limit, std::size_t bytes, int tag_bits = 0)
      : layout_(key_bits, score_limit, bytes / sizeof(Bucket), 0, tag_bits),
        memory_(sizeof(Bucket) * layout_.buckets()),
        buckets_(static_cast<Bucket*>(memory_.get())) {}

  static int most_tag_bits(int score_limit) { return TableEntry<Bits>::most_tag_bits(score_limit); }
  int tag_bits() const { return layout_.tag_bits(); }

  // Takes all memory from the system now: it will be needed anyway.
  void touch() { memory_.touch(); }

  Place place(const Bits& key) const {
    const Bits hash = layout_.hash(key);
    return {buckets_ + layout_.index(hash), layout_.tag(hash)};
  }

  static void prefetch(const Place& place) { prefetch_line(place.bucket); }

  bool probe(const Place& place, Bounds& bounds) const {
    const int slot = find(place);
    if (slot < 0) return false;
    bounds = layout_.unpack(place.bucket->entry[static_cast<std::size_t>(slot)]);
    return true;
  }

  // Narrows what is known of a position.
  void store(const Place& place, int lower, int upper, int move) {
    auto& entry = place.bucket->entry;
    const int slot = find(place);
    if (slot >= 0) {
      Bits& old = entry[static_cast<std::size_t>(slot)];
      old = place.tag | layout_.narrowed(old, lower, upper, move, 0);
      return;
    }
    for (std::size_t i = bucket_size - 1; i > 0; --i) entry[i] = entry[i - 1];
    entry[0] = place.tag | layout_.pack(lower, upper, move, 0);
  }

 private:
  int find(const Place& place) const {
    const auto& entry = place.bucket->entry;
#if FOURFOLD_AVX2
    if constexpr (word_count<Bits> == 1) {
      const unsigned hits = tags_that_match(entry.data(), place.tag, layout_.payload_bits());
      if (hits == 0) return -1;
      const int slot = std::countr_zero(hits);
      return any(entry[static_cast<std::size_t>(slot)]) ? slot : -1;
    }
#endif
    for (std::size_t slot = 0; slot < bucket_size; ++slot) {
      if (layout_.same_tag(entry[slot], place.tag)) return static_cast<int>(slot);
    }
    return -1;
  }

  TableEntry<Bits> layout_;
  LazyMemory memory_;
  Bucket* buckets_;
};

}  // namespace fourfold
