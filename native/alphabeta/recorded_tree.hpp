// What a depth-limited search did in its first plies: the tree that it walked, in the order in which
// it walked it. Plain data, for the bindings.
#pragma once

#include <cstdint>
#include <vector>

namespace fourfold {

struct AlphaBetaRecordLimits {
  int plies = 3;    // below the root
  int most = 1000;  // nodes; if there are more, those of the first plies are kept
};

// Windows and values are for the player whose move the root is: what that player maximizes, the
// other one minimizes.
struct AlphaBetaNode {
  enum class Kind : std::uint8_t {
    inner,     // its moves were searched
    win,       // the ply completed a line
    draw,      // the ply filled the board
    leaf,      // no depth left: evaluated
    table,     // the table knew the value, or a bound that was enough
    hopeless,  // not even a win at once could have mattered
  };
  enum class Bound : std::uint8_t { exact, at_least, at_most };
  enum class Cut : std::uint8_t {
    none,
    window,  // alpha met beta
    win,     // a win at once: nothing can be better
  };

  static constexpr int infinity = (1 << 23) - 1;  // the end of a window that is open

  int parent;      // its index; -1 of the root
  int column;      // the ply that leads here; -1 of the root
  int ply;         // from the root
  bool maximizes;  // whether the root's player is to move, or would be
  Kind kind = Kind::inner;
  Cut cut = Cut::none;
  Bound bound = Bound::exact;  // what the value is
  bool hint = false;           // the table knew a move to try first
  int alpha;                   // the window that it was searched with
  int beta;
  int table_alpha;  // the same once the table had narrowed it
  int table_beta;
  int value = 0;
  std::uint64_t nodes = 0;         // moves made here and below, the one that leads here included
  std::vector<std::int8_t> order;  // the columns in the order of the search
  int searched = 0;                // how many of them were searched; the others were cut off
};

}  // namespace fourfold
