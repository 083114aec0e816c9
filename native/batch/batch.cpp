#include "batch/batch.hpp"

#include <mutex>
#include <stdexcept>
#include <type_traits>

#include "batch/boards.hpp"
#include "board/dispatch.hpp"

namespace fourfold {
namespace {

std::size_t playable_cells(const Rules& rules) {
  return dispatch(rules,
                  [](const auto& geometry) { return static_cast<std::size_t>(geometry.cells()); });
}

}  // namespace

BatchArrays::BatchArrays(const Rules& rules, std::size_t board_count)
    : boards(board_count),
      columns(static_cast<std::size_t>(rules.columns)),
      rows(static_cast<std::size_t>(rules.rows)),
      plies(playable_cells(rules)),
      cells(new std::int8_t[boards * rows * columns]()),
      legal_mask(new bool[boards * columns]()),
      turn(new std::int8_t[boards]()),
      ply(new std::int16_t[boards]()),
      must_ban(new bool[boards]()),
      finished(new bool[boards]()),
      winner(new std::int8_t[boards]()),
      rewards(new float[boards * 2]()),
      moves(new std::int8_t[boards * plies]()) {}

Batch::Batch(const Rules& rules, std::size_t boards, std::uint64_t seed, int threads,
             bool autoreset)
    : core_(dispatch(rules, [&](const auto& geometry) -> std::unique_ptr<Core> {
        using Geometry = std::decay_t<decltype(geometry)>;
        return std::make_unique<Boards<Geometry>>(rules, geometry, boards, seed, threads,
                                                  autoreset);
      })) {}

Batch::~Batch() { drop(core_); }

const BatchArrays& Batch::arrays() const { return core_->arrays; }

void Batch::seed(std::uint64_t seed) {
  const std::lock_guard lock{core_->mutex};
  core_->seed(seed);
}

void Batch::reset(const bool* chosen) {
  const std::lock_guard lock{core_->mutex};
  core_->reset(chosen);
}

void Batch::set(std::size_t board, const std::vector<int>& columns) {
  const std::lock_guard lock{core_->mutex};
  if (board >= core_->arrays.boards) throw std::invalid_argument("no such board");
  core_->set(board, columns);
}

std::int64_t Batch::step(const std::int64_t* columns, const bool* chosen) {
  const std::lock_guard lock{core_->mutex};
  return core_->step(columns, chosen);
}

void Batch::step_random(int plies) {
  const std::lock_guard lock{core_->mutex};
  core_->step_random(plies);
}

void Batch::play_out() {
  const std::lock_guard lock{core_->mutex};
  core_->play_out();
}

const std::int64_t* Batch::random_columns() {
  const std::lock_guard lock{core_->mutex};
  return core_->random_columns();
}

const std::int64_t* Batch::playouts(int games) {
  const std::lock_guard lock{core_->mutex};
  return core_->playouts(games);
}

const std::int8_t* Batch::mover_cells() {
  const std::lock_guard lock{core_->mutex};
  return core_->mover_cells();
}

const bool* Batch::planes() {
  const std::lock_guard lock{core_->mutex};
  return core_->planes();
}

const bool* Batch::winning_mask() {
  const std::lock_guard lock{core_->mutex};
  return core_->winning_mask();
}

const bool* Batch::threat_mask() {
  const std::lock_guard lock{core_->mutex};
  return core_->threat_mask();
}

}  // namespace fourfold
