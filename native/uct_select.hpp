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
#include <cmath>
#include <limits>

#include "uct_tree.hpp"

namespace fourfold {

// k of the formula above.
class Exploration {
 public:
  explicit Exploration(double c) : scale_(static_cast<float>(2.0 * std::sqrt(2.0) * c)) {
    for (std::size_t n = 1; n < known; ++n) {
      logarithm_[n] = static_cast<float>(std::log(static_cast<double>(n)));
    }
  }

  float operator()(std::uint32_t parent_visits) const {
    if (parent_visits < 2) return 0.0F;  // ln 1 = 0
    // ln(m 2^s + rest) = ln m + s ln 2 + rest / (m 2^s), as good as exact for m >= 512.
    const int shift = std::max(0, 22 - std::countl_zero(parent_visits));
    const std::uint32_t leading = parent_visits >> shift;
    const auto rest = static_cast<float>(parent_visits - (leading << shift));
    const float log = logarithm_[leading] + static_cast<float>(shift) * 0.693147180559945F +
                      rest / static_cast<float>(leading << shift);
    return scale_ * std::sqrt(log);
  }

 private:
  static constexpr std::size_t known = 1024;
  std::array<float, known> logarithm_{};
  float scale_;
};

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

inline unsigned sign_bits(const Int4& four) {
#if defined(__SSE2__)
  return static_cast<unsigned>(
      _mm_movemask_ps(_mm_castsi128_ps(reinterpret_cast<__m128i>(four))));
#else
  unsigned bits = 0;
  for (int i = 0; i < 4; ++i) bits |= static_cast<unsigned>(four[i] < 0) << i;
  return bits;
#endif
}

inline Float4 square_root(const Float4& four) {
#if defined(__SSE2__)
  return _mm_sqrt_ps(four);
#else
  return Float4{std::sqrt(four[0]), std::sqrt(four[1]), std::sqrt(four[2]), std::sqrt(four[3])};
#endif
}

inline Float4 larger(const Float4& a, const Float4& b) {
#if defined(__SSE2__)
  return _mm_max_ps(a, b);
#else
  return a > b ? a : b;
#endif
}

inline Float4 largest_of_four(Float4 four) {
  four = larger(four, Float4{four[2], four[3], four[0], four[1]});
  return larger(four, Float4{four[1], four[0], four[3], four[2]});
}

}  // namespace detail

// The columns of the mask `live` that were never chosen.
template <class Node>
inline unsigned untried_columns(const Node& node, unsigned live) {
  unsigned never = 0;
  for (int block = 0; block < Node::columns / 4; ++block) {
    const auto visits = detail::load_four<detail::Int4>(node.visits.data() + 4 * block);
    never |= detail::sign_bits(visits == 0) << (4 * block);
  }
  return never & live;
}

struct BestColumn {
  int column;
  float score;  // from -1, as if lost, to 1, as if won, and beyond where little is known
};

// The column of `live` with the highest score, the left one of equals. All of them have been
// chosen before.
template <class Node>
inline BestColumn best_column(const Node& node, unsigned live, float k) {
  using detail::Float4;
  using detail::Int4;
  constexpr int blocks = Node::columns / 4;
  constexpr float lowest = -std::numeric_limits<float>::infinity();
  alignas(16) static constexpr std::int32_t spread[16][4] = {
      {0, 0, 0, 0},  {-1, 0, 0, 0},  {0, -1, 0, 0},  {-1, -1, 0, 0},
      {0, 0, -1, 0}, {-1, 0, -1, 0}, {0, -1, -1, 0}, {-1, -1, -1, 0},
      {0, 0, 0, -1}, {-1, 0, 0, -1}, {0, -1, 0, -1}, {-1, -1, 0, -1},
      {0, 0, -1, -1}, {-1, 0, -1, -1}, {0, -1, -1, -1}, {-1, -1, -1, -1}};
  std::array<Float4, blocks> score;
  for (std::size_t block = 0; block < blocks; ++block) {
    const auto visits = detail::load_four<Int4>(node.visits.data() + 4 * block);
    const auto reward = detail::load_four<Int4>(node.reward.data() + 4 * block);
    const Float4 inverse = 1.0F / __builtin_convertvector(visits, Float4);
    const Float4 sum =
        __builtin_convertvector(reward, Float4) * inverse + k * detail::square_root(inverse);
    Int4 chosen;
    std::memcpy(&chosen, spread[(live >> (4 * block)) & 15U], sizeof chosen);
    score[block] = chosen ? sum : Float4{lowest, lowest, lowest, lowest};
  }
  Float4 top = score[0];
  for (std::size_t block = 1; block < blocks; ++block) top = detail::larger(top, score[block]);
  top = detail::largest_of_four(top);
  unsigned equal = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    equal |= detail::sign_bits(score[block] == top) << (4 * block);
  }
  return {std::countr_zero(equal & live), top[0]};
}

}  // namespace fourfold
