#include "uct/guided.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <mutex>
#include <stdexcept>
#include <variant>

#include "board/position.hpp"
#include "board/replay.hpp"
#include "evaluation/evaluate.hpp"
#include "uct/guided_nodes.hpp"
#include "uct/proof.hpp"

namespace fourfold {
namespace {

// One geometry for all boards: asking for an evaluation takes longer than all else.
using Geometry = AnyGeometry<Bits192>;
using Clock = std::chrono::steady_clock;

using Edge = GuidedEdge;
using Node = GuidedNode;

struct Step {
  std::uint32_t node;
  int column;
  int player;
  bool prefers_draw;  // the player has a draw for sure, and this move is only to find out more
};

struct Leaf {
  std::vector<Step> path;  // empty: the root
  int player;              // to move in it
  std::uint16_t legal;
  bool grows;  // gets a node
};

std::size_t at(int index) { return static_cast<std::size_t>(index); }

template <class Visit>
void for_each_column(unsigned mask, Visit&& visit) {
  for (; mask != 0; mask &= mask - 1) visit(std::countr_zero(mask));
}

}  // namespace

class GuidedUct::Tree {
 public:
  Tree(const Rules& rules, const GuidedOptions& options)
      : rules_(rules),
        geometry_((rules.check(), rules)),
        options_(options),
        nodes_(static_cast<std::size_t>(options.memory_mb) << 20) {
    for (int column = 0; column < rules.columns; ++column) from_centre_.push_back(column);
    std::ranges::stable_sort(from_centre_, {}, [&](int column) { return distance(column); });
  }

  void begin(const std::vector<int>& columns, const std::optional<int>& depth) {
    const auto start = replay(geometry_, columns);
    if (start.status != Status::ongoing) throw std::invalid_argument("the game is over");
    std::vector<int> root_columns = columns;  // from here on nothing can fail
    abandon();
    if (!options_.reuse || !descend(columns)) forget();
    columns_ = std::move(root_columns);
    root_ = start.position;
    most_depth_ = depth.value_or(most_cells + 1);
    if (nodes_.empty()) {
      Node& node = nodes_.restart();
      node.legal = legal_columns(*root_);
      visits_ = 0;
      root_is_evaluated_ = false;
      if (options_.proofs) settle_wins(node, *root_);
    }
    reused_ = visits_;
    simulations_ = 0;
    new_nodes_ = 0;
    depth_ = 0;
    began_ = Clock::now();
  }

  std::vector<std::vector<int>> collect(int most) {
    if (!root_) throw std::invalid_argument("no search has begun");
    abandon();
    if (options_.priors && !root_is_evaluated_ && !settled()) {
      leaves_.push_back({{}, root_->turn(), nodes_[1].legal, false});
      return {columns_};
    }
    std::vector<std::vector<int>> games;
    try {
      for (int i = 0; i < most && !settled(); ++i) {
        if (!simulate_once()) break;
        if (leaves_.size() == games.size()) continue;  // it ended without a leaf
        games.push_back(columns_);
        for (const Step& step : leaves_.back().path) games.back().push_back(step.column);
      }
    } catch (...) {  // no memory: what was not handed out cannot come back
      abandon();
      throw;
    }
    return games;
  }

  void back_up(std::span<const double> values, std::span<const double> priors) {
    const std::size_t width = at(rules_.columns);
    if (values.size() != leaves_.size() ||
        priors.size() != (options_.priors ? values.size() * width : 0)) {
      throw std::invalid_argument("not one for each leaf");
    }
    for (const double value : values) {
      if (!(value >= 0 && value <= 1)) throw std::invalid_argument("no win chance");
    }
    const std::vector<Leaf> leaves = std::move(leaves_);
    leaves_.clear();
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const Leaf& leaf = leaves[i];
      const auto own_priors = options_.priors ? priors.subspan(i * width, width) : priors;
      if (leaf.path.empty()) {
        give_value(nodes_[1], values[i], own_priors);
        root_is_evaluated_ = true;
        continue;
      }
      const Step& last = leaf.path.back();
      take_back(leaf);
      if (leaf.grows && !nodes_.full()) {
        const std::uint32_t index = nodes_.add();
        nodes_[last.node].edges[at(last.column)].child = index;
        Node& node = nodes_[index];
        node.legal = leaf.legal;
        give_value(node, values[i], own_priors);
      }
      count_simulation(leaf.path, leaf.player == 0 ? values[i] : 1 - values[i], unproven);
    }
  }

