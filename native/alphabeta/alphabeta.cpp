#include "alphabeta/alphabeta.hpp"

#include "alphabeta/core.hpp"
#include "board/dispatch.hpp"
#include "evaluation/evaluators.hpp"

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
  if (std::holds_alternative<OwnEvaluation>(weights) && options.threads) {
    throw std::invalid_argument("an evaluation of one's own is asked by one thread only");
  }
  const int spare = rules.bonus ? 8 : 0;  // for the cell of the ban, in the table's key
  core_ = std::visit(
      [&](const auto& chosen) -> std::unique_ptr<Core> {
        if constexpr (std::is_same_v<std::decay_t<decltype(chosen)>, OwnEvaluation>) {
          // One instantiation for all boards: such an evaluation takes longer than all else.
          rules.check();
          const AnyGeometry<Bits192> geometry{rules};
          return std::make_unique<AlphaBetaCore<AnyGeometry<Bits192>>>(geometry, chosen, options);
        } else {
          check(chosen);
          return dispatch(rules, spare, [&](const auto& geometry) -> std::unique_ptr<Core> {
            using Geometry = std::decay_t<decltype(geometry)>;
            return std::make_unique<AlphaBetaCore<Geometry>>(geometry, evaluator(geometry, chosen),
                                                             options);
          });
        }
      },
      weights);
}

AlphaBeta::~AlphaBeta() { drop(core_); }

AlphaBetaResult AlphaBeta::search(const AlphaBetaQuestion& question) {
  return core_->search(question);
}
void AlphaBeta::stop() { core_->stop(); }
AlphaBetaProgress AlphaBeta::progress() const { return core_->progress(); }
std::size_t AlphaBeta::memory_bytes() const { return core_->memory_bytes(); }

}  // namespace fourfold
