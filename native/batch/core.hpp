// What `Batch` calls, whatever the geometry of its boards.
#pragma once

#include "batch/batch.hpp"
#include "system/fork_safe_mutex.hpp"

namespace fourfold {

class Batch::Core {
 public:
  Core(const Rules& rules, std::size_t boards) : arrays(rules, boards) {}
  virtual ~Core() = default;
  virtual void seed(std::uint64_t seed) = 0;
  virtual void reset(const bool* chosen) = 0;
  virtual void set(std::size_t board, const std::vector<int>& columns) = 0;
  virtual std::int64_t step(const std::int64_t* columns, const bool* chosen) = 0;
  virtual void step_random(int plies) = 0;
  virtual void play_out() = 0;
  virtual const std::int64_t* random_columns() = 0;
  virtual const std::int64_t* playouts(int games) = 0;
  virtual const std::int8_t* mover_cells() = 0;
  virtual const bool* planes() = 0;
  virtual const bool* winning_mask() = 0;
  virtual const bool* threat_mask() = 0;

  bool is_left_behind() const { return mutex.is_left_behind(); }

  ForkSafeMutex mutex;
  BatchArrays arrays;
};

}  // namespace fourfold
