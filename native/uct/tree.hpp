// The tree of the Monte Carlo search: its nodes, and the pool that they live in.
//
// A node holds the statistics of its moves, so that choosing one reads nothing else. A move's
// child comes into being when the move is chosen for the second time; before, there is nothing to
// keep of it but its first reward. On a board of up to 8 columns a node is
//
//     bytes   0   visits of each column
//            32   sum of the rewards of each column: won 1, drawn 0, lost -1, for the side to move
//            64   the child of each column, an index into the pool; 0: none
//            96   the proof of each column (uct/proof.hpp)
//           112   masks of columns, and small things
//
// two cache lines; with 12 columns three. All members are atomics that are read and written
// relaxed, without locked instructions: two threads that count the same move at the same time may
// lose one of the counts, which no statistics can feel.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>

#include "system/lazy_memory.hpp"
#include "uct/playout_lanes.hpp"
#include "uct/proof.hpp"

namespace fourfold {

using NodeIndex = std::uint32_t;
using ColumnMask = std::uint16_t;

template <class Number>
inline void add(std::atomic<Number>& number, Number more) {
  number.store(number.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
}

// The move that the next visit of a node will choose. It depends on nothing but what this visit
// leaves behind, and is worked out on the way back, when no memory access waits for it: the way
// down is then a walk from node to node. The thread that takes it stores `unknown`, so that another
// thread at the same node meanwhile chooses for itself.
struct NextMove {
  static constexpr std::uint16_t unknown = 0;
  static constexpr std::uint16_t known = 0x100;
  static constexpr std::uint16_t prefers_draw = 0x200;  // see UctWorker::choose
  static constexpr std::uint16_t column = 0xFF;
};

template <int Columns>
struct alignas(64) UctNode {
  static constexpr int columns = Columns;

  std::array<std::atomic<std::uint32_t>, Columns> visits;
  std::array<std::atomic<std::int32_t>, Columns> reward;
  std::array<std::atomic<NodeIndex>, Columns> child;
  std::array<std::atomic<Proof>, Columns> proof;
  std::atomic<ColumnMask> unsettled;  // columns with room that are not proven
  std::atomic<ColumnMask> untried;    // columns that were never chosen
  std::atomic<ColumnMask> deferred;   // of these, columns that wait until the others are tried
  std::atomic<std::uint16_t> drawn;   // 1 if a column is proven to be a draw
  std::atomic<std::uint16_t> next;    // the choice of the next visit, if it is made; see NextMove

  Proof proof_of(int column) const {
    return proof[static_cast<std::size_t>(column)].load(std::memory_order_relaxed);
  }

  // How many of a column's visits it won, a draw counting half. Where threads have lost a visit and
  // kept its reward, there may be fewer visits than rewards: wins are 0 to `visits` all the same.
  static double wins_of(std::uint32_t visits, std::int32_t reward) {
    const auto most = static_cast<double>(visits);
    return 0.5 * (most + std::clamp(static_cast<double>(reward), -most, most));
  }

  // What is proven of the position: a won move, or all moves.
  Proof value() const {
    Proof best = -1000;
    for (const auto& of_column : proof) {
      const Proof here = of_column.load(std::memory_order_relaxed);
      if (here != unproven && here > best) best = here;
    }
    return is_win(best) || unsettled.load(std::memory_order_relaxed) == 0 ? best : unproven;
  }

  void settle(int column, Proof proven) {
    const auto bit = static_cast<ColumnMask>(1U << column);
    proof[static_cast<std::size_t>(column)].store(proven, std::memory_order_relaxed);
    if (proven == proven_draw) drawn.store(1, std::memory_order_relaxed);
    unsettled.fetch_and(static_cast<ColumnMask>(~bit), std::memory_order_relaxed);
  }
};

static_assert(sizeof(UctNode<8>) == 128 && sizeof(UctNode<12>) == 192);

// As many nodes as the memory holds, handed out one by one, never more. Nodes that are not needed
// any more are given back as whole subtrees and taken apart only as new ones are wanted, so that
// giving back costs nothing.
template <class Node>
class NodePool {
 public:
  static constexpr NodeIndex none = 0;

  explicit NodePool(std::size_t bytes)
      : capacity_(static_cast<NodeIndex>(
            std::min<std::size_t>(std::max<std::size_t>(bytes / sizeof(Node), 2), 0xFFFF'FFF0U))),
        memory_(static_cast<std::size_t>(capacity_) * sizeof(Node)),
        nodes_(static_cast<Node*>(memory_.get())) {
    memory_.prefer_large_pages();  // the nodes in use lie close together, and are read at random
  }

  Node& operator[](NodeIndex index) const { return nodes_[index]; }
  NodeIndex capacity() const { return capacity_ - 1; }  // nodes

  // The most memory that was ever in use.
  std::size_t bytes() const {
    return static_cast<std::size_t>(fresh_.load(std::memory_order_relaxed)) * sizeof(Node);
  }

  template <bool ForWriting = false>
  void prefetch(NodeIndex index) const {
    const auto* node = reinterpret_cast<const char*>(nodes_ + index);
    for (std::size_t line = 0; line < sizeof(Node); line += 64) {
      prefetch_line<ForWriting>(node + line);
    }
  }

  // What a thread has taken from the pool and not used yet.
  struct Supply {
    static constexpr int most = 32;
    std::array<NodeIndex, most> index;
    int count = 0;
  };

  // A node of zeros, or `none` if there is no more.
  NodeIndex take(Supply& supply) {
    if (supply.count == 0) {
      refill(supply);
      if (supply.count == 0) return none;
    }
    const NodeIndex index = supply.index[static_cast<std::size_t>(--supply.count)];
    if (supply.count > 0) {
      prefetch<true>(supply.index[static_cast<std::size_t>(supply.count - 1)]);
    }
    std::memset(static_cast<void*>(nodes_ + index), 0, sizeof(Node));
    return index;
  }

  void give_back(Supply& supply, NodeIndex unused) {
    if (supply.count < Supply::most) {
      supply.index[static_cast<std::size_t>(supply.count++)] = unused;
    } else {
      const std::lock_guard lock{mutex_};
      discard(unused);
    }
  }

  void give_back(Supply& supply) {
    const std::lock_guard lock{mutex_};
    while (supply.count > 0) discard(supply.index[static_cast<std::size_t>(--supply.count)], true);
  }

  // Gives back a node and all below it.
  void discard_subtree(NodeIndex index) {
    const std::lock_guard lock{mutex_};
    discard(index);
  }

  void clear() {
    const std::lock_guard lock{mutex_};
    fresh_.store(1, std::memory_order_relaxed);
    garbage_ = none;
  }

 private:
  // A chain of discarded nodes: visits[0] of each is the next, its children hang on it still.
  void discard(NodeIndex index, bool alone = false) {
    if (alone) std::memset(static_cast<void*>(nodes_ + index), 0, sizeof(Node));
    nodes_[index].visits[0].store(garbage_, std::memory_order_relaxed);
    garbage_ = index;
  }

  // A discarded node without children: walks down from the newest one, unhooking as it goes.
  NodeIndex reclaim() {
    NodeIndex index = garbage_;
    for (std::size_t column = 0; column < Node::columns;) {
      const NodeIndex below = nodes_[index].child[column].load(std::memory_order_relaxed);
      if (below == none) {
        ++column;
        continue;
      }
      nodes_[index].child[column].store(none, std::memory_order_relaxed);
      discard(below);
      index = below;
      column = 0;
    }
    garbage_ = nodes_[index].visits[0].load(std::memory_order_relaxed);
    return index;
  }

  void refill(Supply& supply) {
    const std::lock_guard lock{mutex_};
    std::size_t count = 0;
    while (count < Supply::most) {
      if (garbage_ != none) {
        supply.index[count++] = reclaim();
      } else if (const NodeIndex fresh = fresh_.load(std::memory_order_relaxed);
                 fresh < capacity_) {
        supply.index[count++] = fresh;
        fresh_.store(fresh + 1, std::memory_order_relaxed);
      } else {
        break;
      }
    }
    supply.count = static_cast<int>(count);
    // The lowest is handed out first.
    std::reverse(supply.index.begin(), supply.index.begin() + supply.count);
  }

  NodeIndex capacity_;
  LazyMemory memory_;
  Node* nodes_;
  std::mutex mutex_;
  std::atomic<NodeIndex> fresh_{1};  // from here on never used; 0 is no node
  NodeIndex garbage_ = none;
};

}  // namespace fourfold
