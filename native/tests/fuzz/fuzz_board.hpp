// The rules against a grid that is filled and searched one cell at a time.
#pragma once

#include "tests/fuzz/fuzz_input.hpp"

namespace fourfold::fuzzing {

inline void fuzz_board(FuzzInput input) {
  const bool wild = input.below(4) == 0;
  const Rules rules = input.rules(wild);
  std::vector<int> columns;
  const int length = input.below(150);
  const bool any_column = input.below(8) == 0;
  for (int i = 0; i < length && !input.is_empty(); ++i) {
    columns.push_back(any_column ? input.any_int()
                                 : input.below(rules.columns > 0 ? rules.columns : 1));
  }
  if (!accepts([&] { rules.check(); })) {
    REQUIRE(!accepts([&] { trace(rules, columns); }));
    REQUIRE(!accepts([&] { perft(rules, columns, 1); }));
    REQUIRE(!accepts([&] { random_game(rules, columns, 0); }));
    return;
  }

  Grid grid{rules};
  std::size_t legal = 0;
  for (const int column : columns) {
    if (column < 0 || column >= rules.columns || grid.landing_row(column) < 0) break;
    grid.play(column);
    ++legal;
  }
  if (legal < columns.size()) {
    REQUIRE(!accepts([&] { trace(rules, columns); }));
    REQUIRE(!accepts([&] { random_playouts(rules, columns, 1, 1); }));
    columns.resize(legal);
  }

  const std::vector<Snapshot> snapshots = trace(rules, columns);
  REQUIRE(snapshots.size() == columns.size() + 1);
  Grid again{rules};
  for (std::size_t ply = 0; ply < snapshots.size(); ++ply) {
    const Snapshot& seen = snapshots[ply];
    REQUIRE(seen.status == again.status());
    if (seen.status == Status::ongoing) {
      REQUIRE(seen.turn == again.turn());
      REQUIRE(seen.must_ban == again.must_ban());
    }
    REQUIRE(seen.landing_rows.size() == static_cast<std::size_t>(rules.columns));
    for (int column = 0; column < rules.columns; ++column) {
      REQUIRE(seen.landing_rows[static_cast<std::size_t>(column)] == again.landing_row(column));
    }
    REQUIRE(seen.line_cells.empty() ==
            (seen.status == Status::ongoing || seen.status == Status::draw));
    if (ply < columns.size()) again.play(columns[ply]);
  }

  const std::size_t moves = FuzzInput::legal_columns(snapshots.back()).size();
  REQUIRE(perft(rules, columns, 0) == 1);
  REQUIRE(perft(rules, columns, 1) == moves);
  const RandomGame game = random_game(rules, columns, input.word());
  REQUIRE(game.status != Status::ongoing);
  const PlayoutTotals totals = random_playouts(rules, columns, input.word(), 3);
  REQUIRE(totals.first_wins + totals.second_wins + totals.draws ==
          (snapshots.back().status == Status::ongoing ? 3U : 0U));
}

}  // namespace fourfold::fuzzing
