#include "uct/uct.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>
#include <queue>
#include <stdexcept>
#include <thread>

#include "board/dispatch.hpp"
#include "board/replay.hpp"
#include "system/fork_safe_mutex.hpp"
#include "system/thread_placement.hpp"
#include "uct/worker.hpp"

namespace fourfold {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t batch = 32;                 // simulations between two looks at the clock
constexpr std::uint32_t most_visits = 0x7FFF'FFF0;  // sums of rewards are 32-bit numbers

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

class Uct::Core {
 public:
  virtual ~Core() = default;
  virtual UctReport search(const std::vector<int>& columns, const UctLimits& limits,
                           std::uint64_t seed, const std::optional<UctRecordLimits>& record) = 0;
  virtual UctReport report() const = 0;
  virtual void forget() = 0;
  virtual std::size_t memory_bytes() = 0;
  bool is_left_behind() const {
    return searching_.is_left_behind() || root_changes_.is_left_behind();
  }
  void stop() { stop_.store(true, std::memory_order_relaxed); }

 protected:
  ForkSafeMutex searching_;
  mutable ForkSafeMutex root_changes_;
  alignas(64) std::atomic<bool> stop_{false};  // read in every simulation
};

namespace {

template <class Lanes, bool Bonus>
class UctTree final : public Uct::Core {
  using Worker = UctWorker<Lanes, Bonus>;
  using Root = UctRoot<Lanes>;
  using Node = typename Root::Node;
  using Pool = NodePool<Node>;

 public:
  UctTree(const Rules& rules, const UctOptions& options)
      : rules_(rules),
        options_(options),
        exploration_(options.c),
        follow_(options.follow),
        pool_(static_cast<std::size_t>(options.memory_mb) << 20),
        root_(rules) {}

  UctReport search(const std::vector<int>& columns, const UctLimits& limits, std::uint64_t seed,
                   const std::optional<UctRecordLimits>& record) override {
    if (record && (record->plies < 1 || record->most < 1 || record->simulations < 0)) {
      throw std::invalid_argument("at least one ply and one move must be recorded");
    }
    const std::lock_guard one_at_a_time{searching_};
    const auto start = Clock::now();
    stop_.store(false, std::memory_order_relaxed);
    {
      const std::lock_guard lock{root_changes_};
      set_root(columns);
      start_ = start;
      running_ = true;
      simulations_.store(0, std::memory_order_relaxed);
      nodes_.store(0, std::memory_order_relaxed);
      depth_.store(0, std::memory_order_relaxed);
    }
    const int most_told = record ? record->simulations : 0;
    std::vector<UctSimulation> told;
    const int threads = record ? 1 : options_.threads;
    try {
      if (options_.strong) {
        run<UctPolicy::strong>(limits, seed, threads, most_told, told);
      } else {
        run<UctPolicy::plain>(limits, seed, threads, most_told, told);
      }
    } catch (...) {  // no memory: what was counted is not complete
      const std::lock_guard lock{root_changes_};
      forget_now();
      running_ = false;
      throw;
    }
    const std::lock_guard lock{root_changes_};
    root_.visits =
        static_cast<std::uint32_t>(reused_ + simulations_.load(std::memory_order_relaxed));
    running_ = false;
    seconds_ = seconds_since(start);
    UctReport report = report_now();
    if (record) {
      report.tree = tree_now(record->plies, record->most);
      report.first_simulations = std::move(told);
    }
    return report;
  }

  UctReport report() const override {
    const std::lock_guard lock{root_changes_};
    return report_now();
  }

  void forget() override {
    const std::lock_guard one_at_a_time{searching_};
    const std::lock_guard lock{root_changes_};
    forget_now();
  }

  std::size_t memory_bytes() override { return pool_.bytes(); }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  void forget_now() {
    pool_.clear();
    root_.node = Pool::none;
    root_columns_.clear();
  }

  // --- the root ------------------------------------------------------------------------------

