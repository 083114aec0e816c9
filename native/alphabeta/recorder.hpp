// Writes down the first plies of a search while it runs (alphabeta/recorded_tree.hpp).
//
// A search has a recorder or none. The recursion is compiled twice, once with the calls below and
// once without them: below the plies that are recorded, and in every search without a recorder, the
// second one runs, which has no trace of this file.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "alphabeta/recorded_tree.hpp"
#include "alphabeta/table.hpp"

namespace fourfold {

class AlphaBetaRecorder {
 public:
  static constexpr int most_plies = 16;
  static constexpr int most_nodes = 1'000'000;

  explicit AlphaBetaRecorder(const AlphaBetaRecordLimits& limits) : limits_(limits) {
    if (limits.plies < 1 || limits.plies > most_plies || limits.most < 1 ||
        limits.most > most_nodes) {
      throw std::invalid_argument("1 to 16 plies and 1 to 1000000 nodes can be recorded");
    }
  }

  // Begins a search of the root's moves with a window from -infinity to infinity, and forgets the
  // one before, which was less deep.
  void begin(int infinity, std::vector<std::int8_t> order) {
    nodes_.clear();
    up_to_.fill(0);
    here_ = -1;
    enter(-1, 0, true, -infinity, infinity);
    node().order = std::move(order);
  }

  // Whether a node of this ply is still written down.
  bool takes(int ply) const {
    return ply <= limits_.plies && up_to_[static_cast<std::size_t>(ply)] < limits_.most;
  }

  // A move of the node that is searched just now. The window is for the player who makes it, who is
  // the root's player or not; `maximizes`, whether the root's player is the next to move.
  void enter(int column, int ply, bool maximizes, int alpha, int beta) {
    if (here_ >= 0) ++node().searched;
    nodes_.push_back({.parent = here_,
                      .column = column,
                      .ply = ply,
                      .maximizes = maximizes,
                      .alpha = alpha,
                      .beta = beta,
                      .table_alpha = alpha,
                      .table_beta = beta,
                      .order = {}});
    here_ = static_cast<int>(nodes_.size()) - 1;
    for (auto i = static_cast<std::size_t>(ply); i < up_to_.size(); ++i) ++up_to_[i];
  }

  // A move that is searched without being written down.
  void pass_over() { ++node().searched; }

  void end_as(AlphaBetaNode::Kind kind) { node().kind = kind; }

  // What the search tells of the node that it is at, for the side to move there.
  void hint() { node().hint = true; }
  void narrow(int alpha, int beta) {
    node().table_alpha = node().maximizes ? alpha : -beta;
    node().table_beta = node().maximizes ? beta : -alpha;
  }
  void order(std::vector<std::int8_t> columns) { node().order = std::move(columns); }
  void cut(AlphaBetaNode::Cut why) { node().cut = why; }
  void bound(BoundKind kind) {
    using Bound = AlphaBetaNode::Bound;
    node().bound = kind == BoundKind::exact                         ? Bound::exact
                   : (kind == BoundKind::lower) == node().maximizes ? Bound::at_least
                                                                    : Bound::at_most;
  }

  // The node is done, with a value for the root's player.
  void leave(int value, std::uint64_t searched_nodes) {
    node().value = value;
    node().nodes = searched_nodes;
    here_ = node().parent;
  }

  // The tree, the first plies of it if it has more nodes than wanted.
  std::vector<AlphaBetaNode> take() {
    std::vector<int> by_ply(nodes_.size());
    std::iota(by_ply.begin(), by_ply.end(), 0);
    std::ranges::stable_sort(by_ply, {}, [&](int i) { return at(i).ply; });
    std::vector<int> place(nodes_.size(), -1);
    by_ply.resize(std::min(by_ply.size(), static_cast<std::size_t>(limits_.most)));
    std::ranges::sort(by_ply);
    std::vector<AlphaBetaNode> kept;
    for (const int i : by_ply) {
      place[static_cast<std::size_t>(i)] = static_cast<int>(kept.size());
      kept.push_back(std::move(at(i)));
      int& parent = kept.back().parent;
      if (parent >= 0) parent = place[static_cast<std::size_t>(parent)];
    }
    nodes_.clear();
    return kept;
  }

 private:
  AlphaBetaNode& at(int i) { return nodes_[static_cast<std::size_t>(i)]; }
  AlphaBetaNode& node() { return at(here_); }

  AlphaBetaRecordLimits limits_;
  std::vector<AlphaBetaNode> nodes_;
  std::array<int, most_plies + 1> up_to_{};  // nodes of this ply and the plies before it
  int here_ = -1;
};

}  // namespace fourfold
