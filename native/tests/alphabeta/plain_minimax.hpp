// What the tests of the depth-limited search share: an evaluation, minimax as it is explained to
// beginners, random rules and positions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "alphabeta/alphabeta.hpp"
#include "board/position.hpp"
#include "board/random.hpp"
#include "board/replay.hpp"

namespace fourfold {

inline constexpr int win = 1000;

// A guess without any sense, so that nothing about it helps the search: it is different for almost
// every position, and for the two players of one. Sometimes it tries to look like a win.
template <class Geometry>
struct Nonsense {
  Geometry geometry;
  int range = 40;  // few values: many ties

  int operator()(const Position<Geometry>& position, int player) const {
    std::uint64_t seed = static_cast<std::uint64_t>(player) + 1;
    for (const auto& cells : {position.pieces(0), position.pieces(1), position.ban()}) {
      for (int i = 0; i < word_count<typename Geometry::Bits>; ++i) {
        seed = Random{seed ^ word_of(cells, i)}.next();
      }
    }
    Random random{seed};
    if (random.below(50) == 0) return player == 0 ? 10 * win : -10 * win;
    return random.below(range) - range / 2;
  }
};

// Minimax as it is explained to beginners: no windows, no order, no memory.
template <class Geometry>
class Truth {
 public:
  Truth(const Geometry& geometry, int player)
      : geometry_(geometry), guess_{geometry}, player_(player) {}

  // For the player who plays the cell.
  int after(const Position<Geometry>& position, const typename Geometry::Bits& cell, int depth) {
    ++nodes;
    if (position.wins_at(geometry_, cell)) return win + depth - 1;
    Position<Geometry> next = position;
    next.play(geometry_, cell);
    if (next.is_full(geometry_)) return 0;
    if (depth == 1) {
      ++leaves;
      const int guess = std::clamp(guess_(next, player_), 1 - win, win - 1);
      return position.turn() == player_ ? guess : -guess;
    }
    int best = -1'000'000;
    for_each_cell(next.landing(geometry_),
                  [&](const auto& reply) { best = std::max(best, after(next, reply, depth - 1)); });
    return next.turn() == position.turn() ? best : -best;
  }

  std::uint64_t nodes = 0;
  std::uint64_t leaves = 0;

 private:
  Geometry geometry_;
  Nonsense<Geometry> guess_;
  int player_;
};

inline Rules random_rules(Random& random) {
  Rules rules{4 + random.below(9), 4 + random.below(9), {}, {}};
  const auto any_cell = [&] { return Cell{random.below(rules.columns), random.below(rules.rows)}; };
  if (random.below(3) == 0) rules = Rules{7, 6, {}, {}};
  if (random.below(2) == 0) rules.bonus = any_cell();
  for (int i = random.below(4); i > 0; --i) {
    const Cell cell = any_cell();
    if (!(rules.bonus == cell)) rules.forbidden.push_back(cell);
  }
  return rules;
}

// A position somewhere in a random game that goes on; near the end every other time.
template <class Geometry>
std::vector<int> random_moves(const Geometry& geometry, Random& random) {
  std::vector<int> moves;
  Position position{geometry};
  const int plies = random.below(2) == 0 ? random.below(geometry.cells())
                                         : geometry.cells() - 1 - random.below(8);
  while (static_cast<int>(moves.size()) < plies) {
    const auto cell = random_cell(position.landing(geometry), random);
    if (position.wins_at(geometry, cell)) break;
    position.play(geometry, cell);
    moves.push_back(column_of(geometry, lowest_index(cell)));
    if (position.is_full(geometry)) {
      moves.pop_back();
      break;
    }
  }
  return moves;
}

inline AlphaBetaOptions options(unsigned switches, bool threads = false) {
  AlphaBetaOptions result;
  result.switches = {(switches & 1) != 0, (switches & 2) != 0, (switches & 4) != 0,
                     (switches & 8) != 0, (switches & 16) != 0};
  result.win = win;
  result.memory_mb = 1;
  result.threads = threads;
  return result;
}

inline constexpr unsigned all_on = 63;
inline constexpr unsigned pruning_only = 1;

}  // namespace fourfold
