// A thread that is joined at the end of its life, with a small stack: the system keeps small stacks
// for the next threads, and takes large ones back and hands them out again, which takes longer.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include "system/compiler.hpp"

#if FOURFOLD_POSIX
#include <pthread.h>
#endif

namespace fourfold {

#if FOURFOLD_POSIX
class LightThread {
 public:
  LightThread() = default;
  explicit LightThread(std::function<void()> work) {
    auto own = std::make_unique<std::function<void()>>(std::move(work));
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    const int error = pthread_create(&thread_, &attributes, &run, own.get());
    pthread_attr_destroy(&attributes);
    if (error != 0) throw std::system_error(error, std::generic_category());
    own.release();
    joinable_ = true;
  }
  LightThread(LightThread&& other) noexcept
      : thread_(other.thread_), joinable_(std::exchange(other.joinable_, false)) {}
  LightThread& operator=(LightThread&& other) noexcept {
    join();
    thread_ = other.thread_;
    joinable_ = std::exchange(other.joinable_, false);
    return *this;
  }
  ~LightThread() { join(); }

 private:
  static constexpr std::size_t stack_bytes = std::size_t{1} << 20;

  static void* run(void* work) {
    const std::unique_ptr<std::function<void()>> own{static_cast<std::function<void()>*>(work)};
    (*own)();
    return nullptr;
  }
  void join() {
    if (joinable_) pthread_join(thread_, nullptr);
    joinable_ = false;
  }

  pthread_t thread_{};
  bool joinable_ = false;
};
#else
class LightThread {
 public:
  LightThread() = default;
  explicit LightThread(std::function<void()> work) : thread_(std::move(work)) {}
  LightThread(LightThread&& other) noexcept = default;
  LightThread& operator=(LightThread&& other) noexcept {
    join();
    thread_ = std::move(other.thread_);
    return *this;
  }
  ~LightThread() { join(); }

 private:
  void join() {
    if (thread_.joinable()) thread_.join();
  }

  std::thread thread_;
};
#endif

}  // namespace fourfold
