// A mutex that tells a forked process that it was left locked.
//
// A fork copies the memory of a process, but of its threads only the one that forks. What another
// thread had locked stays locked in the copy for ever, and what it was changing stays half changed: a
// usual mutex would let the child wait for nobody. This one knows in which process it was locked, and
// refuses instead. What nobody used at the moment of the fork is as good in the child as ever.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "system/compiler.hpp"

#if FOURFOLD_POSIX
#include <pthread.h>
#endif

namespace fourfold {

// Something was in use by another thread when this process was forked.
class LeftBehind : public std::runtime_error {
 public:
  LeftBehind()
      : std::runtime_error(
            "another thread was using this search when the process was forked, so that it cannot "
            "be used here; make a new one after the fork") {}
};

namespace detail {

// 1 in a process that was never forked, one more in its child, and so on.
inline std::atomic<std::uint32_t> fork_generation{1};
#if FOURFOLD_POSIX
inline const int counts_forks = pthread_atfork(
    nullptr, nullptr, [] { fork_generation.fetch_add(1, std::memory_order_relaxed); });
#endif

}  // namespace detail

class ForkSafeMutex {
 public:
  void lock() {
    const std::uint32_t here = detail::fork_generation.load(std::memory_order_relaxed);
    for (std::uint32_t holder = 0;
         !holder_.compare_exchange_weak(holder, here, std::memory_order_acquire); holder = 0) {
      if (holder != 0 && holder != here) throw LeftBehind{};
      if (holder == here) holder_.wait(holder, std::memory_order_relaxed);
    }
  }
  void unlock() {
    holder_.store(0, std::memory_order_release);
    holder_.notify_one();
  }

  // Whether a thread of the process that this one was forked from holds it.
  bool is_left_behind() const {
    const std::uint32_t holder = holder_.load(std::memory_order_relaxed);
    return holder != 0 && holder != detail::fork_generation.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<std::uint32_t> holder_{
      0};  // the generation of the process that has locked it; 0: none
};

// Ends the life of something with a function is_left_behind(). What is left behind is kept: another
// thread may have been in the middle of changing it, so that it cannot be taken apart.
template <class Core>
void drop(std::unique_ptr<Core>& core) {
  if (core && core->is_left_behind()) {
    [[maybe_unused]] const Core* kept = core.release();
  }
}

}  // namespace fourfold
