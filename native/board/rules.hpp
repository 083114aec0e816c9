// The rules of one game as plain data, the native twin of fourfold.rules.Rules.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace fourfold {

inline constexpr int smallest_side = 4;
inline constexpr int largest_side = 12;
inline constexpr int most_cells = largest_side * largest_side;

struct Cell {
  int column;
  int row;
  bool operator==(const Cell&) const = default;
};

struct Rules {
  int columns = 7;
  int rows = 6;
  std::vector<Cell> forbidden;
  std::optional<Cell> bonus;

  bool contains(Cell cell) const {
    return cell.column >= 0 && cell.column < columns && cell.row >= 0 && cell.row < rows;
  }

  bool is_standard() const {
    return columns == 7 && rows == 6 && forbidden.empty() && !bonus.has_value();
  }

  // Python has checked the rules already; a C++ caller gets an exception instead of a broken board.
  void check() const {
    if (columns < smallest_side || columns > largest_side || rows < smallest_side ||
        rows > largest_side) {
      throw std::invalid_argument("a board has 4 to 12 columns and 4 to 12 rows, not " +
                                  std::to_string(columns) + "x" + std::to_string(rows));
    }
    for (const Cell& cell : forbidden) {
      if (!contains(cell)) throw std::invalid_argument("a forbidden cell lies off the board");
      if (bonus == cell) throw std::invalid_argument("the bonus cell is forbidden too");
    }
    if (bonus && !contains(*bonus))
      throw std::invalid_argument("the bonus cell lies off the board");
  }
};

}  // namespace fourfold
