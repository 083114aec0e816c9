// How a table of proven bounds packs what it knows of one position into one number, as wide as a set
// of cells (64, 128 or 192 bits):
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
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "solver/lanes.hpp"

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
  const Bits128 p00 = Bits128{a.word[0]} * Bits128{b.word[0]};
  const Bits128 p01 = Bits128{a.word[0]} * Bits128{b.word[1]};
  const Bits128 p10 = Bits128{a.word[1]} * Bits128{b.word[0]};
  const std::uint64_t top = a.word[0] * b.word[2] + a.word[1] * b.word[1] + a.word[2] * b.word[0];
  const Bits128 middle = (p00 >> 64) + Bits128{static_cast<std::uint64_t>(p01)};
  const Bits128 middle2 =
      Bits128{static_cast<std::uint64_t>(middle)} + Bits128{static_cast<std::uint64_t>(p10)};
  return {static_cast<std::uint64_t>(p00), static_cast<std::uint64_t>(middle2),
          top + static_cast<std::uint64_t>(p01 >> 64) + static_cast<std::uint64_t>(p10 >> 64) +
              static_cast<std::uint64_t>(middle >> 64) + static_cast<std::uint64_t>(middle2 >> 64)};
}

}  // namespace detail

template <class Bits>
class TableEntry {
 public:
  static constexpr int most_work_bits = 6;

  // For a table of so many `buckets`, a power of two, or more where the entries could not hold the
  // key.
  // `work_bits`: at most so many bits for the work. `tag_bits`: 0, or more than the entries need, to
  // lay them out as in a smaller table.
  TableEntry(int key_bits, int score_limit, std::size_t buckets, int work_bits, int tag_bits)
      : score_bits_(score_bits(score_limit)),
        offset_(score_limit + 1),
        index_bits_(
            std::min(key_bits - 1, std::max({4, key_bits + 2 * score_bits_ - entry_bits,
                                             static_cast<int>(std::bit_width(buckets)) - 1}))),
        key_bits_(key_bits),
        tag_bits_(tag_bits != 0 ? tag_bits : key_bits - index_bits_),
        move_bits_(entry_bits - tag_bits_ - 2 * score_bits_ >= move_bits_wanted + spare_bits
                       ? move_bits_wanted
                       : 0),
        work_bits_(std::min(work_bits, entry_bits - tag_bits_ - 2 * score_bits_ - move_bits_)),
        payload_bits_(2 * score_bits_ + move_bits_ + work_bits_) {
    assert(work_bits_ >= 0 && tag_bits_ >= key_bits - index_bits_);
  }

  // The most bits of the key that an entry can hold beside the bounds and the move.
  static int most_tag_bits(int score_limit) {
    return entry_bits - 2 * score_bits(score_limit) - move_bits_wanted - spare_bits;
  }
  int tag_bits() const { return tag_bits_; }
  int payload_bits() const { return payload_bits_; }
  std::size_t buckets() const { return std::size_t{1} << index_bits_; }

  Bits hash(const Bits& key) const { return detail::multiply(key, detail::multiplier<Bits>()); }
  std::size_t index(const Bits& hash) const {
    return static_cast<std::size_t>(word_of(Bits(hash >> (key_bits_ - index_bits_)), 0) &
                                    ((std::uint64_t{1} << index_bits_) - 1));
  }
  // In its place above the payload.
  Bits tag(const Bits& hash) const {
    return (hash & ((Bits{1} << tag_bits_) - Bits{1})) << payload_bits_;
  }

  // An empty entry has no position's tag: a payload is never 0.
  bool same_tag(const Bits& entry, const Bits& tag) const {
    return !any((entry ^ tag) >> payload_bits_) && any(entry);
  }

  std::uint64_t work(const Bits& entry) const {
    const std::uint64_t payload_mask = (std::uint64_t{1} << payload_bits_) - 1;
    return (word_of(entry, 0) & payload_mask) >> (2 * score_bits_ + move_bits_);
  }

  Bits pack(int lower, int upper, int move, int work) const {
    std::uint64_t payload = 0;
    if (work_bits_ > 0) {
      const int most_work = (1 << work_bits_) - 1;
      payload = static_cast<std::uint64_t>(
          std::min(1 + (work >> (most_work_bits - work_bits_)), most_work));
    }
    payload = (payload << move_bits_) | (move_bits_ > 0 ? static_cast<std::uint64_t>(move) : 0);
    payload = (payload << score_bits_) | static_cast<std::uint64_t>(upper + offset_);
    payload = (payload << score_bits_) | static_cast<std::uint64_t>(lower + offset_);
    return Bits{payload};
  }

  Bounds unpack(const Bits& entry) const {
    const std::uint64_t word = word_of(entry, 0);
    const std::uint64_t mask = (std::uint64_t{1} << score_bits_) - 1;
    return {static_cast<int>(word & mask) - offset_,
            static_cast<int>((word >> score_bits_) & mask) - offset_,
            static_cast<int>((word >> (2 * score_bits_)) & ((1U << move_bits_) - 1))};
  }

  // What an entry says, narrowed by what has been proven since.
  Bits narrowed(const Bits& entry, int lower, int upper, int move, int work) const {
    const Bounds known = unpack(entry);
    return pack(std::max(known.lower, lower), std::min(known.upper, upper),
                move != 0 ? move : known.move, work);
  }

 private:
  static constexpr int move_bits_wanted = 4;
  static constexpr int spare_bits =
      2;  // that the bounds must leave, for the move to be worth keeping
  static constexpr int entry_bits = 64 * word_count<Bits>;

  static int score_bits(int score_limit) {
    return static_cast<int>(std::bit_width(static_cast<unsigned>(2 * score_limit + 2)));
  }

  int score_bits_;
  int offset_;
  int index_bits_;
  int key_bits_;
  int tag_bits_;
  int move_bits_;
  int work_bits_;
  int payload_bits_;
};

#if FOURFOLD_AVX2
// Which of four 64-bit entries at an aligned address have the tag, one bit each; an empty entry has
// the tag 0.
inline unsigned tags_that_match(const void* entries, Bits64 tag, int payload_bits) {
  const __m256i four = _mm256_load_si256(static_cast<const __m256i*>(entries));
  const __m256i wanted = _mm256_set1_epi64x(static_cast<long long>(tag >> payload_bits));
  const __m256i same =
      _mm256_cmpeq_epi64(_mm256_srl_epi64(four, _mm_cvtsi32_si128(payload_bits)), wanted);
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(same)));
}
#endif

}  // namespace fourfold
