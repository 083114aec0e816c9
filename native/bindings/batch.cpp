// What Python sees of batches: their arrays as they lie in memory, without a copy and read-only. An
// array keeps its batch alive.
#include "batch/batch.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <initializer_list>
#include <memory>
#include <stdexcept>

#include "bindings/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fourfold {
namespace {

template <class Item>
using ArrayView = nb::ndarray<nb::numpy, const Item, nb::c_contig>;
using ColumnArray = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using MaskArray = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Item>
ArrayView<Item> view_of(nb::handle owner, const Item* data,
                        std::initializer_list<std::size_t> shape) {
  return ArrayView<Item>(data, shape, owner);
}

const Batch& batch_of(nb::handle self) { return nb::cast<const Batch&>(self); }
Batch& changed_batch_of(nb::handle self) { return nb::cast<Batch&>(self); }

void check_length(const Batch& batch, std::size_t length) {
  if (length != batch.arrays().boards) throw std::invalid_argument("not one for each board");
}

// Calls `compute` without the interpreter lock.
template <class Compute>
auto without_lock(Compute&& compute) {
  const nb::gil_scoped_release release;
  return compute();
}

// An array with one number a board.
template <class Item>
void def_array(nb::class_<Batch>& type, const char* name,
               std::unique_ptr<Item[]> BatchArrays::* array) {
  type.def(name, [array](nb::handle self) {
    const BatchArrays& arrays = batch_of(self).arrays();
    return view_of<Item>(self, (arrays.*array).get(), {arrays.boards});
  });
}

}  // namespace

void bind_batch(nb::module_& module) {
  nb::class_<Batch> type(module, "Batch", "Many boards of one set of rules.");
  type.def(nb::init<const Rules&, std::size_t, std::uint64_t, int, bool>(), "rules"_a, "boards"_a,
           "seed"_a, "threads"_a, "autoreset"_a, Unlocked())
      .def("seed", &Batch::seed, "seed"_a, Unlocked())
      .def(
          "reset", [](Batch& batch) { batch.reset(nullptr); }, Unlocked())
      .def(
          "reset_chosen",
          [](Batch& batch, const MaskArray& chosen) {
            check_length(batch, chosen.shape(0));
            without_lock([&] { batch.reset(chosen.data()); });
          },
          "chosen"_a)
      .def("set", &Batch::set, "board"_a, "columns"_a, Unlocked())
      .def(
          "step",
          [](Batch& batch, const ColumnArray& columns) {
            check_length(batch, columns.shape(0));
            return without_lock([&] { return batch.step(columns.data()); });
          },
          "columns"_a.noconvert(),
          "Play a column on every board; return the first whose column is illegal, or -1.")
      .def(
          "step_chosen",
          [](Batch& batch, const ColumnArray& columns, const MaskArray& chosen) {
            check_length(batch, columns.shape(0));
            check_length(batch, chosen.shape(0));
            return without_lock([&] { return batch.step(columns.data(), chosen.data()); });
          },
          "columns"_a, "chosen"_a, "Like step, on the chosen boards only.")
      .def("step_random", &Batch::step_random, "plies"_a, Unlocked())
      .def("play_out", &Batch::play_out, Unlocked())
      .def("random_columns",
           [](nb::handle self) {
             Batch& batch = changed_batch_of(self);
             const auto* data = without_lock([&] { return batch.random_columns(); });
             return view_of(self, data, {batch.arrays().boards});
           })
      .def(
          "playouts",
          [](nb::handle self, int games) {
            Batch& batch = changed_batch_of(self);
            const auto* data = without_lock([&] { return batch.playouts(games); });
            return view_of(self, data, {batch.arrays().boards, 3});
          },
          "games"_a)
      .def("mover_cells",
           [](nb::handle self) {
             Batch& batch = changed_batch_of(self);
             const auto* data = without_lock([&] { return batch.mover_cells(); });
             const BatchArrays& arrays = batch.arrays();
             return view_of(self, data, {arrays.boards, arrays.rows, arrays.columns});
           })
      .def("planes",
           [](nb::handle self) {
             Batch& batch = changed_batch_of(self);
             const auto* data = without_lock([&] { return batch.planes(); });
             const BatchArrays& arrays = batch.arrays();
             return view_of(
                 self, data,
                 {arrays.boards, std::size_t{batch_planes}, arrays.rows, arrays.columns});
           })
      .def(
          "write_planes", [](Batch& batch) { batch.planes(); }, Unlocked(),
          "Write the array that `planes` returned anew.")
      .def("winning_mask",
           [](nb::handle self) {
             Batch& batch = changed_batch_of(self);
             const auto* data = without_lock([&] { return batch.winning_mask(); });
             return view_of(self, data, {batch.arrays().boards, batch.arrays().columns});
           })
      .def("threat_mask",
           [](nb::handle self) {
             Batch& batch = changed_batch_of(self);
             const auto* data = without_lock([&] { return batch.threat_mask(); });
             return view_of(self, data, {batch.arrays().boards, batch.arrays().columns});
           })
      .def("cells",
           [](nb::handle self) {
             const BatchArrays& arrays = batch_of(self).arrays();
             return view_of(self, arrays.cells.get(), {arrays.boards, arrays.rows, arrays.columns});
           })
      .def("legal_mask",
           [](nb::handle self) {
             const BatchArrays& arrays = batch_of(self).arrays();
             return view_of(self, arrays.legal_mask.get(), {arrays.boards, arrays.columns});
           })
      .def("moves",
           [](nb::handle self) {
             const BatchArrays& arrays = batch_of(self).arrays();
             return view_of(self, arrays.moves.get(), {arrays.boards, arrays.plies});
           })
      .def("rewards", [](nb::handle self) {
        const BatchArrays& arrays = batch_of(self).arrays();
        return view_of(self, arrays.rewards.get(), {arrays.boards, 2});
      });
  def_array(type, "turn", &BatchArrays::turn);
  def_array(type, "ply", &BatchArrays::ply);
  def_array(type, "must_ban", &BatchArrays::must_ban);
  def_array(type, "finished", &BatchArrays::finished);
  def_array(type, "winner", &BatchArrays::winner);
}

}  // namespace fourfold