  void set_root(const std::vector<int>& columns) {
    LaneBoard<Lanes> board{rules_};
    int player = 0;
    play_all(columns, board, player);
    std::vector<int> root_columns = columns;  // from here on nothing can fail
    if (!options_.reuse || !descend(columns)) forget_now();
    root_columns_ = std::move(root_columns);
    root_.board = board;
    root_.player = player;
    if (root_.node == Pool::none) {
      typename Pool::Supply supply;
      Proof proof;
      root_.node =
          options_.strong
              ? Worker::template make_node<UctPolicy::strong>(pool_, supply, board, proof, true)
              : Worker::template make_node<UctPolicy::plain>(pool_, supply, board, proof, true);
      pool_.give_back(supply);
      root_.visits = 0;
    }
    reused_ = root_.visits;
    const bool settled = options_.strong && pool_[root_.node].value() != unproven;
    root_.settled.store(settled, std::memory_order_relaxed);
  }

  // The position of the columns, which a game that goes on must have.
  void play_all(const std::vector<int>& columns, LaneBoard<Lanes>& board, int& player) const {
    const Status status =
        dispatch(rules_, [&](const auto& geometry) { return replay(geometry, columns).status; });
    if (status != Status::ongoing) throw std::invalid_argument("the game is over");
    for (const int column : columns) {
      if (board.template play<Bonus>(only_lane(board.landing(), LaneMask{1} << column)))
        player ^= 1;
    }
  }

  // Makes the node of the columns the root if it is in the tree, and gives all others back.
  bool descend(const std::vector<int>& columns) {
    if (root_.node == Pool::none || columns.size() < root_columns_.size() ||
        !std::equal(root_columns_.begin(), root_columns_.end(), columns.begin())) {
      return false;
    }
    NodeIndex index = root_.node;
    for (std::size_t ply = root_columns_.size(); ply < columns.size(); ++ply) {
      index = pool_[index].child[at(columns[ply])].load(std::memory_order_relaxed);
      if (index == Pool::none) return false;
    }
    for (std::size_t ply = root_columns_.size(); ply < columns.size(); ++ply) {
      Node& old = pool_[root_.node];
      const std::size_t column = at(columns[ply]);
      root_.visits = old.visits[column].load(std::memory_order_relaxed);
      const NodeIndex next = old.child[column].load(std::memory_order_relaxed);
      old.child[column].store(Pool::none, std::memory_order_relaxed);
      pool_.discard_subtree(root_.node);
      root_.node = next;
    }
    return true;
  }

  // --- the search ----------------------------------------------------------------------------

  template <UctPolicy Policy>
  void run(const UctLimits& limits, std::uint64_t seed, int threads, int most_told,
           std::vector<UctSimulation>& told) {
    const std::uint64_t room = most_visits - reused_;
    const std::uint64_t most = std::min(limits.simulations.value_or(room), room);
    const int most_depth = limits.depth.value_or(most_cells + 1);
    // A limit of centuries would overflow the clock: it is no limit.
    std::optional<Clock::time_point> deadline;
    if (limits.seconds && *limits.seconds < 1e9) {
      deadline = start_ + std::chrono::duration_cast<Clock::duration>(
                              std::chrono::duration<double>(*limits.seconds));
    }
    std::atomic<std::uint64_t> claimed{0};
    std::atomic<bool> over{root_.settled.load(std::memory_order_relaxed)};

    const ThreadPlacement placement;

    const auto work = [&](int number) {
      if (number > 0) placement.settle(number);
      // Far apart in the generator's sequence for whatever seed.
      Random mixed{seed};
      for (int i = 0; i < number; ++i) mixed.next();
      Worker worker{root_, pool_, exploration_, follow_, most_depth, threads == 1, mixed.next()};
      std::uint64_t nodes_told = 0;
      while (!over.load(std::memory_order_relaxed)) {
        const std::uint64_t first = claimed.fetch_add(batch, std::memory_order_relaxed);
        const std::uint64_t claim = first >= most ? 0 : std::min(batch, most - first);
        std::uint64_t done = 0;
        const auto goes_on = [&] {
          return done < claim && !stop_.load(std::memory_order_relaxed) &&
                 !root_.settled.load(std::memory_order_relaxed);
        };
        for (; std::ssize(told) < most_told && goes_on(); ++done) {
          told.push_back(worker.template simulate_and_tell<Policy>());
        }
        for (; goes_on(); ++done) worker.template simulate<Policy>();
        const std::uint64_t total = simulations_.fetch_add(done, std::memory_order_relaxed) + done;
        worker.set_root_visits(static_cast<std::uint32_t>(reused_ + total));
        nodes_.fetch_add(worker.new_nodes() - nodes_told, std::memory_order_relaxed);
        nodes_told = worker.new_nodes();
        if (worker.depth() > depth_.load(std::memory_order_relaxed)) {
          depth_.store(worker.depth(), std::memory_order_relaxed);
        }
        if (done < batch || (deadline && Clock::now() >= *deadline)) {
          over.store(true, std::memory_order_relaxed);
        }
      }
    };
    const auto help = [&](int number) {
      try {
        work(number);
      } catch (const std::bad_alloc&) {  // the others go on without it
      }
    };
    std::vector<std::jthread> others;
    try {
      for (int number = 1; number < threads; ++number) others.emplace_back(help, number);
    } catch (const std::exception&) {
      // No more threads to be had, or no memory for them: it goes on with those there are.
    }
    try {
      work(0);
    } catch (...) {
      over.store(true, std::memory_order_relaxed);
      throw;
    }
  }

