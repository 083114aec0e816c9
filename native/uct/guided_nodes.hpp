// The nodes of a guided search's tree: all of them in memory that is reserved once and taken from
// the system as the tree grows, so that growing never needs room for a copy.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "board/rules.hpp"
#include "system/lazy_memory.hpp"
#include "uct/proof.hpp"

namespace fourfold {

struct GuidedEdge {
  std::uint32_t child = 0;  // an index; 0: none
  std::uint32_t visits = 0;
  std::uint32_t virtual_losses = 0;
  float prior = 0;
  double wins = 0;  // of the player who makes the move
  Proof proof = unproven;
  bool is_out = false;  // its leaf is handed out
};

struct GuidedNode {
  std::array<GuidedEdge, largest_side> edges{};
  std::uint16_t legal = 0;
  std::uint16_t kept_column = 0;  // of the parent; both are for GuidedNodes::keep_below
  std::uint32_t kept_parent = 0;
  double value = 0.5;  // that it was given, for the side to move

  std::uint16_t unproven_columns() const {
    std::uint16_t mask = legal;
    for (int column = 0; column < largest_side; ++column) {
      if (edges[static_cast<std::size_t>(column)].proof != unproven) {
        mask = static_cast<std::uint16_t>(mask & ~(1U << column));
      }
    }
    return mask;
  }

  // What is proven of the position: a won move, or all moves.
  Proof proven() const {
    Proof best = -1000;
    for (const GuidedEdge& edge : edges) {
      if (edge.proof != unproven && edge.proof > best) best = edge.proof;
    }
    return is_win(best) || unproven_columns() == 0 ? best : unproven;
  }

  bool has_draw() const {
    return std::ranges::any_of(edges,
                               [](const GuidedEdge& edge) { return edge.proof == proven_draw; });
  }
};

// Node 0 is none, node 1 the root. A child has a higher index than its parent.
class GuidedNodes {
 public:
  explicit GuidedNodes(std::size_t bytes)
      : most_(std::clamp<std::size_t>(bytes / sizeof(GuidedNode), 2, 0xFFFF'FFF0U)),
        memory_(most_ * sizeof(GuidedNode)),
        nodes_(static_cast<GuidedNode*>(memory_.get())) {}

  GuidedNode& operator[](std::size_t index) { return nodes_[index]; }
  const GuidedNode& operator[](std::size_t index) const { return nodes_[index]; }

  bool empty() const { return size_ == 0; }
  bool full() const { return size_ == most_; }
  // The most memory that was ever in use.
  std::size_t bytes() const { return most_used_ * sizeof(GuidedNode); }

  void clear() { size_ = 0; }

  // Drops all nodes, and adds a root.
  GuidedNode& restart() {
    clear();
    add();
    return (*this)[add()];
  }

  // Returns the index of a new node. Not for a full tree.
  std::uint32_t add() {
    std::construct_at(nodes_ + size_);
    most_used_ = std::max(most_used_, size_ + 1);
    return static_cast<std::uint32_t>(size_++);
  }

  // Makes a node the root and drops all that is not below it. Nodes only move towards the front, and
  // parents before their children: what has not moved yet is never written over.
  void keep_below(std::uint32_t root) {
    std::uint32_t kept = 1;
    for (std::uint32_t index = root; index < size_; ++index) {
      const std::uint32_t parent = nodes_[index].kept_parent;
      if (index != root && parent == 0) continue;
      if (index != kept) nodes_[kept] = nodes_[index];
      GuidedNode& node = nodes_[kept];
      if (parent != 0) nodes_[parent].edges[node.kept_column].child = kept;
      node.kept_parent = 0;
      for (std::uint16_t column = 0; column < largest_side; ++column) {
        const std::uint32_t child = node.edges[column].child;
        if (child == 0) continue;
        nodes_[child].kept_parent = kept;
        nodes_[child].kept_column = column;
      }
      ++kept;
    }
    size_ = kept;
  }

 private:
  std::size_t most_;
  LazyMemory memory_;
  GuidedNode* nodes_;
  std::size_t size_ = 0;
  std::size_t most_used_ = 0;
};

}  // namespace fourfold
