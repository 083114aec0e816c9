// What Python sees of the depth-limited search.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <span>
#include <stdexcept>
#include <system_error>

#include "alphabeta/alphabeta.hpp"
#include "bindings/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fourfold {
namespace {

// Lets so many threads start, and refuses every other as the system does when it has no more.
std::function<void()> only_so_many(int threads) {
  auto left = std::make_shared<std::atomic<int>>(threads);
  return [left] {
    if (left->fetch_sub(1) <= 0) {
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    }
  };
}

// Lets Python evaluate leaves. The functions are the arguments of a call that is under way: they live
// as long as it does, and without the interpreter lock nothing may count references to them.
OwnLeaves leaves_of(nb::handle evaluate, nb::handle poll, int batch) {
  OwnLeaves leaves;
  if (evaluate.is_none()) return leaves;
  leaves.batch = batch;
  leaves.evaluate = [evaluate](std::span<const int> path, std::span<const int> columns,
                               std::span<double> values) {
    const nb::gil_scoped_acquire lock;
    const nb::object answers = evaluate(std::vector<int>(path.begin(), path.end()),
                                        std::vector<int>(columns.begin(), columns.end()));
    std::size_t count = 0;
    for (const nb::handle answer : answers) {
      if (count < values.size()) values[count] = nb::cast<double>(answer);
      ++count;
    }
    if (count != values.size()) throw std::invalid_argument("not one for each leaf");
  };
  leaves.poll = [poll] {
    const nb::gil_scoped_acquire lock;
    poll();
  };
  return leaves;
}

const char* name_of(AlphaBetaNode::Kind kind) {
  constexpr const char* names[] = {"inner", "win", "draw", "leaf", "table", "hopeless"};
  return names[static_cast<int>(kind)];
}
const char* name_of(AlphaBetaNode::Cut cut) {
  constexpr const char* names[] = {"none", "window", "win"};
  return names[static_cast<int>(cut)];
}
const char* name_of(AlphaBetaNode::Bound bound) {
  constexpr const char* names[] = {"exact", "at_least", "at_most"};
  return names[static_cast<int>(bound)];
}

}  // namespace

