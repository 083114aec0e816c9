// Geometry, positions and games: small boards worked out by hand, and a naive grid as referee.
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "board/dispatch.hpp"
#include "board/key_set.hpp"
#include "board/perft.hpp"
#include "board/replay.hpp"
#include "board/twin.hpp"
#include "tests/check.hpp"

using namespace fourfold;

namespace {

const std::vector<Rules> kinds{
    {7, 6, {}, {}},
    {4, 4, {}, {}},
    {12, 4, {}, {}},
    {9, 8, {{3, 2}}, {}},
    {8, 7, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}}, {}},
    {10, 11, {{9, 10}, {4, 0}, {4, 2}}, Cell{4, 1}},
    {6, 6, {}, Cell{2, 1}},
    {12, 12, {}, {}},
    {12, 11, {{0, 0}, {11, 10}}, Cell{5, 0}},
    {12, 12, {{0, 0}, {3, 3}, {5, 11}}, Cell{11, 11}},
};

const Rules standard;
const std::vector<int> no_moves;

template <class Test>
void on_every_kind(Test&& test) {
  for (const Rules& rules : kinds) {
    dispatch(rules, [&](const auto& geometry) { test(rules, geometry); });
  }
}

template <class Function>
std::string refusal(Function&& function) {
  try {
    function();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

// --- dispatch and geometry ---------------------------------------------------------------------

void test_dispatch() {
  const auto words = [](const Rules& rules) {
    return dispatch(rules, [](const auto& geometry) {
      return word_count<std::remove_cvref_t<decltype(geometry.playable())>>;
    });
  };
  for (int columns = smallest_side; columns <= largest_side; ++columns) {
    for (int rows = smallest_side; rows <= largest_side; ++rows) {
      const int bits = columns * (rows + 1);
      CHECK(words({columns, rows, {}, {}}) == (bits <= 64 ? 1 : bits <= 128 ? 2 : 3));
    }
  }
  const auto is_constant = [](const Rules& rules) {
    return dispatch(rules, [](const auto& geometry) {
      return std::is_same_v<std::remove_cvref_t<decltype(geometry)>, StandardGeometry>;
    });
  };
  CHECK(is_constant({7, 6, {}, {}}));
  CHECK(!is_constant({7, 6, {{0, 0}}, {}}));
  CHECK(!is_constant({7, 6, {}, Cell{0, 0}}));
  CHECK(!is_constant({6, 7, {}, {}}));

  for (const Rules& wrong : std::vector<Rules>{{3, 6, {}, {}},
                                               {7, 13, {}, {}},
                                               {7, 6, {{7, 0}}, {}},
                                               {7, 6, {}, Cell{0, 6}},
                                               {7, 6, {{1, 1}}, Cell{1, 1}}}) {
    CHECK(!refusal([&] { words(wrong); }).empty());
  }
}

// The geometry of constants is the one that is worked out at run time.
void test_standard_geometry() {
  const StandardGeometry fixed;
  const AnyGeometry<Bits64> computed{Rules{}};
  CHECK(fixed.columns() == computed.columns() && fixed.rows() == computed.rows());
  CHECK(fixed.stride() == computed.stride() && fixed.cells() == computed.cells());
  CHECK(fixed.bottom() == computed.bottom() && fixed.playable() == computed.playable());
  CHECK(fixed.forbidden() == computed.forbidden() && fixed.bonus() == computed.bonus());
  for (int column = 0; column < 7; ++column) {
    CHECK(column_cells(fixed, column) == column_cells(computed, column));
    for (int row = 0; row < 6; ++row) CHECK(fixed.bit(column, row) == computed.bit(column, row));
  }
}

void test_geometry() {
  on_every_kind([](const Rules& rules, const auto& geometry) {
    auto seen = geometry.forbidden();
    for (int column = 0; column < rules.columns; ++column) {
      for (int row = 0; row < rules.rows; ++row) {
        const auto bit = geometry.bit(column, row);
        const int index = lowest_index(bit);
        CHECK(count(bit) == 1 && any(bit & column_cells(geometry, column)));
        CHECK(column_of(geometry, index) == column && row_of(geometry, index) == row);
        CHECK(mirrored(geometry, bit) == geometry.bit(rules.columns - 1 - column, row));
        seen |= bit;
      }
    }
    CHECK(seen == (geometry.playable() | geometry.forbidden()));
    CHECK(!any(geometry.playable() & geometry.forbidden()));
    CHECK(count(geometry.playable()) == geometry.cells());
    CHECK(geometry.cells() ==
          rules.columns * rules.rows - static_cast<int>(rules.forbidden.size()));
    CHECK(mirrored(geometry, mirrored(geometry, geometry.playable())) == geometry.playable());
  });
  const auto symmetric = [](const Rules& rules) {
    return dispatch(rules, [](const auto& geometry) { return is_symmetric(geometry); });
  };
  CHECK(symmetric({7, 6, {}, {}}) && symmetric({12, 12, {{0, 0}, {11, 0}}, {}}));
  CHECK(symmetric({7, 6, {{3, 2}}, Cell{3, 0}}));
  CHECK(!symmetric({7, 6, {{2, 2}}, {}}) && !symmetric({7, 6, {}, Cell{2, 0}}));
  CHECK(!symmetric({8, 6, {{3, 2}}, {}}));
}

// Every line of four is seen, alone on the board, and no set of four that is not a line is.
void test_lines() {
  on_every_kind([](const Rules& rules, const auto& geometry) {
    int lines = 0;
    for (int column = 0; column < rules.columns; ++column) {
      for (int row = 0; row < rules.rows; ++row) {
        for (const auto& [across, up] :
             {std::pair{1, 0}, std::pair{0, 1}, std::pair{1, 1}, std::pair{1, -1}}) {
          auto line = geometry.forbidden() ^ geometry.forbidden();
          bool on_board = true;
          for (int i = 0; i < 4; ++i) {
            const Cell cell{column + i * across, row + i * up};
            on_board = on_board && rules.contains(cell);
            if (on_board) line |= geometry.bit(cell.column, cell.row);
          }
          // A line cut off by the edge goes on nowhere, least of all in the next column.
          CHECK(has_line(geometry, line) == on_board);
          if (!on_board) continue;
          ++lines;
          CHECK(line_cells(geometry, line) == line);
          for_each_cell(line, [&](const auto& cell) { CHECK(!has_line(geometry, line & ~cell)); });
        }
      }
    }
    const int w = rules.columns;
    const int h = rules.rows;
    CHECK(lines == (w - 3) * h + w * (h - 3) + 2 * (w - 3) * (h - 3));
  });
}

// --- positions against a naive grid ------------------------------------------------------------

// A grid of characters, played one cell at a time: '.' free, 'X' forbidden, '0' '1' pieces, '#' ban.
class Grid {
 public:
  explicit Grid(const Rules& rules)
      : rules_(rules), cells_(static_cast<std::size_t>(rules.columns * rules.rows), '.') {
    for (const Cell& cell : rules.forbidden) at(cell.column, cell.row) = 'X';
  }

  int landing_row(int column) {
    for (int row = 0; row < rules_.rows; ++row) {
      if (at(column, row) == '.') return row;
    }
    return -1;
  }

  void drop(int column, char piece) { at(column, landing_row(column)) = piece; }

  char& at(int column, int row) {
    return cells_[static_cast<std::size_t>(column * rules_.rows + row)];
  }

  const std::string& text() const { return cells_; }

 private:
  Rules rules_;
  std::string cells_;
};

void test_games_against_a_grid() {
  on_every_kind([](const Rules& rules, const auto& geometry) {
    using Geometry = std::remove_cvref_t<decltype(geometry)>;
    std::map<std::string, Key<typename Geometry::Bits>> key_of;
    std::set<Key<typename Geometry::Bits>> keys;
    KeySet<Geometry> key_set;
    Random random{7};
    for (int game = 0; game < 200; ++game) {
      Position<Geometry> position{geometry};
      Grid grid{rules};
      for (int ply = 0;; ++ply) {
        CHECK(position.ply() == ply);
        CHECK(count(position.occupied()) == ply + static_cast<int>(rules.forbidden.size()));
        // One key a position, and one position a key: the side to move and the ban that is due
        // follow from the pieces.
        const auto [known, is_new] = key_of.emplace(grid.text(), position.key());
        CHECK(known->second == position.key());
        CHECK(keys.insert(position.key()).second == is_new);
        if (ply > 0) CHECK(key_set.insert(position.key()) == is_new);

        const auto landing = position.landing(geometry);
        for (int column = 0; column < rules.columns; ++column) {
          const int row = grid.landing_row(column);
          const auto cell = position.landing(geometry, column);
          CHECK(cell == (landing & column_cells(geometry, column)));
          CHECK(any(cell) == (row >= 0));
          if (row >= 0) CHECK(cell == geometry.bit(column, row));
        }
        CHECK(any(landing) == !position.is_full(geometry));
        if (!any(landing)) break;

        const auto cell = random_cell(landing, random);
        const int column = column_of(geometry, lowest_index(cell));
        const int player = position.turn();
        const bool bans = position.must_ban();
        const bool wins = position.wins_at(geometry, cell);
        position.play(geometry, cell);
        grid.drop(column, bans ? '#' : player == 0 ? '0' : '1');
        CHECK(!bans || position.ban() == cell);
        CHECK(position.has_won(geometry, player) == wins);
        const bool earns = !bans && !wins && any(cell & geometry.bonus());
        CHECK(position.must_ban() == (earns && !position.is_full(geometry)));
        CHECK(position.must_ban() ? position.turn() == player : position.turn() == 1 - player);
        if (wins) break;
      }
    }
    CHECK(key_set.size() == keys.size() - 1);  // all but the empty board
  });
}

// --- forbidden cells, bonus and ban by hand -------------------------------------------------------

int landing_row(const Rules& rules, const std::vector<int>& columns, int column) {
  return trace(rules, columns).back().landing_rows[static_cast<std::size_t>(column)];
}

void test_forbidden_cells() {
  const Rules rules{7, 6, {{3, 2}, {0, 0}, {6, 5}}, {}};
  CHECK(landing_row(rules, {}, 3) == 0);
  CHECK(landing_row(rules, {3}, 3) == 1);
  CHECK(landing_row(rules, {3, 3}, 3) ==
        3);  // over the forbidden cell, once all below it is occupied
  CHECK(landing_row(rules, {}, 0) == 1);
  CHECK(landing_row(rules, {6, 6, 6, 6, 6}, 6) == -1);  // a forbidden top shortens the column

  // Two pieces below the forbidden cell and two above are no line; four above are.
  const Rules tall{7, 12, {{3, 2}}, {}};
  CHECK(trace(tall, {3, 1, 3, 1, 3, 1, 3}).back().status == Status::ongoing);
  CHECK(trace(tall, {0, 3, 1, 3, 3, 0, 3, 1, 3, 0, 3}).back().status == Status::first_wins);

  Rules nothing{4, 4, {}, {}};
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) nothing.forbidden.push_back({column, row});
  }
  CHECK(trace(nothing, {}).back().status == Status::draw);
  CHECK(perft(nothing, no_moves, 0) == 1 && perft(nothing, no_moves, 1) == 0);
  CHECK(refusal([&] { trace(nothing, {0}); }) == "ply 1: the game is over");
}

