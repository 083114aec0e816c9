// Makes the n-th request to the system fail: memory of operator new, memory of mmap, threads.
//
// Include it in one file of a test program: it replaces these functions for the whole program. All
// requests of all threads are counted together from arm() on. With `persists` all requests after
// the n-th fail as well, as when there is no memory left at all.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "system/compiler.hpp"

#if FOURFOLD_LINUX
#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#endif

namespace fourfold::testing {

class Faults {
 public:
  static void arm(std::int64_t n, bool persists) {
    failed_ = 0;
    persists_ = persists;
    left_ = n;
  }
  // Returns how many requests have failed.
  static std::int64_t disarm() {
    left_ = off;
    return failed_;
  }
  // Whether the request that asks fails.
  static bool strikes() {
    if (left_.load(std::memory_order_relaxed) == off) return false;
    const std::int64_t left = left_.fetch_sub(1) - 1;
    if (left > 0 || (left < 0 && !persists_)) return false;
    failed_.fetch_add(1);
    return true;
  }

  // Blocks of memory that are in use just now.
  static std::int64_t blocks() { return blocks_; }
  static void count_block(int change) { blocks_.fetch_add(change, std::memory_order_relaxed); }

 private:
  static constexpr std::int64_t off = INT64_MAX;
  inline static std::atomic<std::int64_t> left_{off};
  inline static std::atomic<std::int64_t> failed_{0};
  inline static std::atomic<bool> persists_{false};
  inline static std::atomic<std::int64_t> blocks_{0};
};

inline void* counted_new(std::size_t size, std::size_t alignment) {
  if (Faults::strikes()) return nullptr;
  const std::size_t most = size == 0 ? 1 : size;
#if defined(_MSC_VER)
  void* memory = _aligned_malloc(most, alignment);
#else
  void* memory =
      alignment <= alignof(std::max_align_t)
          ? std::malloc(most)
          : std::aligned_alloc(alignment, (most + alignment - 1) / alignment * alignment);
#endif
  if (memory != nullptr) Faults::count_block(1);
  return memory;
}

inline void* counted_new_or_throw(std::size_t size, std::size_t alignment) {
  void* memory = counted_new(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

inline void counted_delete(void* memory) noexcept {
  if (memory == nullptr) return;
  Faults::count_block(-1);
#if defined(_MSC_VER)
  _aligned_free(memory);
#else
  std::free(memory);
#endif
}

}  // namespace fourfold::testing

namespace {
constexpr std::size_t usual_alignment = alignof(std::max_align_t);
}

// The forms for arrays and those without exceptions call these.
void* operator new(std::size_t size) {
  return fourfold::testing::counted_new_or_throw(size, usual_alignment);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return fourfold::testing::counted_new_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return operator new(size, alignment);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return fourfold::testing::counted_new(size, usual_alignment);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return fourfold::testing::counted_new(size, usual_alignment);
}
void operator delete(void* memory) noexcept { fourfold::testing::counted_delete(memory); }
void operator delete[](void* memory) noexcept { fourfold::testing::counted_delete(memory); }
void operator delete(void* memory, std::size_t) noexcept {
  fourfold::testing::counted_delete(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  fourfold::testing::counted_delete(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  fourfold::testing::counted_delete(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  fourfold::testing::counted_delete(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  fourfold::testing::counted_delete(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  fourfold::testing::counted_delete(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  fourfold::testing::counted_delete(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept {
  fourfold::testing::counted_delete(memory);
}

#if FOURFOLD_LINUX
// The program's own functions come before those of the libraries, also for the libraries' calls.
extern "C" {

void* mmap(void* address, std::size_t length, int protection, int flags, int file,
           off_t offset) noexcept {
  static const auto real = reinterpret_cast<decltype(&mmap)>(dlsym(RTLD_NEXT, "mmap"));
  if (fourfold::testing::Faults::strikes()) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  void* memory = real(address, length, protection, flags, file, offset);
  if (memory != MAP_FAILED) fourfold::testing::Faults::count_block(1);
  return memory;
}

int munmap(void* address, std::size_t length) noexcept {
  static const auto real = reinterpret_cast<decltype(&munmap)>(dlsym(RTLD_NEXT, "munmap"));
  fourfold::testing::Faults::count_block(-1);
  return real(address, length);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                   void* argument) noexcept {
  static const auto real =
      reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  if (fourfold::testing::Faults::strikes()) return EAGAIN;
  return real(thread, attributes, work, argument);
}

}  // extern "C"
#endif
