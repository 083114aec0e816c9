// Which move of a node to try next: UCB1 over all its columns at once.
//
//     score = Q / N(child) + c * sqrt(2 ln N(parent) / N(child))
//
// Q counts a win as 1, a draw as 1/2 and a loss as 0, and c = 1 is UCB1 as it was published. The
// nodes keep sums R of rewards from -1 to 1, so that Q = (N + R) / 2; twice the score, less 1, is
//
//     R / n + k * sqrt(1 / n)      with   n = N(child),   k = 2 c sqrt(2 ln N(parent))
//
// and puts the moves in the same order. Nothing here is rounded differently on another level of
// processor (CMakeLists.txt keeps the compiler from fusing multiplications and additions).
#pragma once

#include <array>
#include <bit>
#include <cmath>

#include "uct/tree.hpp"

namespace fourfold {

// k of the formula above, looked up: exact up to 2047 visits, and within 0.01 % beyond.
class Exploration {
 public:
  explicit Exploration(double c) {
    const auto k = [&](double n) {
      return static_cast<float>(2.0 * c * std::sqrt(2.0 * std::log(n)));
    };
    for (std::uint32_t n = 1; n < exact; ++n) table_[n] = k(n);
    for (std::uint32_t i = exact; i < size; ++i) {
      const auto from = std::bit_cast<float>((i - exact + first_bits) << dropped);
      const auto to = std::bit_cast<float>((i - exact + 1 + first_bits) << dropped);
      table_[i] = k((static_cast<double>(from) + static_cast<double>(to)) / 2);
    }
  }

  float operator()(std::uint32_t parent_visits) const {
    // Floating point has done the hard part of a logarithm: its bits are one, piece by piece.
    const std::uint32_t rough = std::bit_cast<std::uint32_t>(static_cast<float>(parent_visits));
    const std::uint32_t index = (rough >> dropped) - first_bits + exact;
    return table_[parent_visits < exact ? parent_visits : index];
  }

 private:
  static constexpr std::uint32_t exact = 2048;
  static constexpr int dropped = 14;  // of the 23 bits of a float's fraction
  static constexpr std::uint32_t first_bits =
      std::bit_cast<std::uint32_t>(static_cast<float>(exact)) >> dropped;
  static constexpr std::uint32_t size =
      exact + (std::bit_cast<std::uint32_t>(4294967296.0F) >> dropped) - first_bits + 1;
  std::array<float, size> table_{};
};

struct BestColumn {
  int column;
  float score;  // from -1, as if lost, to 1, as if won, and beyond where little is known
};

#if FOURFOLD_VECTORS
namespace detail {

// Four numbers of an array of atomics. Each 32-bit part of an aligned vector load is as good as a
// relaxed atomic load of its own; ThreadSanitizer is told so by doing it one by one.
template <class Vector, class Number>
inline Vector load_four(const std::atomic<Number>* from) {
  static_assert(sizeof(std::atomic<Number>) == 4 && sizeof(Vector) == 16);
  Vector four;
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
  std::memcpy(&four, static_cast<const void*>(from), sizeof four);
#else
  for (int i = 0; i < 4; ++i) four[i] = from[i].load(std::memory_order_relaxed);
#endif
  return four;
}

using Int4 = std::int32_t __attribute__((vector_size(16)));
using Float4 = float __attribute__((vector_size(16)));

inline Float4 square_root(const Float4& four) {
#if FOURFOLD_SSE2
  return _mm_sqrt_ps(four);
#else
  return Float4{std::sqrt(four[0]), std::sqrt(four[1]), std::sqrt(four[2]), std::sqrt(four[3])};
#endif
}

inline Int4 larger(const Int4& a, const Int4& b) { return a > b ? a : b; }

inline int largest_of_four(Int4 four) {
  four = larger(four, Int4{four[2], four[3], four[0], four[1]});
  return larger(four, Int4{four[1], four[0], four[3], four[2]})[0];
}

}  // namespace detail

#endif

// The column of `live` with the highest score, the left one of equals. All of them have been
// chosen before.
//
// Scores become positive by adding 2, and as such are compared as integers, which is quicker; the
// last four bits make room for the column, so that the highest number is all there is to find.
template <class Node>
inline BestColumn best_column(const Node& node, unsigned live, float k) {
#if FOURFOLD_VECTORS
  using detail::Float4;
  using detail::Int4;
  constexpr int blocks = Node::columns / 4;
  alignas(16) static constexpr std::int32_t spread[16][4] = {
      {0, 0, 0, 0},   {-1, 0, 0, 0},   {0, -1, 0, 0},   {-1, -1, 0, 0},
      {0, 0, -1, 0},  {-1, 0, -1, 0},  {0, -1, -1, 0},  {-1, -1, -1, 0},
      {0, 0, 0, -1},  {-1, 0, 0, -1},  {0, -1, 0, -1},  {-1, -1, 0, -1},
      {0, 0, -1, -1}, {-1, 0, -1, -1}, {0, -1, -1, -1}, {-1, -1, -1, -1}};
  Int4 top{};
  for (int block = 0; block < blocks; ++block) {
    const auto visits = detail::load_four<Int4>(node.visits.data() + 4 * block);
    const auto reward = detail::load_four<Int4>(node.reward.data() + 4 * block);
    const Float4 inverse = 1.0F / __builtin_convertvector(visits, Float4);
    const Float4 score = (2.0F + __builtin_convertvector(reward, Float4) * inverse) +
                         k * detail::square_root(inverse);
    const Int4 columns = 15 - (Int4{0, 1, 2, 3} + 4 * block);
    Int4 chosen;
    std::memcpy(&chosen, spread[(live >> (4 * block)) & 15U], sizeof chosen);
    const Int4 ranked = ((reinterpret_cast<Int4>(score) & ~15) | columns) & chosen;
    top = block == 0 ? ranked : detail::larger(top, ranked);
  }
  const int best = detail::largest_of_four(top);
#else
  int best = 0;
  for (unsigned rest = live; rest != 0; rest &= rest - 1) {
    const int tried = std::countr_zero(rest);
    const auto index = static_cast<std::size_t>(tried);
    const auto visits =
        static_cast<std::int32_t>(node.visits[index].load(std::memory_order_relaxed));
    const float inverse = 1.0F / static_cast<float>(visits);
    const auto reward = static_cast<float>(node.reward[index].load(std::memory_order_relaxed));
    const float score = (2.0F + reward * inverse) + k * std::sqrt(inverse);
    best = std::max(best, (std::bit_cast<std::int32_t>(score) & ~15) | (15 - tried));
  }
#endif
  const int column = 15 - (best & 15);
  if (((live >> column) & 1U) == 0) [[unlikely]] {
    // Another thread is in the middle of counting, and the numbers made no sense.
    return {std::countr_zero(live), 0.0F};
  }
  return {column, std::bit_cast<float>(best & ~15) - 2.0F};
}

}  // namespace fourfold
