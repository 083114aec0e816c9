// Where the threads of a search begin to run.
//
// Linux may leave a new thread on the processor of the one that made it for tenths of a second,
// longer than many searches last; in virtual machines this is seen often. A thread that is sent to
// another processor once, and may go wherever it likes afterwards, starts at once.
#pragma once

#include "system/compiler.hpp"

#if FOURFOLD_LINUX
#include <sched.h>
#endif

namespace fourfold {

class ThreadPlacement {
 public:
  // To be made by the first thread.
#if FOURFOLD_LINUX
  ThreadPlacement() : first_(sched_getcpu()) {}
#endif

  // To be called by each thread for itself; those numbered from 1 go to other processors than that
  // of the first thread, and 0 stays there.
  void settle([[maybe_unused]] int number) const {
#if FOURFOLD_LINUX
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    for (int processor = 0, place = 0; processor < CPU_SETSIZE; ++processor) {
      if (!CPU_ISSET(processor, &allowed)) continue;
      if (number == 0 ? processor != first_ : processor == first_ || ++place < number) continue;
      if (processor == sched_getcpu()) return;  // to be sent costs more than to ask
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(processor, &one);
      if (sched_setaffinity(0, sizeof one, &one) == 0) {
        sched_setaffinity(0, sizeof allowed, &allowed);
      }
      return;
    }
#endif
  }

 private:
#if FOURFOLD_LINUX
  int first_;
#endif
};

}  // namespace fourfold
