// What a depth-limited search has found out about positions: a value or a bound of it, how deep it
// was searched, and the best move.
//
// An entry is the whole key of the position (one, two or three words) and one word of data:
//
//     high                                             low
//     | generation 26 | move 4 | depth 8 | bound 2 | value 24 |
//
// The key is stored in full, so no two positions can be confused. A bucket is a number that counts
// its writes and as many entries as fill one or two cache lines:
//
//     key of 1 word     | writes | 3 entries of 16 bytes |      64 bytes
//     key of 2 words    | writes | 2 entries of 24 bytes |      64 bytes
//     key of 3 words    | writes | 3 entries of 32 bytes |     128 bytes
//
// Threads share it without waiting. A writer makes the number odd, writes, and makes it even again;
// a reader whose copy began and ended with the same even number has read one writer's words. A
// thread that finds a bucket in use goes without it.
//
// Generations. A value holds for one search to one depth: another depth has other leaves, another
// root may have another player as its own, for whom the leaves are evaluated. So every depth of
// every search is a generation of its own, and only values of the present one are used. (Within it
// the remaining depth of a position follows from its pieces: an entry is always as deep as is asked
// for.) Of earlier depths of the same search the best move is still a good hint. What is older is
// as good as empty, so that a search goes the same way whatever was searched before.
//
// A shallow search uses a part of the table only: to spread few entries over much memory would cost
// more, in pages taken from the system, than the search itself.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "board/bitboard.hpp"
#include "system/lazy_memory.hpp"

namespace fourfold {

enum class BoundKind : std::uint8_t { exact, lower, upper };

struct AlphaBetaEntry {
  int value;
  int depth;
  BoundKind kind;
  int move;      // column + 1, 0 where none is known
  bool current;  // of this generation: if not, only the move counts
};

template <class Bits>
class AlphaBetaTable {
  static constexpr int words = word_count<Bits>;
  static constexpr int slots = words == 2 ? 2 : 3;

  struct Slot {
    std::array<std::atomic<std::uint64_t>, words> key;
    std::atomic<std::uint64_t> data;
  };
  struct alignas(64) Bucket {
    std::atomic<std::uint64_t> writes;
    std::array<Slot, slots> slot;
  };
  static_assert(sizeof(Bucket) == (words == 3 ? 128 : 64));

 public:
  static constexpr int most_value = (1 << 23) - 1;

  explicit AlphaBetaTable(std::size_t bytes)
      : most_index_bits_(std::max(static_cast<int>(std::bit_width(bytes / sizeof(Bucket))) - 1,
                                  least_index_bits)),
        index_bits_(most_index_bits_),
        memory_(std::make_unique<LazyMemory>(sizeof(Bucket) << most_index_bits_)),
        buckets_(static_cast<Bucket*>(memory_->get())) {}

  std::size_t bytes() const { return sizeof(Bucket) << most_index_bits_; }

  // A search of about 2^nodes_log positions. Not while a search is running.
  void begin_search(int nodes_log) {
    index_bits_ = std::clamp(nodes_log, least_index_bits, most_index_bits_);
    if (generation_ + most_depths > last_generation) {  // numbers run out: once in a lifetime
      memory_ = std::make_unique<LazyMemory>(bytes());  // the old one stays if there is none
      buckets_ = static_cast<Bucket*>(memory_->get());
      generation_ = 0;
    }
    first_generation_ = generation_ + 1;
  }
  void begin_depth() { ++generation_; }

  // For writing: after most questions comes an answer.
  void prefetch(const Bits& key) const { prefetch_line<true>(&buckets_[index_of(key)]); }

  // A copy of what is known.
  bool probe(const Bits& key, AlphaBetaEntry& entry) const {
    const Bucket& bucket = buckets_[index_of(key)];
    const std::uint64_t writes = bucket.writes.load(std::memory_order_acquire);
    if ((writes & 1) != 0) return false;
    for (const Slot& slot : bucket.slot) {
      if (!holds(slot, key)) continue;
      const std::uint64_t data = slot.data.load(std::memory_order_acquire);
      if (bucket.writes.load(std::memory_order_relaxed) != writes) return false;
      const std::uint64_t generation = data >> 38;
      if (generation < first_generation_) return false;
      entry.value = static_cast<int>(data & 0xFF'FFFF) - most_value;
      entry.kind = static_cast<BoundKind>((data >> 24) & 3);
      entry.depth = static_cast<int>((data >> 26) & 0xFF);
      entry.move = static_cast<int>((data >> 34) & 0xF);
      entry.current = generation == generation_;
      return true;
    }
    return false;
  }

  void store(const Bits& key, int value, BoundKind kind, int depth, int move) {
    Bucket& bucket = buckets_[index_of(key)];
    std::uint64_t writes = bucket.writes.load(std::memory_order_relaxed);
    if ((writes & 1) != 0 ||
        !bucket.writes.compare_exchange_strong(writes, writes + 1, std::memory_order_acquire)) {
      return;
    }
    Slot& slot = bucket.slot[static_cast<std::size_t>(victim(bucket, key))];
    // Released: a reader who sees one of these words also sees that a write is under way.
    for (int i = 0; i < words; ++i) {
      slot.key[static_cast<std::size_t>(i)].store(word_of(key, i), std::memory_order_release);
    }
    slot.data.store((generation_ << 38) | (static_cast<std::uint64_t>(move) << 34) |
                        (static_cast<std::uint64_t>(depth) << 26) |
                        (static_cast<std::uint64_t>(kind) << 24) |
                        static_cast<std::uint64_t>(value + most_value),
                    std::memory_order_release);
    bucket.writes.store(writes + 2, std::memory_order_release);
  }

 private:
  static constexpr std::uint64_t last_generation = (std::uint64_t{1} << 26) - 1;
  static constexpr std::uint64_t most_depths = 200;
  static constexpr int least_index_bits = 4;

  std::size_t index_of(const Bits& key) const {
    std::uint64_t hash = word_of(key, 0) * 0x9E37'79B9'7F4A'7C15ULL;
    for (int i = 1; i < words; ++i) {
      hash = (hash ^ (hash >> 32) ^ word_of(key, i)) * 0xD1B5'4A32'D192'ED03ULL;
    }
    hash = (hash ^ (hash >> 29)) * 0xBF58'476D'1CE4'E5B9ULL;
    return static_cast<std::size_t>(hash >> (64 - index_bits_));
  }

  static bool holds(const Slot& slot, const Bits& key) {
    for (int i = 0; i < words; ++i) {
      if (slot.key[static_cast<std::size_t>(i)].load(std::memory_order_acquire) !=
          word_of(key, i)) {
        return false;
      }
    }
    return true;
  }

  // Where to write: over the same position, else over what is old, else over the shallowest.
  int victim(const Bucket& bucket, const Bits& key) const {
    int chosen = 0;
    std::uint64_t least = ~std::uint64_t{0};
    for (int i = 0; i < slots; ++i) {
      const Slot& slot = bucket.slot[static_cast<std::size_t>(i)];
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      const std::uint64_t generation = data >> 38;
      if (generation >= first_generation_ && holds(slot, key)) return i;
      const std::uint64_t priority =
          generation < first_generation_
              ? 0
              : (generation == generation_ ? 256 : 1) + ((data >> 26) & 0xFF);
      if (priority < least) {
        least = priority;
        chosen = i;
      }
    }
    return chosen;
  }

  int most_index_bits_;
  int index_bits_;
  std::unique_ptr<LazyMemory> memory_;
  Bucket* buckets_;
  std::uint64_t generation_ = 0;
  std::uint64_t first_generation_ = 1;
};

}  // namespace fourfold
