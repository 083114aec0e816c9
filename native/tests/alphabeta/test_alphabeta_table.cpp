// What the depth-limited search remembers: read as written, by one thread and by several.
#include <atomic>
#include <thread>
#include <vector>

#include "alphabeta/table.hpp"
#include "board/random.hpp"
#include "tests/check.hpp"

using namespace fourfold;

namespace {

template <class Bits>
void check_table() {
  AlphaBetaTable<Bits> table{1 << 12};
  table.begin_search(6);
  table.begin_depth();
  Random random{2};
  std::vector<Bits> keys;
  for (int i = 0; i < 2000; ++i) {
    Bits key{random.next()};
    for (int word = 1; word < word_count<Bits>; ++word) key |= Bits{random.next()} << (64 * word);
    keys.push_back(key);
    const int value = random.below(2) == 0 ? i : -AlphaBetaTable<Bits>::most_value + i;
    table.store(key, value, static_cast<BoundKind>(i % 3), i % 145, i % 13);
    AlphaBetaEntry entry{};
    CHECK(table.probe(key, entry));
    CHECK(entry.value == value && entry.kind == static_cast<BoundKind>(i % 3));
    CHECK(entry.depth == i % 145 && entry.move == i % 13 && entry.current);
    CHECK(!table.probe(key ^ Bits{1}, entry));  // a neighbour is another position
  }
  AlphaBetaEntry entry{};
  table.store(keys[0], 5, BoundKind::exact, 140, 3);
  table.begin_depth();
  CHECK(table.probe(keys[0], entry) && !entry.current && entry.move == 3);
  table.begin_search(6);
  table.begin_depth();
  CHECK(!table.probe(keys[0], entry));
}

// Several threads at one small table: whatever is found was written whole, by one of them.
template <class Bits>
void check_shared_table() {
  AlphaBetaTable<Bits> table{1};  // as small as can be, so that they meet
  table.begin_search(0);
  table.begin_depth();
  std::atomic<int> found{0};
  std::atomic<int> torn{0};
  const auto work = [&](std::uint64_t seed) {
    Random random{seed};
    for (int i = 0; i < 20'000; ++i) {
      const std::uint64_t number = static_cast<std::uint64_t>(random.below(200));
      Bits key{Random{number}.next()};  // all words of a key and its entry follow from a number
      for (int word = 1; word < word_count<Bits>; ++word) {
        key |= Bits{Random{number + 1000}.next()} << (64 * word);
      }
      const int value = static_cast<int>(number * 7919);
      const int move = static_cast<int>(number % 13);
      if (random.below(2) == 0) {
        table.store(key, value, BoundKind::exact, static_cast<int>(number % 144), move);
        continue;
      }
      AlphaBetaEntry entry{};
      if (!table.probe(key, entry)) continue;
      ++found;
      const bool whole = entry.value == value && entry.move == move && entry.current &&
                         entry.depth == static_cast<int>(number % 144);
      if (!whole) ++torn;
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) threads.emplace_back(work, seed);
  }
  CHECK(found > 100);
  CHECK(torn == 0);
}

}  // namespace

int main() {
  check_table<Bits64>();
  check_table<Bits128>();
  check_table<Bits192>();
  check_shared_table<Bits64>();
  check_shared_table<Bits128>();
  check_shared_table<Bits192>();
  return testing::result();
}
