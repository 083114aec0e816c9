// The solver's tree search, for every position whose bonus cell is spent or absent.
//
// A node is asked one question: is the score of the side to move at least `beta`? The answer is a
// bound, as sharp as the search happens to know it:
//
//     v = search(..., beta)      v >= beta  means  score >= v
//                                v <  beta  means  score <= v
//
// With `free` cells left before the move, a win on the k-th own move scores (free + 3) / 2 - k and
// a loss on the opponent's k-th move -(free / 2 + 1 - k), rounded down.
//
// A node is entered only when the side to move has no immediate win, and with the set `moves` of
// its moves that do not lose at once: its parent has worked out both while looking ahead. So the
// leaves of the tree are never visited.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>

#include "solver/busy_table.hpp"
#include "solver/move_order.hpp"
#include "solver/private_table.hpp"
#include "solver/static_proofs.hpp"
#include "solver/transposition_table.hpp"
#include "system/search_control.hpp"

namespace fourfold {

template <class GeometryType>
class SolverSearch {
 public:
  using Geometry = GeometryType;
  using Bits = typename Geometry::Bits;
  using Table = TranspositionTable<Bits>;

  // `key_bits`: the board's bits, and eight above them for the cell of a ban where one may come.
  // `leads`: the one of several threads that looks after the shared table's memory.
  SolverSearch(const Geometry& geometry, const ProofSwitches& switches, Table& shared,
               BusyTable* busy, SearchControl& control, int key_bits, int score_limit, bool leads)
      : geometry_(geometry),
        proofs_(geometry, switches),
        order_(geometry, proofs_.masks().claim),
        shared_(shared),
        busy_(busy),
        control_(control),
        small_(key_bits, score_limit, small_bytes),
        private_(key_bits, score_limit, private_bytes,
                 small_.tag_bits() <= OwnTable::most_tag_bits(score_limit) ? small_.tag_bits() : 0),
        places_(&private_),
        score_limit_(score_limit),
        private_below_(usual_private_below()),
        careful_from_(geometry.cells() / 2 - 1),
        mirror_from_(is_symmetric(geometry) && !any(geometry.bonus())
                         ? geometry.cells() - mirrored_plies
                         : std::numeric_limits<int>::max()) {
    if (!leads) next_page_ = std::numeric_limits<std::uint64_t>::max();
    small_.touch();
  }

  std::uint64_t nodes = 0;

  // Before `begin_light` or `begin_full`.
  void begin_solve() { reported_ = nodes; }
  // Tells the control about nodes since the last check.
  void report() {
    control_.add_nodes(nodes - reported_);
    reported_ = nodes;
  }
  bool gave_up() const { return nodes >= light_limit_; }

  // In light mode this search leaves the shared table alone: an easy position is solved before its
  // memory is even touched. The search gives up (SearchStopped) after `most` nodes. (BonusSearch,
  // which comes before, uses the shared table in either mode.)
  void begin_light(std::uint64_t most) {
    private_below_ = most_cells + 1;
    if (private_.tag_bits() == small_.tag_bits()) {
      places_ = &small_;
      large_from_ = nodes + (private_touched_ ? small_nodes : small_nodes_at_first);
    } else {
      use_private();
    }
    light_limit_ = nodes + most;
    next_check_ = std::min(light_limit_, nodes + check_interval);
  }
  void begin_full() {
    private_below_ = usual_private_below();
    use_private();
    light_limit_ = std::numeric_limits<std::uint64_t>::max();
    next_check_ = nodes + 1;
  }

  // Whether the score of the side to move is at least beta, in any position that is not over.
  // `neutral`: forbidden cells and a ban.
  int ask(const Bits& mine, const Bits& theirs, const Bits& neutral, int beta) {
    set_neutral(neutral);
    const Bits occupied = mine | theirs | neutral;
    const int free = count(geometry_.playable() & ~occupied);
    const Bits landing = landing_cells(geometry_, occupied);
    if (any(threat_cells(mine, occupied) & landing)) return (free + 1) / 2;
    const Bits their_threats = threat_cells(theirs, occupied);
    const Bits forced = their_threats & landing;
    const Bits moves = (any(forced) ? forced : landing) & ~proofs_.below(their_threats);
    if (free == 1) return 0;
    if (any(without_lowest(forced)) || !any(moves)) return -(free / 2);
    return free % 2 == 0 ? search<true>(mine, theirs, moves, free, beta, 0)
                         : search<false>(mine, theirs, moves, free, beta, 0);
  }

