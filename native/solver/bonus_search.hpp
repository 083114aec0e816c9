// The search while the bonus cell is still free, or its ban is due.
//
// A turn can take two plies, so this part of the tree is searched by value (values.hpp), with the
// same contract as SolverSearch: v >= beta means value >= v, v < beta means value <= v. A ban can
// block a second threat and take any free cell, which breaks the static proofs and "two threats
// win"; they come back once the ban lies and SolverSearch takes over.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>

#include "solver/search.hpp"
#include "solver/values.hpp"

namespace fourfold {

template <class GeometryType>
class BonusSearch {
 public:
  using Geometry = GeometryType;
  using Bits = typename Geometry::Bits;
  using Search = SolverSearch<Geometry>;
  using Table = typename Search::Table;

  BonusSearch(const Geometry& geometry, Search& after, Table& table, int value_limit)
      : geometry_(geometry), after_(after), table_(table), value_limit_(value_limit) {
    const int columns = geometry.columns();
    std::iota(centre_out_.begin(), centre_out_.end(), 0);
    std::stable_sort(centre_out_.begin(), centre_out_.begin() + columns, [&](int a, int b) {
      return std::abs(2 * a - columns + 1) < std::abs(2 * b - columns + 1);
    });
  }

  // Any position that is not over, with the bonus cell unspent or the ban due.
  int ask(const Bits& mine, const Bits& theirs, bool must_ban, int beta) {
    const Bits occupied = mine | theirs | geometry_.forbidden();
    return must_ban ? drop_ban(mine, theirs, occupied, beta) : move(mine, theirs, occupied, beta);
  }

 private:
  // The side to move owes a ban.
  int drop_ban(const Bits& mine, const Bits& theirs, const Bits& occupied, int beta) {
    const int free = count(geometry_.playable() & ~occupied);
    if (free == 1) return 0;
    const Bits landing = landing_cells(geometry_, occupied);
    // The opponent wins at once wherever the ban leaves them a threat on a landing cell.
    const Bits threats = after_.threat_cells(theirs, occupied);
    int best = -value_limit_;
    const Bits urgent = threats & landing;
    const auto try_all = [&](const Bits& cells) {
      for (Bits rest = cells; any(rest); rest = without_lowest(rest)) {
        const Bits ban = lowest(rest);
        const int asked = least_score_from(1 - beta, free - 1);
        const int score = after_.ask(theirs, mine, geometry_.forbidden() | ban, asked);
        best = std::max(best, -value_of_score(score, free - 1));
        if (best >= beta) return;
      }
    };
    try_all(urgent);
    if (best < beta) try_all(landing & ~urgent);
    return best;
  }

  int move(const Bits& mine, const Bits& theirs, const Bits& occupied, int beta) {
    if (++after_.nodes >= after_.next_check()) after_.check();
    const int free = count(geometry_.playable() & ~occupied);
    const Bits landing = landing_cells(geometry_, occupied);
    if (any(after_.threat_cells(mine, occupied) & landing)) return free;
    if (free == 1) return 0;
    // Without a win at once the next own move is two plies away at least.
    if (free - 2 < beta) return std::max(0, free - 2);

    const Bits their_threats = after_.threat_cells(theirs, occupied);
    const Bits forced = their_threats & landing;
    const Bits bonus = landing & geometry_.bonus();
    // A move that leaves a threat open, or opens one, loses at once; only a ban could repair it.
    Bits moves = (any(forced) ? forced : landing) & ~after_.proofs().below(their_threats);
    if (any(without_lowest(forced))) moves = Bits{0};
    moves &= ~bonus;
    if (!any(moves | bonus)) return -(free - 1);

    const auto place = table_.place(mine + occupied);
    Bounds known{-value_limit_, value_limit_, 0};
    if (table_.probe(place, known)) {
      if (known.lower >= beta) return known.lower;
      if (known.upper < beta) return known.upper;
    }

    const std::uint64_t before = after_.nodes;
    int best = -(free - 1);
    int best_move = 0;
    const auto try_move = [&](const Bits& cell) {
      int value;
      if (any(cell & geometry_.bonus())) {
        value = drop_ban(mine | cell, theirs, occupied | cell, beta);
      } else {
        value = -move(theirs, mine | cell, occupied | cell, 1 - beta);
      }
      if (value > best) {
        best = value;
        if (best >= beta) best_move = 1 + column_of(geometry_, lowest_index(cell));
      }
      return best >= beta;
    };
    const Bits hinted =
        known.move > 0 ? (moves | bonus) & column_cells(geometry_, known.move - 1) : Bits{0};
    bool done = any(hinted) && try_move(hinted);
    // From the centre outwards; the bonus cell, whose ban multiplies the tree, comes last.
    for (int i = 0; i < geometry_.columns() && !done; ++i) {
      const Bits cell =
          moves & ~hinted & column_cells(geometry_, centre_out_[static_cast<std::size_t>(i)]);
      if (any(cell)) done = try_move(cell);
    }
    if (!done && any(bonus & ~hinted)) try_move(bonus);

    const int work = static_cast<int>(std::bit_width(after_.nodes - before));
    table_.store(place, best >= beta ? best : -value_limit_, best >= beta ? value_limit_ : best,
                 best_move, work);
    return best;
  }

  Geometry geometry_;
  Search& after_;
  Table& table_;
  int value_limit_;
  std::array<int, largest_side> centre_out_{};
};

}  // namespace fourfold
