// One thread of the Monte Carlo search: simulation after simulation on the tree that all share.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "playout.hpp"
#include "uct_select.hpp"
#include "uct_tree.hpp"

namespace fourfold {

enum class UctPolicy { plain, strong };

// What the threads of a search share, besides the nodes.
template <class LanesType>
struct UctRoot {
  using Lanes = LanesType;
  using Node = UctNode<lane_count<Lanes> == 8 ? 8 : 12>;

  explicit UctRoot(const Rules& rules) : board(rules) {}

  LaneBoard<Lanes> board;
  int player = 0;  // 0: FIRST
  NodeIndex node = NodePool<Node>::none;
  std::atomic<std::uint32_t> visits{0};
  std::atomic<bool> settled{false};  // its value is proven
};

template <class Lanes, bool Bonus>
class UctWorker {
 public:
  using Root = UctRoot<Lanes>;
  using Node = typename Root::Node;
  using Pool = NodePool<Node>;

  UctWorker(Root& root, Pool& pool, const Exploration& exploration, int most_depth,
            std::uint64_t seed)
      : root_(root), pool_(pool), exploration_(exploration), most_depth_(most_depth), dice_(seed) {}
  ~UctWorker() { pool_.give_back(supply_); }
  UctWorker(const UctWorker&) = delete;
  UctWorker& operator=(const UctWorker&) = delete;

  std::uint64_t new_nodes() const { return new_nodes_; }
  int depth() const { return depth_; }

  // A node for a position, with what can be seen of it at once. `proof` tells whether that decides
  // it; unless `always`, there is no node then. None where the pool is used up.
  template <UctPolicy Policy>
  static NodeIndex make_node(Pool& pool, typename Pool::Supply& supply,
                             const LaneBoard<Lanes>& board, Proof& proof, bool always) {
    proof = unproven;
    if constexpr (Policy == UctPolicy::plain) {
      const LaneMask open = board.open();
      const NodeIndex index = pool.take(supply);
      if (index != Pool::none) {
        pool[index].unsettled.store(static_cast<ColumnMask>(open), std::memory_order_relaxed);
      }
      return index;
    } else {
      const Lookout seen = look_out<Bonus>(board, completing_cells(board.mine),
                                           completing_cells(board.theirs));
      if (seen.wins != 0) {
        proof = proven_win(1);
      } else if (seen.safe() == 0) {
        proof = seen.open == 0 ? proven_draw : proven_loss(2);
      }
      if (proof != unproven && !always) return Pool::none;
      const NodeIndex index = pool.take(supply);
      if (index == Pool::none) return index;
      Node& node = pool[index];
      const LaneMask unsettled = seen.safe() & ~seen.wins;
      node.unsettled.store(static_cast<ColumnMask>(unsettled), std::memory_order_relaxed);
      node.shy.store(static_cast<ColumnMask>(seen.shy), std::memory_order_relaxed);
      for (LaneMask rest = seen.open & ~unsettled; rest != 0; rest &= rest - 1) {
        const int column = std::countr_zero(rest);
        const bool wins = ((seen.wins >> column) & 1U) != 0;
        node.proof[static_cast<std::size_t>(column)].store(wins ? proven_win(1) : proven_loss(2),
                                                           std::memory_order_relaxed);
      }
      return index;
    }
  }