  Bits threat_cells(const Bits& pieces, const Bits& occupied) const {
    return completing_cells(pieces, geometry_.stride()) & geometry_.playable() & ~occupied;
  }

  const StaticProofs<Geometry>& proofs() const { return proofs_; }

  // Called by every search now and then; throws SearchStopped when it is time to end.
  void check() {
    if (nodes >= light_limit_) throw SearchStopped{};
    if (nodes >= large_from_) use_private();
    control_.check(nodes - reported_);
    reported_ = nodes;
    next_check_ = std::min(light_limit_, nodes + check_interval);
    if (nodes >= next_page_) {
      next_page_ = nodes + page_interval;
      shared_.enlarge_next_page();
    }
  }
  std::uint64_t next_check() const { return next_check_; }

 private:
  static constexpr int width = Lanes<Bits>::size;
  static constexpr unsigned all_lanes = (1U << width) - 1U;
  static constexpr int most_moves = MoveOrder<Geometry>::most_moves;
  static constexpr int mirrored_plies = 12;
  static constexpr std::uint64_t check_interval = 128;
  static constexpr std::uint64_t page_interval = 20'000;  // ten times what a page takes
  // The private table answers for the plies where a memory access to the shared one would take as
  // long as the search itself. It leaves most of a second-level cache to others.
  static constexpr std::size_t private_bytes = std::size_t{1} << 18;
  // The first nodes of a search use a small table with entries of the same layout, which stays in
  // the first-level cache.
  static constexpr std::size_t small_bytes = std::size_t{1} << 15;
  static constexpr std::uint64_t small_nodes = 384;
  // To take the memory of the private table costs as much as a thousand nodes or so.
  static constexpr std::uint64_t small_nodes_at_first = 1536;
  using OwnTable = PrivateTable<Bits>;

  int usual_private_below() const { return geometry_.cells() / 2 - 1; }

  // Most positions are solved before they need it, so that its memory is taken only here.
  void use_private() {
    if (!private_touched_) private_.touch();
    private_touched_ = true;
    places_ = &private_;
  }

  void set_neutral(const Bits& neutral) {
    if constexpr (Geometry::may_have_forbidden) {
      neutral_ = neutral;
      const Bits ban = neutral & ~geometry_.forbidden();
      const int top = geometry_.columns() * geometry_.stride();
      ban_key_ =
          any(ban) ? Bits(static_cast<std::uint64_t>(lowest_index(ban) + 1)) << top : Bits{0};
    }
  }

  // A number for the position with the given pieces of the side to move, all cells that are not
  // free, and the ban; the same for a mirror image where it pays to look.
  Bits key_of(const Bits& pieces_and_occupied, int free) const {
    Bits key = pieces_and_occupied;
    if (free >= mirror_from_) key = std::min(key, mirrored(geometry_, key));
    if constexpr (Geometry::may_have_bonus) key |= ban_key_;
    return key;
  }

