#include "solver/solver.hpp"

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "board/dispatch.hpp"
#include "board/replay.hpp"
#include "solver/bonus_search.hpp"
#include "system/fork_safe_mutex.hpp"

namespace fourfold {

class Solver::Core {
 public:
  virtual ~Core() = default;
  virtual SolverResult solve(const std::vector<int>& columns, bool wdl,
                             const SearchLimits& limits) = 0;
  virtual std::size_t memory_bytes() const = 0;

  bool is_left_behind() const { return mutex_.is_left_behind(); }
  void stop() { control_.request_stop(); }
  SolverProgress progress() const {
    return {control_.nodes(), lower_.load(std::memory_order_relaxed),
            upper_.load(std::memory_order_relaxed)};
  }

 protected:
  ForkSafeMutex mutex_;  // locked by the solve that is under way
  SearchControl control_;
  std::atomic<int> lower_{0};
  std::atomic<int> upper_{0};
};

namespace {

// Which question to ask next until the value is known. Far from a draw the questions are cheap,
// because only short wins and losses count: the range is halved from both ends as long as that is
// so. Then the big question, whether there is a win at all; then steps outwards, each of which
// profits from what the table has kept of the one before. On large boards, whose scores are large,
// there would be many steps: there the range that is left is halved instead.
class ScoreRange {
 public:
  ScoreRange(int least, int most, bool wdl, int cells)
      : lower(least), upper(most), wdl_(wdl), halves_(cells >= large_board) {}

  bool done() const { return wdl_ ? sign(lower) == sign(upper) : lower == upper; }

  int next_beta() const {
    if (!wdl_ && !upper_settled_ && upper > near) {
      return std::max(lower + 1, (near + upper + 1) / 2);
    }
    if (!wdl_ && !lower_settled_ && lower < -near) {
      return std::min(upper, std::max(lower + 1, (lower - near) / 2));
    }
    if (lower <= 0 && upper > 0) return 1;
    if (wdl_) return 0;
    if (halves_) return lower + (upper - lower + 1) / 2;
    return lower > 0 ? lower + 1 : upper;
  }

  void learn(int beta, int answer, std::uint64_t nodes) {
    if (nodes > cheap) (beta > 0 ? upper_settled_ : lower_settled_) = true;
    if (answer >= beta) {
      lower = std::max(lower, answer);
    } else {
      upper = std::min(upper, answer);
    }
  }

  int lower;
  int upper;

 private:
  static constexpr int near = 2;
  static constexpr std::uint64_t cheap = 200;
  static constexpr int large_board = 60;  // playable cells; docs/solver.md has the figures
  bool wdl_;
  bool halves_;
  bool upper_settled_ = false;
  bool lower_settled_ = false;
};

template <class Geometry>
class CoreFor final : public Solver::Core {
  using Bits = typename Geometry::Bits;
  using Table = TranspositionTable<Bits>;
  using Search = SolverSearch<Geometry>;

 public:
  CoreFor(const Geometry& geometry, std::size_t bytes, const SolverOptions& options)
      : geometry_(geometry),
        light_nodes_(options.light_nodes),
        score_limit_(any(geometry.bonus()) ? geometry.cells() + 1 : geometry.cells() / 2 + 1),
        table_(key_bits(), score_limit_, bytes) {
    for (int i = 0; i < options.threads; ++i) {
      searches_.push_back(std::make_unique<Search>(geometry, options.proofs, table_,
                                                   options.threads > 1 ? &busy_ : nullptr, control_,
                                                   key_bits(), score_limit_, i == 0));
    }
  }

  std::size_t memory_bytes() const override { return table_.bytes(); }

