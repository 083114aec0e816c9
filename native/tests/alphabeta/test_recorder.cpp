// The tree that the depth-limited search records against alpha-beta as it is explained to beginners,
// node by node, and against minimax where the search has its table and its orders.
#include <optional>
#include <vector>

#include "alphabeta/core.hpp"
#include "board/dispatch.hpp"
#include "tests/alphabeta/plain_minimax.hpp"
#include "tests/check.hpp"

using namespace fourfold;

namespace {

constexpr int infinity = AlphaBetaNode::infinity;
using Kind = AlphaBetaNode::Kind;
using Cut = AlphaBetaNode::Cut;
using Bound = AlphaBetaNode::Bound;

// Alpha-beta with one player who maximizes and one who minimizes, from left to right, that writes
// down all it does. No table.
template <class Geometry>
class PlainAlphaBeta {
 public:
  PlainAlphaBeta(const Geometry& geometry, int player) : geometry_(geometry), player_(player) {}

  int visit(const Position<Geometry>& position, int depth, int ply, int parent, int column,
            int alpha, int beta, std::optional<int> over) {
    const auto number = tree.size();
    const bool maximizes = position.turn() == player_;
    tree.push_back({.parent = parent,
                    .column = column,
                    .ply = ply,
                    .maximizes = maximizes,
                    .alpha = alpha,
                    .beta = beta,
                    .table_alpha = alpha,
                    .table_beta = beta,
                    .order = {}});
    int value;
    if (over) {
      value = *over;
      tree[number].kind = value == 0 ? Kind::draw : Kind::win;
    } else if (depth == 0) {
      value = std::clamp(Nonsense<Geometry>{geometry_}(position, player_), 1 - win, win - 1);
      tree[number].kind = Kind::leaf;
    } else if (maximizes ? alpha >= win + depth - 1 : beta <= -(win + depth - 1)) {
      value = maximizes ? win + depth - 1 : -(win + depth - 1);
      tree[number].kind = Kind::hopeless;
      tree[number].bound = maximizes ? Bound::at_most : Bound::at_least;
    } else {
      value = visit_moves(position, depth, ply, static_cast<int>(number), alpha, beta);
      tree[number].bound = value <= alpha  ? Bound::at_most
                           : value >= beta ? Bound::at_least
                                           : Bound::exact;
    }
    tree[number].value = value;
    return value;
  }

  std::vector<AlphaBetaNode> tree;

 private:
  int visit_moves(const Position<Geometry>& position, int depth, int ply, int number, int alpha,
                  int beta) {
    const bool maximizes = position.turn() == player_;
    const int at_once = win + depth - 1;
    int best = maximizes ? -infinity : infinity;
    bool cut = false;
    for (int column = 0; column < geometry_.columns(); ++column) {
      const auto cell = position.landing(geometry_, column);
      if (!any(cell)) continue;
      node(number).order.push_back(static_cast<std::int8_t>(column));
      if (cut) {
        node(number).cut = alpha >= beta ? Cut::window : Cut::win;
        continue;
      }
      ++node(number).searched;
      std::optional<int> over;
      if (position.wins_at(geometry_, cell)) over = maximizes ? at_once : -at_once;
      Position<Geometry> next = position;
      next.play(geometry_, cell);
      if (!over && next.is_full(geometry_)) over = 0;
      const int value = visit(next, depth - 1, ply + 1, number, column, alpha, beta, over);
      best = maximizes ? std::max(best, value) : std::min(best, value);
      if (ply == 0) continue;  // every move of the root gets the widest window
      (maximizes ? alpha : beta) = maximizes ? std::max(alpha, value) : std::min(beta, value);
      cut = alpha >= beta || best == (maximizes ? at_once : -at_once);
    }
    return best;
  }

  AlphaBetaNode& node(int number) { return tree[static_cast<std::size_t>(number)]; }

