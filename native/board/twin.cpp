#include "board/twin.hpp"

#include "board/dispatch.hpp"
#include "board/perft.hpp"
#include "board/replay.hpp"
#include "system/processor.hpp"

namespace fourfold {
namespace {

template <class Geometry>
Snapshot snapshot(const Geometry& geometry, const Position<Geometry>& position, Status status) {
  using Bits = typename Geometry::Bits;
  Snapshot result{status, position.turn(), position.must_ban(), {}, {}, {}, {}};
  const Bits landing = status == Status::ongoing ? position.landing(geometry) : Bits{0};
  result.landing_rows.assign(static_cast<std::size_t>(geometry.columns()), -1);
  for_each_cell(landing, [&](const Bits& cell) {
    const int index = lowest_index(cell);
    result.landing_rows[static_cast<std::size_t>(column_of(geometry, index))] =
        row_of(geometry, index);
  });
  for (int player = 0; player < 2; ++player) {
    for_each_cell(line_cells(geometry, position.pieces(player)), [&](const Bits& cell) {
      const int index = lowest_index(cell);
      result.line_cells.push_back({column_of(geometry, index), row_of(geometry, index)});
    });
  }
  const auto words = [](const Key<Bits>& key) {
    std::vector<std::uint64_t> list;
    for (int i = 0; i < word_count<Bits>; ++i) list.push_back(word_of(key.pieces, i));
    for (int i = 0; i < word_count<Bits>; ++i) list.push_back(word_of(key.ban, i));
    return list;
  };
  result.key = words(position.key());
  result.mirrored_key = words(position.mirrored_key(geometry));
  return result;
}

}  // namespace

std::vector<Snapshot> trace(const Rules& rules, const std::vector<int>& columns) {
  return dispatch(rules, [&](const auto& geometry) {
    std::vector<Snapshot> result;
    replay(geometry, columns, [&](const auto& position, Status status) {
      result.push_back(snapshot(geometry, position, status));
    });
    return result;
  });
}

std::uint64_t perft(const Rules& rules, const std::vector<int>& columns, int depth) {
  if (depth < 0) throw std::invalid_argument("the depth is negative");
  return dispatch(rules, [&](const auto& geometry) {
    const auto start = replay(geometry, columns);
    if (start.status != Status::ongoing) return std::uint64_t{depth == 0};
    return perft(geometry, start.position, depth);
  });
}

std::vector<std::uint64_t> distinct_positions(const Rules& rules, int plies) {
  if (plies < 0) throw std::invalid_argument("the number of plies is negative");
  return dispatch(rules, [&](const auto& geometry) {
    return distinct_positions(geometry, Position{geometry}, plies);
  });
}

RandomGame random_game(const Rules& rules, const std::vector<int>& columns, std::uint64_t seed) {
  return dispatch(rules, [&](const auto& geometry) {
    const auto start = replay(geometry, columns);
    RandomGame game{columns, start.status};
    if (start.status != Status::ongoing) return game;
    Random random{seed};
    const int winner = random_playout(geometry, start.position, random, [&](const auto& cell) {
      game.columns.push_back(column_of(geometry, lowest_index(cell)));
    });
    game.status = winner < 0    ? Status::draw
                  : winner == 0 ? Status::first_wins
                                : Status::second_wins;
    return game;
  });
}

PlayoutTotals random_playouts(const Rules& rules, const std::vector<int>& columns,
                              std::uint64_t seed, std::uint64_t games) {
  return dispatch(rules, [&](const auto& geometry) {
    const auto start = replay(geometry, columns);
    PlayoutTotals totals;
    if (start.status != Status::ongoing) return totals;
    Random random{seed};
    for (std::uint64_t game = 0; game < games; ++game) {
      const int winner =
          random_playout(geometry, start.position, random, [&](const auto&) { ++totals.plies; });
      ++(winner < 0 ? totals.draws : winner == 0 ? totals.first_wins : totals.second_wins);
    }
    return totals;
  });
}

std::string cpu_level() { return processor_level(); }

}  // namespace fourfold
