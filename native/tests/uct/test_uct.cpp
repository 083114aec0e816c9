// The Monte Carlo search: its board against Position, its pool, its proofs against brute force,
// and several threads on one tree.
#include <array>
#include <chrono>
#include <map>
#include <set>
#include <thread>
#include <vector>

#include "board/dispatch.hpp"
#include "board/position.hpp"
#include "board/twin.hpp"
#include "tests/brute_force.hpp"
#include "tests/check.hpp"
#include "uct/playout.hpp"
#include "uct/select.hpp"
#include "uct/tree.hpp"
#include "uct/uct.hpp"

using namespace fourfold;

namespace {

Rules random_rules(Random& random, int most_side) {
  Rules rules{4 + random.below(most_side - 3), 4 + random.below(most_side - 3), {}, {}};
  const auto cell = [&] { return Cell{random.below(rules.columns), random.below(rules.rows)}; };
  if (random.below(2) == 0) rules.bonus = cell();
  for (int i = random.below(6); i > 0; --i) {
    const Cell forbidden = cell();
    if (rules.bonus != forbidden) rules.forbidden.push_back(forbidden);
  }
  return rules;
}

// --- the board -------------------------------------------------------------------------------

// The lookout, asked move by move of a Position.
template <class Geometry>
Lookahead naive_lookahead(const Geometry& geometry, const Position<Geometry>& position) {
  Lookahead seen{0, 0, 0, 0};
  for_each_cell(position.landing(geometry), [&](const auto& cell) {
    const LaneMask bit = LaneMask{1} << column_of(geometry, lowest_index(cell));
    seen.open |= bit;
    if (position.wins_at(geometry, cell)) seen.wins |= bit;
    Position<Geometry> next = position;
    next.play(geometry, cell);
    if (next.turn() == position.turn()) return;  // a ban is due, which may block
    bool loses = false;
    for_each_cell(next.landing(geometry),
                  [&](const auto& reply) { loses = loses || next.wins_at(geometry, reply); });
    if (loses) seen.lost |= bit;
    // What would complete a line of one's own, and lies directly above.
    const auto above = next.landing(geometry, column_of(geometry, lowest_index(cell)));
    const auto mine = position.pieces(position.turn());
    if (any(above) && has_line(geometry, mine | above)) seen.deferred |= bit;
  });
  return seen;
}

template <class Lanes>
void compare_boards(const Rules& rules, Random& random) {
  dispatch(rules, [&](const auto& geometry) {
    Position position{geometry};
    LaneBoard<Lanes> board{rules};
    while (!position.is_full(geometry)) {
      const Lookahead want = naive_lookahead(geometry, position);
      const Lookahead got =
          look_ahead<true>(board, completing_cells(board.mine), completing_cells(board.theirs));
      CHECK(got.open == want.open);
      CHECK(got.wins == want.wins);
      CHECK(board.must_ban == position.must_ban());
      // A win at once comes before anything the opponent could do.
      CHECK((got.lost & ~got.wins) == (want.lost & ~want.wins));
      CHECK((got.deferred & got.open & ~common(board.landing(), board.bonus)) ==
            (want.deferred & ~common(board.landing(), board.bonus)));
      if (!board.bonus_matters()) {
        const Lookahead plain =
            look_ahead<false>(board, completing_cells(board.mine), completing_cells(board.theirs));
        CHECK(plain.wins == got.wins && plain.lost == got.lost && plain.deferred == got.deferred);
      }
      const LaneMask pick = nth_lane(got.open, random.below(std::popcount(got.open)));
      const int column = std::countr_zero(pick);
      const auto cell = position.landing(geometry, column);
      const bool wins = position.wins_at(geometry, cell);
      const int player = position.turn();
      position.play(geometry, cell);
      const Lanes lane_cell = only_lane(board.landing(), pick);
      const bool turned = board.template play<true>(lane_cell);
      CHECK(turned == (position.turn() != player));
      CHECK(has_line_lanes(turned ? board.theirs : board.mine) == wins);
      if (wins) return;
    }
    CHECK(board.open() == 0);
  });
}

void test_boards() {
  Random random{1};
  for (int game = 0; game < 3000; ++game) {
    const Rules rules = random_rules(random, 12);
    if (rules.columns <= 8) compare_boards<Lanes8>(rules, random);
    compare_boards<Lanes16>(rules, random);
  }
}

// Random games of the lanes end as often which way as those of the twin, which draws its own lots.
void test_uniform_playouts() {
  Random random{2};
  for (int i = 0; i < 12; ++i) {
    const Rules rules = i == 0 ? Rules{} : random_rules(random, 12);
    const int games = 20'000;
    const PlayoutTotals want = random_playouts(rules, {}, 7, static_cast<std::uint64_t>(games));
    int balance = 0, draws = 0;
    Dice dice{static_cast<std::uint64_t>(i)};
    const LaneBoard<Lanes16> board{rules};
    for (int game = 0; game < games; ++game) {
      const int reward = uniform_playout<true>(board, dice);
      balance += reward;
      draws += reward == 0;
    }
    const int want_balance = static_cast<int>(want.first_wins) - static_cast<int>(want.second_wins);
    // Five standard deviations of a difference.
    CHECK(std::abs(balance - want_balance) < 1000);
    CHECK(std::abs(draws - static_cast<int>(want.draws)) < 500);
  }
}

// A zugzwang that is seen is a loss, by brute force.
void test_zugzwang() {
  Random random{8};
  int seen[2] = {0, 0};  // by whether the number of free cells is odd
  for (int game = 0; game < 20'000; ++game) {
    Rules rules = random_rules(random, 6);
    rules.bonus.reset();
    dispatch(rules, [&](const auto& geometry) {
      using Geometry = std::decay_t<decltype(geometry)>;
      Position position{geometry};
      LaneBoard<Lanes8> board{rules};
      while (!position.is_full(geometry)) {
        const int free = count(geometry.playable() & ~position.occupied());
        CHECK(free == board.free_cells());
        if (free <= 12 && in_zugzwang(board, completing_cells(board.theirs))) {
          CHECK(BruteForce<Geometry>{geometry}.value(position) < 0);
          ++seen[free % 2];
          return;
        }
        const auto cell = random_cell(position.landing(geometry), random);
        if (position.wins_at(geometry, cell)) return;
        const int column = column_of(geometry, lowest_index(cell));
        position.play(geometry, cell);
        board.play<false>(only_lane(board.landing(), LaneMask{1} << column));
      }
    });
  }
  CHECK(seen[0] > 100 && seen[1] > 100);
}

// A playout follows the last column as often as it should where that is among its choices, and
// chooses evenly where it does not.
void test_following() {
  constexpr LaneMask open = 0b1011'0110;
  struct Case {
    LaneMask lost, deferred, last;
    LaneMask choices;
  };
  for (const Case& given :
       {Case{0, 0, 0b10, open}, Case{0b0010'0000, 0, 0b1000'0000, 0b1001'0110},
        Case{0b10, 0b1001'0000, 0b10'0000, 0b0010'0100},
        Case{0b10, 0b1011'0100, 0b100, 0b1011'0100}, Case{0b10, 0, 0b10, 0b1011'0100},
        Case{0, 0b10, 0b10, 0b1011'0100}, Case{0, 0, 0, open}, Case{0, 0, 0b1, open}}) {
    const Lookahead seen{open, 0, given.lost, given.deferred};
    for (const double follow : {0.0, 0.78, 1.0}) {
      Dice dice{1};
      std::array<int, 8> times{};
      constexpr int tries = 40'000;
      for (int i = 0; i < tries; ++i) {
        const LaneMask move = playout_move(seen, given.last, Following{follow}, dice);
        CHECK(std::has_single_bit(move) && (move & given.choices) != 0);
        ++times[static_cast<std::size_t>(std::countr_zero(move))];
      }
      const bool follows = (given.last & given.choices) != 0;
      const double share = follows ? follow : 0.0;
      for (unsigned column = 0; column < 8; ++column) {
        const LaneMask bit = LaneMask{1} << column;
        if ((given.choices & bit) == 0) continue;
        const double expected =
            (1 - share) / std::popcount(given.choices) + (bit == given.last ? share : 0.0);
        // Six standard deviations, at most.
        CHECK(std::abs(times[column] - tries * expected) <= 600);
      }
    }
  }
}

// --- the pool --------------------------------------------------------------------------------

void test_pool() {
  using Node = UctNode<8>;
  using Pool = NodePool<Node>;
  Pool pool{128 * 1000};
  Pool::Supply supply;
  std::set<NodeIndex> seen;
  // A root with chains of children, of which one column is kept.
  const NodeIndex root = pool.take(supply);
  seen.insert(root);
  NodeIndex tip[2] = {root, root};
  for (;;) {
    const NodeIndex made = pool.take(supply);
    if (made == Pool::none) break;
    CHECK(seen.insert(made).second);
    const std::size_t side = seen.size() % 2;
    pool[tip[side]].child[tip[side] == root ? side : 5].store(made);
    tip[side] = made;
  }
  CHECK(seen.size() == pool.capacity());
  CHECK(pool.capacity() == 999);
  CHECK(pool.bytes() <= 128 * 1000);
  const NodeIndex kept = pool[root].child[1].load();
  pool[root].child[1].store(Pool::none);
  std::size_t in_use = 0;
  for (NodeIndex node = kept; node != Pool::none; node = pool[node].child[5].load()) {
    seen.erase(node);
    ++in_use;
  }
  pool.discard_subtree(root);
  // Everything that was given back comes again, once, and nothing that was kept.
  const std::size_t free = seen.size();
  std::set<NodeIndex> again;
  for (NodeIndex made = pool.take(supply); made != Pool::none; made = pool.take(supply)) {
    CHECK(seen.contains(made));
    CHECK(again.insert(made).second);
    for (const auto& child : pool[made].child) CHECK(child.load() == Pool::none);
  }
  CHECK(again.size() == free);
  CHECK(free + in_use == pool.capacity());
}

// --- wins ------------------------------------------------------------------------------------

void test_wins() {
  using Node = UctNode<12>;
  CHECK(Node::wins_of(10, 10) == 10 && Node::wins_of(10, 0) == 5 && Node::wins_of(10, -4) == 3);
  // A visit was lost, and its reward kept.
  CHECK(Node::wins_of(9, 10) == 9 && Node::wins_of(9, -10) == 0 && Node::wins_of(0, 1) == 0);
}

// --- selection -------------------------------------------------------------------------------

void test_selection() {
  Random random{3};
  const Exploration exploration{0.7};
  for (int trial = 0; trial < 2000; ++trial) {
    UctNode<12> node{};
    std::uint32_t total = 1;
    const auto live = static_cast<unsigned>(1 + random.below(4095));
    for (std::size_t column = 0; column < 12; ++column) {
      const int visits = 1 + random.below(1 << (1 + random.below(20)));
      node.visits[column].store(static_cast<std::uint32_t>(visits));
      node.reward[column].store(random.below(2 * visits + 1) - visits);
      total += static_cast<std::uint32_t>(visits);
    }
    const auto [got, best] = best_column(node, live, exploration(total));
    CHECK(((live >> got) & 1U) != 0);
    const auto score = [&](int column) {
      const auto at = static_cast<std::size_t>(column);
      const double n = node.visits[at].load();
      const double q = (n + node.reward[at].load()) / (2 * n);
      return q + 0.7 * std::sqrt(2 * std::log(static_cast<double>(total)) / n);
    };
    for (int column = 0; column < 12; ++column) {
      if (((live >> column) & 1U) != 0) CHECK(score(got) >= score(column) - 1e-4);
    }
    CHECK(std::abs(2 * score(got) - 1 - static_cast<double>(best)) < 1e-3);
    // What a thread may see while others count: no visits yet, or fewer than there were rewards.
    for (std::size_t column = 0; column < 12; ++column) {
      node.visits[column].store(static_cast<std::uint32_t>(random.below(2)));
      node.reward[column].store(random.below(61) - 50);
    }
    CHECK(((live >> best_column(node, live, exploration(total)).column) & 1U) != 0);
  }
}

// --- proofs ----------------------------------------------------------------------------------

long claims = 0;

// Every proof that a search claims, against brute force, on random boards of up to 5x5.
void test_proofs(int threads, int games) {
  Random random{static_cast<std::uint64_t>(10 + threads)};
  for (int game = 0; game < games; ++game) {
    const Rules rules = random_rules(random, 5);
    dispatch(rules, [&](const auto& geometry) {
      using Geometry = std::decay_t<decltype(geometry)>;
      Position position{geometry};
      std::vector<int> columns;
      while (!position.is_full(geometry) &&
             count(geometry.playable() & ~position.occupied()) > 11) {
        const auto cell = random_cell(position.landing(geometry), random);
        if (position.wins_at(geometry, cell)) return;
        columns.push_back(column_of(geometry, lowest_index(cell)));
        position.play(geometry, cell);
      }
      if (position.is_full(geometry)) return;
      BruteForce<Geometry> truth{geometry};
      Uct uct{rules, {1, threads, true, 0.42, true}};
      const std::uint64_t simulations = std::uint64_t{20} << random.below(threads == 1 ? 8 : 11);
      const UctReport report = uct.search(columns, {simulations, {}, {}}, 1);
      const auto sign_of = [](int value) { return (value > 0) - (value < 0); };
      if (report.outcome != UctColumn::no_outcome) {
        CHECK(report.outcome == sign_of(truth.value(position)));
        ++claims;
      }
      for (const UctColumn& tried : report.columns) {
        if (tried.outcome == UctColumn::no_outcome) continue;
        ++claims;
        const auto cell = position.landing(geometry, tried.column);
        if (position.wins_at(geometry, cell)) {
          CHECK(tried.outcome == 1);
          continue;
        }
        auto next = position;
        next.play(geometry, cell);
        const int value = next.is_full(geometry) ? 0 : truth.value(next);
        CHECK(tried.outcome == sign_of(next.turn() == position.turn() ? value : -value));
      }
    });
  }
}

// --- the whole -------------------------------------------------------------------------------

bool same(const UctReport& a, const UctReport& b) {
  if (a.column != b.column || a.line != b.line || a.nodes != b.nodes || a.depth != b.depth ||
      a.simulations != b.simulations || a.columns.size() != b.columns.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.columns.size(); ++i) {
    if (a.columns[i].visits != b.columns[i].visits || a.columns[i].wins != b.columns[i].wins) {
      return false;
    }
  }
  return true;
}

void test_same_again() {
  Random random{4};
  for (int trial = 0; trial < 20; ++trial) {
    const Rules rules = random_rules(random, 12);
    for (const bool strong : {false, true}) {
      Uct one{rules, {8, 1, strong, 0.5, true}}, other{rules, {8, 1, strong, 0.5, true}};
      std::vector<int> columns;
      for (int ply = 0; ply < 4; ++ply) {
        const UctReport a = one.search(columns, {500, {}, {}}, 5);
        CHECK(same(a, other.search(columns, {500, {}, {}}, 5)));
        std::uint64_t visits = 0;
        for (const UctColumn& tried : a.columns) visits += tried.visits;
        // The first visit of a position gave it no child's.
        CHECK(visits + (a.reused > 0 ? 1 : 0) == a.simulations + a.reused);
        if (a.outcome != UctColumn::no_outcome) break;
        columns.push_back(a.column);
        if (trace(rules, columns).back().status != Status::ongoing) break;
      }
    }
  }
}

// A tree that is full goes on being searched, in its memory, on one thread and on two.
void test_memory() {
  for (const int threads : {1, 2}) {
    Uct uct{Rules{12, 12, {}, {}}, {1, threads, false, 1.0, true}};
    for (int i = 0; i < 3; ++i) {
      const UctReport report = uct.search({}, {40'000, {}, {}}, 1);
      CHECK(report.simulations == 40'000);
      CHECK(uct.memory_bytes() <= std::size_t{1} << 20);
    }
    CHECK(uct.memory_bytes() > (std::size_t{1} << 20) - 192 * 64);
    // The game goes on, and what it leaves behind makes room.
    std::vector<int> columns;
    for (int ply = 0; ply < 6; ++ply) {
      const UctReport report = uct.search(columns, {5'000, {}, {}}, 1);
      CHECK(ply == 0 || report.reused > 0);
      CHECK(uct.memory_bytes() <= std::size_t{1} << 20);
      columns.push_back(report.column);
    }
  }
}

void test_threads() {
  for (const bool strong : {false, true}) {
    for (const Rules& rules : {Rules{}, Rules{9, 7, {}, Cell{4, 2}}}) {
      Uct uct{rules, {4, 3, strong, 0.5, true}};
      const UctReport report = uct.search({}, {30'000, {}, {}}, 1);
      CHECK(report.simulations == 30'000);
      std::uint64_t visits = 0;
      for (const UctColumn& tried : report.columns) visits += tried.visits;
      // A few counts may be lost between threads, but not many.
      CHECK(visits <= 30'000 && visits > 15'000);
      CHECK(uct.search({3}, {1'000, {}, {}}, 1).reused > 0);
    }
  }
}

void test_stop_and_report() {
  Uct uct{Rules{12, 12, {}, {}}, {16, 2, true, 0.5, true}};
  CHECK(uct.report().columns.empty());
  UctReport report{};
  std::thread search{[&] { report = uct.search({5, 6}, {}, 1); }};
  std::uint64_t last = 0;
  while (last < 1000) {
    const UctReport now = uct.report();
    CHECK(now.simulations >= last);
    last = now.simulations;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  uct.stop();
  search.join();
  CHECK(report.simulations >= last);
  CHECK(!report.line.empty() && report.line.front() == report.column);
  CHECK(uct.report().simulations == report.simulations);
  uct.forget();
  CHECK(uct.report().columns.empty());
}

template <class Call>
bool refuses(const Call& call) {
  try {
    call();
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

void test_refusals() {
  Uct uct{Rules{}, {1, 1, true, 0.5, true}};
  CHECK(refuses([&] { uct.search({0, 1, 0, 1, 0, 1, 0}, {1, {}, {}}, 1); }));
  CHECK(refuses([&] { uct.search({7}, {1, {}, {}}, 1); }));
  CHECK(refuses([] { Uct{Rules{}, {0, 1, true, 0.5, true}}; }));
  CHECK(refuses([] { Uct{Rules{}, {1, 0, true, 0.5, true}}; }));
  CHECK(refuses([] { Uct{Rules{}, {1, 1, true, -1.0, true}}; }));
  CHECK(refuses([] { Uct{Rules{}, {1, 1, true, 0.5, true, 1.5}}; }));
  CHECK(refuses([] { Uct{Rules{3, 6, {}, {}}, {}}; }));
}

// --- what is recorded -------------------------------------------------------------------------

// The tree counted again from the simulations that are told, which must be all of them. Only
// `plain` backs up what its random games end with, and nothing else.
void test_recording() {
  Random random{31};
  int proven = 0, decided = 0, deep = 0;
  for (int round = 0; round < 60; ++round) {
    const Rules rules = random_rules(random, 8);
    std::vector<int> columns = random_game(rules, {}, random.next()).columns;
    if (columns.empty()) continue;  // no cell that can be played
    columns.resize(std::min<std::size_t>(columns.size() - 1, 2));
    const bool strong = round % 2 == 0;
    UctOptions options;
    options.memory_mb = 8;
    options.strong = strong;
    const std::uint64_t seed = random.next();
    const UctLimits limits{300, {}, {}};
    Uct without{rules, options};
    const UctReport expected = without.search(columns, limits, seed);
    options.threads = 3;  // of which one searches
    Uct uct{rules, options};
    const UctReport found = uct.search(columns, limits, seed, UctRecordLimits{100, 100'000, 1000});
    CHECK(expected.tree.empty() && expected.first_simulations.empty());
    CHECK(found.column == expected.column && found.line == expected.line);
    CHECK(found.simulations == expected.simulations && found.nodes == expected.nodes);
    CHECK(found.first_simulations.size() == found.simulations);

    std::map<std::vector<int>, std::pair<std::uint32_t, double>> counted;  // visits, wins of FIRST
    for (const UctSimulation& done : found.first_simulations) {
      std::vector<int> path;
      for (const UctColumn& move : done.moves) {
        path.push_back(move.column);
        auto& [visits, wins] = counted[path];
        CHECK(move.visits == ++visits);
        wins += (1 + done.reward) / 2.0;
      }
      CHECK(!path.empty());
      decided += done.playout ? 0 : 1;
      proven += done.outcome != UctColumn::no_outcome ? 1 : 0;
    }
    std::vector<std::vector<int>> paths;
    std::size_t visited = 0;
    for (const UctTreeMove& move : found.tree) {
      std::vector<int> path;
      if (move.parent >= 0) {
        path = paths[static_cast<std::size_t>(move.parent)];
        CHECK(found.tree[static_cast<std::size_t>(move.parent)].statistics.visits >=
              move.statistics.visits);
      }
      path.push_back(move.statistics.column);
      paths.push_back(path);
      if (path.size() > 2) ++deep;
      if (move.statistics.visits == 0) continue;
      ++visited;
      const auto& [visits, wins] = counted[path];
      CHECK(move.statistics.visits == visits);
      if (!strong) CHECK(move.statistics.wins == (move.player == 0 ? wins : visits - wins));
    }
    CHECK(visited == counted.size());

    // Part of it: the most visited, no deeper than wanted.
    Uct again{rules, options};
    const UctReport part = again.search(columns, limits, seed, UctRecordLimits{2, 5, 3});
    CHECK(part.first_simulations.size() == std::min<std::size_t>(3, part.simulations));
    CHECK(part.tree.size() <= 5);
    for (std::size_t i = 1; i < part.tree.size(); ++i) {
      CHECK(part.tree[i - 1].statistics.visits >= part.tree[i].statistics.visits);
    }
  }
  CHECK(proven > 0 && decided > 0 && deep > 100);
}

}  // namespace

int main() {
  test_boards();
  test_uniform_playouts();
  test_zugzwang();
  test_following();
  test_pool();
  test_wins();
  test_selection();
  test_proofs(1, 2000);
  test_proofs(2, 300);
  CHECK(claims > 1000);
  test_same_again();
  test_memory();
  test_threads();
  test_stop_and_report();
  test_refusals();
  test_recording();
  return testing::result();
}
