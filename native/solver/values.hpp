// Values and scores.
//
// The *value* of a position for the side to move counts plies: 0 for a draw, 1 + e for a win and
// -(1 + e) for a loss after which e playable cells are still free. The *score* is the field's
// measure, 1 + e / 2 rounded down, with the same sign. With `free` cells left and no ban to come,
// the parity of e follows from who wins, so that one gives the other.
#pragma once

#include <cstdlib>

namespace fourfold {

constexpr int value_of_score(int score, int free) {
  if (score > 0) {
    const int moves = (free + 1) / 2 - score + 1;  // the win is on the so-many-th own move
    return free - 2 * moves + 2;
  }
  if (score < 0) {
    const int moves = free / 2 + 1 + score;  // the opponent's
    return -(free - 2 * moves + 1);
  }
  return 0;
}

// The least score whose value is at least `value`; past the highest score where there is none.
constexpr int least_score_from(int value, int free) {
  int score = value > 0 ? (value + 1) / 2 : -((1 - value) / 2);
  while (value_of_score(score, free) < value) ++score;
  while (value_of_score(score - 1, free) >= value) --score;
  return score;
}

constexpr int sign(int number) { return number > 0 ? 1 : number < 0 ? -1 : 0; }

}  // namespace fourfold