  SolverResult solve(const std::vector<int>& columns, bool wdl,
                     const SearchLimits& limits) override {
    const std::lock_guard guard{mutex_};
    const auto start = replay(geometry_, columns);
    if (start.status != Status::ongoing) throw std::invalid_argument("the game is over");
    const Position<Geometry>& position = start.position;
    const int free = count(geometry_.playable() & ~position.occupied());
    const bool by_value = position.must_ban() || any(geometry_.bonus() & ~position.occupied());

    ScoreRange range{by_value ? -free : -(free / 2), by_value ? free : (free + 1) / 2, wdl,
                     geometry_.cells()};
    const auto as_value = [&](int bound) {
      const int value = by_value ? bound : value_of_score(bound, free);
      return wdl ? sign(value) : value;
    };
    const auto publish = [&] {
      lower_.store(as_value(range.lower), std::memory_order_relaxed);
      upper_.store(as_value(range.upper), std::memory_order_relaxed);
    };
    control_.clear_stop();
    control_.begin(limits);
    for (auto& search : searches_) search->begin_solve();
    publish();
    try {
      bool light = true;
      searches_[0]->begin_light(light_nodes_);
      while (!range.done()) {
        const int beta = range.next_beta();
        const std::uint64_t before = nodes_so_far();
        const auto question = [&](Search& search) {
          return by_value ? BonusSearch<Geometry>(geometry_, search, table_, score_limit_)
                                .ask(position.mine(), position.theirs(), position.must_ban(), beta)
                          : search.ask(position.mine(), position.theirs(),
                                       geometry_.forbidden() | position.ban(), beta);
        };
        int answer;
        try {
          answer = light ? question(*searches_[0]) : ask_all(question);
        } catch (const SearchStopped&) {
          if (!light || !searches_[0]->gave_up()) throw;
          light = false;
          for (auto& search : searches_) search->begin_full();
          continue;
        }
        range.learn(beta, answer, nodes_so_far() - before);
        publish();
      }
    } catch (const SearchStopped&) {
    }
    for (auto& search : searches_) search->report();
    return {as_value(range.lower), as_value(range.upper), control_.nodes(), control_.seconds(),
            range.done()};
  }

 private:
  std::uint64_t nodes_so_far() const {
    std::uint64_t total = 0;
    for (const auto& search : searches_) total += search->nodes;
    return total;
  }

  int key_bits() const {
    return geometry_.columns() * geometry_.stride() + (any(geometry_.bonus()) ? 8 : 0);
  }

  // The same question to every thread; the first answer counts. Throws SearchStopped when a limit
  // ended the search before anyone had one.
  template <class Question>
  int ask_all(const Question& question) {
    if (searches_.size() == 1) return question(*searches_[0]);
    std::mutex answer_mutex;
    std::optional<int> answer;
    const auto work = [&](Search& search) {
      try {
        const int value = question(search);
        const std::lock_guard guard{answer_mutex};
        if (!answer) answer = value;
        control_.request_join(true);
      } catch (const SearchStopped&) {
      }
    };
    {
      std::vector<std::jthread> helpers;
      try {
        for (std::size_t i = 1; i < searches_.size(); ++i) {
          helpers.emplace_back([&, i] { work(*searches_[i]); });
        }
      } catch (const std::exception&) {
        // No thread more, or no memory for one: the answer is the same, only later.
      }
      work(*searches_[0]);
    }
    control_.request_join(false);
    busy_.clear();
    if (!answer) throw SearchStopped{};
    return *answer;
  }

  Geometry geometry_;
  std::uint64_t light_nodes_;
  int score_limit_;
  Table table_;
  BusyTable busy_;
  std::vector<std::unique_ptr<Search>> searches_;
};

// More memory than this has never helped a board of so many cells.
std::size_t useful_bytes(int cells) {
  const std::size_t megabyte = std::size_t{1} << 20;
  return cells <= 42 ? 8 * megabyte : cells <= 48 ? 256 * megabyte : 4096 * megabyte;
}

}  // namespace

Solver::Solver(const Rules& rules, const SolverOptions& options) {
  if (options.threads < 1) throw std::invalid_argument("a solver needs at least one thread");
  if (options.memory_mb < 1) throw std::invalid_argument("a solver needs at least one megabyte");
  // The table keeps a ban's cell in eight bits above the board's.
  const int spare = rules.bonus ? 8 : 0;
  core_ = dispatch(rules, spare, [&](const auto& geometry) -> std::unique_ptr<Core> {
    const std::size_t bytes =
        std::min(static_cast<std::size_t>(options.memory_mb) << 20, useful_bytes(geometry.cells()));
    return std::make_unique<CoreFor<std::decay_t<decltype(geometry)>>>(geometry, bytes, options);
  });
}

Solver::~Solver() { drop(core_); }

SolverResult Solver::solve(const std::vector<int>& columns, bool wdl, const SearchLimits& limits) {
  return core_->solve(columns, wdl, limits);
}
void Solver::stop() { core_->stop(); }
SolverProgress Solver::progress() const { return core_->progress(); }
std::size_t Solver::memory_bytes() const { return core_->memory_bytes(); }

}  // namespace fourfold
