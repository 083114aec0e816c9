// Sets of cells of one, two and three words against a reference that is an array of single bits.
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board/bitboard.hpp"
#include "board/random.hpp"
#include "tests/check.hpp"

using namespace fourfold;

namespace {

template <class Bits>
constexpr int width = 64 * word_count<Bits>;

// The same number, bit by bit, with arithmetic as taught at school.
template <class Bits>
using Digits = std::array<bool, static_cast<std::size_t>(width<Bits>)>;

template <class Bits>
Digits<Bits> digits(const Bits& bits) {
  Digits<Bits> result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::uint64_t word = word_of(bits, static_cast<int>(i / 64));
    result[i] = ((word >> (i % 64)) & 1) != 0;
  }
  return result;
}

template <class Bits>
Digits<Bits> sum(const Digits<Bits>& a, const Digits<Bits>& b) {
  Digits<Bits> result{};
  bool carry = false;
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = a[i] != (b[i] != carry);
    carry = (a[i] && b[i]) || (carry && (a[i] || b[i]));
  }
  return result;
}

template <class Bits>
Digits<Bits> difference(const Digits<Bits>& a, const Digits<Bits>& b) {
  Digits<Bits> result{};
  bool borrow = false;
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = a[i] != (b[i] != borrow);
    borrow = (!a[i] && (b[i] || borrow)) || (b[i] && borrow);
  }
  return result;
}

template <class Bits>
Digits<Bits> shifted_up(const Digits<Bits>& a, int n) {
  Digits<Bits> result{};
  for (std::size_t i = static_cast<std::size_t>(n); i < result.size(); ++i) {
    result[i] = a[i - static_cast<std::size_t>(n)];
  }
  return result;
}

template <class Bits>
Digits<Bits> shifted_down(const Digits<Bits>& a, int n) {
  Digits<Bits> result{};
  for (std::size_t i = 0; i + static_cast<std::size_t>(n) < result.size(); ++i) {
    result[i] = a[i + static_cast<std::size_t>(n)];
  }
  return result;
}

template <class Bits>
int compared(const Digits<Bits>& a, const Digits<Bits>& b) {
  for (std::size_t i = a.size(); i-- > 0;) {
    if (a[i] != b[i]) return a[i] ? 1 : -1;
  }
  return 0;
}

template <class Bits>
Bits from_words(std::uint64_t low, std::uint64_t middle, std::uint64_t high) {
  if constexpr (word_count<Bits> == 1) {
    return low;
  } else if constexpr (word_count<Bits> == 2) {
    return (Bits{middle} << 64) | Bits{low};
  } else {
    return Bits{low, middle, high};
  }
}

// Every mixture of words that carry, words that do not, and random ones.
template <class Bits>
std::vector<Bits> samples() {
  Random random{1};
  const std::array<std::uint64_t, 5> words{0, 1, std::uint64_t{1} << 63, ~std::uint64_t{0},
                                           random.next()};
  std::vector<Bits> result;
  for (const std::uint64_t low : words) {
    for (const std::uint64_t middle : words) {
      for (const std::uint64_t high : words) result.push_back(from_words<Bits>(low, middle, high));
    }
  }
  for (int i = 0; i < 50; ++i) {
    result.push_back(from_words<Bits>(random.next(), random.next(), random.next()));
  }
  return result;
}

template <class Bits>
void test_one(const Bits& a) {
  const Digits<Bits> expected = digits(a);
  for (int n = 0; n < width<Bits>; ++n) {
    CHECK(digits(Bits(a << n)) == shifted_up<Bits>(expected, n));
    CHECK(digits(Bits(a >> n)) == shifted_down<Bits>(expected, n));
  }
  int set = 0;
  int first = -1;
  for (int i = width<Bits> - 1; i >= 0; --i) {
    if (expected[static_cast<std::size_t>(i)]) {
      ++set;
      first = i;
    }
  }
  CHECK(count(a) == set);
  CHECK(any(a) == (set > 0));
  if (set > 0) {
    CHECK(lowest_index(a) == first);
    CHECK(lowest(a) == Bits{1} << first);
    CHECK(without_lowest(a) == (a & ~(Bits{1} << first)));
  } else {
    CHECK(lowest(a) == Bits{0});
  }
  Bits visited{0};
  int visits = 0;
  int last = -1;
  for_each_cell(a, [&](const Bits& cell) {
    CHECK(count(cell) == 1 && lowest_index(cell) > last);
    last = lowest_index(cell);
    visited |= cell;
    ++visits;
  });
  CHECK(visited == a && visits == set);
  CHECK(~~a == a && count(Bits(~a)) == width<Bits> - set);
}

