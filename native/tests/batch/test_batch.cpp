// Batches against the positions that the columns of each board lead to, on every kind of rules.
#include "batch/batch.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "batch/share.hpp"
#include "board/dispatch.hpp"
#include "board/replay.hpp"
#include "board/twin.hpp"
#include "tests/check.hpp"

using namespace fourfold;

namespace {

const std::vector<Rules> kinds{
    {7, 6, {}, {}},         {4, 4, {}, {}},
    {12, 4, {{0, 3}}, {}},  {9, 8, {{3, 2}}, {}},
    {6, 6, {}, Cell{2, 1}}, {10, 11, {{9, 10}, {4, 0}, {4, 2}}, Cell{4, 1}},
    {12, 12, {}, {}},       {12, 12, {{0, 0}, {3, 3}, {5, 11}}, Cell{1, 0}},
};

std::vector<int> moves_of(const BatchArrays& arrays, std::size_t board) {
  const std::int8_t* first = &arrays.moves[board * arrays.plies];
  return {first, first + arrays.ply[board]};
}

// Compares a board of a batch with the position that its moves lead to.
void compare(const Rules& rules, Batch& batch, std::size_t board, const bool* planes,
             const bool* winning) {
  const BatchArrays& arrays = batch.arrays();
  dispatch(rules, [&](const auto& geometry) {
    const std::vector<int> moves = moves_of(arrays, board);
    const auto [position, status] = replay(geometry, moves, [](const auto&, Status) {});
    CHECK(arrays.turn[board] == position.turn());
    CHECK(arrays.must_ban[board] == position.must_ban());
    CHECK(arrays.finished[board] == (status != Status::ongoing));
    CHECK(arrays.winner[board] == (status == Status::first_wins    ? 0
                                   : status == Status::second_wins ? 1
                                                                   : -1));
    const std::size_t size = arrays.rows * arrays.columns;
    for (int column = 0; column < geometry.columns(); ++column) {
      const auto at = board * arrays.columns + static_cast<std::size_t>(column);
      const auto cell = position.landing(geometry, column);
      const bool legal = status == Status::ongoing && any(cell);
      CHECK(arrays.legal_mask[at] == legal);
      CHECK(winning[at] == (legal && position.wins_at(geometry, cell)));
      for (int row = 0; row < geometry.rows(); ++row) {
        const auto bit = geometry.bit(column, row);
        const std::int8_t expected = any(position.pieces(0) & bit)     ? first_piece
                                     : any(position.pieces(1) & bit)   ? second_piece
                                     : any(geometry.forbidden() & bit) ? forbidden_cell
                                     : any(position.occupied() & bit)  ? ban_piece
                                                                       : std::int8_t{0};
        const auto place =
            static_cast<std::size_t>(row) * arrays.columns + static_cast<std::size_t>(column);
        CHECK(arrays.cells[board * size + place] == expected);
        const bool* plane = &planes[board * batch_planes * size + place];
        CHECK(plane[0] == any(position.mine() & bit));
        CHECK(plane[size] == any(position.theirs() & bit));
        CHECK(plane[2 * size] == (expected > 1));
        CHECK(plane[3 * size] == any(geometry.bonus() & bit & ~position.occupied()));
        CHECK(plane[4 * size] == position.must_ban());
      }
    }
  });
}

void test_random_games_agree_with_positions() {
  for (const Rules& rules : kinds) {
    Batch batch{rules, 16, 5, 1, false};
    for (int ply = 0; !std::all_of(&batch.arrays().finished[0], &batch.arrays().finished[16],
                                   [](bool over) { return over; });
         ++ply) {
      CHECK(batch.step(batch.random_columns()) == -1);
      if (ply % 3 != 0) continue;
      const bool* planes = batch.planes();
      const bool* winning = batch.winning_mask();
      for (std::size_t board = 0; board < 16; ++board)
        compare(rules, batch, board, planes, winning);
    }
  }
}

void test_the_same_games_whatever_the_threads() {
  const std::size_t boards = 5000;
  for (const Rules& rules : {kinds[0], kinds[7]}) {
    Batch one{rules, boards, 9, 1, true};
    Batch three{rules, boards, 9, 3, true};
    Batch stepped{rules, boards, 9, 2, true};
    one.step_random(60);
    three.step_random(60);
    for (int ply = 0; ply < 60; ++ply) CHECK(stepped.step(stepped.random_columns()) == -1);
    const auto same = [&](const Batch& other) {
      return std::equal(&one.arrays().cells[0],
                        &one.arrays().cells[0] + boards * one.arrays().rows * one.arrays().columns,
                        &other.arrays().cells[0]) &&
             std::equal(&one.arrays().rewards[0], &one.arrays().rewards[0] + 2 * boards,
                        &other.arrays().rewards[0]);
    };
    CHECK(same(three));
    CHECK(same(stepped));
    const std::int64_t* few = one.playouts(3);
    const std::int64_t* same_few = three.playouts(3);
    CHECK(std::equal(few, few + 3 * boards, same_few));
    one.play_out();
    three.play_out();
    CHECK(same(three));
  }
}

void test_an_illegal_column_changes_nothing() {
  Batch batch{Rules{}, 3, 0, 1, false};
  const std::int64_t left[] = {0, 0, 0};
  for (int ply = 0; ply < 6; ++ply) CHECK(batch.step(left) == -1);
  const std::int64_t second_is_full[] = {1, 0, 0};
  CHECK(batch.step(second_is_full) == 1);
  CHECK(batch.arrays().ply[0] == 6);
  const std::int64_t off[] = {1, 1, 7};
  CHECK(batch.step(off) == 2);
  const std::int64_t negative[] = {-1, 1, 1};
  CHECK(batch.step(negative) == 0);
  CHECK(batch.arrays().ply[2] == 6);
}

void test_a_board_that_is_not_chosen_stays() {
  Batch batch{Rules{}, 3, 0, 1, true};
  batch.set(2, {0, 1, 0, 1, 0, 1, 0});
  const std::int64_t columns[] = {3, 99, 99};
  const bool first_only[] = {true, false, false};
  CHECK(batch.step(columns, first_only) == -1);
  CHECK(batch.arrays().ply[0] == 1 && batch.arrays().ply[1] == 0);
  CHECK(batch.arrays().finished[2] && batch.arrays().rewards[4] == 0.0F);
  const bool first_two[] = {true, true, false};
  CHECK(batch.step(columns, first_two) == 1);
  CHECK(batch.arrays().ply[0] == 1);
  const bool last_only[] = {false, false, true};
  CHECK(batch.step(columns, last_only) == -1);
  CHECK(!batch.arrays().finished[2] && batch.arrays().ply[0] == 1);
}

void test_threats_are_the_opponents() {
  Batch batch{Rules{}, 1, 0, 1, false};
  batch.set(0, {0, 6, 0, 6, 0});  // FIRST threatens the first column, SECOND is to move
  CHECK(batch.threat_mask()[0] && !batch.threat_mask()[6]);
  CHECK(!batch.winning_mask()[0]);
  batch.set(0, {0, 6, 0, 6, 0, 6, 0});  // the game is over
  CHECK(!batch.threat_mask()[6]);
}

void test_finished_boards_wait_or_begin_anew() {
  for (const bool autoreset : {false, true}) {
    Batch batch{Rules{}, 1, 0, 1, autoreset};
    batch.set(0, {0, 1, 0, 1, 0, 1});
    const std::int64_t column = 0;
    CHECK(batch.step(&column) == -1);
    CHECK(batch.arrays().finished[0] && batch.arrays().winner[0] == 0);
    CHECK(batch.arrays().rewards[0] == 1.0F && batch.arrays().rewards[1] == -1.0F);
    const std::int64_t anything = 99;
    CHECK(batch.step(&anything) == -1);
    CHECK(batch.arrays().finished[0] == !autoreset);
    CHECK(batch.arrays().ply[0] == (autoreset ? 0 : 7));
    CHECK(batch.arrays().rewards[0] == 0.0F && batch.arrays().rewards[1] == 0.0F);
  }
}

void test_a_board_without_playable_cells_is_drawn() {
  Rules rules{4, 4, {}, {}};
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) rules.forbidden.push_back({column, row});
  }
  Batch batch{rules, 2, 0, 1, true};
  CHECK(batch.arrays().finished[0] && batch.arrays().winner[0] == -1);
  batch.step_random(5);
  batch.play_out();
  CHECK(batch.playouts(4)[1] == 4);
}

