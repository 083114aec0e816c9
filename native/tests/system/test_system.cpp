// What is asked of the system, with and without the fallbacks: memory that is zeroed and aligned,
// threads that are joined, locks that know of forks, and the level of the processor.
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "system/fork_safe_mutex.hpp"
#include "system/lazy_memory.hpp"
#include "system/light_thread.hpp"
#include "system/plain_vector.hpp"
#include "system/processor.hpp"
#include "system/thread_placement.hpp"
#include "tests/check.hpp"

#if FOURFOLD_POSIX
#include <sys/wait.h>
#include <unistd.h>
#endif

using namespace fourfold;

namespace {

void test_memory() {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{4'096}, std::size_t{5} << 20}) {
    LazyMemory memory{bytes};
    auto* data = static_cast<unsigned char*>(memory.get());
    CHECK(reinterpret_cast<std::uintptr_t>(data) % 64 == 0);
    memory.prefer_large_pages();
    memory.touch();
    bool zeroed = true;
    for (std::size_t i = 0; i < bytes; ++i) zeroed = zeroed && data[i] == 0;
    CHECK(zeroed);
    data[0] = 1;
    data[bytes - 1] = 2;
    for (int i = 0; i < 4; ++i) memory.enlarge_next_page();
    CHECK(data[0] == (bytes == 1 ? 2 : 1) && data[bytes - 1] == 2);
  }
}

void test_threads() {
  std::atomic<int> done{0};
  const ThreadPlacement placement;
  {
    std::vector<LightThread> threads(3);
    for (int number = 0; number < 3; ++number) {
      threads[static_cast<std::size_t>(number)] = LightThread([&done, &placement, number] {
        placement.settle(number);
        done.fetch_add(1);
      });
    }
    LightThread moved{std::move(threads[0])};
  }
  CHECK(done.load() == 3);  // the end of their lives waits for them
  LightThread first{[&done] { done.fetch_add(10); }};
  first = LightThread{[&done] { done.fetch_add(100); }};
  CHECK(done.load() % 100 == 13);  // the first was joined before it was replaced
}

template <class Number>
void test_vector() {
  using Vector = PlainVector<Number, 4>;
  const auto ones = static_cast<Number>(~Number{0});
  const Vector a{{1, 2, ones, 0}};
  const Vector b{{3, 2, 1, ones}};
  const auto check = [](const Vector& v, Number w, Number x, Number y, Number z) {
    CHECK(v[0] == w && v[1] == x && v[2] == y && v[3] == z);
  };
  check(a & b, 1, 2, 1, 0);
  check(a | b, 3, 2, ones, ones);
  check(a ^ b, 2, 0, static_cast<Number>(ones - 1), ones);
  check(a & Number{2}, 0, 2, 2, 0);
  check(a | Number{4}, 5, 6, ones, 4);
  check(a + Number{1}, 2, 3, 0, 1);  // no carry into the next
  check(a - Number{1}, 0, 1, static_cast<Number>(ones - 1), ones);
  check(~a, static_cast<Number>(ones - 1), static_cast<Number>(ones - 2), 0, ones);
  check(a << 1, 2, 4, static_cast<Number>(ones - 1), 0);
  check(a >> 1, 0, 1, static_cast<Number>(ones >> 1), 0);
  Vector c = a;
  c |= b;
  c &= a;
  check(c, 1, 2, ones, 0);
}

void test_processor() {
  const std::string level = processor_level();
  CHECK(level == "portable" || level == "x86_64_v3" || level == "x86_64_v4");
#if FOURFOLD_CPUID && defined(__GNUC__)
  // Our own reading of the processor's answers, which serves MSVC, against the compiler's.
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                  __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
                  __builtin_cpu_supports("fma");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq");
  CHECK(level_by_cpuid() == (v4 ? 4 : v3 ? 3 : 1));
  CHECK(level == (v4 ? "x86_64_v4" : v3 ? "x86_64_v3" : "portable"));
#endif
}

void test_mutex() {
  ForkSafeMutex mutex;
  int sum = 0;
  {
    std::vector<LightThread> threads(3);
    for (LightThread& thread : threads) {
      thread = LightThread([&] {
        for (int i = 0; i < 1'000; ++i) {
          const std::lock_guard lock{mutex};
          ++sum;
        }
      });
    }
  }
  CHECK(sum == 3'000);
  CHECK(!mutex.is_left_behind());
}

#if FOURFOLD_POSIX
// The child of a process: what was locked is refused there, what was free is not.
void test_fork() {
  ForkSafeMutex locked, free;
  locked.lock();
  const pid_t child = fork();
  if (child == 0) {
    bool refused = false;
    try {
      locked.lock();
    } catch (const LeftBehind&) {
      refused = true;
    }
    const std::lock_guard lock{free};
    const bool right = refused && locked.is_left_behind() && !free.is_left_behind();
    locked.unlock();  // by the thread that has forked, which goes on here
    locked.lock();
    _exit(right && !locked.is_left_behind() ? 0 : 1);
  }
  int status = 1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
  CHECK(!locked.is_left_behind());
  locked.unlock();
  locked.lock();
}
#endif

}  // namespace

int main() {
  test_mutex();
#if FOURFOLD_POSIX
  test_fork();
#endif
  test_memory();
  test_threads();
  test_vector<std::uint16_t>();
  test_vector<std::uint64_t>();
  test_processor();
  return testing::result();
}