  void abandon() {
    for (const Leaf& leaf : leaves_) take_back(leaf);
    leaves_.clear();
  }

  void simulate(int most, const AlphaBetaWeights& weights, double scale) {
    if (options_.priors) throw std::invalid_argument("weights have no priors");
    const std::uint64_t until = simulations_ + static_cast<std::uint64_t>(std::max(most, 0));
    while (simulations_ < until && !settled()) {
      const auto games = collect(1);
      std::vector<double> values;
      for (const auto& game : games) {
        const int evaluation = std::visit(
            [&](const auto& chosen) -> int {
              if constexpr (std::is_same_v<std::decay_t<decltype(chosen)>, OwnEvaluation>) {
                throw std::invalid_argument("there are no weights");
              } else {
                return evaluate(rules_, game, leaves_.back().player, chosen);
              }
            },
            weights);
        values.push_back(1 / (1 + std::exp(-evaluation / scale)));
      }
      back_up(values, {});
    }
  }

  bool settled() const {
    return options_.proofs && !nodes_.empty() && nodes_[1].proven() != unproven;
  }

  std::uint64_t simulations() const { return simulations_; }

  std::size_t memory_bytes() const { return nodes_.bytes(); }

  UctReport report() const {
    UctReport report{};
    report.column = -1;
    report.outcome = UctColumn::no_outcome;
    if (!root_) return report;
    const Node& node = nodes_[1];
    report.simulations = simulations_;
    report.reused = reused_;
    report.nodes = new_nodes_;
    report.depth = depth_;
    report.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    for_each_column(node.legal,
                    [&](int column) { report.columns.push_back(statistics_of(node, column)); });
    if (options_.proofs) {
      report.outcome = outcome_of(node.proven());
      report.plies = plies_of(node.proven());
    }
    report.column = choice(node);
    report.line = line_from(report.column);
    return report;
  }

 private:
  void forget() {
    nodes_.clear();
    columns_.clear();
    root_.reset();
  }

  std::uint16_t legal_columns(const Position<Geometry>& position) const {
    unsigned mask = 0;
    for_each_cell(position.landing(geometry_), [&](const Bits192& cell) {
      mask |= 1U << column_of(geometry_, lowest_index(cell));
    });
    return static_cast<std::uint16_t>(mask);
  }

  bool wins_at_once(const Position<Geometry>& position) const {
    return !position.must_ban() &&
           any(completing_cells(position.mine(), geometry_.stride()) & position.landing(geometry_));
  }

  void settle_wins(Node& node, const Position<Geometry>& position) const {
    for_each_cell(position.landing(geometry_), [&](const Bits192& cell) {
      if (position.wins_at(geometry_, cell)) {
        node.edges[at(column_of(geometry_, lowest_index(cell)))].proof = proven_win(1);
      }
    });
  }

  // Makes the node of the columns the root if it is in the tree, and drops all that is not below it.
  bool descend(const std::vector<int>& columns) {
    if (nodes_.empty() || columns.size() < columns_.size() ||
        !std::equal(columns_.begin(), columns_.end(), columns.begin())) {
      return false;
    }
    std::uint32_t index = 1;
    std::uint64_t visits = visits_;
    for (std::size_t ply = columns_.size(); ply < columns.size(); ++ply) {
      const Edge& edge = nodes_[index].edges[at(columns[ply])];
      if (edge.child == 0) return false;
      index = edge.child;
      visits = edge.visits;
    }
    if (index == 1) return true;
    nodes_.keep_below(index);
    visits_ = visits;
    root_is_evaluated_ = true;
    return true;
  }