template <class Bits>
void test_two(const Bits& a, const Bits& b) {
  const Digits<Bits> x = digits(a);
  const Digits<Bits> y = digits(b);
  CHECK(digits(Bits(a + b)) == sum<Bits>(x, y));
  CHECK(digits(Bits(a - b)) == difference<Bits>(x, y));
  const int order = compared<Bits>(x, y);
  CHECK((a == b) == (order == 0));
  CHECK((a != b) == (order != 0));
  CHECK((a < b) == (order < 0));
  CHECK((a > b) == (order > 0));
  CHECK((a <= b) == (order <= 0));
  CHECK((a >= b) == (order >= 0));
  for (int i = 0; i < word_count<Bits>; ++i) {
    CHECK(word_of(Bits(a & b), i) == (word_of(a, i) & word_of(b, i)));
    CHECK(word_of(Bits(a | b), i) == (word_of(a, i) | word_of(b, i)));
    CHECK(word_of(Bits(a ^ b), i) == (word_of(a, i) ^ word_of(b, i)));
  }
  Bits c = a;
  CHECK((c += b) == Bits(a + b));
  CHECK((c -= b) == a);
  CHECK((c ^= b) == Bits(a ^ b));
  CHECK((c |= b) == Bits(a | b));
  CHECK((c &= b) == b);
}

template <class Bits>
void test_product(const Bits& a, const Bits& b) {
  const Digits<Bits> x = digits(a);
  const Digits<Bits> y = digits(b);
  Digits<Bits> product{};
  for (int i = 0; i < width<Bits>; ++i) {
    if (y[static_cast<std::size_t>(i)]) product = sum<Bits>(product, shifted_up<Bits>(x, i));
  }
  CHECK(digits(Bits(a * b)) == product);
}

template <class Bits>
void test_width() {
  const std::vector<Bits> all = samples<Bits>();
  for (const Bits& a : all) {
    test_one(a);
    for (const Bits& b : all) test_two(a, b);
    if constexpr (word_count<Bits> <= 2) {
      for (std::size_t i = 0; i < all.size(); i += 16) test_product(a, all[i]);
    }
  }
  for (int n = 0; n < width<Bits>; ++n) {
    CHECK(lowest_index(Bits(Bits{1} << n)) == n);
    CHECK(count(Bits((Bits{1} << n) - Bits{1})) == n);  // the borrow runs through all words
  }
}

// The published first numbers of splitmix64 from the seed 1234567: every build draws the same.
void test_random() {
  Random random{1234567};
  for (const std::uint64_t expected :
       {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
        4593380528125082431ULL, 16408922859458223821ULL}) {
    CHECK(random.next() == expected);
  }
  std::array<int, 12> drawn{};
  for (int i = 0; i < 12'000; ++i) ++drawn[static_cast<std::size_t>(random.below(12))];
  for (const int times : drawn) CHECK(times > 850 && times < 1150);

  const Bits192 cells = (Bits192{1} << 150) | (Bits192{1} << 70) | Bits192{4};
  std::array<int, 192> chosen{};
  for (int i = 0; i < 3'000; ++i) {
    const Bits192 cell = random_cell(cells, random);
    CHECK(count(cell) == 1 && any(cell & cells));
    ++chosen[static_cast<std::size_t>(lowest_index(cell))];
  }
  for (const std::size_t index : {2U, 70U, 150U}) CHECK(chosen[index] > 850);
}

}  // namespace

int main() {
  test_width<Bits64>();
  test_width<Bits128>();
  test_width<Words128>();  // which Bits128 is where the compiler has no such integer
  test_width<Bits192>();
  test_random();
  return testing::result();
}
