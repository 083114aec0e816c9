// What Python sees of the native core: the same names on both sides. Only this file and the
// bindings_*.cpp include the binding library. Every call that computes releases the interpreter lock.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "solver.hpp"
#include "twin.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fourfold;

namespace {

using CellPair = std::pair<int, int>;

Rules make_rules(int columns, int rows, const std::vector<CellPair>& forbidden,
                 const std::optional<CellPair>& bonus) {
  Rules rules{columns, rows, {}, {}};
  for (const auto& [column, row] : forbidden) rules.forbidden.push_back({column, row});
  if (bonus) rules.bonus = Cell{bonus->first, bonus->second};
  rules.check();
  return rules;
}

std::vector<CellPair> pairs(const std::vector<Cell>& cells) {
  std::vector<CellPair> result;
  for (const Cell& cell : cells) result.emplace_back(cell.column, cell.row);
  return result;
}

using Unlocked = nb::call_guard<nb::gil_scoped_release>;

}  // namespace

NB_MODULE(FOURFOLD_MODULE, module) {
  module.doc() = "The native core of fourfold.";
  // A solver that a module keeps until the interpreter ends is no leak to tell users about.
  nb::set_leak_warnings(false);

  nb::class_<Rules>(module, "Rules", "The rules of a game, as the native core keeps them.")
      .def("__init__",
           [](Rules* self, int columns, int rows, const std::vector<CellPair>& forbidden,
              const std::optional<CellPair>& bonus) {
             new (self) Rules(make_rules(columns, rows, forbidden, bonus));
           },
           "columns"_a, "rows"_a, "forbidden"_a = std::vector<CellPair>{},
           "bonus"_a = nb::none());

  nb::enum_<Status>(module, "Status", "How a game stands.")
      .value("ongoing", Status::ongoing)
      .value("first_wins", Status::first_wins)
      .value("second_wins", Status::second_wins)
      .value("draw", Status::draw);

  nb::class_<Snapshot>(module, "Snapshot", "What holds before a ply, or at the end of a game.")
      .def_ro("status", &Snapshot::status)
      .def_ro("turn", &Snapshot::turn)
      .def_ro("must_ban", &Snapshot::must_ban)
      .def_ro("landing_rows", &Snapshot::landing_rows)
      .def_prop_ro("winning_cells",
                   [](const Snapshot& snapshot) { return pairs(snapshot.winning_cells); })
      .def_ro("key", &Snapshot::key)
      .def_ro("mirrored_key", &Snapshot::mirrored_key);

  nb::class_<RandomGame>(module, "RandomGame", "A game of random moves.")
      .def_ro("columns", &RandomGame::columns)
      .def_ro("status", &RandomGame::status);

  nb::class_<PlayoutTotals>(module, "PlayoutTotals", "How many random games ended which way.")
      .def_ro("first_wins", &PlayoutTotals::first_wins)
      .def_ro("second_wins", &PlayoutTotals::second_wins)
      .def_ro("draws", &PlayoutTotals::draws)
      .def_ro("plies", &PlayoutTotals::plies);

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

  nb::class_<Solved>(module, "Solved", "What is proven of a position, for the side to move.")
      .def_ro("lower", &Solved::lower)
      .def_ro("upper", &Solved::upper)
      .def_ro("nodes", &Solved::nodes)
      .def_ro("seconds", &Solved::seconds)
      .def_ro("finished", &Solved::finished);

  nb::class_<Progress>(module, "Progress", "How far a solve has come.")
      .def_ro("nodes", &Progress::nodes)
      .def_ro("lower", &Progress::lower)
      .def_ro("upper", &Progress::upper);

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
          Unlocked(), "Bounds of the value of a position: equal unless a limit ended the search.")
      .def("stop", &Solver::stop, "Ends the solve that is under way in another thread.")
      .def("progress", &Solver::progress, "Of the solve under way, or of the last one.")
      .def_prop_ro("memory_bytes", &Solver::memory_bytes);

  module.def("cpu_level", &cpu_level, "The best native module that this processor runs.");
  module.def("trace", &trace, "rules"_a, "columns"_a, Unlocked(),
             "A snapshot before each move and one after the last.");
  module.def("perft",
             nb::overload_cast<const Rules&, const std::vector<int>&, int>(&fourfold::perft),
             "rules"_a, "columns"_a, "depth"_a, Unlocked(),
             "The number of sequences of exactly `depth` plies.");
  module.def("distinct_positions",
             nb::overload_cast<const Rules&, int>(&fourfold::distinct_positions), "rules"_a,
             "plies"_a, Unlocked(), "The number of different positions at each ply.");
  module.def("random_game", &random_game, "rules"_a, "columns"_a, "seed"_a, Unlocked(),
             "Random moves from a position to the end of the game.");
  module.def("random_playouts", &random_playouts, "rules"_a, "columns"_a, "seed"_a, "games"_a,
             Unlocked(), "How many of `games` random games end which way.");

  bind_evaluation(module);
  bind_alphabeta(module);
  bind_uct(module);
}