  // `even`: an even number of free cells before the move. `hint`: a column + 1 to try first.
  template <bool even>
  int search(const Bits mine, const Bits theirs, const Bits moves, const int free, const int beta,
             int hint) {
    // Step 1. Too few cells for anyone to win, or to lose soon enough.
    if (free <= 2) return 0;
    if (1 - free / 2 >= beta) return 1 - free / 2;

    Bits occupied = mine | theirs;
    if constexpr (Geometry::may_have_forbidden) occupied |= neutral_;
    const int later_win = std::max(0, (free - 3) / 2);  // at most, unless the next move wins

    // Step 2. A single move needs neither a choice nor the table.
    if (!any(without_lowest(moves))) {
      const Bits pieces = mine | moves;
      const Bits occupied_after = occupied | moves;
      const Bits threats = threat_cells(pieces, occupied_after);
      const Bits landing = landing_cells(geometry_, occupied_after);
      const Bits forced = threats & landing;
      const Bits replies = or_else(forced, landing) & ~proofs_.below(threats);
      if (any(without_lowest(forced)) || !any(replies)) return (free - 1) / 2;
      if (later_win < beta) return later_win;
      const int bound = proofs_.template bound<!even, Bits>(mine, theirs, occupied, &moves,
                                                            &threats, &landing, 1, beta);
      if (bound >= beta) return bound;
      return -search<!even>(theirs, pieces, replies, free - 1, 1 - beta, 0);
    }

    if (++nodes >= next_check_) check();
    const bool is_private = free < private_below_;
    typename OwnTable::Place own{};
    if (is_private) {
      own = places_->place(key_of(mine + occupied, free));
      OwnTable::prefetch(own);
    }

    // Step 3. All children side by side, one a column: what they threaten.
    using Word = LanesOf<Bits>;
    alignas(64) std::array<Bits, most_moves> cell;
    alignas(64) std::array<Bits, most_moves> threats;
    alignas(64) std::array<Bits, most_moves> replies;
    alignas(64) std::array<Bits, most_moves> landings;
    unsigned valid = 0;   // the columns that can be played
    unsigned choice = 0;  // those of them that leave the opponent a choice
    for (int i = 0; i < geometry_.columns(); i += width) {
      const auto k = static_cast<std::size_t>(i);
      const Word move = load_lanes<Word>(&order_.column[k]) & moves;
      const unsigned present = ~empty_lanes(move) & all_lanes;
      if (word_count<Bits> > 1 && present == 0) continue;
      const Word occupied_after = move | occupied;
      const Word threat = completing_cells(Word(move | mine), geometry_.stride()) &
                          ~occupied_after & geometry_.playable();
      const Word landing = (occupied_after + geometry_.bottom()) & geometry_.playable();
      const Word forced = threat & landing;
      const Word reply = or_else(forced, landing) & ~proofs_.below(threat);
      // Step 4. Two threats, or no reply that holds: won with the next move.
      const unsigned two_threats = ~empty_lanes(without_lowest(forced));
      if (((two_threats | empty_lanes(reply)) & present) != 0) return (free - 1) / 2;
      valid |= present << i;
      choice |= (~empty_lanes(without_lowest(reply)) & present) << i;
      store_lanes(&cell[k], move);
      store_lanes(&threats[k], threat);
      store_lanes(&replies[k], reply);
      store_lanes(&landings[k], landing);
    }
    if (later_win < beta) return later_win;

    // Step 5. What the table knows: low in the tree of this position, higher up of all children.
    Bounds known;
    if (is_private && private_.probe(own, known)) {
      if (known.lower >= beta) return known.lower;
      if (known.upper < beta) return known.upper;
      hint = known.move;
    }
    std::array<typename Table::Place, most_moves> place;
    if (free - 1 < private_below_) {
      choice = 0;
    } else {
      const Bits base = theirs + occupied;
      for (unsigned rest = choice; rest != 0; rest &= rest - 1) {
        const auto k = static_cast<std::size_t>(std::countr_zero(rest));
        place[k] = shared_.place(key_of(base + cell[k], free - 1));
        Table::prefetch(place[k]);
      }
    }

    // Step 6. Static proofs, while the memory answers.
    for (int i = 0; i < geometry_.columns(); i += width) {
      const unsigned present = (valid >> i) & all_lanes;
      if (word_count<Bits> > 1 && present == 0) continue;
      const auto k = static_cast<std::size_t>(i);
      const int bound = proofs_.template bound<!even, Word>(
          mine, theirs, occupied, &cell[k], &threats[k], &landings[k], present, beta);
      if (bound >= beta) return bound;
    }

    // Step 7. The children in the shared table: one may settle it, others need no search.
    int best = -(free / 2);
    std::array<int, most_moves> child_hint;
    for (unsigned rest = choice; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      const auto k = static_cast<std::size_t>(i);
      child_hint[k] = 0;
      if (!shared_.probe(place[k], known)) continue;
      if (-known.upper >= beta) return -known.upper;
      if (-known.lower < beta) {
        best = std::max(best, -known.lower);
        valid &= ~(1U << i);
      }
      child_hint[k] = known.move;
    }

    // Step 8. The other children, the most promising first. A child that another thread is
    // searching is put off, unless it is the first.
    alignas(64) typename MoveOrder<Geometry>::Ranks ranks;
    const auto rank = [&](unsigned children) {
      if (free >= careful_from_) {
        order_.template rank_carefully<even>(geometry_, mine, theirs, occupied, cell.data(),
                                             threats.data(), landings.data(), children, hint,
                                             ranks);
      } else {
        order_.template rank<even>(cell.data(), threats.data(), landings.data(), children, hint,
                                   ranks);
      }
    };
    rank(valid);
    const std::uint64_t before = nodes;
    const bool share = busy_ != nullptr && free > private_below_ + 2;
    bool first = true;
    unsigned later = 0;  // children put off
    int best_move = 0;
    for (;;) {
      const int top = order_.best(ranks);
      if (top == MoveOrder<Geometry>::none) {
        if (later == 0) break;
        // Another thread is searching these children. It may have finished, so probe the table again
        // before searching them here.
        best = settle_from_table(later, place, best, beta);
        if (best >= beta) break;
        rank(later);
        later = 0;
        first = true;
        continue;
      }
      const int pick = top & (most_moves - 1);
      const auto k = static_cast<std::size_t>(pick);
      ranks[k] = MoveOrder<Geometry>::none;
      const bool in_table = ((choice >> pick) & 1) != 0;
      const bool marked = share && in_table;
      if (marked && !busy_->enter(place[k].tag, !first)) {
        later |= 1U << pick;
        continue;
      }
      first = false;
      const int value = -search<!even>(theirs, mine | cell[k], replies[k], free - 1, 1 - beta,
                                       in_table ? child_hint[k] : 0);
      if (marked) busy_->leave(place[k].tag);
      best = std::max(best, value);
      if (value >= beta) {
        best_move = pick + 1;
        break;
      }
    }

    // Step 9. Remember.
    const int lower = best >= beta ? best : -score_limit_;
    const int upper = best >= beta ? score_limit_ : best;
    if (is_private) {
      private_.store(own, lower, upper, best_move);
    } else {
      const int work = static_cast<int>(std::bit_width(nodes - before));
      shared_.store(shared_.place(key_of(mine + occupied, free)), lower, upper, best_move, work);
    }
    return best;
  }

