// The parts of what Python sees of the native core, one a file.
//
// All files but module.cpp are compiled once and linked into the module of every level, so they may
// include plain interfaces only: no header whose code or layout depends on the processor.
#pragma once

#include <nanobind/nanobind.h>

namespace fourfold {

// For a call that computes, so that other threads of Python run meanwhile.
using Unlocked = nanobind::call_guard<nanobind::gil_scoped_release>;

void bind_alphabeta(nanobind::module_& module);
void bind_batch(nanobind::module_& module);
void bind_board(nanobind::module_& module);
void bind_evaluation(nanobind::module_& module);
void bind_solver(nanobind::module_& module);
void bind_uct(nanobind::module_& module);

}  // namespace fourfold