  // --- the report ----------------------------------------------------------------------------

  // The move to play: a proven win, the quickest known; else the most visited of those not settled,
  // but a proven draw rather than one that promises less; else the slowest loss known. Of equals
  // the one nearest the centre, then the left one.
  int choice(const Node& node, const LaneBoard<Lanes>& board) const {
    const LaneMask threats = common(board.landing(), completing_cells(board.theirs));
    const auto better = [&](const UctColumn& a, const UctColumn& b) {
      const Proof pa = node.proof_of(a.column), pb = node.proof_of(b.column);
      if (pa != pb) return pa > pb;  // to be asked of settled columns only, or of others only
      // All moves lose, but the opponent has yet to find out how: leave them one way less.
      const bool blocks_a = is_loss(pa) && ((threats >> a.column) & 1U) != 0;
      const bool blocks_b = is_loss(pb) && ((threats >> b.column) & 1U) != 0;
      if (blocks_a != blocks_b) return blocks_a;
      if (a.visits != b.visits) return a.visits > b.visits;
      return distance(a.column) < distance(b.column);
    };
    std::optional<UctColumn> settled, likely;
    for (LaneMask rest = board.open(); rest != 0; rest &= rest - 1) {
      const UctColumn here = Worker::statistics_of(node, std::countr_zero(rest));
      auto& best = here.outcome == UctColumn::no_outcome ? likely : settled;
      if (!best || better(here, *best)) best = here;
    }
    if (!likely) return settled ? settled->column : -1;
    if (!settled || settled->outcome < 0) return likely->column;
    if (settled->outcome > 0) return settled->column;
    return 2 * likely->wins > likely->visits ? likely->column : settled->column;
  }

  // Twice the distance from the centre.
  int distance(int column) const { return std::abs(2 * column - (rules_.columns - 1)); }

  UctReport report_now() const {
    UctReport report{};
    report.column = -1;
    report.outcome = UctColumn::no_outcome;
    report.simulations = simulations_.load(std::memory_order_relaxed);
    report.reused = reused_;
    report.nodes = nodes_.load(std::memory_order_relaxed);
    report.depth = depth_.load(std::memory_order_relaxed);
    report.seconds = running_ ? seconds_since(start_) : seconds_;
    if (root_.node == Pool::none) return report;
    const Node& node = pool_[root_.node];
    const LaneMask open = root_.board.open();
    for (LaneMask rest = open; rest != 0; rest &= rest - 1) {
      report.columns.push_back(Worker::statistics_of(node, std::countr_zero(rest)));
    }
    if (options_.strong) {
      const Proof value = node.value();
      report.outcome = Worker::outcome_of(value);
      report.plies = plies_of(value);
    }
    report.column = choice(node, root_.board);
    report.line = line_from(report.column);
    return report;
  }

