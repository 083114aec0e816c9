// Which static proofs a solver uses.
#pragma once

namespace fourfold {

// Each proof has a switch, for the tests that compare a search with and without it.
struct ProofSwitches {
  bool follow_up = true;      // P
  bool tempo = true;          // Q
  bool no_lines_left = true;  // N
};

}  // namespace fourfold