void test_bonus() {
  const Rules rules{6, 6, {}, Cell{2, 1}};
  CHECK(!trace(rules, {2}).back().must_ban);
  const Snapshot due = trace(rules, {2, 2}).back();
  CHECK(due.must_ban && due.turn == 1);
  const Snapshot after = trace(rules, {2, 2, 3}).back();
  CHECK(!after.must_ban && after.turn == 0 && after.landing_rows[3] == 1);

  // The bonus cell lies on the line that wins: no ban.
  const Rules corner{7, 6, {}, Cell{3, 0}};
  const Snapshot won = trace(corner, {0, 0, 1, 1, 2, 2, 3}).back();
  CHECK(won.status == Status::first_wins && !won.must_ban && won.line_cells.size() == 4);

  // A ban belongs to nobody: it neither completes a line nor lets one through.
  const Snapshot blocked = trace({7, 6, {}, Cell{0, 1}}, {1, 1, 2, 0, 3, 0, 4}).back();
  CHECK(blocked.status == Status::ongoing);

  // No room for the ban: the game ends as it would without.
  Rules last{4, 4, {}, Cell{0, 0}};
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) {
      if (column != 0 || row != 0) last.forbidden.push_back({column, row});
    }
  }
  const Snapshot full = trace(last, {0}).back();
  CHECK(full.status == Status::draw && !full.must_ban);
}

