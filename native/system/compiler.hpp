// What compilers and systems offer beyond standard C++, and what we do without it.
//
//   FOURFOLD_INT128    unsigned __int128              else two words (board/words128.hpp)
//   FOURFOLD_VECTORS   GNU vectors, intrinsics        else loops (system/plain_vector.hpp)
//   FOURFOLD_POSIX     mmap, threads with a stack     else calloc, std::thread
//                      of a chosen size
//   FOURFOLD_LINUX     choosing a processor           else the system chooses
//
// Each is 0 or 1. They are all 0 with the CMake option FOURFOLD_FALLBACKS, which makes GCC and Clang
// compile nearly what MSVC compiles: this is how that code is tested where there is no MSVC. The
// levels of x86-64 below are those that vectors are written for by hand.
#pragma once

#if defined(__GNUC__) && !defined(FOURFOLD_FALLBACKS)
#define FOURFOLD_GNU 1
#else
#define FOURFOLD_GNU 0
#endif

#if FOURFOLD_GNU && defined(__SIZEOF_INT128__)
#define FOURFOLD_INT128 1
#else
#define FOURFOLD_INT128 0
#endif

#define FOURFOLD_VECTORS FOURFOLD_GNU

#if FOURFOLD_GNU && (defined(__unix__) || defined(__APPLE__))
#define FOURFOLD_POSIX 1
#else
#define FOURFOLD_POSIX 0
#endif

#if FOURFOLD_GNU && defined(__linux__)
#define FOURFOLD_LINUX 1
#else
#define FOURFOLD_LINUX 0
#endif

// --- instructions ------------------------------------------------------------------------------

#if FOURFOLD_VECTORS && defined(__SSE2__)
#define FOURFOLD_SSE2 1
#else
#define FOURFOLD_SSE2 0
#endif
#if FOURFOLD_VECTORS && defined(__SSE4_1__)
#define FOURFOLD_SSE41 1
#else
#define FOURFOLD_SSE41 0
#endif
#if FOURFOLD_VECTORS && defined(__AVX2__)
#define FOURFOLD_AVX2 1
#else
#define FOURFOLD_AVX2 0
#endif
#if FOURFOLD_VECTORS && defined(__BMI2__)
#define FOURFOLD_BMI2 1
#else
#define FOURFOLD_BMI2 0
#endif
#if FOURFOLD_VECTORS && defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512DQ__)
#define FOURFOLD_AVX512 1
#else
#define FOURFOLD_AVX512 0
#endif
#if FOURFOLD_VECTORS && defined(__AVX512BW__) && defined(__AVX512VL__)
#define FOURFOLD_AVX512BW 1
#else
#define FOURFOLD_AVX512BW 0
#endif
#if FOURFOLD_AVX512 && defined(__AVX512VPOPCNTDQ__)
#define FOURFOLD_AVX512_POPCNT 1
#else
#define FOURFOLD_AVX512_POPCNT 0
#endif

#if FOURFOLD_SSE2
#include <immintrin.h>
#endif

// --- hints to the optimiser --------------------------------------------------------------------

#if FOURFOLD_GNU
#define FOURFOLD_ALWAYS_INLINE [[gnu::always_inline]]
#define FOURFOLD_COLD [[gnu::noinline, gnu::cold]]
#elif defined(_MSC_VER)
#define FOURFOLD_ALWAYS_INLINE __forceinline
#define FOURFOLD_COLD __declspec(noinline)
#else
#define FOURFOLD_ALWAYS_INLINE
#define FOURFOLD_COLD
#endif

namespace fourfold {

// Asks for the cache line at an address before it is needed.
template <bool for_writing = false>
inline void prefetch_line([[maybe_unused]] const void* address) {
#if FOURFOLD_GNU
  __builtin_prefetch(address, for_writing);
#endif
}

// Keeps a branch that changes `number` a branch: the compiler cannot see that it could compute the
// same without one.
template <class Number>
inline void keep_branch([[maybe_unused]] Number& number) {
#if FOURFOLD_GNU
  asm volatile("" : "+r"(number));
#endif
}

}  // namespace fourfold