  // Returns false where the choice is a leaf that is out already; then nothing has changed.
  bool simulate_once() {
    std::vector<Step> path;
    Position<Geometry> position = *root_;
    std::uint32_t here = 1;
    for (;;) {
      const int player = position.turn();
      path.push_back(choose(here, player));
      const int column = path.back().column;
      Edge& edge = nodes_[here].edges[at(column)];
      if (edge.is_out) return false;
      const Bits192 cell = position.landing(geometry_, column);
      if (position.wins_at(geometry_, cell)) {
        count_simulation(path, player == 0 ? 1 : 0, proven_win(1));
        return true;
      }
      position.play(geometry_, cell);
      if (position.is_full(geometry_)) {
        count_simulation(path, 0.5, proven_draw);
        return true;
      }
      if (edge.child != 0) {
        here = edge.child;
        continue;
      }
      const int next = position.turn();
      if (options_.proofs && wins_at_once(position)) {
        count_simulation(path, next == 0 ? 1 : 0, before_move(proven_win(1), next != player));
        return true;
      }
      const bool grows = static_cast<int>(path.size()) < most_depth_;
      leaves_.push_back({std::move(path), next, legal_columns(position), grows});
      edge.is_out = true;
      for (const Step& step : leaves_.back().path) {
        ++nodes_[step.node].edges[at(step.column)].virtual_losses;
      }
      return true;
    }
  }

  // The next move from a node that is not proven; without proofs from any node.
  Step choose(std::uint32_t index, int player) const {
    const Node& node = nodes_[index];
    const unsigned columns = options_.proofs ? node.unproven_columns() : node.legal;
    double parent = 0;
    for_each_column(columns, [&](int column) { parent += chosen(node.edges[at(column)]); });
    int best = -1;
    double best_score = 0;
    for (const int column : from_centre_) {
      if (((columns >> column) & 1U) == 0) continue;
      const Edge& edge = node.edges[at(column)];
      const double n = chosen(edge);
      if (n == 0 && !options_.priors) return {index, column, player, false};
      const double mean = n == 0 ? node.value : edge.wins / n;
      const double score =
          options_.priors
              ? mean + options_.c * static_cast<double>(edge.prior) * std::sqrt(parent) / (1 + n)
              : mean + options_.c * std::sqrt(2 * std::log(parent) / n);
      if (best < 0 || score > best_score) best = column, best_score = score;
    }
    return {index, best, player, options_.proofs && best_score < 0.5 && node.has_draw()};
  }

  static double chosen(const Edge& edge) {
    return static_cast<double>(edge.visits) + static_cast<double>(edge.virtual_losses);
  }

  void give_value(Node& node, double value, std::span<const double> priors) const {
    node.value = value;
    double sum = 0;
    if (priors.empty()) return;
    for_each_column(node.legal, [&](int column) { sum += priors[at(column)]; });
    for_each_column(node.legal, [&](int column) {
      node.edges[at(column)].prior = static_cast<float>(
          sum > 0 ? priors[at(column)] / sum : 1.0 / std::popcount(unsigned{node.legal}));
    });
  }

  void take_back(const Leaf& leaf) {
    if (leaf.path.empty()) return;
    nodes_[leaf.path.back().node].edges[at(leaf.path.back().column)].is_out = false;
    for (const Step& step : leaf.path) --nodes_[step.node].edges[at(step.column)].virtual_losses;
  }

  // `reward` is FIRST's; `proof`, if there is one, is of the last move for the player who made it.
  void count_simulation(const std::vector<Step>& path, double reward, Proof proof) {
    if (!options_.proofs) proof = unproven;
    ++simulations_;
    ++visits_;
    depth_ = std::max(depth_, static_cast<int>(path.size()));
    if (nodes_[path.back().node].edges[at(path.back().column)].visits == 0) ++new_nodes_;
    for (std::size_t i = path.size(); i-- > 0;) {
      const Step& step = path[i];
      Node& node = nodes_[step.node];
      Edge& edge = node.edges[at(step.column)];
      const auto chance = [&](Proof of) {  // of FIRST
        const double own = 0.5 * (1 + reward_of(of));
        return step.player == 0 ? own : 1 - own;
      };
      if (proof != unproven) {
        edge.proof = proof;
        reward = chance(proof);
      }
      ++edge.visits;
      edge.wins += step.player == 0 ? reward : 1 - reward;
      if (step.prefers_draw) reward = 0.5;
      if (proof == unproven) continue;
      const Proof value = node.proven();
      proof = unproven;
      if (value == unproven) continue;
      reward = chance(value);
      if (i > 0) proof = before_move(value, step.player != path[i - 1].player);
    }
  }

  static int outcome_of(Proof proof) {
    return proof == unproven ? UctColumn::no_outcome : reward_of(proof);
  }

