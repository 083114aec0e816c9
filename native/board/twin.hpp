// The native rules behind a plain interface: columns in, numbers out. Used by the bindings and the
// cross checks; the searches work on positions directly.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "board/rules.hpp"

namespace fourfold {

enum class Status : std::uint8_t { ongoing, first_wins, second_wins, draw };

// What holds before a ply (or at the end of the game).
struct Snapshot {
  Status status;
  int turn;
  bool must_ban;
  std::vector<int> landing_rows;   // one a column, -1 where it cannot be played
  std::vector<Cell> line_cells;    // by column, then row
  std::vector<std::uint64_t> key;  // words of the key, lowest first: pieces, then the ban
  std::vector<std::uint64_t> mirrored_key;
};

struct RandomGame {
  std::vector<int> columns;
  Status status;
};

// A snapshot before each move and one after the last. Throws std::invalid_argument at a move that
// is not legal.
std::vector<Snapshot> trace(const Rules& rules, const std::vector<int>& columns);

std::uint64_t perft(const Rules& rules, const std::vector<int>& columns, int depth);
std::vector<std::uint64_t> distinct_positions(const Rules& rules, int plies);
RandomGame random_game(const Rules& rules, const std::vector<int>& columns, std::uint64_t seed);

// Plays `games` random games from one seed and counts FIRST's wins, SECOND's wins, draws and plies.
struct PlayoutTotals {
  std::uint64_t first_wins = 0;
  std::uint64_t second_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t plies = 0;
};
PlayoutTotals random_playouts(const Rules& rules, const std::vector<int>& columns,
                              std::uint64_t seed, std::uint64_t games);

// The best instruction set that this processor runs: the name of a native module.
std::string cpu_level();

}  // namespace fourfold