  // Asks the table again about children that another thread has been searching. Takes out those
  // that are settled; returns the best value known, at least beta if one of them decides.
  template <class Places>
  int settle_from_table(unsigned& children, const Places& place, int best, int beta) const {
    for (unsigned rest = children; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      Bounds known;
      if (!shared_.probe(place[static_cast<std::size_t>(i)], known)) continue;
      if (-known.upper >= beta) return -known.upper;
      if (-known.lower < beta) {
        best = std::max(best, -known.lower);
        children &= ~(1U << i);
      }
    }
    return best;
  }

  Geometry geometry_;
  StaticProofs<Geometry> proofs_;
  MoveOrder<Geometry> order_;
  Table& shared_;
  BusyTable* busy_;
  SearchControl& control_;
  OwnTable small_;
  OwnTable private_;
  bool private_touched_ = false;
  const OwnTable* places_;  // where new places are made: the small table or the private one
  int score_limit_;
  int private_below_;
  int careful_from_;  // free cells from which the careful order saves more time than it takes
  int mirror_from_;
  Bits neutral_{0};
  Bits ban_key_{0};
  std::uint64_t next_check_ = 0;
  std::uint64_t large_from_ = 0;
  std::uint64_t light_limit_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t reported_ = 0;
  std::uint64_t next_page_ = page_interval;
};

}  // namespace fourfold
