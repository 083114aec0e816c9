// Bounds that are read off a position without searching. docs/solver.md argues each of them.
//
// X has just moved, O is to move and has no immediate win; `free` cells are left. CLAIM are the
// cells with an even number of playable cells above them in their column (on six rows: the even
// rows). An odd column is one with an odd number of free cells: its landing cell is in CLAIM.
//
//   P   (even number of free cells)  X answers in the same column, and the landing cell of an odd
//       column with that of another. O gets at most
//           O's pieces | free cells outside CLAIM that X's wins leave reachable
//                      | landing cells of the odd columns.
//       No four there: X does not lose, and wins with what they get in CLAIM.
//   Q   (odd number of free cells)   X has a threat outside CLAIM in an odd column: that
//       column costs O the tempo, P rules the others.
//   N   (any number)                 O has no line left but vertical ones: X sits on top of each.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "board/geometry.hpp"
#include "solver/lanes.hpp"
#include "solver/proof_switches.hpp"

namespace fourfold {

// The masks that proofs and move ordering need, worked out once for a board.
template <class Bits>
struct ProofMasks {
  Bits claim{0};
  Bits full{0};  // every cell, forbidden ones included
  Bits forbidden{0};
  int tallest_forbidden = 0;  // most forbidden cells on top of each other
  // deep[b]: CLAIM cells with at least 2 (b - 1) playable cells above: winning there scores b.
  std::array<Bits, most_cells / 2 + 2> deep{};
  std::array<Bits, 64 * word_count<Bits>> column_at{};  // the whole column of a cell, by number
  // rise[i]: the cells with at least 2^i cells below them, so that a shift by 2^i stays in a column.
  std::array<Bits, 4> rise{};

  template <class Geometry>
  explicit ProofMasks(const Geometry& geometry) : forbidden(geometry.forbidden()) {
    for (Bits stack = forbidden; any(stack); stack = stack & (stack << 1) & forbidden) {
      ++tallest_forbidden;
    }
    for (int column = 0; column < geometry.columns(); ++column) {
      full |= column_cells(geometry, column);
      for (int row = 0; row < geometry.rows(); ++row) {
        for (int i = 0; i < 4; ++i) {
          if (row >= 1 << i) rise[static_cast<std::size_t>(i)] |= geometry.bit(column, row);
        }
      }
      int above = 0;
      for (int row = geometry.rows() - 1; row >= 0; --row) {
        const Bits cell = geometry.bit(column, row);
        column_at[static_cast<std::size_t>(lowest_index(cell))] = column_cells(geometry, column);
        if (!any(cell & geometry.playable())) continue;
        if (above % 2 == 0) {
          claim |= cell;
          for (int b = 1; b <= above / 2 + 1; ++b) deep[static_cast<std::size_t>(b)] |= cell;
        }
        ++above;
      }
    }
  }
};

// The cells of the set and every cell above one of them in its column, forbidden ones included.
template <class Word, class Bits>
constexpr Word risen(Word cells, const ProofMasks<Bits>& masks, int rows) {
  cells |= (cells << 1) & masks.rise[0];
  cells |= (cells << 2) & masks.rise[1];
  cells |= (cells << 4) & masks.rise[2];
  if (rows > 8) cells |= (cells << 8) & masks.rise[3];
  return cells;
}

inline constexpr int no_proof = -1000;

template <class Geometry>
class StaticProofs {
  using Bits = typename Geometry::Bits;

 public:
  StaticProofs(const Geometry& geometry, const ProofSwitches& switches)
      : geometry_(geometry), masks_(geometry), switches_(switches) {}

  const ProofMasks<Bits>& masks() const { return masks_; }

  // The cells directly below the given ones, forbidden cells skipped. Bits from the bottom row land
  // outside the board and mean nothing.
  template <class Word>
  Word below(const Word& cells) const {
    Word down = cells >> 1;
    if constexpr (Geometry::may_have_forbidden) {
      for (int i = 0; i < masks_.tallest_forbidden; ++i) {
        const Word stuck = down & masks_.forbidden;
        down = (down & ~masks_.forbidden) | (stuck >> 1);
      }
    }
    return down;
  }

  // The best bound for X that a proof gives in one of several positions, or a value below beta.
  // Each position is X's pieces `mine` and one cell more, O's pieces `theirs`, X's threats
  // and the landing cells; `present` says which of them count. `even`: the number of free
  // cells is even.
  template <bool even, class Word>
  int bound(const Bits& mine, const Bits& theirs, const Bits& occupied, const Bits* cell,
            const Bits* threats, const Bits* landings, unsigned present, int beta) const {
    if constexpr (even) {
      return follow_up<Word>(mine, theirs, occupied, cell, threats, landings, present, beta);
    } else {
      return tempo<Word>(theirs, occupied, cell, threats, landings, present, beta);
    }
  }

