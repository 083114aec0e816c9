// What the tests share: a check that counts and names what fails, and goes on.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <thread>

namespace fourfold::testing {

inline int failures = 0;

inline void check(bool holds, const char* what, const char* file, int line) {
  if (holds) return;
  // A broken loop would drown the first report, which says most.
  if (++failures <= 20) std::fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
}

// The processor time of this process so far: unlike the clock on the wall, it does not run while
// other programs have the processor.
inline double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Stop a search from another thread some time after it was begun. `stop` is repeated until
// `search` returns, because a stop that comes before the search has begun is not heard.
template <typename Search, typename Stop>
auto stopped_from_outside(Search search, Stop stop) {
  std::atomic<bool> done{false};
  std::thread stopper{[&] {
    std::this_thread::sleep_for(std::chrono::milliseconds{30});
    while (!done) {
      stop();
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
  }};
  auto result = search();
  done = true;
  stopper.join();
  return result;
}

// The exit status of a test's main.
inline int result() {
  if (failures > 0) std::fprintf(stderr, "%d checks failed\n", failures);
  return failures > 0 ? 1 : 0;
}

}  // namespace fourfold::testing

#define CHECK(...) ::fourfold::testing::check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