  // The moves of the first plies, the most visited first if there are too many: what is less visited
  // than a move, or as often, can only be below it or beside it, so that none comes before its parent.
  std::vector<UctTreeMove> tree_now(int plies, int most) const {
    struct Open {
      std::uint32_t visits;
      int number;  // of equals the first come first
      int parent;
      int player;
      int ply;
      int column;
      NodeIndex node;  // that the move is made in
      LaneBoard<Lanes> board;
      bool operator<(const Open& other) const {
        return visits != other.visits ? visits < other.visits : number > other.number;
      }
    };
    std::priority_queue<Open> open;
    int number = 0;
    const auto add_moves = [&](NodeIndex node, int parent, int player, int ply,
                               const LaneBoard<Lanes>& board) {
      for (LaneMask rest = board.open(); rest != 0; rest &= rest - 1) {
        const int column = std::countr_zero(rest);
        const std::uint32_t visits = pool_[node].visits[at(column)].load(std::memory_order_relaxed);
        open.push({visits, number++, parent, player, ply, column, node, board});
      }
    };
    add_moves(root_.node, -1, root_.player, 1, root_.board);
    std::vector<UctTreeMove> tree;
    while (!open.empty() && std::ssize(tree) < most) {
      Open here = open.top();
      open.pop();
      const int index = static_cast<int>(tree.size());
      tree.push_back(
          {here.parent, here.player, Worker::statistics_of(pool_[here.node], here.column)});
      const NodeIndex below =
          pool_[here.node].child[at(here.column)].load(std::memory_order_relaxed);
      if (below == Pool::none || here.ply == plies) continue;
      const bool turned = here.board.template play<Bonus>(
          only_lane(here.board.landing(), LaneMask{1} << here.column));
      add_moves(below, index, turned ? here.player ^ 1 : here.player, here.ply + 1, here.board);
    }
    return tree;
  }

  // The first move, and from then on the moves that the report of each position would choose.
  std::vector<int> line_from(int column) const {
    std::vector<int> line;
    LaneBoard<Lanes> board = root_.board;
    NodeIndex index = root_.node;
    while (column >= 0) {
      line.push_back(column);
      index = pool_[index].child[at(column)].load(std::memory_order_acquire);
      if (index == Pool::none) break;
      board.template play<Bonus>(only_lane(board.landing(), LaneMask{1} << column));
      column = choice(pool_[index], board);
      if (pool_[index].visits[at(column)].load(std::memory_order_relaxed) == 0) break;
    }
    return line;
  }

  Rules rules_;
  UctOptions options_;
  Exploration exploration_;
  Following follow_;
  mutable Pool pool_;
  Root root_;
  std::vector<int> root_columns_;
  std::uint64_t reused_ = 0;
  bool running_ = false;
  double seconds_ = 0.0;
  Clock::time_point start_{};
  alignas(64) std::atomic<std::uint64_t> simulations_{0};
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<int> depth_{0};
};

template <class Lanes>
std::unique_ptr<Uct::Core> make_tree(const Rules& rules, const UctOptions& options) {
  if (rules.bonus) return std::make_unique<UctTree<Lanes, true>>(rules, options);
  return std::make_unique<UctTree<Lanes, false>>(rules, options);
}

std::unique_ptr<Uct::Core> make_core(const Rules& rules, const UctOptions& options) {
  rules.check();
  if (options.memory_mb < 1 || options.memory_mb > (1 << 19)) {
    throw std::invalid_argument("memory_mb must be from 1 to 524288");
  }
  if (options.threads < 1 || options.threads > 256) {
    throw std::invalid_argument("threads must be from 1 to 256");
  }
  if (!(options.c >= 0.0 && options.c <= 1000.0)) {
    throw std::invalid_argument("c must be from 0 to 1000");
  }
  if (!(options.follow >= 0.0 && options.follow <= 1.0)) {
    throw std::invalid_argument("follow must be from 0 to 1");
  }
  if (rules.columns <= 8) return make_tree<Lanes8>(rules, options);
  return make_tree<Lanes16>(rules, options);
}

}  // namespace

Uct::Uct(const Rules& rules, const UctOptions& options) : core_(make_core(rules, options)) {}
Uct::~Uct() { drop(core_); }

UctReport Uct::search(const std::vector<int>& columns, const UctLimits& limits, std::uint64_t seed,
                      const std::optional<UctRecordLimits>& record) {
  return core_->search(columns, limits, seed, record);
}

void Uct::stop() { core_->stop(); }
UctReport Uct::report() const { return core_->report(); }
void Uct::forget() { core_->forget(); }
std::size_t Uct::memory_bytes() const { return core_->memory_bytes(); }

}  // namespace fourfold
