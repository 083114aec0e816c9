// What Python sees of the perfect solver.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "bindings/bindings.hpp"
#include "solver/solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fourfold {

void bind_solver(nb::module_& module) {
  nb::class_<ProofSwitches>(module, "ProofSwitches", "Which static proofs a solver uses.")
      .def(
          "__init__",
          [](ProofSwitches* self, bool follow_up, bool tempo, bool no_lines_left) {
            new (self) ProofSwitches{follow_up, tempo, no_lines_left};
          },
          "follow_up"_a = true, "tempo"_a = true, "no_lines_left"_a = true)
      .def_ro("follow_up", &ProofSwitches::follow_up)
      .def_ro("tempo", &ProofSwitches::tempo)
      .def_ro("no_lines_left", &ProofSwitches::no_lines_left);

  nb::class_<SolverResult>(module, "SolverResult",
                           "What is proven of a position, for the side to move.")
      .def_ro("lower", &SolverResult::lower)
      .def_ro("upper", &SolverResult::upper)
      .def_ro("nodes", &SolverResult::nodes)
      .def_ro("seconds", &SolverResult::seconds)
      .def_ro("finished", &SolverResult::finished);

  nb::class_<SolverProgress>(module, "SolverProgress", "How far a solve has come.")
      .def_ro("nodes", &SolverProgress::nodes)
      .def_ro("lower", &SolverProgress::lower)
      .def_ro("upper", &SolverProgress::upper);

  nb::class_<Solver>(module, "Solver", "The perfect solver for one set of rules, with one table.")
      .def(
          "__init__",
          [](Solver* self, const Rules& rules, int memory_mb, int threads,
             const ProofSwitches& switches, std::uint64_t light_nodes) {
            new (self) Solver(rules, {memory_mb, threads, switches, light_nodes});
          },
          "rules"_a, "memory_mb"_a, "threads"_a, "switches"_a = ProofSwitches{},
          "light_nodes"_a = SolverOptions{}.light_nodes)
      .def(
          "solve",
          [](Solver& self, const std::vector<int>& columns, bool wdl,
             const std::optional<double>& seconds, const std::optional<std::uint64_t>& nodes) {
            return self.solve(columns, wdl, {seconds, nodes});
          },
          "columns"_a, "wdl"_a = false, "seconds"_a = nb::none(), "nodes"_a = nb::none(),
          Unlocked(),
          "Bound the value of a position; the bounds are equal unless a limit ended the search.")
      .def(
          "solve_many",
          [](Solver& self, const std::vector<std::vector<int>>& games, bool wdl,
             const std::optional<double>& seconds, const std::optional<std::uint64_t>& nodes) {
            std::vector<std::pair<int, int>> bounds;
            bounds.reserve(games.size());
            for (const std::vector<int>& columns : games) {
              const SolverResult result = self.solve(columns, wdl, {seconds, nodes});
              bounds.emplace_back(result.lower, result.upper);
            }
            return bounds;
          },
          "games"_a, "wdl"_a = false, "seconds"_a = nb::none(), "nodes"_a = nb::none(), Unlocked(),
          "Bound the value of each position: (lower, upper); the limits are for each of them.")
      .def("stop", &Solver::stop, "End the solve that is running in another thread.")
      .def("progress", &Solver::progress, "Report on the running solve, or on the last one.")
      .def_prop_ro("memory_bytes", &Solver::memory_bytes);
}

}  // namespace fourfold