  static UctColumn statistics_of(const Node& node, int column) {
    const Edge& edge = node.edges[at(column)];
    return {column, edge.visits, edge.wins, outcome_of(edge.proof), plies_of(edge.proof)};
  }

  // The move to play: as in uct/uct.cpp a proven win, else the most visited that is not settled, but a
  // proven draw rather than one that promises less, else the slowest loss.
  int choice(const Node& node) const {
    int likely = -1, settled = -1;
    const auto edge = [&](int column) -> const Edge& { return node.edges[at(column)]; };
    for (const int column : from_centre_) {
      if (((unsigned{node.legal} >> column) & 1U) == 0) continue;
      if (edge(column).proof == unproven) {
        if (likely < 0 || edge(column).visits > edge(likely).visits) likely = column;
      } else if (settled < 0 || edge(column).proof > edge(settled).proof) {
        settled = column;
      }
    }
    if (likely < 0 || settled < 0) return likely < 0 ? settled : likely;
    if (is_loss(edge(settled).proof)) return likely;
    if (is_win(edge(settled).proof)) return settled;
    return 2 * edge(likely).wins > edge(likely).visits ? likely : settled;
  }

  int distance(int column) const { return std::abs(2 * column - (rules_.columns - 1)); }

  std::vector<int> line_from(int column) const {
    std::vector<int> line;
    std::uint32_t index = 1;
    while (column >= 0) {
      line.push_back(column);
      index = nodes_[index].edges[at(column)].child;
      if (index == 0) break;
      column = choice(nodes_[index]);
      const Edge& edge = nodes_[index].edges[at(column)];
      if (edge.visits == 0 && edge.proof == unproven) break;
    }
    return line;
  }

  Rules rules_;
  Geometry geometry_;
  GuidedOptions options_;
  std::vector<int> from_centre_;
  std::vector<int> columns_;  // that lead to the root
  std::optional<Position<Geometry>> root_;
  GuidedNodes nodes_;
  std::vector<Leaf> leaves_;  // handed out
  bool root_is_evaluated_ = false;
  int most_depth_ = 0;
  std::uint64_t visits_ = 0;  // of the root
  std::uint64_t reused_ = 0;
  std::uint64_t simulations_ = 0;
  std::uint64_t new_nodes_ = 0;
  int depth_ = 0;
  Clock::time_point began_{};
};

GuidedUct::GuidedUct(const Rules& rules, const GuidedOptions& options) {
  if (options.memory_mb < 1 || options.memory_mb > (1 << 19)) {
    throw std::invalid_argument("memory_mb must be from 1 to 524288");
  }
  if (!(options.c >= 0.0 && options.c <= 1000.0)) {
    throw std::invalid_argument("c must be from 0 to 1000");
  }
  tree_ = std::make_unique<Tree>(rules, options);
}
GuidedUct::~GuidedUct() {
  if (mutex_.is_left_behind()) static_cast<void>(tree_.release());  // as `drop` does
}

void GuidedUct::begin(const std::vector<int>& columns, const std::optional<int>& depth) {
  const std::lock_guard lock{mutex_};
  tree_->begin(columns, depth);
}
std::vector<std::vector<int>> GuidedUct::collect(int most) {
  const std::lock_guard lock{mutex_};
  return tree_->collect(most);
}
void GuidedUct::back_up(std::span<const double> values, std::span<const double> priors) {
  const std::lock_guard lock{mutex_};
  tree_->back_up(values, priors);
}
void GuidedUct::abandon() {
  const std::lock_guard lock{mutex_};
  tree_->abandon();
}
void GuidedUct::simulate(int most, const AlphaBetaWeights& weights, double scale) {
  const std::lock_guard lock{mutex_};
  tree_->simulate(most, weights, scale);
}
bool GuidedUct::settled() const {
  const std::lock_guard lock{mutex_};
  return tree_->settled();
}
std::uint64_t GuidedUct::simulations() const {
  const std::lock_guard lock{mutex_};
  return tree_->simulations();
}
UctReport GuidedUct::report() const {
  const std::lock_guard lock{mutex_};
  return tree_->report();
}
std::size_t GuidedUct::memory_bytes() const {
  const std::lock_guard lock{mutex_};
  return tree_->memory_bytes();
}

}  // namespace fourfold