void test_set_refuses_before_it_changes() {
  Batch batch{Rules{}, 1, 0, 1, false};
  batch.set(0, {3, 3});
  bool refused = false;
  try {
    batch.set(0, {1, 9});
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
  CHECK(moves_of(batch.arrays(), 0) == std::vector<int>{3, 3});
}

void test_every_item_is_shared_once() {
  for (const int threads : {1, 2, 3, 7, 100}) {
    for (const std::size_t count : {0U, 1U, 5U, 100U}) {
      std::vector<std::atomic<int>> seen(count);
      share(count, threads, 2, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) ++seen[i];
      });
      CHECK(std::all_of(seen.begin(), seen.end(), [](const auto& times) { return times == 1; }));
    }
  }
}

void test_calls_from_several_threads_wait_for_each_other() {
  Batch batch{Rules{}, 50, 1, 2, true};
  std::vector<std::thread> callers;
  for (int i = 0; i < 3; ++i) {
    callers.emplace_back([&] {
      for (int step = 0; step < 200; ++step) {
        batch.step_random(1);
        batch.planes();
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  Batch alone{Rules{}, 50, 1, 1, true};
  alone.step_random(600);
  CHECK(std::equal(&alone.arrays().ply[0], &alone.arrays().ply[0] + 50, &batch.arrays().ply[0]));
}

}  // namespace

int main() {
  test_random_games_agree_with_positions();
  test_the_same_games_whatever_the_threads();
  test_an_illegal_column_changes_nothing();
  test_a_board_that_is_not_chosen_stays();
  test_threats_are_the_opponents();
  test_finished_boards_wait_or_begin_anew();
  test_a_board_without_playable_cells_is_drawn();
  test_set_refuses_before_it_changes();
  test_every_item_is_shared_once();
  test_calls_from_several_threads_wait_for_each_other();
  return fourfold::testing::result();
}
