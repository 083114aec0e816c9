// What Python sees of the rules.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <exception>

#include "bindings/bindings.hpp"
#include "board/twin.hpp"
#include "system/fork_safe_mutex.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fourfold {
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

// What was left behind by a fork is one of the errors of the package.
void translate_left_behind(const std::exception_ptr& error, void*) {
  try {
    std::rethrow_exception(error);
  } catch (const LeftBehind& left_behind) {
    const nb::object type = nb::module_::import_("fourfold.errors").attr("LeftBehind");
    PyErr_SetString(type.ptr(), left_behind.what());
  }
}

}  // namespace

void bind_board(nb::module_& module) {
  nb::register_exception_translator(translate_left_behind);
  nb::class_<Rules>(module, "Rules", "The rules of a game, as the native core keeps them.")
      .def(
          "__init__",
          [](Rules* self, int columns, int rows, const std::vector<CellPair>& forbidden,
             const std::optional<CellPair>& bonus) {
            new (self) Rules(make_rules(columns, rows, forbidden, bonus));
          },
          "columns"_a, "rows"_a, "forbidden"_a = std::vector<CellPair>{}, "bonus"_a = nb::none());

  nb::enum_<Status>(module, "Status", "The state of a game.")
      .value("ongoing", Status::ongoing)
      .value("first_wins", Status::first_wins)
      .value("second_wins", Status::second_wins)
      .value("draw", Status::draw);

  nb::class_<Snapshot>(module, "Snapshot", "What holds before a ply, or at the end of a game.")
      .def_ro("status", &Snapshot::status)
      .def_ro("turn", &Snapshot::turn)
      .def_ro("must_ban", &Snapshot::must_ban)
      .def_ro("landing_rows", &Snapshot::landing_rows)
      .def_prop_ro("line_cells",
                   [](const Snapshot& snapshot) { return pairs(snapshot.line_cells); })
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

  module.def("cpu_level", &cpu_level, "Name the best native module that this processor runs.");
  module.def("trace", &trace, "rules"_a, "columns"_a, Unlocked(),
             "Take a snapshot before each move and one after the last.");
  module.def("perft",
             nb::overload_cast<const Rules&, const std::vector<int>&, int>(&fourfold::perft),
             "rules"_a, "columns"_a, "depth"_a, Unlocked(),
             "Count the sequences of exactly `depth` plies.");
  module.def("distinct_positions",
             nb::overload_cast<const Rules&, int>(&fourfold::distinct_positions), "rules"_a,
             "plies"_a, Unlocked(), "Count the different positions at each ply.");
  module.def("random_game", &random_game, "rules"_a, "columns"_a, "seed"_a, Unlocked(),
             "Play random moves from a position to the end of the game.");
  module.def("random_playouts", &random_playouts, "rules"_a, "columns"_a, "seed"_a, "games"_a,
             Unlocked(), "Play `games` random games and count how they end.");
}

}  // namespace fourfold
