// What the processor can do, to choose among the levels that the core is compiled for.
#pragma once

#include <cstdint>

#include "system/compiler.hpp"

#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#define FOURFOLD_CPUID 1
#elif defined(__GNUC__) && defined(__x86_64__)
#include <cpuid.h>
#define FOURFOLD_CPUID 1
#else
#define FOURFOLD_CPUID 0
#endif

namespace fourfold {

#if FOURFOLD_CPUID
namespace detail {

struct CpuidWords {
  std::uint32_t a = 0, b = 0, c = 0, d = 0;
};

inline CpuidWords cpuid(std::uint32_t leaf) {
  CpuidWords words;
#if defined(_MSC_VER)
  int found[4];
  __cpuidex(found, static_cast<int>(leaf), 0);
  words = {static_cast<std::uint32_t>(found[0]), static_cast<std::uint32_t>(found[1]),
           static_cast<std::uint32_t>(found[2]), static_cast<std::uint32_t>(found[3])};
#else
  __cpuid_count(leaf, 0, words.a, words.b, words.c, words.d);
#endif
  return words;
}

// Which registers the system saves when it switches between threads. Only to be asked where it says
// that it can be asked.
inline std::uint64_t saved_registers() {
#if defined(_MSC_VER)
  return _xgetbv(0);
#else
  std::uint32_t low = 0, high = 0;
  asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (std::uint64_t{high} << 32) | low;
#endif
}

}  // namespace detail

// The level of x86-64 by the processor's own answers: 1 (the baseline), 3 or 4. Intel's manual calls
// the words leaf 1 and leaf 7; the bits are those of FMA, POPCNT, AVX, BMI, AVX2, BMI2, and of
// AVX-512 F, DQ, CD, BW, VL and VPOPCNTDQ.
inline int level_by_cpuid() {
  if (detail::cpuid(0).a < 7) return 1;
  const auto has = [](std::uint64_t word, std::uint64_t all) { return (word & all) == all; };
  const detail::CpuidWords one = detail::cpuid(1), seven = detail::cpuid(7);
  constexpr std::uint32_t system_saves = 1U << 27;
  if (!has(one.c, system_saves | 1U << 12 | 1U << 23 | 1U << 28)) return 1;
  const std::uint64_t saved = detail::saved_registers();
  if (!has(saved, 0x06) || !has(seven.b, 1U << 3 | 1U << 5 | 1U << 8)) return 1;
  const bool wide = has(saved, 0xE6) && has(seven.c, 1U << 14) &&
                    has(seven.b, 1U << 16 | 1U << 17 | 1U << 28 | 1U << 30 | 1U << 31);
  return wide ? 4 : 3;
}
#endif

// The name of the best level that this processor can run.
inline const char* processor_level() {
#if FOURFOLD_GNU && defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
      __builtin_cpu_supports("fma")) {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq")) {
      return "x86_64_v4";
    }
    return "x86_64_v3";
  }
#elif FOURFOLD_CPUID
  const int level = level_by_cpuid();
  if (level == 4) return "x86_64_v4";
  if (level == 3) return "x86_64_v3";
#endif
  return "portable";
}

}  // namespace fourfold
