// What has been proven of positions: a lower and an upper bound of the score, the best move, and
// how much work the proof took.
//
// An entry is one number of the same width as a set of cells (64, 128 or 192 bits):
//
//     high                                                             low
//     | tag: the hashed key without its index bits | work | move | upper | lower |
//
// (`work` and `move` are left out where a wide key leaves no room for them).
//
// The key of `key_bits` bits is multiplied by an odd constant modulo 2^key_bits. That is a
// bijection, so the bucket's index (the high bits of the product) and the tag (all its other bits)
// together are the key: no two positions can ever be confused. An empty entry is 0; `upper` of a
// real entry is never 0.
//
// A bucket is one cache line of 64 bytes: eight entries of 64 bits, three of 128 or two of 192 (the
// rest is its lock). 64-bit entries are read and written atomically; the wider ones are guarded by
// the lock, and a thread that finds it taken simply goes without the table.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include "lanes.hpp"

#if !defined(MADV_POPULATE_WRITE) && defined(__linux__)
#define MADV_POPULATE_WRITE 23  // since Linux 5.14; older kernels refuse it
#endif
#if !defined(MADV_COLLAPSE) && defined(__linux__)
#define MADV_COLLAPSE 25  // since Linux 6.1; older kernels refuse it
#endif

namespace fourfold {

struct Bounds {
  int lower;
  int upper;
  int move;  // column + 1 of the best move known, 0 where none is
};

namespace detail {

// An odd constant as wide as the key, for a hash that is a bijection.
template <class Bits>
constexpr Bits multiplier() {
  constexpr std::uint64_t a = 0x9E37'79B9'7F4A'7C15ULL;
  constexpr std::uint64_t b = 0xD1B5'4A32'D192'ED03ULL;
  if constexpr (word_count<Bits> == 1) {
    return a;
  } else if constexpr (word_count<Bits> == 2) {
    return (Bits{b} << 64) | Bits{a};
  } else {
    return Bits{a, b, 0x2545'F491'4F6C'DD1DULL};
  }
}

inline Bits64 multiply(Bits64 a, Bits64 b) { return a * b; }
inline Bits128 multiply(Bits128 a, Bits128 b) { return a * b; }
inline Bits192 multiply(const Bits192& a, const Bits192& b) {
  const Bits128 p00 = Bits128{a.word[0]} * b.word[0];
  const Bits128 p01 = Bits128{a.word[0]} * b.word[1];
  const Bits128 p10 = Bits128{a.word[1]} * b.word[0];
  const std::uint64_t top =
      a.word[0] * b.word[2] + a.word[1] * b.word[1] + a.word[2] * b.word[0];
  const Bits128 middle = (p00 >> 64) + static_cast<std::uint64_t>(p01);
  const Bits128 middle2 = Bits128{static_cast<std::uint64_t>(middle)} +
                          static_cast<std::uint64_t>(p10);
  return {static_cast<std::uint64_t>(p00), static_cast<std::uint64_t>(middle2),
          top + static_cast<std::uint64_t>(p01 >> 64) + static_cast<std::uint64_t>(p10 >> 64) +
              static_cast<std::uint64_t>(middle >> 64) + static_cast<std::uint64_t>(middle2 >> 64)};
}

template <class Bits, int Bytes>
struct alignas(Bytes) Bucket {
  static constexpr int size = Bytes / static_cast<int>(sizeof(Bits)) - (word_count<Bits> == 2 ? 1 : 0);
  std::array<Bits, size> entry;
  std::atomic<std::uint32_t> lock;

  bool try_lock() { return lock.exchange(1, std::memory_order_acquire) == 0; }
  void unlock() { lock.store(0, std::memory_order_release); }
};

template <int Bytes>
struct alignas(Bytes) Bucket<Bits64, Bytes> {
  static constexpr int size = Bytes / 8;
  std::array<std::atomic<Bits64>, size> entry;
};

static_assert(sizeof(Bucket<Bits64, 64>) == 64);
static_assert(sizeof(Bucket<Bits128, 64>) == 64 && Bucket<Bits128, 64>::size == 3);
static_assert(sizeof(Bucket<Bits192, 64>) == 64 && Bucket<Bits192, 64>::size == 2);

}  // namespace detail

// Zeroed memory that the system hands out in small pages as it is touched. Large pages suit a table
// that is read at random, but each takes milliseconds to hand out, in which nobody could stop a
// search: a search that has become long makes them of the small ones, one at a time.
class LazyMemory {
 public:
  explicit LazyMemory(std::size_t bytes) : bytes_(bytes) {
    // Room for the start to lie on the boundary of a large page.
    mapped_ = bytes + (bytes >= large_page ? large_page : 0);
    void* memory = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    mapping_ = static_cast<std::byte*>(memory);
    const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
    memory_ = mapping_ + (bytes >= large_page ? (large_page - address % large_page) % large_page : 0);
  }
  ~LazyMemory() { munmap(mapping_, mapped_); }
  LazyMemory(const LazyMemory&) = delete;
  LazyMemory& operator=(const LazyMemory&) = delete;

