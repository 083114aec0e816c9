// What all fuzz targets share: bytes read as rules, moves and numbers, and a check that ends the
// program where it fails, so that a fuzzer keeps the input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <vector>

#include "board/rules.hpp"
#include "board/twin.hpp"
#include "tests/fuzz/grid.hpp"

#define REQUIRE(...)                                                                 \
  do {                                                                               \
    if (!(__VA_ARGS__)) {                                                            \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #__VA_ARGS__); \
      std::abort();                                                                  \
    }                                                                                \
  } while (false)

namespace fourfold::fuzzing {

// Reads an input from front to back; what is missing at its end is zeros.
class FuzzInput {
 public:
  FuzzInput(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  bool is_empty() const { return place_ >= size_; }
  int byte() { return place_ < size_ ? data_[place_++] : 0; }
  bool flag() { return (byte() & 1) != 0; }
  int below(int count) { return byte() % count; }
  int between(int least, int most) { return least + below(most - least + 1); }

  std::uint64_t word() {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value = (value << 8) | static_cast<std::uint64_t>(byte());
    return value;
  }

  // Small numbers, and now and then one at the end of the range.
  int any_int() {
    const int kind = byte();
    if (kind < 200) return kind - 20;
    if (kind < 220) return static_cast<int>(static_cast<std::uint32_t>(word()));
    if (kind < 238) return std::numeric_limits<int>::max() - (kind - 220);
    return std::numeric_limits<int>::min() + (kind - 238);
  }

  double any_double() {
    switch (byte() & 15) {
      case 0:
        return std::numeric_limits<double>::quiet_NaN();
      case 1:
        return std::numeric_limits<double>::infinity();
      case 2:
        return -std::numeric_limits<double>::infinity();
      case 3:
        return -0.5;
      case 4:
        return 1e300;
      case 5:
        return 0;
      default:
        return byte() / 255.0;
    }
  }

  // Rules, which a board can have unless `wild`.
  Rules rules(bool wild = false) {
    Rules rules;
    if (wild) {
      rules.columns = any_int();
      rules.rows = any_int();
    } else {
      rules.columns = between(smallest_side, largest_side);
      rules.rows = between(smallest_side, largest_side);
    }
    const auto cell = [&]() -> Cell {
      if (wild) {
        const int column = any_int();
        return {column, any_int()};
      }
      const int column = below(rules.columns);
      return {column, below(rules.rows)};
    };
    const int extras = byte();
    for (int i = 0; i < (extras & 3); ++i) rules.forbidden.push_back(cell());
    if ((extras & 4) != 0) {
      const Cell bonus = cell();
      bool is_free = true;
      for (const Cell& other : rules.forbidden) is_free = is_free && !(other == bonus);
      if (is_free || wild) rules.bonus = bonus;
    }
    return rules;
  }

  // A game of legal moves, so many at most, that is not over after any of them.
  std::vector<int> game(const Rules& rules, int most) {
    std::vector<int> columns;
    Grid grid{rules};
    for (int i = 0; i < most; ++i) {
      const std::vector<int> legal = grid.legal_columns();
      if (legal.empty()) break;
      const int column = legal[static_cast<std::size_t>(below(static_cast<int>(legal.size())))];
      grid.play(column);
      if (grid.is_over()) break;
      columns.push_back(column);
    }
    return columns;
  }

  static std::vector<int> legal_columns(const Snapshot& snapshot) {
    std::vector<int> legal;
    for (std::size_t column = 0; column < snapshot.landing_rows.size(); ++column) {
      if (snapshot.landing_rows[column] >= 0) legal.push_back(static_cast<int>(column));
    }
    return legal;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t place_ = 0;
};

inline bool is_over(const Rules& rules, const std::vector<int>& columns) {
  Grid grid{rules};
  for (const int column : columns) grid.play(column);
  return grid.is_over();
}

inline bool contains(const std::vector<int>& columns, int column) {
  for (const int each : columns) {
    if (each == column) return true;
  }
  return false;
}

inline int free_cells(const Rules& rules, const std::vector<int>& columns) {
  std::vector<Cell> forbidden;
  for (const Cell& cell : rules.forbidden) {
    bool is_new = true;
    for (const Cell& other : forbidden) is_new = is_new && !(other == cell);
    if (is_new) forbidden.push_back(cell);
  }
  return rules.columns * rules.rows - static_cast<int>(forbidden.size()) -
         static_cast<int>(columns.size());
}

// Calls what may refuse its arguments, with std::invalid_argument alone. Returns whether it did not.
template <class Call>
bool accepts(Call&& call) {
  try {
    call();
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

}  // namespace fourfold::fuzzing
