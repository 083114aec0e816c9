// From rules to the template instantiation that plays them: the only such switch.
#pragma once

#include <stdexcept>
#include <utility>

#include "board/geometry.hpp"

namespace fourfold {

// Calls visit(geometry) with the leanest geometry for the rules whose sets of cells have
// `spare_bits` to spare above the board. Every call of `visit` must return the same type.
template <class Visit>
decltype(auto) dispatch(const Rules& rules, int spare_bits, Visit&& visit) {
  rules.check();
  if (rules.is_standard()) return visit(StandardGeometry{});
  const int bits = rules.columns * (rules.rows + 1) + spare_bits;
  if (bits <= 64) return visit(AnyGeometry<Bits64>{rules});
  if (bits <= 128) return visit(AnyGeometry<Bits128>{rules});
  return visit(AnyGeometry<Bits192>{rules});
}

template <class Visit>
decltype(auto) dispatch(const Rules& rules, Visit&& visit) {
  return dispatch(rules, 0, std::forward<Visit>(visit));
}

}  // namespace fourfold
