// The extension module, compiled once for each level of processor: the same names on both sides. Only
// the files of this folder include the binding library. Every call that computes releases the
// interpreter lock.
#include "bindings/bindings.hpp"

NB_MODULE(FOURFOLD_MODULE, module) {
  module.doc() = "The native core of fourfold.";
  // A solver that a module keeps until the interpreter ends is no leak to tell users about.
  nanobind::set_leak_warnings(false);
  fourfold::bind_board(module);
  fourfold::bind_solver(module);
  fourfold::bind_evaluation(module);
  fourfold::bind_alphabeta(module);
  fourfold::bind_uct(module);
  fourfold::bind_batch(module);
}
