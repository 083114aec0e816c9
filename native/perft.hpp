// Counting the game tree, and random games: the checks that keep the two sets of rules equal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "position.hpp"
#include "random.hpp"

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
  using Entry = Position<Geometry>;
  using EntryKey = Key<typename Geometry::Bits>;
  const auto keep_one_of_each = [](auto& list, const auto& key_of) {
    std::sort(list.begin(), list.end(),
              [&](const auto& a, const auto& b) { return key_of(a) < key_of(b); });
    const auto same = [&](const auto& a, const auto& b) { return key_of(a) == key_of(b); };
    list.erase(std::unique(list.begin(), list.end(), same), list.end());
  };
  const auto entry_key = [](const Entry& entry) { return entry.key(); };
  const auto itself = [](const EntryKey& key) -> const EntryKey& { return key; };

  std::vector<std::uint64_t> totals{1};
  std::vector<Entry> level{start};
  for (int ply = 0; ply < plies; ++ply) {
    // Positions to go on from, and the keys of those that only need counting: finished games, and
    // everything on the last ply. Duplicates go whenever a list has doubled: that bounds memory.
    std::vector<Entry> next;
    std::vector<EntryKey> counted;
    std::size_t tidy_next_at = std::size_t{1} << 20;
    std::size_t tidy_counted_at = tidy_next_at;
    for (const Entry& position : level) {
      for_each_cell(position.landing(geometry), [&](const auto& cell) {
        Entry child = position;
        child.play(geometry, cell);
        if (ply + 1 == plies || position.wins_at(geometry, cell)) {
          counted.push_back(child.key());
        } else {
          next.push_back(child);
        }
      });
      if (next.size() >= tidy_next_at) {
        keep_one_of_each(next, entry_key);
        tidy_next_at = std::max(tidy_next_at, 2 * next.size());
      }
      if (counted.size() >= tidy_counted_at) {
        keep_one_of_each(counted, itself);
        tidy_counted_at = std::max(tidy_counted_at, 2 * counted.size());
      }
    }
    keep_one_of_each(next, entry_key);
    keep_one_of_each(counted, itself);
    totals.push_back(next.size() + counted.size());
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