void test_refusals() {
  CHECK(refusal([] { trace(standard, {3, 7}); }) == "ply 2: no such column");
  CHECK(refusal([] { trace(standard, {-1}); }) == "ply 1: no such column");
  CHECK(refusal([] { trace(standard, {0, 0, 0, 0, 0, 0, 0}); }) == "ply 7: the column is full");
  CHECK(refusal([] { trace(standard, {0, 1, 0, 1, 0, 1, 0, 1}); }) == "ply 8: the game is over");
  CHECK(!refusal([] { perft(standard, no_moves, -1); }).empty());
  CHECK(!refusal([] { distinct_positions(standard, -1); }).empty());
}

// --- counts and games that every build must repeat ------------------------------------------------

void test_counts() {
  CHECK(perft(standard, no_moves, 8) == 5'673'234);
  CHECK(perft(Rules{12, 12, {}, {}}, no_moves, 6) == 2'985'984);
  CHECK(perft(standard, std::vector<int>{0, 1, 0, 1, 0, 1}, 1) == 7);
  const std::vector<std::uint64_t> distinct{1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275};
  CHECK(distinct_positions(standard, 8) == distinct);
}

struct KnownPlayouts {
  Rules rules;
  std::uint64_t first_wins, second_wins, draws, plies;
};

