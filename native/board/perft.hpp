// Counting the game tree, and random games: the checks that keep the two sets of rules equal.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "board/key_set.hpp"
#include "board/position.hpp"
#include "board/random.hpp"

namespace fourfold {

// The number of sequences of exactly `depth` plies from a position whose game is not over. A game
// that ends earlier is not counted. The last ply is counted, not played.
template <class Geometry>
std::uint64_t perft(const Geometry& geometry, const Position<Geometry>& position, int depth) {
  if (depth == 0) return 1;
  auto landing = position.landing(geometry);
  if (depth == 1) return static_cast<std::uint64_t>(count(landing));
  std::uint64_t total = 0;
  for (; any(landing); landing = without_lowest(landing)) {
    const auto cell = lowest(landing);
    if (position.wins_at(geometry, cell)) continue;
    Position<Geometry> next = position;
    next.play(geometry, cell);
    total += perft(geometry, next, depth - 1);
  }
  return total;
}

// The number of different positions after 0, 1, ... `plies` plies, finished games included.
template <class Geometry>
std::vector<std::uint64_t> distinct_positions(const Geometry& geometry,
                                              const Position<Geometry>& start, int plies) {
  struct Child {
    Position<Geometry> position;
    bool is_over;
  };
  std::vector<std::uint64_t> totals{1};
  std::vector<Position<Geometry>> level{start};
  std::vector<Child> children;
  for (int ply = 1; ply <= plies; ++ply) {
    KeySet<Geometry> seen;
    std::vector<Position<Geometry>> next;
    const auto take_children = [&] {
      for (const Child& child : children) {
        if (seen.insert(child.position.key()) && !child.is_over && ply < plies) {
          next.push_back(child.position);
        }
      }
      children.clear();
    };
    for (const Position<Geometry>& position : level) {
      for_each_cell(position.landing(geometry), [&](const auto& cell) {
        Child child{position, position.wins_at(geometry, cell)};
        child.position.play(geometry, cell);
        seen.prefetch(child.position.key());
        children.push_back(child);
      });
      // Not at once: meanwhile their places in the set arrive from memory.
      if (children.size() >= 64) take_children();
    }
    take_children();
    totals.push_back(seen.size());
    level = std::move(next);
  }
  return totals;
}

// Plays uniformly random moves to the end and returns who won: 0, 1, or -1 for a draw. Every cell
// played is handed to `visit` before it is played.
template <class Geometry, class Visit>
int random_playout(const Geometry& geometry, Position<Geometry> position, Random& random,
                   Visit&& visit) {
  for (;;) {
    const auto landing = position.landing(geometry);
    if (!any(landing)) return -1;
    const auto cell = random_cell(landing, random);
    visit(cell);
    if (position.wins_at(geometry, cell)) return position.turn();
    position.play(geometry, cell);
  }
}

}  // namespace fourfold
