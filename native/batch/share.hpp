// A loop over many boards, spread over threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <vector>

#include "system/light_thread.hpp"

namespace fourfold {

// Calls work(begin, end) for parts of 0 .. count - 1, on up to `threads` threads, this one among
// them. A part has at least `least` items, so that a thread does more than it costs to start. A
// thread that the system refuses, or has no memory for, is done without.
template <class Work>
void share(std::size_t count, int threads, std::size_t least, Work&& work) {
  const std::size_t most = count / std::max<std::size_t>(least, 1);
  const std::size_t parts =
      std::clamp<std::size_t>(static_cast<std::size_t>(threads), 1, std::max<std::size_t>(most, 1));
  const auto begin_of = [&](std::size_t part) { return count * part / parts; };
  std::vector<LightThread> helpers;
  std::size_t end = parts;  // the parts from here on have a thread
  try {
    helpers.reserve(parts - 1);
    for (; end > 1; --end) {
      helpers.emplace_back(
          [&work, from = begin_of(end - 1), to = begin_of(end)] { work(from, to); });
    }
  } catch (const std::exception&) {
  }
  work(std::size_t{0}, begin_of(end));
}

}  // namespace fourfold
