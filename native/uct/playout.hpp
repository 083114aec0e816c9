// Games of chance from a position to the end: the default policy of the Monte Carlo search.
//
// `uniform_playout` plays any open column with the same chance. `informed_playout` looks two plies
// ahead, and ends a game that is lost by zugzwang. Both are exact on every board, so that a game
// which ends before its first move is a proof. What it sees of the next two plies (`Lookahead`):
//
//   wins     columns that win at once. (A ban wins nothing.)
//   lost     columns after which the opponent wins at once: a threat elsewhere is not met, or the
//            cell above completes a line of theirs. Not so a piece on the bonus cell: the ban that
//            follows may block, so that nothing is said of that column.
//   safe     the other columns. None left, and none that wins: the opponent wins in two plies.
//   deferred      columns under a cell of one's own: the opponent would take it. No proof of anything.
//
// Of the columns that are left, it mostly plays the one that the opponent has just played in: who
// answers above every piece of the opponent's gets the cells that zugzwang turns on.
#pragma once

#include <bit>
#include <cmath>

#include "board/random.hpp"
#include "uct/playout_zugzwang.hpp"
#include "uct/proof.hpp"

namespace fourfold {

// Small random numbers, four from each word of the generator.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}

  // Uniform in 0 .. bound - 1; the bias, bound / 2^16, is far below what could be measured.
  int below(int bound) {
    return static_cast<int>((sixteen_bits() * static_cast<std::uint64_t>(bound)) >> 16);
  }

  // One lane of a mask that is not empty, each with the same chance.
  LaneMask one_of(LaneMask mask) { return nth_lane(mask, below(std::popcount(mask))); }

  std::uint64_t sixteen_bits() {
    if (left_ == 0) {
      word_ = random_.next();
      left_ = 4;
    }
    --left_;
    const std::uint64_t drawn = word_ & 0xFFFFU;
    word_ >>= 16;
    return drawn;
  }

 private:
  Random random_;
  std::uint64_t word_ = 0;
  int left_ = 0;
};

struct Lookahead {
  LaneMask open;
  LaneMask wins;
  LaneMask lost;
  LaneMask deferred;
  LaneMask safe() const { return open & ~lost; }
};

// `my_threats` and `their_threats` are the completing cells of both sides.
template <bool Bonus, class Lanes>
inline Lookahead look_ahead(const LaneBoard<Lanes>& board, const Lanes& my_threats,
                            const Lanes& their_threats) {
  const Lanes landing = board.landing();
  const Lanes above = landing_lanes(board.occupied | landing);
  Lookahead seen;
  seen.open = common(landing, landing);
  seen.wins = common(landing, my_threats);
  const LaneMask threats = common(landing, their_threats);
  // One threat: every column but that one. Two: every column.
  const LaneMask unmet = threats == 0                     ? 0
                         : (threats & (threats - 1)) == 0 ? ~threats
                                                          : ~LaneMask{0};
  seen.lost = (unmet | common(above, their_threats)) & seen.open;
  seen.deferred = common(above, my_threats);
  if constexpr (Bonus) {
    if (board.must_ban) {
      seen.wins = 0;
    } else {
      seen.lost &= ~common(landing, board.bonus);
    }
  }
  return seen;
}

// Each of the two loops below copies the dice, and what it needs of the board, so that all of it
// can stay in registers. A reward is for the side that moves first: won 1, drawn 0, lost -1; `sign`
// follows whose turn it is.

template <class Lanes>
int finish_uniformly(const LaneBoard<Lanes>& board, Dice& shared_dice) {
  Dice dice = shared_dice;
  Lanes mine = board.mine, theirs = board.theirs, occupied = board.occupied;
  Lanes landing = landing_lanes(occupied);
  LaneMask open = common(landing, landing);
  int ways = std::popcount(open);
  int reward = 0;
  for (int sign = 1; open != 0; sign = -sign) {
    const Lanes cell = only_lane(landing, nth_lane(open, dice.below(ways)));
    occupied |= cell;
    mine |= cell;
    if (has_line_lanes(mine)) {
      reward = sign;
      break;
    }
    std::swap(mine, theirs);
    landing = landing_lanes(occupied);
    // Seldom does a column fill: a branch, so that the choice of the next column need not wait for
    // the board.
    LaneMask now = common(landing, landing);
    if (now != open) [[unlikely]] {
      keep_branch(now);
      open = now;
      ways = std::popcount(open);
    }
  }
  shared_dice = dice;
  return reward;
}

