// What is proven of a move, for the player who makes it, in one small number.
//
//     1000 - plies     won in so many plies, the move included
//     1                drawn
//     0                nothing is proven
//     plies - 1000     lost in so many plies
//
// The plies are those of the proof that was found, not those of best play: the winner can do it in
// so many plies, and perhaps in fewer. Of two proven moves the greater number is the better one:
// the quicker win, the slower loss.
#pragma once

#include <cstdint>

namespace fourfold {

using Proof = std::int16_t;

inline constexpr Proof unproven = 0;
inline constexpr Proof proven_draw = 1;

constexpr Proof proven_win(int plies) { return static_cast<Proof>(1000 - plies); }
constexpr Proof proven_loss(int plies) { return static_cast<Proof>(plies - 1000); }

constexpr bool is_win(Proof proof) { return proof > proven_draw; }
constexpr bool is_loss(Proof proof) { return proof < 0; }

// The reward that a proof stands for: 1, 0 or -1.
constexpr int reward_of(Proof proof) { return is_win(proof) ? 1 : is_loss(proof) ? -1 : 0; }

// Plies until the end; 0 where there is none to tell.
constexpr int plies_of(Proof proof) {
  return is_win(proof) ? 1000 - proof : is_loss(proof) ? proof + 1000 : 0;
}

// The proof of a position as the proof of the move that led to it, which took one ply more.
// `turned`: whether it is the other player's position.
constexpr Proof before_move(Proof proof, bool turned) {
  const int plies = plies_of(proof) + 1;
  if (is_win(proof)) return turned ? proven_loss(plies) : proven_win(plies);
  if (is_loss(proof)) return turned ? proven_win(plies) : proven_loss(plies);
  return proof;
}

}  // namespace fourfold