 private:
  // Where some levels look at one column at a time (lanes.hpp), the first column that answers counts
  // on all of them, so that all visit the same nodes. Elsewhere the best one does.
  static constexpr bool takes_first = word_count<Bits> > 1;

  template <class Word>
  Word rise(const Word& cells) const {
    return risen(cells, masks_, geometry_.rows());
  }

  // P.
  template <class Word>
  int follow_up(const Bits& mine, const Bits& theirs, const Bits& occupied, const Bits* cell,
                const Bits* threats, const Bits* landings, unsigned present, int beta) const {
    if (!switches_.follow_up) return no_proof;
    const int stride = geometry_.stride();
    const Word move = load_lanes<Word>(cell);
    const Word landing = load_lanes<Word>(landings);
    const Word free = ~(move | occupied) & geometry_.playable();
    const Word sure = load_lanes<Word>(threats) & masks_.claim & ~landing;
    unsigned line = 0;  // where CLAIM completes a line of X in time
    if (beta > 0) {
      const Bits& deep = masks_.deep[static_cast<std::size_t>(beta)];
      line = ~empty_lanes(fours(Word(move | mine | (free & ~landing & deep)), stride));
      present &= line | ~empty_lanes(sure);
      if (present == 0) return no_proof;
    }
    const Word reachable = (free & ~rise(sure) & ~masks_.claim) | (landing & masks_.claim) | theirs;
    unsigned safe = empty_lanes(fours(reachable, stride)) & present;
    if (safe == 0) return no_proof;
    if (beta <= 0) return 0;
    int best = no_proof;
    for (; safe != 0; safe &= safe - 1) {
      const int i = std::countr_zero(safe);
      const auto k = static_cast<std::size_t>(i);
      const int held = held_score(threats[k] & masks_.claim & ~landings[k], Bits{0});
      best = std::max({best, held, (line >> i) & 1 ? beta : no_proof});
      if (takes_first && best >= beta) break;
    }
    return best;
  }

  // Q and N.
  template <class Word>
  int tempo(const Bits& theirs, const Bits& occupied, const Bits* cell, const Bits* threats,
            const Bits* landings, unsigned present, int beta) const {
    const int stride = geometry_.stride();
    const Word landing = load_lanes<Word>(landings);
    int best = no_proof;
    if (switches_.no_lines_left && beta <= 0) {
      const Word free = ~(load_lanes<Word>(cell) | occupied) & geometry_.playable();
      const Word open = slanting_or_level_fours(Word(free | theirs), stride);
      if (const unsigned drawn = empty_lanes(open) & present; drawn != 0) {
        present &= takes_first ? (drawn & -drawn) - 1 : 0;
        if (present == 0) return 0;
        best = 0;
      }
    }
    if (!switches_.tempo) return best;
    const Word odd = rise(Word(landing & masks_.claim));
    unsigned some = ~empty_lanes(Word(load_lanes<Word>(threats) & odd & ~masks_.claim)) & present;
    for (; some != 0; some &= some - 1) {
      const auto k = static_cast<std::size_t>(std::countr_zero(some));
      const int bound = tempo_of_one(theirs, geometry_.playable() & ~(occupied | cell[k]),
                                     threats[k], landings[k]);
      best = std::max(best, bound);
      if (takes_first && bound >= beta) break;
    }
    return best;
  }

  // Q for one position: each odd column in turn as the one that costs O the tempo.
  int tempo_of_one(const Bits& theirs, const Bits& free, const Bits& threats,
                   const Bits& landing) const {
    const Bits odd_landing = landing & masks_.claim;
    int best = no_proof;
    for (Bits rest = threats & ~masks_.claim & rise(odd_landing); any(rest);) {
      const Bits x = lowest(rest);
      const Bits& column = masks_.column_at[static_cast<std::size_t>(lowest_index(x))];
      rest &= ~column;
      const Bits sure = threats & masks_.claim & ~landing & ~column;
      const Bits reachable = theirs | (free & ~masks_.claim & ~rise(sure) & ~column) |
                             (odd_landing & ~column) |
                             (free & masks_.claim & column & (x - Bits{1}));
      if (any(fours(reachable, geometry_.stride()))) continue;
      best = std::max(best, held_score(sure, x));
    }
    return best;
  }

  // What X scores when O is forced to play below one of X's threats: nobody enters the columns of
  // `sure` from the cell below upwards before that, nor the column of `x` above x.
  int held_score(const Bits& sure, const Bits& x) const {
    const Bits held = (rise(below(sure)) | rise(x)) & geometry_.playable();
    // Without x the last of the cells held is occupied by O and the next by X: two fewer are free.
    return any(x) ? 1 + (count(held) - 1) / 2 : count(held) / 2;
  }

  Geometry geometry_;
  ProofMasks<Bits> masks_;
  ProofSwitches switches_;
};

}  // namespace fourfold
