// Sets of cells side by side in lanes against the same sets one at a time: the operators on random
// words, and what the solver works out of all children of random positions with forbidden cells.
// This test is built for every level of processor.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "board/position.hpp"
#include "board/random.hpp"
#include "solver/lanes.hpp"
#include "solver/static_proofs.hpp"
#include "tests/check.hpp"

using namespace fourfold;

namespace {

template <class Bits>
constexpr std::size_t width = static_cast<std::size_t>(Lanes<Bits>::size);
template <class Bits>
using Sets = std::array<Bits, width<Bits>>;

template <class Bits>
Sets<Bits> stored(const LanesOf<Bits>& lanes) {
  Sets<Bits> sets;
  store_lanes(sets.data(), lanes);
  return sets;
}

// Whether the lanes hold one(set) for each of the sets.
template <class Bits, class One>
bool same(const LanesOf<Bits>& lanes, const Sets<Bits>& sets, One&& one) {
  const Sets<Bits> found = stored<Bits>(lanes);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] != one(sets[i])) return false;
  }
  return true;
}

// Words of every kind: random, sparse, empty, and all bits, where a carry goes furthest.
std::uint64_t random_word(Random& random) {
  switch (random.below(5)) {
    case 0:
      return 0;
    case 1:
      return ~std::uint64_t{0};
    case 2:
      return std::uint64_t{1} << random.below(64);
    case 3:
      return random.next() & random.next() & random.next();
    default:
      return random.next();
  }
}

template <class Bits>
Bits random_set(Random& random) {
  Bits set{0};
  for (int i = 0; i < word_count<Bits>; ++i) set |= Bits{random_word(random)} << (64 * i);
  return set;
}

template <class Bits>
void check_operators() {
  using Word = LanesOf<Bits>;
  Random random{1};
  for (int round = 0; round < 2000; ++round) {
    Sets<Bits> sets;
    std::generate(sets.begin(), sets.end(), [&] { return random_set<Bits>(random); });
    const Bits b = random_set<Bits>(random);
    const int n = 1 + random.below(63);
    const auto lanes = load_lanes<Word>(sets.data());
    CHECK(stored<Bits>(lanes) == sets);
    CHECK(same<Bits>(lanes & b, sets, [&](const Bits& set) { return set & b; }));
    CHECK(same<Bits>(lanes | b, sets, [&](const Bits& set) { return set | b; }));
    CHECK(same<Bits>(lanes + b, sets, [&](const Bits& set) { return set + b; }));
    CHECK(same<Bits>(~lanes, sets, [&](const Bits& set) { return ~set; }));
    CHECK(same<Bits>(lanes << n, sets, [&](const Bits& set) { return set << n; }));
    CHECK(same<Bits>(lanes >> n, sets, [&](const Bits& set) { return set >> n; }));
    Word both = lanes;
    both |= lanes << n;
    CHECK(same<Bits>(both & ~lanes, sets, [&](const Bits& set) { return (set << n) & ~set; }));
    CHECK(same<Bits>(without_lowest(lanes), sets,
                     [](const Bits& set) { return without_lowest(set); }));
    CHECK(same<Bits>(or_else(lanes, Word(both + b)), sets,
                     [&](const Bits& set) { return or_else(set, Bits((set | (set << n)) + b)); }));
    for (std::size_t i = 0; i < sets.size(); ++i) {
      CHECK(((empty_lanes(lanes) >> i) & 1U) == empty_lanes(sets[i]));
    }
  }
}

// The children of a position, one or several, as the search works them out.
template <class Geometry, class Word>
struct Children {
  Word threats, landing, forced, replies;

  Children(const Geometry& geometry, const StaticProofs<Geometry>& proofs,
           const Position<Geometry>& position, const Word& move) {
    const Word occupied = move | position.occupied();
    threats = completing_cells(Word(move | position.mine()), geometry.stride()) & ~occupied &
              geometry.playable();
    landing = (occupied + geometry.bottom()) & geometry.playable();
    forced = threats & landing;
    replies = or_else(forced, landing) & ~proofs.below(threats);
  }
};

