// From rules to the template instantiation that plays them: the only such switch.
#pragma once

#include <stdexcept>
#include <utility>

#include "geometry.hpp"

namespace fourfold {

// Calls visit(geometry) with the leanest geometry for the rules. Every call of `visit` must return
// the same type.
template <class Visit>
decltype(auto) dispatch(const Rules& rules, Visit&& visit) {
  rules.check();
  if (rules.is_standard()) return visit(StandardGeometry{});
  const int bits = rules.columns * (rules.rows + 1);
  if (bits <= 64) return visit(AnyGeometry<Bits64>{rules});
  if (bits <= 128) return visit(AnyGeometry<Bits128>{rules});
  return visit(AnyGeometry<Bits192>{rules});
}

}  // namespace fourfold
