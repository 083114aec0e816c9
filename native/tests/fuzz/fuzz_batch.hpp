// Batches: every board is where its moves lead.
#pragma once

#include <array>

#include "batch/batch.hpp"
#include "tests/fuzz/fuzz_input.hpp"

namespace fourfold::fuzzing {

inline void compare_batch(const Rules& rules, const BatchArrays& arrays) {
  for (std::size_t board = 0; board < arrays.boards; ++board) {
    const std::int8_t* moves = &arrays.moves[board * arrays.plies];
    const std::vector<int> columns{moves, moves + arrays.ply[board]};
    const Snapshot last = trace(rules, columns).back();
    REQUIRE(arrays.finished[board] == (last.status != Status::ongoing));
    REQUIRE(arrays.winner[board] == (last.status == Status::first_wins    ? 0
                                     : last.status == Status::second_wins ? 1
                                                                          : -1));
    if (last.status == Status::ongoing) REQUIRE(arrays.turn[board] == last.turn);
    for (std::size_t column = 0; column < arrays.columns; ++column) {
      REQUIRE(arrays.legal_mask[board * arrays.columns + column] ==
              (last.landing_rows[column] >= 0));
    }
  }
}

inline void fuzz_batch(FuzzInput input) {
  const Rules rules = input.rules();
  const std::size_t boards = static_cast<std::size_t>(input.between(1, 19));
  const bool autoreset = input.flag();
  std::unique_ptr<Batch> batch;
  const int threads = input.below(32) == 0 ? input.between(-1, 3) : 1;
  if (!accepts([&] {
        batch = std::make_unique<Batch>(rules, boards, input.word(), threads, autoreset);
      })) {
    REQUIRE(threads < 1);
    return;
  }
  const BatchArrays& arrays = batch->arrays();
  std::vector<std::int64_t> columns(boards);
  std::array<bool, 19> chosen{};
  for (int i = 0; i < 40 && !input.is_empty(); ++i) {
    switch (input.below(10)) {
      case 0:
        batch->step_random(input.below(12));
        break;
      case 1:
        batch->play_out();
        break;
      case 2: {
        const std::size_t board = static_cast<std::size_t>(input.below(32));
        const std::vector<int> game = input.game(rules, input.below(20));
        REQUIRE(accepts([&] { batch->set(board, game); }) == (board < boards));
        break;
      }
      case 3:
        for (bool& each : chosen) each = input.flag();
        batch->reset(chosen.data());
        break;
      case 4: {
        const std::int64_t* games = batch->playouts(input.below(5));
        for (std::size_t at = 0; at < 3 * boards; ++at) REQUIRE(games[at] >= 0);
        break;
      }
      case 5:
        batch->planes();
        batch->mover_cells();
        batch->winning_mask();
        batch->threat_mask();
        break;
      case 6: {
        for (bool& each : chosen) each = input.flag();
        for (auto& column : columns) column = input.below(rules.columns);
        batch->step(columns.data(), chosen.data());
        break;
      }
      case 7: {
        const std::int64_t* random = batch->random_columns();
        columns.assign(random, random + boards);
        REQUIRE(batch->step(columns.data()) == -1);
        break;
      }
      default: {
        for (auto& column : columns) {
          column = input.below(8) == 0 ? static_cast<std::int64_t>(input.word())
                                       : input.below(rules.columns);
        }
        const std::int64_t refused = batch->step(columns.data());
        REQUIRE(refused >= -1 && refused < static_cast<std::int64_t>(boards));
      }
    }
    compare_batch(rules, arrays);
  }
}

}  // namespace fourfold::fuzzing
