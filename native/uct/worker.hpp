// One thread of the Monte Carlo search: simulation after simulation on the tree that all share.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

#include "uct/playout.hpp"
#include "uct/recorded_tree.hpp"
#include "uct/replicas.hpp"
#include "uct/select.hpp"
#include "uct/tree.hpp"

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
  std::uint32_t visits = 0;                      // before this search
  alignas(64) std::atomic<bool> settled{false};  // its value is proven
};

template <class Lanes, bool Bonus>
class UctWorker {
 public:
  using Root = UctRoot<Lanes>;
  using Node = typename Root::Node;
  using Pool = NodePool<Node>;

  // `alone`: no other thread works on the tree.
  UctWorker(Root& root, Pool& pool, const Exploration& exploration, const Following& follow,
            int most_depth, bool alone, std::uint64_t seed)
      : root_(root),
        pool_(pool),
        exploration_(exploration),
        follow_(follow),
        most_depth_(most_depth),
        root_visits_(root.visits),
        dice_(seed) {
    if (!alone) replicas_.emplace(pool);
  }
  ~UctWorker() { pool_.give_back(supply_); }
  UctWorker(const UctWorker&) = delete;
  UctWorker& operator=(const UctWorker&) = delete;

  // How often the root was visited by all threads together.
  void set_root_visits(std::uint32_t visits) { root_visits_ = visits; }

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
        pool[index].untried.store(static_cast<ColumnMask>(open), std::memory_order_relaxed);
      }
      return index;
    } else {
      const Lanes their_threats = completing_cells(board.theirs);
      const Lookahead seen = look_ahead<Bonus>(board, completing_cells(board.mine), their_threats);
      proof = Bonus && board.bonus_matters() ? proof_at_once<false>(board, seen, their_threats)
                                             : proof_at_once<true>(board, seen, their_threats);
      if (proof != unproven && !always) return Pool::none;
      const NodeIndex index = pool.take(supply);
      if (index == Pool::none) return index;
      Node& node = pool[index];
      const LaneMask unsettled = seen.safe() & ~seen.wins;
      node.unsettled.store(static_cast<ColumnMask>(unsettled), std::memory_order_relaxed);
      node.untried.store(static_cast<ColumnMask>(unsettled), std::memory_order_relaxed);
      node.deferred.store(static_cast<ColumnMask>(seen.deferred), std::memory_order_relaxed);
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
  // `Told`: it leaves in `simulated_` what it came to. Compiled apart, so that others pay nothing.
  template <UctPolicy Policy, bool Told = false>
  void simulate() {
    LaneBoard<Lanes> board = root_.board;
    int player = root_.player;
    if (replicas_) replicas_->begin_simulation();
    std::uint32_t node_visits = root_visits_++;
    NodeIndex here = root_.node;
    Node* node = view(here, node_visits);
    int length = 0;
    int reward = 0;  // for FIRST
    Proof proof = unproven;
    [[maybe_unused]] bool playout = false;

    for (;;) {
      unsigned move = node->next.load(std::memory_order_relaxed);
      if (move != NextMove::unknown) {
        node->next.store(NextMove::unknown, std::memory_order_relaxed);
      } else {
        move = choose<Policy>(*node, node_visits);
        if (Policy == UctPolicy::strong && move == NextMove::unknown) {
          // Another thread has settled the last move of this node a moment ago.
          if (length == 0) {
            root_.settled.store(true, std::memory_order_relaxed);
            if constexpr (Told) simulated_ = {};
            return;
          }
          proof = before_move(node->value(), player != steps_[at(length - 1)].player);
          break;
        }
      }
      const int column = static_cast<int>(move & NextMove::column);
      steps_[at(length++)] = {node, here, static_cast<std::uint8_t>(column),
                              static_cast<std::uint8_t>(player),
                              (move & NextMove::prefers_draw) != 0};
      auto& count = node->visits[at(column)];
      const std::uint32_t chosen_before = count.load(std::memory_order_relaxed);
      count.store(chosen_before + 1, std::memory_order_relaxed);
      const Lanes cell = only_lane(board.landing(), LaneMask{1} << column);

      const NodeIndex below = node->child[at(column)].load(std::memory_order_acquire);
      if (below != Pool::none) {
        pool_.prefetch(below);
        if (board.template play<Bonus>(cell)) player ^= 1;
        node_visits = chosen_before;
        here = below;
        node = view(here, node_visits);
        continue;
      }

      const int mover = player;
      if constexpr (Policy == UctPolicy::plain) {
        if (!board.must_ban && has_line_lanes(board.mine | cell)) {
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
          node_visits = chosen_before;
          const NodeIndex hung = hang(here, column, made);
          node->child[at(column)].store(hung, std::memory_order_relaxed);
          here = hung;
          node = &pool_[here];
          continue;
        }
      }

      if constexpr (Policy == UctPolicy::plain) {
        reward = uniform_playout<Bonus>(board, dice_);
      } else {
        const PlayoutResult result =
            informed_playout<Bonus>(board, LaneMask{1} << column, follow_, dice_);
        reward = result.reward;
        if (result.proof != unproven) proof = before_move(result.proof, turned);
      }
      if constexpr (Told) playout = true;
      if (player != 0) reward = -reward;
      break;
    }
    if (length > depth_) depth_ = length;
    back_up<Policy>(length, reward, proof);
    if constexpr (Told) simulated_ = {length, reward, proof, playout};
  }

  // The same, and what is to be told of it. For a thread that works alone.
  template <UctPolicy Policy>
  FOURFOLD_COLD UctSimulation simulate_and_tell() {
    simulate<Policy, true>();
    const Simulated& done = simulated_;
    const bool proven = done.proof != unproven;
    UctSimulation told{{}, done.playout, done.reward, outcome_of(done.proof), plies_of(done.proof)};
    for (int i = 0; i < done.length; ++i) {
      told.moves.push_back(statistics_of(*steps_[at(i)].node, steps_[at(i)].column));
    }
    if (proven && done.length > 0) {
      const int sign = steps_[at(done.length - 1)].player == 0 ? 1 : -1;
      told.reward = sign * reward_of(done.proof);
    }
    return told;
  }

  static int outcome_of(Proof proof) {
    return proof == unproven ? UctColumn::no_outcome : reward_of(proof);
  }

  static UctColumn statistics_of(const Node& node, int column) {
    const std::uint32_t visits = node.visits[at(column)].load(std::memory_order_relaxed);
    const std::int32_t reward = node.reward[at(column)].load(std::memory_order_relaxed);
    const Proof proof = node.proof_of(column);
    return {column, visits, Node::wins_of(visits, reward), outcome_of(proof), plies_of(proof)};
  }

 private:
  struct Step {
    Node* node;       // or a copy of it
    NodeIndex index;  // its own
    std::uint8_t column;
    std::uint8_t player;
    bool prefers_draw;  // the player has a draw for sure, and this move is only to find out more
  };

  // What a simulation came to.
  struct Simulated {
    int length = 0;          // moves that were chosen
    int reward = 0;          // for FIRST
    Proof proof = unproven;  // of the last move, for the player who made it
    bool playout = false;    // whether a game of chance was played
  };

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  // The node, or a copy to work on while other threads are busy with it.
  Node* view(NodeIndex index, std::uint32_t visits) {
    if (!replicas_ || visits < Replicas<Node>::busy) return &pool_[index];
    return replicas_->view(index, visits);
  }

  // A move as in NextMove; none where all moves are settled. A column that was never tried comes
  // first.
  template <UctPolicy Policy>
  unsigned choose(Node& node, std::uint32_t node_visits) {
    const unsigned live = node.unsettled.load(std::memory_order_relaxed);
    if (Policy == UctPolicy::strong && live == 0) return NextMove::unknown;
    const unsigned untried = node.untried.load(std::memory_order_relaxed) & live;
    if (untried == 0) return best_move<Policy>(node, live, node_visits);
    unsigned pick = untried;
    if constexpr (Policy == UctPolicy::strong) {
      pick &= ~static_cast<unsigned>(node.deferred.load(std::memory_order_relaxed));
      if (pick == 0) pick = untried;
    }
    const LaneMask one = dice_.one_of(pick);
    node.untried.store(static_cast<ColumnMask>(node.untried.load(std::memory_order_relaxed) & ~one),
                       std::memory_order_relaxed);
    return NextMove::known | static_cast<unsigned>(std::countr_zero(one));
  }

  // The move with the best score. `prefers_draw` is set where a proven draw is better than all other
  // moves can be expected to be. One of them is tried all the same, so that all get settled; but
  // its reward goes no further up: there the position counts as a draw.
  template <UctPolicy Policy>
  unsigned best_move(const Node& node, unsigned live, std::uint32_t node_visits) const {
    const BestColumn best = best_column(node, live, exploration_(node_visits));
    unsigned move = NextMove::known | static_cast<unsigned>(best.column);
    if constexpr (Policy == UctPolicy::strong) {
      if (best.score < 0.0F && node.drawn.load(std::memory_order_relaxed) != 0) {
        move |= NextMove::prefers_draw;
      }
    }
    return move;
  }

  // Makes a node the child of a move, unless another thread was faster: then its node counts.
  NodeIndex hang(NodeIndex parent, int column, NodeIndex made) {
    NodeIndex expected = Pool::none;
    if (pool_[parent].child[at(column)].compare_exchange_strong(expected, made,
                                                                std::memory_order_acq_rel)) {
      return made;
    }
    pool_.give_back(supply_, made);
    return expected;
  }

  // `reward` is FIRST's; `proof`, if there is one, is of the last move for the player who made it.
  template <UctPolicy Policy>
  void back_up(int length, int reward, Proof proof) {
    for (int i = length - 1; i >= 0; --i) {
      const Step& step = steps_[at(i)];
      Node& node = *step.node;
      if (Policy == UctPolicy::strong && proof != unproven) {
        pool_[step.index].settle(step.column, proof);
        if (&node != &pool_[step.index]) replicas_->refresh(step.index);
        reward = step.player == 0 ? reward_of(proof) : -reward_of(proof);
      }
      add(node.reward[at(step.column)], step.player == 0 ? reward : -reward);
      if (step.prefers_draw) reward = 0;
      if (Policy == UctPolicy::strong && proof != unproven) {
        const Proof value = node.value();
        proof = unproven;
        if (value != unproven) {
          reward = step.player == 0 ? reward_of(value) : -reward_of(value);
          if (i == 0) {
            root_.settled.store(true, std::memory_order_relaxed);
          } else {
            proof = before_move(value, step.player != steps_[at(i - 1)].player);
          }
          continue;
        }
      }
      const unsigned live = node.unsettled.load(std::memory_order_relaxed);
      if (live == 0 || (node.untried.load(std::memory_order_relaxed) & live) != 0) continue;
      const std::uint32_t visits =
          i == 0 ? root_visits_
                 : steps_[at(i - 1)].node->visits[at(steps_[at(i - 1)].column)].load(
                       std::memory_order_relaxed);
      node.next.store(static_cast<std::uint16_t>(best_move<Policy>(node, live, visits)),
                      std::memory_order_relaxed);
    }
  }

  Root& root_;
  Pool& pool_;
  const Exploration& exploration_;
  Following follow_;
  int most_depth_;
  std::uint32_t root_visits_;
  std::optional<Replicas<Node>> replicas_;
  Dice dice_;
  typename Pool::Supply supply_;
  std::uint64_t new_nodes_ = 0;
  int depth_ = 0;
  std::array<Step, most_cells + 1> steps_;
  Simulated simulated_;
};

}  // namespace fourfold
