// Private copies of the busiest nodes, for the threads of a search that has several.
//
// Near the root all threads pass the same few nodes in every simulation. Each write there takes the
// cache line away from the other threads, and two of them together are hardly faster than one. So
// a thread works on copies of its own, and every so many visits adds what has changed to the
// node itself and takes over what the others have added. The busier the node, the less do the few
// visits matter by which its copy is behind.
#pragma once

#include <algorithm>
#include <array>
#include <memory>

#include "uct/tree.hpp"

namespace fourfold {

template <class Node>
class Replicas {
  using Pool = NodePool<Node>;

 public:
  static constexpr std::uint32_t busy = 128;  // visits from which a node has copies

  explicit Replicas(Pool& pool) : pool_(pool), replicas_(new std::array<Replica, count>{}) {}
  ~Replicas() {
    for (Replica& replica : *replicas_) write(replica);
  }
  Replicas(const Replicas&) = delete;
  Replicas& operator=(const Replicas&) = delete;

  void begin_simulation() { ++simulation_; }

  // A copy of a busy node to work on; the node itself where there is no room for one. A copy stays
  // valid until the end of the simulation.
  Node* view(NodeIndex index, std::uint32_t visits) {
    Replica& replica = (*replicas_)[index % count];
    if (replica.index != index) {
      if (replica.simulation == simulation_) return &pool_[index];
      write(replica);
      replica.index = index;
      read(replica);
      replica.visits_left = between(visits);
    } else if (replica.visits_left == 0) {
      write(replica);
      read(replica);
      replica.visits_left = between(visits);
    }
    replica.simulation = simulation_;
    --replica.visits_left;
    return &replica.copy;
  }

  // Brings the copy of a node up to date, so that it has the proofs that the node has.
  void refresh(NodeIndex index) {
    Replica& replica = (*replicas_)[index % count];
    write(replica);
    read(replica);
  }

 private:
  static constexpr std::size_t count = 256;

  // Visits until a copy is brought up to date.
  static std::uint32_t between(std::uint32_t visits) { return std::min(visits / 16, 128U); }

  struct Replica {
    Node copy;
    std::array<std::uint32_t, Node::columns> visits;  // as they were when they were last read
    std::array<std::int32_t, Node::columns> reward;
    NodeIndex index;  // Pool::none: not in use
    std::uint32_t visits_left;
    std::uint64_t simulation;  // the last that used it
  };

  void write(Replica& replica) {
    if (replica.index == Pool::none) return;
    Node& node = pool_[replica.index];
    for (std::size_t i = 0; i < Node::columns; ++i) {
      const std::uint32_t visits = replica.copy.visits[i].load(std::memory_order_relaxed);
      const std::int32_t reward = replica.copy.reward[i].load(std::memory_order_relaxed);
      if (visits != replica.visits[i]) {
        node.visits[i].fetch_add(visits - replica.visits[i], std::memory_order_relaxed);
        replica.visits[i] = visits;
      }
      if (reward != replica.reward[i]) {
        node.reward[i].fetch_add(reward - replica.reward[i], std::memory_order_relaxed);
        replica.reward[i] = reward;
      }
    }
    const ColumnMask tried =
        static_cast<ColumnMask>(~replica.copy.untried.load(std::memory_order_relaxed));
    if ((node.untried.load(std::memory_order_relaxed) & tried) != 0) {
      node.untried.fetch_and(static_cast<ColumnMask>(~tried), std::memory_order_relaxed);
    }
  }

  void read(Replica& replica) {
    const Node& node = pool_[replica.index];
    const auto copy = [](auto& to, const auto& from) {
      to.store(from.load(std::memory_order_relaxed), std::memory_order_relaxed);
    };
    for (std::size_t i = 0; i < Node::columns; ++i) {
      copy(replica.copy.visits[i], node.visits[i]);
      copy(replica.copy.reward[i], node.reward[i]);
      replica.visits[i] = replica.copy.visits[i].load(std::memory_order_relaxed);
      replica.reward[i] = replica.copy.reward[i].load(std::memory_order_relaxed);
      // Acquired: a thread that follows this index must see the child as it was made.
      replica.copy.child[i].store(node.child[i].load(std::memory_order_acquire),
                                  std::memory_order_relaxed);
      copy(replica.copy.proof[i], node.proof[i]);
    }
    copy(replica.copy.unsettled, node.unsettled);
    copy(replica.copy.untried, node.untried);
    copy(replica.copy.deferred, node.deferred);
    copy(replica.copy.drawn, node.drawn);
    replica.copy.next.store(NextMove::unknown, std::memory_order_relaxed);
  }

  Pool& pool_;
  std::unique_ptr<std::array<Replica, count>> replicas_;
  std::uint64_t simulation_ = 0;
};

}  // namespace fourfold
