// A Monte Carlo tree search whose leaves somebody else evaluates: a user's function in Python, a
// network, or the weights of an evaluator. It is asked for leaves, hands out several at a time, and is
// given their win chances:
//
//     tree.begin(columns, depth)
//     while (...) tree.back_up(values of tree.collect(16));
//
// One simulation chooses moves from the root to a position that has no node yet. A game that ends on
// the way is backed up at once. Otherwise the position is a leaf; until its value comes, all moves that
// led to it count one visit more, without a win (a virtual loss), so that the next simulation goes
// elsewhere. A leaf is handed out once: the choice of one that is out already ends the collection.
//
// The move to try is the one with the highest score. Without priors that is UCB1 (uct/select.hpp), and
// a move that was never tried comes first, from the centre outwards. With priors, a probability P for
// each column that comes with the value of a position:
//
//     Q + c * P * sqrt(N(parent)) / (1 + N(child))
//
// where Q of a move that was never tried is the value of the position that it is made in.
//
// With `proofs` what is decided is kept apart, as in uct/worker.hpp, and a position in which the side
// to move can win at once is never handed out.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "alphabeta/alphabeta.hpp"
#include "system/fork_safe_mutex.hpp"
#include "uct/uct.hpp"

namespace fourfold {

struct GuidedOptions {
  int memory_mb = 256;
  double c = 1.0;
  bool proofs = true;
  bool priors = false;  // come with each value
  bool reuse = true;    // keep what is known of the position to come
};

// Safe to use from several threads: calls wait for each other. The same calls give the same results.
class GuidedUct {
 public:
  GuidedUct(const Rules& rules, const GuidedOptions& options);
  ~GuidedUct();
  GuidedUct(const GuidedUct&) = delete;
  GuidedUct& operator=(const GuidedUct&) = delete;

  // Starts a search of the position after these moves, whose game must not be over. The tree grows no
  // deeper than `depth`.
  void begin(const std::vector<int>& columns, const std::optional<int>& depth);

  // Runs so many simulations at most, and returns the moves that lead to the leaves among them, from
  // the empty board. With priors the first leaf is the root itself, which is no simulation.
  // Empty: the position is proven, or all simulations ended without a leaf.
  std::vector<std::vector<int>> collect(int most);
  // The win chances, 0 to 1, of the sides to move in the leaves of the last collection, and for each
  // the priors of all columns, if there are any. Throws std::invalid_argument if these do not fit.
  void back_up(std::span<const double> values, std::span<const double> priors);
  void abandon();  // takes the leaves of the last collection back

  // Runs so many simulations, with the win chance 1 / (1 + exp(-evaluation / scale)) for each leaf.
  void simulate(int most, const AlphaBetaWeights& weights, double scale);

  bool settled() const;               // the position is proven
  std::uint64_t simulations() const;  // since `begin`
  UctReport report() const;
  std::size_t memory_bytes() const;

  class Tree;

 private:
  mutable ForkSafeMutex mutex_;
  std::unique_ptr<Tree> tree_;
};

}  // namespace fourfold
