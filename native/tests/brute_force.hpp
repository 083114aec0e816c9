// The value of a position by trying everything: the truth that the solver is tested against, on
// boards small enough. Nothing here is shared with the solver but the rules.
#pragma once

#include <map>

#include "board/position.hpp"

namespace fourfold {

template <class Geometry>
class BruteForce {
  using Bits = typename Geometry::Bits;

 public:
  explicit BruteForce(const Geometry& geometry) : geometry_(geometry) {}

  // The value (values.hpp) of a position whose game is not over.
  int value(const Position<Geometry>& position) {
    const auto found = known_.find(position.key());
    if (found != known_.end()) return found->second;
    const int free = count(geometry_.playable() & ~position.occupied());
    int best = -free - 1;
    for_each_cell(position.landing(geometry_), [&](const Bits& cell) {
      int result;
      if (position.wins_at(geometry_, cell)) {
        result = free;
      } else if (free == 1) {
        result = 0;
      } else {
        Position<Geometry> next = position;
        next.play(geometry_, cell);
        result = next.turn() == position.turn() ? value(next) : -value(next);
      }
      best = best < result ? result : best;
    });
    known_.emplace(position.key(), best);
    return best;
  }

 private:
  Geometry geometry_;
  std::map<Key<Bits>, int> known_;
};

}  // namespace fourfold
