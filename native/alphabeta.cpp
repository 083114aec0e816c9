#include "alphabeta.hpp"

#include "alphabeta_core.hpp"
#include "dispatch.hpp"

namespace fourfold {

namespace {

// A value and the depth beside it must fit the table.
constexpr int most_win = AlphaBetaTable<Bits64>::most_value - 2 * most_cells;

}  // namespace

AlphaBeta::AlphaBeta(const Rules& rules, const AlphaBetaWeights& weights,
                     const AlphaBetaOptions& options) {
  if (options.memory_mb < 1) throw std::invalid_argument("a search needs at least one megabyte");
  if (options.win < 1 || options.win > most_win) {
    throw std::invalid_argument("a win must be worth 1 to " + std::to_string(most_win));
  }
  const int spare = rules.bonus ? 8 : 0;  // for the cell of the ban, in the table's key
  core_ = std::visit(
      [&](const auto& chosen) {
        return dispatch(rules, spare, [&](const auto& geometry) -> std::unique_ptr<Core> {
          const auto made = evaluator(geometry, chosen);
          using Geometry = std::decay_t<decltype(geometry)>;
          using Evaluator = std::decay_t<decltype(made)>;
          return std::make_unique<AlphaBetaCore<Geometry, Evaluator>>(geometry, made, options);
        });
      },
      weights);
}

AlphaBeta::~AlphaBeta() = default;

AlphaBetaFound AlphaBeta::search(const AlphaBetaQuestion& question) {
  return core_->search(question);
}
void AlphaBeta::stop() { core_->stop(); }
AlphaBetaProgress AlphaBeta::progress() const { return core_->progress(); }
std::size_t AlphaBeta::memory_bytes() const { return core_->memory_bytes(); }

}  // namespace fourfold
