// Memory for tables, taken from the system only as it is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "system/compiler.hpp"

#if FOURFOLD_POSIX
#include <sys/mman.h>
#endif
#if FOURFOLD_LINUX && !defined(MADV_POPULATE_WRITE)
#define MADV_POPULATE_WRITE 23  // since Linux 5.14; older kernels refuse it
#endif
#if FOURFOLD_LINUX && !defined(MADV_COLLAPSE)
#define MADV_COLLAPSE 25  // since Linux 6.1; older kernels refuse it
#endif

namespace fourfold {

// Zeroed memory that the system hands out in small pages as it is touched. Large pages suit a table
// that is read at random, but each takes milliseconds to hand out, in which a search could not be
// stopped: a search that has become long makes them of the small ones, one at a time.
class LazyMemory {
 public:
#if FOURFOLD_POSIX
  explicit LazyMemory(std::size_t bytes) : bytes_(bytes) {
    // Room for the start to lie on the boundary of a large page.
    mapped_ = bytes + (bytes >= large_page ? large_page : 0);
    void* memory = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    mapping_ = static_cast<std::byte*>(memory);
    const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
    memory_ =
        mapping_ + (bytes >= large_page ? (large_page - address % large_page) % large_page : 0);
  }
  ~LazyMemory() { munmap(mapping_, mapped_); }
#else
  // Systems take the zeroes of a large block from where small pages come from, so that it is as lazy.
  explicit LazyMemory(std::size_t bytes) : bytes_(bytes), mapped_(bytes + cache_line) {
    mapping_ = static_cast<std::byte*>(std::calloc(mapped_, 1));
    if (mapping_ == nullptr) throw std::bad_alloc();
    const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
    memory_ = mapping_ + (cache_line - address % cache_line) % cache_line;
  }
  ~LazyMemory() { std::free(mapping_); }
#endif
  LazyMemory(const LazyMemory&) = delete;
  LazyMemory& operator=(const LazyMemory&) = delete;

  void* get() const { return memory_; }

  // Takes all of it now: at one request where the system offers that, else page by page.
  void touch() {
#if defined(MADV_POPULATE_WRITE)
    if (madvise(mapping_, mapped_, MADV_POPULATE_WRITE) == 0) return;
#endif
    std::memset(memory_, 0, bytes_);
  }

  // Asks for large pages from the start, for memory that is used from its beginning on.
  void prefer_large_pages() {
#if defined(MADV_HUGEPAGE)
    madvise(memory_, bytes_, MADV_HUGEPAGE);
#endif
  }

  // Makes a large page of the next part of the memory; does nothing once all of it is done, or
  // where the system does not offer it.
  void enlarge_next_page() {
#if defined(MADV_HUGEPAGE) && defined(MADV_COLLAPSE)
    if (enlarged_ + large_page > bytes_) return;
    std::byte* page = memory_ + enlarged_;
    const bool done = madvise(page, large_page, MADV_HUGEPAGE) == 0 &&
                      madvise(page, large_page, MADV_COLLAPSE) == 0;
    enlarged_ = done ? enlarged_ + large_page : bytes_;
#endif
  }

 private:
  static constexpr std::size_t cache_line = 64;
  static constexpr std::size_t large_page = std::size_t{2} << 20;
  std::byte* mapping_ = nullptr;
  std::byte* memory_ = nullptr;
  std::size_t bytes_;
  std::size_t mapped_;
  [[maybe_unused]] std::size_t enlarged_ = 0;
};

}  // namespace fourfold