void bind_alphabeta(nb::module_& module) {
  nb::class_<AlphaBetaSwitches>(module, "AlphaBetaSwitches",
                                "What makes a search quicker without changing its answer.")
      .def(
          "__init__",
          [](AlphaBetaSwitches* self, bool pruning, bool ordering, bool table, bool killers,
             bool history) {
            new (self) AlphaBetaSwitches{pruning, ordering, table, killers, history};
          },
          "pruning"_a = true, "ordering"_a = true, "table"_a = true, "killers"_a = true,
          "history"_a = true);

  nb::class_<OwnEvaluation>(module, "OwnEvaluation",
                            "In place of weights: leaves are evaluated by a function.")
      .def(nb::init<>());
  module.def("own_code", &own_code, "value"_a,
             "Return the integer that stands for a number of an own evaluation.");
  module.def("own_value", &own_value, "code"_a,
             "Return the number that such an integer stands for.");
  module.attr("own_win") = own_win;
  module.attr("largest_own_value") = largest_own_value;

  nb::class_<AlphaBetaNode>(module, "AlphaBetaNode", "A node of a search that was recorded.")
      .def_ro("parent", &AlphaBetaNode::parent)
      .def_ro("column", &AlphaBetaNode::column)
      .def_ro("maximizes", &AlphaBetaNode::maximizes)
      .def_prop_ro("kind", [](const AlphaBetaNode& node) { return name_of(node.kind); })
      .def_prop_ro("cut", [](const AlphaBetaNode& node) { return name_of(node.cut); })
      .def_prop_ro("bound", [](const AlphaBetaNode& node) { return name_of(node.bound); })
      .def_ro("hint", &AlphaBetaNode::hint)
      .def_ro("alpha", &AlphaBetaNode::alpha)
      .def_ro("beta", &AlphaBetaNode::beta)
      .def_ro("table_alpha", &AlphaBetaNode::table_alpha)
      .def_ro("table_beta", &AlphaBetaNode::table_beta)
      .def_ro("value", &AlphaBetaNode::value)
      .def_ro("nodes", &AlphaBetaNode::nodes)
      .def_ro("order", &AlphaBetaNode::order)
      .def_ro("searched", &AlphaBetaNode::searched)
      .def_ro_static("infinity", &AlphaBetaNode::infinity);

  nb::class_<AlphaBetaResult>(module, "AlphaBetaResult", "What a depth-limited search returns.")
      .def_ro("column", &AlphaBetaResult::column)
      .def_ro("value", &AlphaBetaResult::value)
      .def_ro("values", &AlphaBetaResult::values)
      .def_ro("line", &AlphaBetaResult::line)
      .def_ro("depth", &AlphaBetaResult::depth)
      .def_ro("finished", &AlphaBetaResult::finished)
      .def_ro("threads", &AlphaBetaResult::threads)
      .def_ro("seconds", &AlphaBetaResult::seconds)
      .def_ro("tree", &AlphaBetaResult::tree)
      .def_prop_ro("nodes", [](const AlphaBetaResult& found) { return found.counts.nodes; })
      .def_prop_ro("evaluations",
                   [](const AlphaBetaResult& found) { return found.counts.evaluations; })
      .def_prop_ro("cutoffs", [](const AlphaBetaResult& found) { return found.counts.cutoffs; })
      .def_prop_ro("table_hits",
                   [](const AlphaBetaResult& found) { return found.counts.table_hits; });

  nb::class_<AlphaBetaProgress>(module, "AlphaBetaProgress", "How far a search has come.")
      .def_ro("nodes", &AlphaBetaProgress::nodes)
      .def_ro("depth", &AlphaBetaProgress::depth)
      .def_ro("column", &AlphaBetaProgress::column)
      .def_ro("value", &AlphaBetaProgress::value)
      .def_ro("values", &AlphaBetaProgress::values);

  nb::class_<AlphaBeta>(module, "AlphaBeta",
                        "The depth-limited search for one set of rules and one evaluator.")
      .def(
          "__init__",
          [](AlphaBeta* self, const Rules& rules, const AlphaBetaWeights& weights, int win,
             const AlphaBetaSwitches& switches, bool threads, int memory_mb,
             const std::optional<int>& threads_that_start) {
            AlphaBetaOptions options{switches, win, threads, memory_mb, {}};
            if (threads_that_start) options.before_thread = only_so_many(*threads_that_start);
            new (self) AlphaBeta(rules, weights, options);
          },
          "rules"_a, "weights"_a, "win"_a, "switches"_a = AlphaBetaSwitches{}, "threads"_a = false,
          "memory_mb"_a = AlphaBetaOptions{}.memory_mb, "threads_that_start"_a = nb::none())
      .def(
          "search",
          [](AlphaBeta& self, const std::vector<int>& moves, int depth,
             const std::optional<double>& seconds, const std::optional<std::uint64_t>& nodes,
             bool deepening, const std::vector<int>& columns, bool settle, bool best_only,
             const std::optional<std::pair<int, int>>& record, nb::handle evaluate, nb::handle poll,
             int batch) {
            AlphaBetaQuestion question{moves,   depth,  {seconds, nodes}, deepening,
                                       columns, settle, best_only};
            question.own = leaves_of(evaluate, poll, batch);
            if (record) question.record = {record->first, record->second};
            return self.search(question);
          },
          "moves"_a, "depth"_a, "seconds"_a = nb::none(), "nodes"_a = nb::none(),
          "deepening"_a = true, "columns"_a = std::vector<int>{}, "settle"_a = false,
          "best_only"_a = false, "record"_a = nb::none(), "evaluate"_a = nb::none(),
          "poll"_a = nb::none(), "batch"_a = 1, Unlocked(),
          "Search so many plies deep: the best column, and the exact value of each.\n\n"
          "record: the plies and the most nodes of the tree to write down.\n"
          "evaluate, poll, batch: for OwnEvaluation; evaluate(path, columns) returns a list of\n"
          "numbers, poll() is called now and then.")
      .def("stop", &AlphaBeta::stop, "End the search that is running in another thread.")
      .def("progress", &AlphaBeta::progress, "Report on the running search, or on the last one.")
      .def_prop_ro("memory_bytes", &AlphaBeta::memory_bytes);
}

}  // namespace fourfold
