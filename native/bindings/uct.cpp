// What Python sees of the Monte Carlo tree search.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "uct/guided.hpp"
#include "uct/uct.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fourfold {

void bind_uct(nb::module_& module) {
  nb::class_<UctColumn>(module, "UctColumn", "What a search knows of a column.")
      .def_ro("column", &UctColumn::column)
      .def_ro("visits", &UctColumn::visits)
      .def_ro("wins", &UctColumn::wins)
      .def_ro("outcome", &UctColumn::outcome)
      .def_ro("plies", &UctColumn::plies)
      .def_ro_static("no_outcome", &UctColumn::no_outcome);

  nb::class_<UctTreeMove>(module, "UctTreeMove", "A move in the tree of a search.")
      .def_ro("parent", &UctTreeMove::parent)
      .def_ro("player", &UctTreeMove::player)
      .def_ro("statistics", &UctTreeMove::statistics);

  nb::class_<UctSimulation>(module, "UctSimulation", "One simulation of a search.")
      .def_ro("moves", &UctSimulation::moves)
      .def_ro("playout", &UctSimulation::playout)
      .def_ro("reward", &UctSimulation::reward)
      .def_ro("outcome", &UctSimulation::outcome)
      .def_ro("plies", &UctSimulation::plies);

  nb::class_<UctReport>(module, "UctReport", "What a search knows of a position.")
      .def_ro("column", &UctReport::column)
      .def_ro("columns", &UctReport::columns)
      .def_ro("line", &UctReport::line)
      .def_ro("outcome", &UctReport::outcome)
      .def_ro("plies", &UctReport::plies)
      .def_ro("simulations", &UctReport::simulations)
      .def_ro("reused", &UctReport::reused)
      .def_ro("nodes", &UctReport::nodes)
      .def_ro("depth", &UctReport::depth)
      .def_ro("seconds", &UctReport::seconds)
      .def_ro("tree", &UctReport::tree)
      .def_ro("first_simulations", &UctReport::first_simulations);

  nb::class_<Uct>(module, "Uct", "A Monte Carlo tree search for one set of rules, with one tree.")
      .def(
          "__init__",
          [](Uct* self, const Rules& rules, int memory_mb, int threads, bool strong, double c,
             bool reuse, double follow) {
            new (self) Uct(rules, {memory_mb, threads, strong, c, reuse, follow});
          },
          "rules"_a, "memory_mb"_a, "threads"_a, "strong"_a, "c"_a, "reuse"_a, "follow"_a)
      .def(
          "search",
          [](Uct& self, const std::vector<int>& columns, std::uint64_t seed,
             const std::optional<std::uint64_t>& simulations, const std::optional<double>& seconds,
             const std::optional<int>& depth,
             const std::optional<std::tuple<int, int, int>>& record) {
            std::optional<UctRecordLimits> limits;
            if (record) {
              const auto& [plies, most, told] = *record;
              limits = {plies, most, told};
            }
            return self.search(columns, {simulations, seconds, depth}, seed, limits);
          },
          "columns"_a, "seed"_a, "simulations"_a = nb::none(), "seconds"_a = nb::none(),
          "depth"_a = nb::none(), "record"_a = nb::none(), Unlocked(),
          "Search the position after the given moves until a limit, a proof or `stop` ends it.\n\n"
          "record: the plies and the most moves of the tree to report, and how many simulations.")
      .def("stop", &Uct::stop, "End the search that is running in another thread.")
      .def("report", &Uct::report, Unlocked(), "Report on the running search, or on the last one.")
      .def("forget", &Uct::forget, Unlocked(), "Drop the tree.")
      .def_prop_ro("memory_bytes", &Uct::memory_bytes);

  nb::class_<GuidedUct>(module, "GuidedUct",
                        "A Monte Carlo tree search whose leaves are evaluated by its caller.")
      .def(
          "__init__",
          [](GuidedUct* self, const Rules& rules, int memory_mb, double c, bool proofs, bool priors,
             bool reuse) { new (self) GuidedUct(rules, {memory_mb, c, proofs, priors, reuse}); },
          "rules"_a, "memory_mb"_a, "c"_a, "proofs"_a, "priors"_a, "reuse"_a)
      .def("begin", &GuidedUct::begin, "columns"_a, "depth"_a = nb::none(), Unlocked(),
           "Start a search of the position after the given moves.")
      .def("collect", &GuidedUct::collect, "most"_a, Unlocked(),
           "Run so many simulations at most, and return the moves that lead to their leaves.")
      .def(
          "back_up",
          [](GuidedUct& self, const std::vector<double>& values,
             const std::vector<double>& priors) { self.back_up(values, priors); },
          "values"_a, "priors"_a = std::vector<double>{}, Unlocked(),
          "Give the leaves their win chances, and the priors of all columns of each.")
      .def("abandon", &GuidedUct::abandon, Unlocked(), "Take the leaves back.")
      .def("simulate", &GuidedUct::simulate, "most"_a, "weights"_a, "scale"_a, Unlocked(),
           "Run so many simulations with leaves evaluated by weights.")
      .def("report", &GuidedUct::report, Unlocked(), "Report on the search so far.")
      .def_prop_ro("settled", &GuidedUct::settled)
      .def_prop_ro("simulations", &GuidedUct::simulations)
      .def_prop_ro("memory_bytes", &GuidedUct::memory_bytes);
}

}  // namespace fourfold