void test_playouts() {
  const std::vector<KnownPlayouts> known{
      {{}, 509, 489, 2, 21401},
      {{9, 8, {{3, 2}}, {}}, 565, 435, 0, 23705},
      {{12, 12, {{0, 0}}, Cell{11, 0}}, 550, 450, 0, 28117},
      {{6, 6, {}, Cell{2, 1}}, 561, 422, 17, 21566},
  };
  for (const KnownPlayouts& row : known) {
    const PlayoutTotals totals = random_playouts(row.rules, {}, 2024, 1000);
    CHECK(totals.first_wins == row.first_wins && totals.second_wins == row.second_wins);
    CHECK(totals.draws == row.draws && totals.plies == row.plies);
  }
  const RandomGame game = random_game({}, {}, 2024);
  const std::vector<int> columns{4, 0, 2, 0, 5, 3, 0, 4, 1, 2, 3, 5, 5, 4, 1, 4, 6, 2, 5, 3, 3, 4};
  CHECK(game.columns == columns);
  CHECK(game.status == Status::second_wins);

  on_every_kind([](const Rules& rules, const auto&) {
    const RandomGame once = random_game(rules, {}, 99);
    CHECK(once.columns == random_game(rules, {}, 99).columns);
    CHECK(trace(rules, once.columns).back().status == once.status);
    CHECK(once.status != Status::ongoing);
    CHECK(random_game(rules, once.columns, 1).columns == once.columns);
  });
}

}  // namespace

int main() {
  test_dispatch();
  test_standard_geometry();
  test_geometry();
  test_lines();
  test_games_against_a_grid();
  test_forbidden_cells();
  test_bonus();
  test_refusals();
  test_counts();
  test_playouts();
  return testing::result();
}