template <bool even, class Geometry, class Bits = typename Geometry::Bits>
void check_proofs(const StaticProofs<Geometry>& proofs, const Position<Geometry>& position,
                  const Sets<Bits>& cells, const Sets<Bits>& threats, const Sets<Bits>& landings,
                  unsigned present) {
  const auto bound = [&]<class Word>(const Word*, std::size_t from, unsigned which, int beta) {
    return proofs.template bound<even, Word>(position.mine(), position.theirs(),
                                             position.occupied(), &cells[from], &threats[from],
                                             &landings[from], which, beta);
  };
  for (int beta = -2; beta <= 4; ++beta) {
    std::vector<int> bounds;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (((present >> i) & 1U) == 0) continue;
      bounds.push_back(bound(static_cast<Bits*>(nullptr), i, 1, beta));
    }
    const auto answers = [&](int one) { return one >= beta; };
    const auto first = std::find_if(bounds.begin(), bounds.end(), answers);
    const int all = bound(static_cast<LanesOf<Bits>*>(nullptr), 0, present, beta);
    CHECK(answers(all) == (first != bounds.end()));
    if (!answers(all)) continue;
    if constexpr (word_count<Bits> > 1) {
      CHECK(all == *first);
    } else {
      CHECK(beta <= 0 || all == *std::max_element(bounds.begin(), bounds.end()));
    }
  }
}

template <class Geometry>
void check_children(const Geometry& geometry, const StaticProofs<Geometry>& proofs,
                    const Position<Geometry>& position) {
  using Bits = typename Geometry::Bits;
  using Word = LanesOf<Bits>;
  const int free = count(geometry.playable() & ~position.occupied());
  for (int from = 0; from < geometry.columns(); from += Lanes<Bits>::size) {
    Sets<Bits> moves{};
    for (int i = 0; i < Lanes<Bits>::size && from + i < geometry.columns(); ++i) {
      moves[static_cast<std::size_t>(i)] = position.landing(geometry, from + i);
    }
    const auto move = load_lanes<Word>(moves.data());
    const Children<Geometry, Word> all{geometry, proofs, position, move};
    const auto threats = stored<Bits>(all.threats), landings = stored<Bits>(all.landing),
               forced = stored<Bits>(all.forced), replies = stored<Bits>(all.replies);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Children<Geometry, Bits> one{geometry, proofs, position, moves[i]};
      CHECK(threats[i] == one.threats && landings[i] == one.landing);
      CHECK(forced[i] == one.forced && replies[i] == one.replies);
    }
    const unsigned present = ~empty_lanes(move) & ((1U << Lanes<Bits>::size) - 1U);
    if (free % 2 != 0) {
      check_proofs<true>(proofs, position, moves, threats, landings, present);
    } else {
      check_proofs<false>(proofs, position, moves, threats, landings, present);
    }
  }
}

// Rules whose board takes as many words as Bits has.
template <class Bits>
Rules random_rules(Random& random) {
  const auto words = [](const Rules& rules) {
    return (rules.columns * (rules.rows + 1) + 63) / 64;
  };
  Rules rules;
  do {
    rules.columns = 4 + random.below(9);
    rules.rows = 4 + random.below(9);
  } while (words(rules) != word_count<Bits>);
  for (int i = random.below(7); i > 0; --i) {
    const Cell cell{random.below(rules.columns), random.below(rules.rows)};
    if (std::find(rules.forbidden.begin(), rules.forbidden.end(), cell) == rules.forbidden.end()) {
      rules.forbidden.push_back(cell);
    }
  }
  return rules;
}

template <class Bits>
void check_games() {
  using Geometry = AnyGeometry<Bits>;
  Random random{2};
  for (int game = 0; game < 1000; ++game) {
    const Geometry geometry{random_rules<Bits>(random)};
    const StaticProofs<Geometry> proofs{geometry, {}};
    Position position{geometry};
    while (!position.is_full(geometry)) {
      check_children(geometry, proofs, position);
      const Bits cell = random_cell(position.landing(geometry), random);
      if (position.wins_at(geometry, cell)) break;
      position.play(geometry, cell);
    }
  }
}

bool processor_runs_this() {
#if FOURFOLD_AVX512
  return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vpopcntdq");
#elif FOURFOLD_AVX2
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#else
  return true;
#endif
}

}  // namespace

int main() {
  if (!processor_runs_this()) {
    std::puts("not run: this processor has no such instructions");
    return 0;
  }
  check_operators<Bits64>();
  check_operators<Bits128>();
  check_games<Bits64>();
  check_games<Bits128>();
  return testing::result();
}
