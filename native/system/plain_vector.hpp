// A few numbers side by side, with operators on each for itself: what GNU vectors are, in standard
// C++, for compilers without them. The loops have a fixed length, and optimisers make vector
// instructions of most of them.
#pragma once

#include <cstddef>

namespace fourfold {

template <class Number, int Lanes>
struct PlainVector {
  Number lane[Lanes];

  constexpr Number& operator[](std::size_t i) { return lane[i]; }
  constexpr const Number& operator[](std::size_t i) const { return lane[i]; }

  friend PlainVector operator&(const PlainVector& a, const PlainVector& b) {
    return each(a, b, [](Number x, Number y) { return x & y; });
  }
  friend PlainVector operator|(const PlainVector& a, const PlainVector& b) {
    return each(a, b, [](Number x, Number y) { return x | y; });
  }
  friend PlainVector operator^(const PlainVector& a, const PlainVector& b) {
    return each(a, b, [](Number x, Number y) { return x ^ y; });
  }
  friend PlainVector operator&(const PlainVector& a, Number b) {
    return each(a, a, [b](Number x, Number) { return x & b; });
  }
  friend PlainVector operator|(const PlainVector& a, Number b) {
    return each(a, a, [b](Number x, Number) { return x | b; });
  }
  friend PlainVector operator+(const PlainVector& a, Number b) {
    return each(a, a, [b](Number x, Number) { return x + b; });
  }
  friend PlainVector operator-(const PlainVector& a, Number b) {
    return each(a, a, [b](Number x, Number) { return x - b; });
  }
  friend PlainVector operator~(const PlainVector& a) {
    return each(a, a, [](Number x, Number) { return ~x; });
  }
  friend PlainVector operator<<(const PlainVector& a, int n) {
    return each(a, a, [n](Number x, Number) { return x << n; });
  }
  friend PlainVector operator>>(const PlainVector& a, int n) {
    return each(a, a, [n](Number x, Number) { return x >> n; });
  }
  PlainVector& operator|=(const PlainVector& b) { return *this = *this | b; }
  PlainVector& operator&=(const PlainVector& b) { return *this = *this & b; }

 private:
  // Small numbers become ints on the way: the result is cut to size again.
  template <class Function>
  static PlainVector each(const PlainVector& a, const PlainVector& b, Function&& function) {
    PlainVector result;
    for (std::size_t i = 0; i < Lanes; ++i) {
      result.lane[i] = static_cast<Number>(function(a.lane[i], b.lane[i]));
    }
    return result;
  }
};

}  // namespace fourfold
