// Playing a list of columns from the empty board.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "board/position.hpp"
#include "board/twin.hpp"

namespace fourfold {

template <class Geometry>
struct ReplayResult {
  Position<Geometry> position;
  Status status;
};

// Plays the columns and calls visit(position, status) before each of them and once after the last.
// Throws std::invalid_argument at a move that is not legal.
template <class Geometry, class Visit>
ReplayResult<Geometry> replay(const Geometry& geometry, const std::vector<int>& columns,
                              Visit&& visit) {
  ReplayResult<Geometry> state{Position{geometry}, Status::ongoing};
  if (!any(geometry.playable())) state.status = Status::draw;
  std::size_t ply = 0;
  for (const int column : columns) {
    visit(state.position, state.status);
    ++ply;
    const auto refuse = [&](const std::string& why) {
      throw std::invalid_argument("ply " + std::to_string(ply) + ": " + why);
    };
    if (state.status != Status::ongoing) refuse("the game is over");
    if (column < 0 || column >= geometry.columns()) refuse("no such column");
    const auto cell = state.position.landing(geometry, column);
    if (!any(cell)) refuse("the column is full");
    const int player = state.position.turn();
    const bool wins = state.position.wins_at(geometry, cell);
    state.position.play(geometry, cell);
    if (wins) {
      state.status = player == 0 ? Status::first_wins : Status::second_wins;
    } else if (state.position.is_full(geometry)) {
      state.status = Status::draw;
    }
  }
  visit(state.position, state.status);
  return state;
}

// The same without looking at the positions on the way. Lines stay on the board, so that whether one
// was completed can be asked at the end, and the game is gone through again only if one was, or if
// something is wrong with it.
template <class Geometry>
ReplayResult<Geometry> replay(const Geometry& geometry, const std::vector<int>& columns) {
  const auto in_full = [&] { return replay(geometry, columns, [](const auto&, Status) {}); };
  if (any(geometry.bonus())) return in_full();
  Position<Geometry> position{geometry};
  for (const int column : columns) {
    if (column < 0 || column >= geometry.columns()) return in_full();
    const auto cell = position.landing(geometry, column);
    if (!any(cell)) return in_full();
    position.play(geometry, cell);
  }
  if (position.has_won(geometry, 0) || position.has_won(geometry, 1)) return in_full();
  return {position, position.is_full(geometry) ? Status::draw : Status::ongoing};
}

}  // namespace fourfold