  void* get() const { return memory_; }

  // Takes all of it now: at one request where the system offers that, else page by page.
  void touch() {
#if defined(MADV_POPULATE_WRITE)
    if (madvise(mapping_, mapped_, MADV_POPULATE_WRITE) == 0) return;
#endif
    std::memset(memory_, 0, bytes_);
  }

  // Makes a large page of the next part of the memory; does nothing once all of it is done, or
  // where the system does not offer it.
  void enlarge_next_page() {
#if defined(MADV_HUGEPAGE) && defined(MADV_COLLAPSE)
    if (enlarged_ + large_page > bytes_) return;
    std::byte* page = memory_ + enlarged_;
    const bool done = madvise(page, large_page, MADV_HUGEPAGE) == 0 &&
                      madvise(page, large_page, MADV_COLLAPSE) == 0;
    enlarged_ = done ? enlarged_ + large_page : bytes_;
#endif
  }

 private:
  static constexpr std::size_t large_page = std::size_t{2} << 20;
  std::byte* mapping_ = nullptr;
  std::byte* memory_ = nullptr;
  std::size_t bytes_;
  std::size_t mapped_;
  std::size_t enlarged_ = 0;
};

template <class Bits, int BucketBytes = 64>
class TranspositionTable {
  using Bucket = detail::Bucket<Bits, BucketBytes>;
  static constexpr int most_move_bits = 4;
  static constexpr int most_work_bits = 6;

  static constexpr int entry_bits = 64 * word_count<Bits>;

 public:
  struct Place {
    Bucket* bucket;
    Bits tag;  // already shifted above the payload
  };

  // A table of at most `bytes` (a power of two), but large enough for its entries to hold the key.
  // `tag_bits`: 0, or more than the entries need, to lay them out as in a smaller table.
  TranspositionTable(int key_bits, int score_limit, std::size_t bytes, int tag_bits = 0)
      : score_bits_(score_bits(score_limit)),
        offset_(score_limit + 1),
        index_bits_(std::min(
            key_bits - 1,
            std::max({4, key_bits + 2 * score_bits_ - entry_bits,
                      static_cast<int>(std::bit_width(bytes / sizeof(Bucket))) - 1}))),
        key_bits_(key_bits),
        tag_bits_(tag_bits != 0 ? tag_bits : key_bits - index_bits_),
        move_bits_(entry_bits - tag_bits_ - 2 * score_bits_ >= most_move_bits + 2 ? most_move_bits
                                                                                  : 0),
        work_bits_(std::min(most_work_bits,
                            entry_bits - tag_bits_ - 2 * score_bits_ - move_bits_)),
        payload_bits_(2 * score_bits_ + move_bits_ + work_bits_),
        memory_(this->bytes()),
        buckets_(static_cast<Bucket*>(memory_.get())) {
    assert(work_bits_ >= 0 && tag_bits_ >= key_bits - index_bits_);
  }

  // The most bits of the key that an entry can hold beside everything else.
  static int most_tag_bits(int score_limit) {
    return entry_bits - 2 * score_bits(score_limit) - most_move_bits - most_work_bits;
  }
  int tag_bits() const { return tag_bits_; }

  std::size_t bytes() const { return sizeof(Bucket) << index_bits_; }

  // Takes all memory from the system now, for a table so small that it will be needed anyway.
  void touch() { memory_.touch(); }

  void enlarge_next_page() { memory_.enlarge_next_page(); }

  Place place(const Bits& key) const {
    const Bits hash = detail::multiply(key, detail::multiplier<Bits>());
    const std::uint64_t index =
        low_word(hash >> (key_bits_ - index_bits_)) & ((std::uint64_t{1} << index_bits_) - 1);
    const Bits tag = hash & ((Bits{1} << tag_bits_) - Bits{1});
    return {buckets_ + index, tag << payload_bits_};
  }

  static void prefetch(const Place& place) { __builtin_prefetch(place.bucket); }

