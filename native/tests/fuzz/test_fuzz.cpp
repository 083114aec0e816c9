// The fuzz targets of the native core. Built by Clang with FOURFOLD_LIBFUZZER this is a fuzzer,
// for the target that the variable FOURFOLD_FUZZ_TARGET names (`make fuzz`); else it is a test that
// replays the corpus and some thousands of mutations of it, the same ones each time.
#include <array>
#include <fstream>
#include <string>
#include <string_view>

#include "board/random.hpp"
#include "tests/fuzz/fuzz_alphabeta.hpp"
#include "tests/fuzz/fuzz_batch.hpp"
#include "tests/fuzz/fuzz_board.hpp"
#include "tests/fuzz/fuzz_evaluation.hpp"
#include "tests/fuzz/fuzz_solver.hpp"
#include "tests/fuzz/fuzz_uct.hpp"

using namespace fourfold;
using namespace fourfold::fuzzing;

namespace {

struct Target {
  std::string_view name;
  void (*run)(FuzzInput);
  int mutations;  // of the test, fewer where a search is slow
};

constexpr std::array<Target, 7> targets{{{"board", fuzz_board, 3000},
                                         {"evaluation", fuzz_evaluation, 2000},
                                         {"batch", fuzz_batch, 1000},
                                         {"solver", fuzz_solver, 300},
                                         {"alphabeta", fuzz_alphabeta, 300},
                                         {"uct", fuzz_uct, 200},
                                         {"guided", fuzz_guided, 300}}};

}  // namespace

#ifdef FOURFOLD_LIBFUZZER

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Target& chosen = []() -> const Target& {
    const char* name = std::getenv("FOURFOLD_FUZZ_TARGET");
    for (const Target& target : targets) {
      if (name != nullptr && target.name == name) return target;
    }
    std::fprintf(stderr, "FOURFOLD_FUZZ_TARGET names no target\n");
    std::exit(2);
  }();
  chosen.run({data, size});
  return 0;
}

#else

namespace {

using Bytes = std::vector<std::uint8_t>;

int digit(char character) {
  return static_cast<int>(std::string_view{"0123456789abcdef"}.find(character));
}

// Reads a corpus: one input a line, two hexadecimal digits a byte.
std::vector<Bytes> read_corpus(const std::string& path) {
  std::ifstream file{path};
  std::vector<Bytes> inputs;
  for (std::string line; std::getline(file, line);) {
    Bytes input;
    for (std::size_t i = 0; i + 1 < line.size(); i += 2) {
      input.push_back(static_cast<std::uint8_t>(digit(line[i]) * 16 + digit(line[i + 1])));
    }
    inputs.push_back(std::move(input));
  }
  return inputs;
}

Bytes mutated(const std::vector<Bytes>& corpus, Random& random) {
  const auto below = [&](std::size_t count) {
    return static_cast<std::size_t>(random.below(static_cast<int>(count)));
  };
  Bytes bytes = corpus[below(corpus.size())];
  for (std::size_t i = 1 + below(8); i > 0; --i) {
    const std::size_t place = below(bytes.size() + 1);
    const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(place);
    const auto value = static_cast<std::uint8_t>(below(256));
    if (place == bytes.size() || below(3) == 0) {
      bytes.insert(at, value);
    } else if (below(2) == 0) {
      bytes[place] = value;
    } else {
      bytes.erase(at);
    }
  }
  return bytes;
}

}  // namespace

int main() {
  for (const Target& target : targets) {
    const std::string path =
        std::string{FOURFOLD_CORPUS} + "/native_" + std::string{target.name} + ".hex";
    const std::vector<Bytes> corpus = read_corpus(path);
    REQUIRE(!corpus.empty());
    for (const Bytes& input : corpus) target.run({input.data(), input.size()});
    Random random{1};
    for (int i = 0; i < target.mutations; ++i) {
      const Bytes input = mutated(corpus, random);
      target.run({input.data(), input.size()});
    }
  }
  return 0;
}

#endif