  // One simulation:
  //   1. from the root choose moves, counting each, until one was never chosen or has no child;
  //   2. give a child to a move that is chosen for the second time, and choose once more from it;
  //   3. play a game of chance from there;
  //   4. add its reward, with each player's sign, to all moves that were chosen, and what is proven.
  template <UctPolicy Policy>
  void simulate() {
    LaneBoard<Lanes> board = root_.board;
    int player = root_.player;
    Node* node = &pool_[root_.node];
    std::uint32_t node_visits = root_.visits.load(std::memory_order_relaxed);
    root_.visits.store(node_visits + 1, std::memory_order_relaxed);
    int length = 0;
    int reward = 0;  // for FIRST
    Proof proof = unproven;

    for (;;) {
      const unsigned live = node->unsettled.load(std::memory_order_relaxed);
      if (Policy == UctPolicy::strong && live == 0) {
        // Another thread has settled the last move of this node a moment ago.
        if (length == 0) {
          root_.settled.store(true, std::memory_order_relaxed);
          return;
        }
        proof = before_move(node->value(), player != steps_[at(length - 1)].player);
        break;
      }
      bool rather_draws = false;
      const int column = choose<Policy>(*node, live, node_visits, rather_draws);
      steps_[at(length++)] = {node, column, static_cast<std::int16_t>(player), rather_draws};
      auto& count = node->visits[at(column)];
      const std::uint32_t chosen_before = count.load(std::memory_order_relaxed);
      count.store(chosen_before + 1, std::memory_order_relaxed);
      const Lanes cell = only_lane(board.landing(), LaneMask{1} << column);

      const NodeIndex below = node->child[at(column)].load(std::memory_order_acquire);
      if (below != Pool::none) {
        pool_.prefetch(below);
        if (board.template play<Bonus>(cell)) player ^= 1;
        node = &pool_[below];
        node_visits = chosen_before;
        continue;
      }

      const int mover = player;
      if constexpr (Policy == UctPolicy::plain) {
        if (!board.must_ban && has_four_lanes(board.mine | cell)) {
          reward = mover == 0 ? 1 : -1;
          break;
        }
      }
      const bool turned = board.template play<Bonus>(cell);
      if (turned) player ^= 1;

      if (chosen_before == 0) ++new_nodes_;
      if (chosen_before > 0 && length < most_depth_) {
        if (Policy == UctPolicy::plain && board.open() == 0) break;  // a draw
        Proof seen;
        const NodeIndex made = make_node<Policy>(pool_, supply_, board, seen, false);
        if (seen != unproven) {
          proof = before_move(seen, turned);
          break;
        }
        if (made != Pool::none) {
          node = &pool_[hang(*node, column, made)];
          node_visits = chosen_before;
          continue;
        }
      }

      if constexpr (Policy == UctPolicy::plain) {
        reward = uniform_playout<Bonus>(board, dice_);
      } else {
        const PlayoutResult result = informed_playout<Bonus>(board, dice_);
        reward = result.reward;
        if (result.at_once) {
          const Proof seen = reward > 0   ? proven_win(1)
                             : reward < 0 ? proven_loss(2)
                                          : proven_draw;
          proof = before_move(seen, turned);
        }
      }
      if (player != 0) reward = -reward;
      break;
    }
    if (length > depth_) depth_ = length;
    back_up(length, reward, proof);
  }

 private:
  struct Step {
    Node* node;
    int column;
    std::int16_t player;
    bool rather_draws;  // the player has a draw for sure, and this move is only to find out more
  };

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  // `rather_draws` is set where a proven draw is better than anything else can be expected to be.
  // A move is tried all the same, so that all of them get settled; but its reward goes no further
  // up: there the position counts as a draw.
  template <UctPolicy Policy>
  int choose(const Node& node, unsigned live, std::uint32_t node_visits, bool& rather_draws) {
    unsigned untried = untried_columns(node, live);
    if (untried == 0) {
      const BestColumn best = best_column(node, live, exploration_(node_visits));
      if constexpr (Policy == UctPolicy::strong) {
        rather_draws = best.score < 0.0F && node.drawn.load(std::memory_order_relaxed) != 0;
      }
      return best.column;
    }
    if constexpr (Policy == UctPolicy::strong) {
      const unsigned bold = untried & ~static_cast<unsigned>(node.shy.load(std::memory_order_relaxed));
      if (bold != 0) untried = bold;
    }
    return std::countr_zero(dice_.one_of(untried));
  }

  // Makes a node the child of a move, unless another thread was faster: then its node counts.
  NodeIndex hang(Node& node, int column, NodeIndex made) {
    NodeIndex expected = Pool::none;
    if (node.child[at(column)].compare_exchange_strong(expected, made, std::memory_order_acq_rel)) {
      return made;
    }
    pool_.give_back(supply_, made);
    return expected;
  }

  // `reward` is FIRST's; `proof`, if there is one, is of the last move for the player who made it.
  void back_up(int length, int reward, Proof proof) {
    for (int i = length - 1; i >= 0; --i) {
      const Step& step = steps_[at(i)];
      if (proof != unproven) {
        step.node->settle(step.column, proof);
        reward = step.player == 0 ? reward_of(proof) : -reward_of(proof);
      }
      add(step.node->reward[at(step.column)], step.player == 0 ? reward : -reward);
      if (step.rather_draws) reward = 0;
      if (proof == unproven) continue;
      const Proof value = step.node->value();
      proof = unproven;
      if (value == unproven) continue;
      reward = step.player == 0 ? reward_of(value) : -reward_of(value);
      if (i == 0) {
        root_.settled.store(true, std::memory_order_relaxed);
      } else {
        proof = before_move(value, step.player != steps_[at(i - 1)].player);
      }
    }
  }

  Root& root_;
  Pool& pool_;
  const Exploration& exploration_;
  int most_depth_;
  Dice dice_;
  typename Pool::Supply supply_;
  std::uint64_t new_nodes_ = 0;
  int depth_ = 0;
  std::array<Step, most_cells + 1> steps_;
};

}  // namespace fourfold
