// The rules once more, on a grid that is filled and searched one cell at a time. It shares nothing with
// native/board.
#pragma once

#include <array>
#include <vector>

#include "board/rules.hpp"
#include "board/twin.hpp"

namespace fourfold::fuzzing {

class Grid {
 public:
  explicit Grid(const Rules& rules) : rules_(rules) {
    for (const Cell& cell : rules.forbidden) at(cell.column, cell.row) = forbidden;
  }

  bool is_over() const { return won_ || is_full(); }
  int landing_row(int column) const {
    if (is_over()) return -1;
    return free_row(column);
  }
  std::vector<int> legal_columns() const {
    std::vector<int> legal;
    for (int column = 0; column < rules_.columns; ++column) {
      if (landing_row(column) >= 0) legal.push_back(column);
    }
    return legal;
  }
  int turn() const { return turn_; }
  bool must_ban() const { return must_ban_; }
  Status status() const {
    if (won_) return winner_ == 0 ? Status::first_wins : Status::second_wins;
    return is_full() ? Status::draw : Status::ongoing;
  }

  void play(int column) {
    const int row = free_row(column);
    if (must_ban_) {
      at(column, row) = ban;
      must_ban_ = false;
      turn_ = 1 - turn_;
      return;
    }
    at(column, row) = turn_;
    won_ = has_line(column, row);
    winner_ = turn_;
    must_ban_ = !won_ && rules_.bonus == Cell{column, row} && !is_full();
    if (!must_ban_) turn_ = 1 - turn_;
  }

 private:
  static constexpr int free = -1, ban = 2, forbidden = 3;

  int& at(int column, int row) { return cells_[place(column, row)]; }
  int at(int column, int row) const { return cells_[place(column, row)]; }
  static std::size_t place(int column, int row) {
    return static_cast<std::size_t>(column * largest_side + row);
  }
  static std::array<int, most_cells> empty() {
    std::array<int, most_cells> cells{};
    cells.fill(free);
    return cells;
  }

  int free_row(int column) const {
    for (int row = 0; row < rules_.rows; ++row) {
      if (at(column, row) == free) return row;
    }
    return -1;
  }
  bool is_full() const {
    for (int column = 0; column < rules_.columns; ++column) {
      if (free_row(column) >= 0) return false;
    }
    return true;
  }
  bool has_line(int column, int row) const {
    constexpr int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (const auto& step : steps) {
      int length = 1;
      for (const int way : {-1, 1}) {
        int c = column + way * step[0], r = row + way * step[1];
        while (rules_.contains({c, r}) && at(c, r) == at(column, row)) {
          ++length;
          c += way * step[0];
          r += way * step[1];
        }
      }
      if (length >= 4) return true;
    }
    return false;
  }

  Rules rules_;
  std::array<int, most_cells> cells_ = empty();
  int turn_ = 0;
  int winner_ = 0;
  bool must_ban_ = false;
  bool won_ = false;
};

}  // namespace fourfold::fuzzing