  Geometry geometry_;
  int player_;
};

bool same_node(const AlphaBetaNode& one, const AlphaBetaNode& other) {
  return one.parent == other.parent && one.column == other.column && one.ply == other.ply &&
         one.maximizes == other.maximizes && one.kind == other.kind && one.cut == other.cut &&
         one.bound == other.bound && one.alpha == other.alpha && one.beta == other.beta &&
         one.table_alpha == other.table_alpha && one.table_beta == other.table_beta &&
         one.value == other.value && one.order == other.order && one.searched == other.searched;
}

// The root's moves come from the centre outwards; the plain search takes them from the left.
std::vector<AlphaBetaNode> with_root_moves_from_the_left(const std::vector<AlphaBetaNode>& tree) {
  std::vector<AlphaBetaNode> sorted{tree.front()};
  std::ranges::sort(sorted[0].order);
  for (const int column : sorted[0].order) {
    std::vector<int> place(tree.size(), -1);
    place[0] = 0;
    for (std::size_t i = 1; i < tree.size(); ++i) {
      const auto parent = static_cast<std::size_t>(tree[i].parent);
      if (parent == 0 ? tree[i].column != column : place[parent] < 0) continue;
      place[i] = static_cast<int>(sorted.size());
      sorted.push_back(tree[i]);
      sorted.back().parent = place[parent];
    }
  }
  return sorted;
}

// Every position on the way to a node, played anew.
template <class Geometry>
Position<Geometry> position_of(const Geometry& geometry, const Position<Geometry>& root,
                               const std::vector<AlphaBetaNode>& tree, int number) {
  const AlphaBetaNode& node = tree[static_cast<std::size_t>(number)];
  if (node.parent < 0) return root;
  Position<Geometry> position = position_of(geometry, root, tree, node.parent);
  position.play(geometry, position.landing(geometry, node.column));
  return position;
}

void check_against_plain_alpha_beta() {
  Random random{21};
  int cuts = 0, wins = 0, hopeless = 0, bans = 0;
  for (int round = 0; round < 200; ++round) {
    const Rules rules = random_rules(random);
    dispatch(rules, rules.bonus ? 8 : 0, [&](const auto& geometry) {
      using Geometry = std::decay_t<decltype(geometry)>;
      const std::vector<int> moves = random_moves(geometry, random);
      const auto start = replay(geometry, moves);
      if (start.status != Status::ongoing) return;
      const int free = count(geometry.playable() & ~start.position.occupied());
      const int depth = std::min(free, 1 + random.below(geometry.columns() > 8 ? 3 : 5));
      PlainAlphaBeta<Geometry> plain{geometry, start.position.turn()};
      plain.visit(start.position, depth, 0, -1, -1, -infinity, infinity, {});

      AlphaBetaCore<Geometry> core{geometry, Nonsense<Geometry>{geometry}, options(pruning_only)};
      AlphaBetaQuestion question{moves, depth, {}, random.below(2) == 0};
      const AlphaBetaResult expected = core.search(question);
      CHECK(expected.tree.empty());
      question.record = {16, 1'000'000};
      const AlphaBetaResult found = core.search(question);
      CHECK(found.values == expected.values && found.line == expected.line);
      CHECK(found.counts.nodes == expected.counts.nodes);
      const auto tree = with_root_moves_from_the_left(found.tree);
      CHECK(tree.size() == plain.tree.size());
      for (std::size_t i = 0; i < std::min(tree.size(), plain.tree.size()); ++i) {
        CHECK(same_node(tree[i], plain.tree[i]));
        cuts += tree[i].cut != Cut::none ? 1 : 0;
        wins += tree[i].cut == Cut::win ? 1 : 0;
        hopeless += tree[i].kind == Kind::hopeless ? 1 : 0;
        bans += tree[i].parent > 0 && tree[static_cast<std::size_t>(tree[i].parent)].maximizes ==
                                          tree[i].maximizes
                    ? 1
                    : 0;
      }
    });
  }
  CHECK(cuts > 1000 && wins > 10 && hopeless > 10 && bans > 10);
}

// With its table, its orders and depth after depth: the windows follow from the values before, and
// every value is true as far as it says.
void check_against_minimax() {
  Random random{22};
  int from_table = 0, narrowed = 0;
  for (int round = 0; round < 150; ++round) {
    const Rules rules = random_rules(random);
    dispatch(rules, rules.bonus ? 8 : 0, [&](const auto& geometry) {
      using Geometry = std::decay_t<decltype(geometry)>;
      const std::vector<int> moves = random_moves(geometry, random);
      const auto start = replay(geometry, moves);
      if (start.status != Status::ongoing) return;
      const int free = count(geometry.playable() & ~start.position.occupied());
      const int depth = std::min(free, 1 + random.below(geometry.columns() > 8 ? 4 : 5));
      AlphaBetaCore<Geometry> core{geometry, Nonsense<Geometry>{geometry}, options(all_on)};
      AlphaBetaQuestion question{moves, depth};
      const AlphaBetaResult expected = core.search(question);
      question.record = {1 + random.below(5), 1 + random.below(400)};
      const AlphaBetaResult found = core.search(question);
      CHECK(found.values == expected.values && found.line == expected.line);
      CHECK(found.counts.nodes == expected.counts.nodes);
      CHECK(found.counts.table_hits == expected.counts.table_hits);
      const auto& tree = found.tree;
      CHECK(!tree.empty() && static_cast<int>(tree.size()) <= question.record->most);
      CHECK(tree[0].value == found.value);

      Truth<Geometry> truth{geometry, start.position.turn()};
      std::vector<int> seen(tree.size(), 0);  // children so far
      std::vector<std::pair<int, int>> window(tree.size());
      for (std::size_t i = 0; i < tree.size(); ++i) {
        const AlphaBetaNode& node = tree[i];
        window[i] = {node.table_alpha, node.table_beta};
        from_table += node.kind == Kind::table ? 1 : 0;
        narrowed += node.table_alpha != node.alpha || node.table_beta != node.beta ? 1 : 0;
        CHECK(node.table_alpha >= node.alpha && node.table_beta <= node.beta);
        CHECK(node.searched <= static_cast<int>(node.order.size()));
        CHECK((node.cut != Cut::none) == (node.searched < static_cast<int>(node.order.size())));
        if (node.parent < 0) continue;
        const auto parent = static_cast<std::size_t>(node.parent);
        CHECK(parent < i);
        CHECK(node.column == tree[parent].order[static_cast<std::size_t>(seen[parent]++)]);
        CHECK(node.alpha == window[parent].first && node.beta == window[parent].second);
        if (tree[parent].parent >= 0) {
          int& end = tree[parent].maximizes ? window[parent].first : window[parent].second;
          end = tree[parent].maximizes ? std::max(end, node.value) : std::min(end, node.value);
        }
        const auto before = position_of(geometry, start.position, tree, node.parent);
        const int sign = before.turn() == start.position.turn() ? 1 : -1;
        const int value =
            sign * truth.after(before, before.landing(geometry, node.column), depth - node.ply + 1);
        CHECK(node.bound == Bound::exact      ? node.value == value
              : node.bound == Bound::at_least ? node.value <= value
                                              : node.value >= value);
      }
    });
  }
  CHECK(from_table > 20 && narrowed > 0);
}

// Too many nodes: those of the first plies stay, and those that come first.
void check_limits() {
  AlphaBeta search{Rules{}, HardWeights{}, {}};
  AlphaBetaQuestion question{{3, 3}, 6};
  question.record = {4, 100'000};
  const auto whole = search.search(question).tree;
  for (const int most : {1, 2, 8, 30, 57, 58, 200}) {
    question.record = {4, most};
    const auto part = search.search(question).tree;
    CHECK(static_cast<int>(part.size()) == most);
    std::vector<const AlphaBetaNode*> by_ply;
    for (const auto& node : whole) by_ply.push_back(&node);
    std::ranges::stable_sort(by_ply, {}, [](const AlphaBetaNode* node) { return node->ply; });
    std::vector<const AlphaBetaNode*> mine;
    for (const auto& node : part) mine.push_back(&node);
    std::ranges::stable_sort(mine, {}, [](const AlphaBetaNode* node) { return node->ply; });
    for (std::size_t i = 0; i < mine.size(); ++i) {
      CHECK(mine[i]->column == by_ply[i]->column && mine[i]->value == by_ply[i]->value);
      CHECK(mine[i]->nodes == by_ply[i]->nodes && mine[i]->searched == by_ply[i]->searched);
    }
  }
  // A search that a limit ends tells of the last depth that it completed.
  question = {{3, 3}, 30, {{}, 20'000}};
  question.record = {1, 100};
  const AlphaBetaResult ended = search.search(question);
  CHECK(!ended.finished && ended.tree.size() == 8 && ended.tree[0].value == ended.value);
  for (const AlphaBetaRecordLimits& bad :
       {AlphaBetaRecordLimits{0, 10}, {17, 10}, {2, 0}, {2, 1'000'001}}) {
    question.record = bad;
    bool refused = false;
    try {
      search.search(question);
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    CHECK(refused);
  }
}

}  // namespace

int main() {
  check_against_plain_alpha_beta();
  check_against_minimax();
  check_limits();
  return testing::result();
}
