// What Python sees of the evaluators.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <initializer_list>
#include <utility>

#include "bindings/bindings.hpp"
#include "evaluation/evaluate.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fourfold {
namespace {

template <class Struct>
using Numbers = std::initializer_list<std::pair<const char*, int Struct::*>>;

// Weights are made with their default numbers, and can be changed.
template <class Struct>
nb::class_<Struct> bind_weights(nb::module_& module, const char* name, const char* text,
                                Numbers<Struct> numbers) {
  nb::class_<Struct> result(module, name, text);
  result.def(nb::init<>());
  for (const auto& [number, member] : numbers) result.def_rw(number, member);
  return result;
}

template <class Struct>
nb::class_<Struct> bind_features(nb::module_& module, const char* name, const char* text,
                                 Numbers<Struct> numbers) {
  nb::class_<Struct> result(module, name, text);
  for (const auto& [number, member] : numbers) result.def_ro(number, member);
  return result;
}

template <class Weights, class Features>
void bind_evaluator(nb::module_& module) {
  using Columns = std::vector<int>;
  using Evaluate = int (*)(const Rules&, const Columns&, int, const Weights&);
  using Count = Features (*)(const Rules&, const Columns&, int, const Weights&);
  using Largest = int (*)(const Rules&, const Weights&, bool);
  module.def("evaluate", static_cast<Evaluate>(&evaluate), "rules"_a, "columns"_a, "player"_a,
             "weights"_a, Unlocked(), "Guess how good a position is for a player.");
  module.def("features", static_cast<Count>(&features), "rules"_a, "columns"_a, "player"_a,
             "weights"_a, Unlocked(), "Count what the evaluation with such weights adds up.");
  module.def("largest_evaluation", static_cast<Largest>(&largest_evaluation), "rules"_a,
             "weights"_a, "finished"_a = false, Unlocked(),
             "Return the bound that no evaluation on this board exceeds, up or down.");
}

}  // namespace

void bind_evaluation(nb::module_& module) {
  bind_weights<WindowWeights>(module, "WindowWeights", "The weights of windows of four, by kind.",
                              {{"four", &WindowWeights::four},
                               {"three", &WindowWeights::three},
                               {"two", &WindowWeights::two},
                               {"their_four", &WindowWeights::their_four},
                               {"their_three", &WindowWeights::their_three},
                               {"their_two", &WindowWeights::their_two}});
  bind_weights<HardWeights>(
      module, "HardWeights",
      "Weights for windows, centre, double threats and threes on the bottom row.",
      {{"centre", &HardWeights::centre},
       {"double_threat", &HardWeights::double_threat},
       {"their_double_threat", &HardWeights::their_double_threat},
       {"bottom_three", &HardWeights::bottom_three}})
      .def_rw("windows", &HardWeights::windows);
  bind_weights<ThreatWeights>(
      module, "ThreatWeights",
      "Weights for windows, centre, threats with their parity, and zugzwang.",
      {{"centre", &ThreatWeights::centre},
       {"adjacent", &ThreatWeights::adjacent},
       {"playable", &ThreatWeights::playable},
       {"favourable", &ThreatWeights::favourable},
       {"unfavourable", &ThreatWeights::unfavourable},
       {"their_playable", &ThreatWeights::their_playable},
       {"their_favourable", &ThreatWeights::their_favourable},
       {"their_unfavourable", &ThreatWeights::their_unfavourable},
       {"stacked", &ThreatWeights::stacked},
       {"their_stacked", &ThreatWeights::their_stacked},
       {"opens_theirs", &ThreatWeights::opens_theirs},
       {"opens_mine", &ThreatWeights::opens_mine},
       {"controlled", &ThreatWeights::controlled}})
      .def_rw("windows", &ThreatWeights::windows);
  bind_weights<ClassicWeights>(module, "ClassicWeights", "Weights for windows and centre.",
                               {{"centre", &ClassicWeights::centre}})
      .def_rw("windows", &ClassicWeights::windows);

  bind_features<WindowFeatures>(module, "WindowFeatures", "How many windows of each kind.",
                                {{"four", &WindowFeatures::four},
                                 {"three", &WindowFeatures::three},
                                 {"two", &WindowFeatures::two},
                                 {"their_four", &WindowFeatures::their_four},
                                 {"their_three", &WindowFeatures::their_three},
                                 {"their_two", &WindowFeatures::their_two}});
  bind_features<HardFeatures>(module, "HardFeatures",
                              "How often each thing with a weight in HardWeights occurs.",
                              {{"centre", &HardFeatures::centre},
                               {"winning_columns", &HardFeatures::winning_columns},
                               {"their_winning_columns", &HardFeatures::their_winning_columns},
                               {"bottom_three", &HardFeatures::bottom_three}})
      .def_ro("windows", &HardFeatures::windows);
  bind_features<ThreatFeatures>(module, "ThreatFeatures",
                                "How often each thing with a weight in ThreatWeights occurs.",
                                {{"centre", &ThreatFeatures::centre},
                                 {"adjacent", &ThreatFeatures::adjacent},
                                 {"playable", &ThreatFeatures::playable},
                                 {"favourable", &ThreatFeatures::favourable},
                                 {"unfavourable", &ThreatFeatures::unfavourable},
                                 {"their_playable", &ThreatFeatures::their_playable},
                                 {"their_favourable", &ThreatFeatures::their_favourable},
                                 {"their_unfavourable", &ThreatFeatures::their_unfavourable},
                                 {"stacked", &ThreatFeatures::stacked},
                                 {"their_stacked", &ThreatFeatures::their_stacked},
                                 {"opens_theirs", &ThreatFeatures::opens_theirs},
                                 {"opens_mine", &ThreatFeatures::opens_mine},
                                 {"controlled", &ThreatFeatures::controlled}})
      .def_ro("windows", &ThreatFeatures::windows);
  bind_features<ClassicFeatures>(module, "ClassicFeatures",
                                 "How often each thing with a weight in ClassicWeights occurs.",
                                 {{"centre", &ClassicFeatures::centre}})
      .def_ro("windows", &ClassicFeatures::windows);

  bind_evaluator<HardWeights, HardFeatures>(module);
  bind_evaluator<ThreatWeights, ThreatFeatures>(module);
  bind_evaluator<ClassicWeights, ClassicFeatures>(module);
  module.def(
      "window_counts", &window_counts, "rules"_a,
      "Count the windows of four cells on a board: upright, level, falling and rising ones.");
  module.attr("largest_weight") = largest_weight;
}

}  // namespace fourfold