  // A copy of what is known; false where nothing is.
  bool probe(const Place& place, Bounds& bounds) const {
    if constexpr (word_count<Bits> == 1) {
      const int slot = find(place);
      if (slot < 0) return false;
      // Another thread may have replaced the entry since.
      const Bits entry = load(place, slot);
      if (!same_tag(entry, place.tag)) return false;
      bounds = unpack(entry);
      return true;
    } else {
      if (!place.bucket->try_lock()) return false;
      const int slot = find(place);
      if (slot >= 0) bounds = unpack(load(place, slot));
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
    if (slot >= 0 && same_tag(old, place.tag)) {
      const Bounds known = unpack(old);
      payload = pack(std::max(known.lower, lower), std::min(known.upper, upper),
                     move != 0 ? move : known.move, work);
    } else {
      slot = cheapest(place);
      payload = pack(lower, upper, move, work);
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
  static int score_bits(int score_limit) {
    return static_cast<int>(std::bit_width(static_cast<unsigned>(2 * score_limit + 2)));
  }
  static std::uint64_t low_word(const Bits& bits) { return word_of(bits, 0); }

  static Bits load(const Place& place, int slot) {
    const auto& entry = place.bucket->entry[static_cast<std::size_t>(slot)];
    if constexpr (word_count<Bits> == 1) {
      return entry.load(std::memory_order_relaxed);
    } else {
      return entry;
    }
  }

  // An empty entry has the tag of nobody: a payload is never 0.
  bool same_tag(const Bits& entry, const Bits& tag) const {
    return !any((entry ^ tag) >> payload_bits_) && any(entry);
  }

  // The slot that holds the position, or -1.
  int find(const Place& place) const {
#if defined(__AVX2__) && !defined(__SANITIZE_THREAD__)
    if constexpr (word_count<Bits> == 1) {
      // Each 64-bit lane of an aligned vector load is as good as a relaxed atomic load of its own.
      const auto* line = reinterpret_cast<const __m256i*>(place.bucket);
      const __m256i tag = _mm256_set1_epi64x(static_cast<long long>(place.tag >> payload_bits_));
      const __m128i shift = _mm_cvtsi32_si128(payload_bits_);
      const auto match = [&](__m256i four) {
        const __m256i same = _mm256_cmpeq_epi64(_mm256_srl_epi64(four, shift), tag);
        return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(same)));
      };
      unsigned hits = match(_mm256_load_si256(line));
      if constexpr (Bucket::size == 8) hits |= match(_mm256_load_si256(line + 1)) << 4;
      if (hits == 0) return -1;
      const int slot = std::countr_zero(hits);
      return any(load(place, slot)) ? slot : -1;
    }
#endif
    for (int slot = 0; slot < Bucket::size; ++slot) {
      if (same_tag(load(place, slot), place.tag)) return slot;
    }
    return -1;
  }

  // The slot whose loss costs the least: an empty one, or that of the least work.
  int cheapest(const Place& place) const {
    std::uint64_t least = ~std::uint64_t{0};
    const std::uint64_t payload_mask = (std::uint64_t{1} << payload_bits_) - 1;
    for (int slot = 0; slot < Bucket::size; ++slot) {
      const std::uint64_t payload = low_word(load(place, slot)) & payload_mask;
      const std::uint64_t work = payload >> (2 * score_bits_ + move_bits_);
      least = std::min(least, (work << 3) | static_cast<std::uint64_t>(slot));
    }
    return static_cast<int>(least & 7);
  }

  Bits pack(int lower, int upper, int move, int work) const {
    const int most_work = (1 << work_bits_) - 1;
    const int cost = std::min(1 + (work >> (most_work_bits - work_bits_)), most_work);
    std::uint64_t payload = static_cast<std::uint64_t>(cost);
    payload = (payload << move_bits_) | (move_bits_ > 0 ? static_cast<std::uint64_t>(move) : 0);
    payload = (payload << score_bits_) | static_cast<std::uint64_t>(upper + offset_);
    payload = (payload << score_bits_) | static_cast<std::uint64_t>(lower + offset_);
    return Bits{payload};
  }

  Bounds unpack(const Bits& entry) const {
    const std::uint64_t word = low_word(entry);
    const std::uint64_t mask = (std::uint64_t{1} << score_bits_) - 1;
    return {static_cast<int>(word & mask) - offset_,
            static_cast<int>((word >> score_bits_) & mask) - offset_,
            static_cast<int>((word >> (2 * score_bits_)) & ((1U << move_bits_) - 1))};
  }

  int score_bits_;
  int offset_;
  int index_bits_;
  int key_bits_;
  int tag_bits_;
  int move_bits_;
  int work_bits_;
  int payload_bits_;
  LazyMemory memory_;
  Bucket* buckets_;
};

}  // namespace fourfold
