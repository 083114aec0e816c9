// The parts of what Python sees of the native core, one a file named bindings_<part>.cpp.
#pragma once

#include <nanobind/nanobind.h>

namespace fourfold {

void bind_alphabeta(nanobind::module_& module);
void bind_evaluation(nanobind::module_& module);
void bind_uct(nanobind::module_& module);

}  // namespace fourfold
