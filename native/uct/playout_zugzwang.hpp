// Games that are decided although nothing is about to happen: the side to move will run out of good
// moves. These are the proofs P ("by the sum") and Q of docs/solver.md, where they are argued, on
// lanes; they hold once no ban can come any more.
//
// X has just moved, O is to move. CLAIM are the cells with an even number of playable cells above
// them; a column is odd if an odd number of its cells is free, and then its landing cell is in
// CLAIM. So the number of free cells is even just if the number of odd columns is.
//
//   even   X has a threat in CLAIM, not on a landing cell. X answers O in the same column, and
//          the landing cell of an odd column with that of another.
//   odd    X has a threat outside CLAIM in an odd column T. O cannot pass it, and has one
//          move too few; X does as above in all other columns.
//
// What is left to prove is that O, with all the cells that O may get meanwhile, has no line.
#pragma once

#include <bit>

#include "uct/playout_board.hpp"

namespace fourfold {

// Each lane's lowest bit and all above it.
template <class Lanes>
inline Lanes from_lowest(const Lanes& cells) {
  return cells | (~cells + Lane{1});
}

// Whether the side to move loses for sure; false says nothing. `their_threats` are the cells that
// complete a line of the opponent.
template <class Lanes>
inline bool in_zugzwang(const LaneBoard<Lanes>& board, const Lanes& their_threats) {
  const Lanes free = ~board.occupied;
  const Lanes landing = board.landing();
  const Lanes wins = their_threats & free & ~landing;
  if (!any_lane(wins)) return false;
  const Lanes odd_landing = landing & board.claim;
  const LaneMask odd = common(odd_landing, odd_landing);
  const Lanes sure = wins & board.claim;
  const Lanes outside = free & ~board.claim;
  if (std::popcount(odd) % 2 == 0) {
    if (!any_lane(sure)) return false;
    return !has_line_lanes(board.mine | (outside & ~from_lowest(sure)) | odd_landing);
  }
  for (LaneMask rest = common(wins, outside) & odd; rest != 0; rest &= rest - 1) {
    const Lanes column = only_lane(free, rest & (LaneMask{0} - rest));
    const Lanes up_from_win = from_lowest(wins & outside & column);
    const Lanes out_of_reach = from_lowest(sure & ~column) | column;
    const Lanes reachable =
        ((outside | odd_landing) & ~out_of_reach) | (column & board.claim & ~up_from_win);
    if (!has_line_lanes(board.mine | reachable)) return true;
  }
  return false;
}

}  // namespace fourfold
