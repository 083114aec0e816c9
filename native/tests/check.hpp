// What the tests share: a check that counts and names what fails, and goes on.
#pragma once

#include <cstdio>

namespace fourfold::testing {

inline int failures = 0;

inline void check(bool holds, const char* what, const char* file, int line) {
  if (holds) return;
  // A broken loop would drown the first report, which says most.
  if (++failures <= 20) std::fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
}

// The exit status of a test's main.
inline int result() {
  if (failures > 0) std::fprintf(stderr, "%d checks failed\n", failures);
  return failures > 0 ? 1 : 0;
}

}  // namespace fourfold::testing

#define CHECK(...) ::fourfold::testing::check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
