// What a search tells of its moves: of those of the position, of those in its tree, and of the
// simulations that it began with. Plain data, for the bindings.
#pragma once

#include <cstdint>
#include <vector>

namespace fourfold {

// A column that can be played, for the side to move.
struct UctColumn {
  int column;
  std::uint32_t visits;
  double wins;  // a draw counts one half
  int outcome;  // proven: 1 won, 0 drawn, -1 lost; else `no_outcome`
  int plies;    // of a proven win or loss, by the proof that was found; else 0
  static constexpr int no_outcome = 2;
};

struct UctRecordLimits {
  int plies = 3;         // of the tree, below its root
  int most = 1000;       // moves of the tree; if there are more, the most visited are kept
  int simulations = 50;  // to write down one by one, from the first on
};

// A move in the tree.
struct UctTreeMove {
  int parent;  // the index of the move before; -1: none, it is a move of the root
  int player;  // who makes it; 0: FIRST
  UctColumn statistics;
};

// One simulation: the moves that were chosen in the tree, the game of chance after them, and what was
// backed up.
struct UctSimulation {
  std::vector<UctColumn> moves;  // each with its statistics afterwards
  bool playout;                  // whether there was a game of chance
  int reward;                    // what it ended with, or what was proven, for FIRST: 1, 0 or -1
  int outcome;                   // if that is proven, of the last move for the player who made it
  int plies;
};

}  // namespace fourfold