// What is known at once of a position that offers nothing but `seen`, for the side to move.
// `their_threats` are the completing cells of the other side; with `Settled` no ban can come.
template <bool Settled, class Lanes>
inline Proof proof_at_once(const LaneBoard<Lanes>& board, const Lookahead& seen,
                           const Lanes& their_threats) {
  if (seen.wins != 0) return proven_win(1);
  if (seen.safe() == 0) return seen.open == 0 ? proven_draw : proven_loss(2);
  if constexpr (Settled) {
    // The opponent wins with the last cell at the latest.
    if (in_zugzwang(board, their_threats)) return proven_loss(board.free_cells() / 2 * 2);
  }
  return unproven;
}

// How often a playout follows the opponent: where 16 random bits are below `share`. The others are
// stretched to the whole range again, so that the same bits can choose between all columns.
struct Following {
  std::uint64_t share;
  std::uint64_t stretch;  // 65536 times as much as needed

  explicit Following(double chance)
      : share(static_cast<std::uint64_t>(std::lround(chance * 65536))),
        stretch(share < 65536 ? (std::uint64_t{1} << 32) / (65536 - share) : 0) {}
};

// The column that a playout plays, where the game is not decided: one that is safe and, if possible,
// not deferred. If `last`, the opponent's last column, is one of them, it is played as often as
// `follow` says; else each of them has the same chance.
inline LaneMask playout_move(const Lookahead& seen, LaneMask last, const Following& follow,
                             Dice& dice) {
  const LaneMask safe = seen.safe();
  const LaneMask bold = safe & ~seen.deferred;
  const LaneMask choices = bold != 0 ? bold : safe;
  std::uint64_t drawn = dice.sixteen_bits();
  if ((choices & last) != 0) {
    if (drawn < follow.share) return last;
    drawn = ((drawn - follow.share) * follow.stretch) >> 16;
  }
  const auto ways = static_cast<std::uint64_t>(std::popcount(choices));
  return nth_lane(choices, static_cast<int>((drawn * ways) >> 16));
}

struct PlayoutResult {
  int reward;
  Proof proof;  // of the position that it began with, if it was decided before the first move
};

template <class Lanes>
PlayoutResult finish_informed(LaneBoard<Lanes> board, LaneMask last, const Following& follow,
                              Dice& shared_dice) {
  Dice dice = shared_dice;
  Lanes my_threats = completing_cells(board.mine);
  Lanes their_threats = completing_cells(board.theirs);
  Lookahead seen = look_ahead<false>(board, my_threats, their_threats);
  const Proof proof = proof_at_once<true>(board, seen, their_threats);
  if (proof != unproven) return {reward_of(proof), proof};
  int reward = 0;
  for (int sign = 1;;) {
    last = playout_move(seen, last, follow, dice);
    board.template play<false>(only_lane(board.landing(), last));
    my_threats = std::exchange(their_threats, completing_cells(board.theirs));
    sign = -sign;
    seen = look_ahead<false>(board, my_threats, their_threats);
    if (seen.wins != 0) {
      reward = sign;
      break;
    }
    if (seen.safe() == 0) {
      reward = seen.open == 0 ? 0 : -sign;
      break;
    }
    if (in_zugzwang(board, their_threats)) {
      reward = -sign;
      break;
    }
  }
  shared_dice = dice;
  return {reward, unproven};
}

// While a bonus cell is free, or a ban is due, games go a slower way.

template <bool Bonus, class Lanes>
int uniform_playout(LaneBoard<Lanes> board, Dice& dice) {
  int sign = 1;
  if constexpr (Bonus) {
    while (board.bonus_matters()) {
      const LaneMask open = board.open();
      if (open == 0) return 0;
      const Lanes cell = only_lane(board.landing(), dice.one_of(open));
      if (!board.must_ban && has_line_lanes(board.mine | cell)) return sign;
      if (board.template play<true>(cell)) sign = -sign;
    }
  }
  return sign * finish_uniformly(board, dice);
}

// `last` is the column of the ply that led here, `follow` as in `playout_move`. A ban comes after the
// player's own piece and so follows nothing; the ply after it follows the ban.
template <bool Bonus, class Lanes>
PlayoutResult informed_playout(LaneBoard<Lanes> board, LaneMask last, const Following& follow,
                               Dice& dice) {
  if constexpr (Bonus) {
    int sign = 1;
    bool moved = false;
    while (board.bonus_matters()) {
      const Lanes their_threats = completing_cells(board.theirs);
      const Lookahead seen = look_ahead<true>(board, completing_cells(board.mine), their_threats);
      const Proof proof = proof_at_once<false>(board, seen, their_threats);
      if (proof != unproven) return {sign * reward_of(proof), moved ? unproven : proof};
      last = playout_move(seen, board.must_ban ? 0 : last, follow, dice);
      if (board.template play<true>(only_lane(board.landing(), last))) sign = -sign;
      moved = true;
    }
    const PlayoutResult rest = finish_informed(board, last, follow, dice);
    return {sign * rest.reward, moved ? unproven : rest.proof};
  } else {
    return finish_informed(board, last, follow, dice);
  }
}

}  // namespace fourfold
