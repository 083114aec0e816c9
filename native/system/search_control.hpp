// Limits and stopping, shared by the threads of one search.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

namespace fourfold {

struct SearchStopped {};  // thrown inside a search that has to end

struct SearchLimits {
  std::optional<double> seconds;
  std::optional<std::uint64_t> nodes;
};

class SearchControl {
 public:
  using Clock = std::chrono::steady_clock;

  void begin(const SearchLimits& limits) {
    nodes_.store(0, std::memory_order_relaxed);
    start_ = Clock::now();
    most_nodes_ = limits.nodes.value_or(std::numeric_limits<std::uint64_t>::max());
    deadline_.reset();
    // A limit of centuries would overflow the clock: it is no limit.
    if (limits.seconds && *limits.seconds < 1e9) {
      deadline_ = start_ + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(*limits.seconds));
    }
  }

  // Every thread calls this now and then with the nodes since its last call.
  void check(std::uint64_t more_nodes) {
    const std::uint64_t total =
        nodes_.fetch_add(more_nodes, std::memory_order_relaxed) + more_nodes;
    if (stop_requested_.load(std::memory_order_relaxed) ||
        join_requested_.load(std::memory_order_relaxed) || total >= most_nodes_ ||
        (deadline_ && Clock::now() >= *deadline_)) {
      throw SearchStopped{};
    }
  }

  void add_nodes(std::uint64_t more) { nodes_.fetch_add(more, std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  // From outside: end the search.
  void request_stop() { stop_requested_.store(true, std::memory_order_relaxed); }
  void clear_stop() { stop_requested_.store(false, std::memory_order_relaxed); }
  bool stop_requested() const { return stop_requested_.load(std::memory_order_relaxed); }

  // From the thread that has found the answer: ends the searches of the other threads.
  void request_join(bool yes) { join_requested_.store(yes, std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<bool> stop_requested_{false};
  std::atomic<bool> join_requested_{false};
  Clock::time_point start_{};
  std::uint64_t most_nodes_ = std::numeric_limits<std::uint64_t>::max();
  std::optional<Clock::time_point> deadline_;
};

}  // namespace fourfold
