// The adders and the masks of the evaluators against loops over single cells. The evaluators as a
// whole are compared with a plain one in Python, in tests/search/test_evaluation.py.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "board/dispatch.hpp"
#include "board/perft.hpp"
#include "board/random.hpp"
#include "evaluation/bounds.hpp"
#include "evaluation/evaluate.hpp"
#include "evaluation/evaluators.hpp"
#include "evaluation/fan.hpp"
#include "tests/check.hpp"

using namespace fourfold;

namespace {

const std::vector<Rules> kinds{
    {7, 6, {}, {}},
    {4, 4, {}, {}},
    {7, 7, {}, {}},
    {12, 4, {{0, 3}, {11, 0}}, {}},
    {8, 7, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}}, {}},
    {9, 8, {{3, 2}}, {}},
    {6, 6, {}, Cell{2, 1}},
    {10, 11, {{9, 10}, {4, 0}, {4, 2}}, Cell{4, 1}},
    {12, 12, {}, {}},
    {12, 12, {{0, 0}, {3, 3}, {5, 11}}, Cell{11, 11}},
};

template <class Test>
void on_every_kind(Test&& test) {
  for (const Rules& rules : kinds) {
    dispatch(rules, [&](const auto& geometry) { test(rules, geometry); });
  }
}

constexpr std::array<std::pair<int, int>, 4> directions{{{0, 1}, {1, 0}, {1, -1}, {1, 1}}};

template <class Geometry>
int step_along(const Geometry& geometry, std::pair<int, int> direction) {
  return direction.first * geometry.stride() + direction.second;
}

// Each cell of a board by chance, about one in `rarity`.
template <class Geometry>
typename Geometry::Bits some_cells(const Geometry& geometry, Random& random, int rarity) {
  auto cells = geometry.playable() ^ geometry.playable();
  for_each_cell(geometry.playable(), [&](const auto& cell) {
    if (random.below(rarity) == 0) cells |= cell;
  });
  return cells;
}

void test_adders() {
  on_every_kind([](const Rules& rules, const auto& geometry) {
    Random random{1};
    for (int round = 0; round < 300; ++round) {
      const auto pieces = some_cells(geometry, random, 1 + round % 4);
      for (const auto& direction : directions) {
        const int step = step_along(geometry, direction);
        const auto counts = pieces_in_windows(pieces, step, 2 * step);
        for (int column = 0; column < rules.columns; ++column) {
          for (int row = 0; row < rules.rows; ++row) {
            auto window = geometry.playable() ^ geometry.playable();
            bool on_board = true;
            for (int i = 0; i < 4; ++i) {
              const Cell cell{column + i * direction.first, row + i * direction.second};
              on_board = on_board && rules.contains(cell);
              if (on_board) window |= geometry.bit(cell.column, cell.row);
            }
            if (!on_board) continue;
            const auto start = geometry.bit(column, row);
            const int held = count(window & pieces);
            CHECK(any(counts.none & start) == (held == 0));
            CHECK(any(counts.two & start) == (held == 2));
            CHECK(any(counts.three & start) == (held == 3));
            CHECK(any(counts.four & start) == (held == 4));
            CHECK(any(windows_with(pieces, step, 2 * step) & start) == (held > 0));
            CHECK(cells_of_windows(start, step, 2 * step) == window);
          }
        }
      }
    }
  });
}

template <class Bits>
Bits random_bits(Random& random) {
  Bits bits{0};
  for (int i = 0; i < word_count<Bits>; ++i) bits |= Bits{random.next()} << (64 * i);
  return bits;
}

// Each lane of a fan does what its set of cells would do alone.
template <class Bits>
void test_fans() {
  Random random{4};
  const Bits nothing{0};
  const Bits all = ~nothing;
  const auto lane = [&](const Fan<Bits>& fan, int i) {
    const auto here = [&](int j) { return i == j ? all : nothing; };
    return merged(fan & fan_of(here(0), here(1), here(2), here(3)));
  };
  for (int round = 0; round < 500; ++round) {
    std::array<Bits, 4> a;
    std::array<Bits, 4> b;
    std::array<int, 4> distances;
    for (std::size_t i = 0; i < 4; ++i) {
      a[i] = random_bits<Bits>(random);
      b[i] = round % 2 == 0 ? random_bits<Bits>(random) : a[i] & random_bits<Bits>(random);
      distances[i] = 1 + random.below(63);
    }
    const Fan<Bits> one = fan_of(a[0], a[1], a[2], a[3]);
    const Fan<Bits> two = fan_of(b[0], b[1], b[2], b[3]);
    const FanShift shift{distances};
    Bits either{0};
    std::array<int, 4> sizes{};
    for (std::size_t i = 0; i < 4; ++i) {
      const int k = static_cast<int>(i);
      CHECK(lane(one, k) == a[i] && lane(fan_of(a[0]), k) == a[0]);
      CHECK(lane(one & two, k) == (a[i] & b[i]));
      CHECK(lane(one | two, k) == (a[i] | b[i]));
      CHECK(lane(one ^ two, k) == (a[i] ^ b[i]));
      CHECK(lane(~one, k) == ~a[i]);
      CHECK(lane(one >> shift, k) == a[i] >> distances[i]);
      CHECK(lane(one << shift, k) == a[i] << distances[i]);
      either |= a[i];
      sizes[0] += count(a[i]);
      sizes[1] += count(b[i]);
      sizes[2] += 64 * word_count<Bits>;
    }
    CHECK(merged(one) == either);
    CHECK(counts(one, two, fan_of(all), fan_of(nothing)) == sizes);
    CHECK(counts(fan_of(all), fan_of(all), two, fan_of(all))[2] == sizes[1]);
  }
  CHECK(!any(fan_of(nothing)));
  for (int i = 0; i < 64 * word_count<Bits>; ++i) {
    const Bits bit = Bits{1} << i;
    CHECK(any(fan_of(bit, nothing, nothing, nothing)) &&
          any(fan_of(nothing, nothing, nothing, bit)));
  }
}

// One direction after the other, one window after the other, one cell after the other.
template <class Geometry>
WindowScan<typename Geometry::Bits> scan_by_loops(const Rules& rules, const Geometry& geometry,
                                                  const Position<Geometry>& position, int player) {
  WindowScan<typename Geometry::Bits> result;
  for (const auto& [across, up] : directions) {
    for (int column = 0; column < rules.columns; ++column) {
      for (int row = 0; row < rules.rows; ++row) {
        int mine = 0;
        int theirs = 0;
        int empty = 0;
        auto empty_cell = geometry.playable() ^ geometry.playable();
        for (int i = 0; i < 4; ++i) {
          const Cell place{column + i * across, row + i * up};
          if (!rules.contains(place)) continue;
          const auto cell = geometry.bit(place.column, place.row);
          mine += any(cell & position.pieces(player)) ? 1 : 0;
          theirs += any(cell & position.pieces(1 - player)) ? 1 : 0;
          if (any(cell & position.occupied())) continue;
          ++empty;
          empty_cell = cell;
        }
        WindowFeatures& windows = result.windows;
        if (mine == 4) ++windows.four;
        if (mine == 3 && empty == 1) ++windows.three, result.threats |= empty_cell;
        if (mine == 2 && empty == 2) ++windows.two;
        if (theirs == 4) ++windows.their_four;
        if (theirs == 3 && empty == 1) ++windows.their_three, result.their_threats |= empty_cell;
        if (theirs == 2 && empty == 2) ++windows.their_two;
      }
    }
  }
  return result;
}

void test_windows() {
  std::set<int> seen;
  on_every_kind([&](const Rules& rules, const auto& geometry) {
    using Geometry = std::remove_cvref_t<decltype(geometry)>;
    const Windows<Geometry> windows{geometry};
    Random random{2};
    for (int game = 0; game < 60; ++game) {
      Position<Geometry> position{geometry};
      const auto compare = [&] {
        for (const int player : {0, 1}) {
          const auto expected = scan_by_loops(rules, geometry, position, player);
          const auto found = windows.template scan<true>(position, player);
          CHECK(found.windows == expected.windows);
          CHECK(found.threats == expected.threats);
          CHECK(found.their_threats == expected.their_threats);
          CHECK(windows.template scan<false>(position, player).windows == expected.windows);
          seen.insert(found.windows.four > 0 ? 4 : found.windows.three > 0 ? 3 : 0);
        }
        if (any(position.ban())) seen.insert(-1);
      };
      random_playout(geometry, Position<Geometry>{geometry}, random, [&](const auto& cell) {
        compare();
        position.play(geometry, cell);
      });
      compare();
    }
  });
  CHECK(seen == std::set<int>{-1, 0, 3, 4});
}

void test_window_counts() {
  CHECK(window_count(StandardGeometry{}) == 69);
  for (int w = smallest_side; w <= largest_side; ++w) {
    for (int h = smallest_side; h <= largest_side; ++h) {
      dispatch({w, h, {}, {}}, [&](const auto& geometry) {
        CHECK(window_count(geometry) == (w - 3) * h + w * (h - 3) + 2 * (w - 3) * (h - 3));
      });
    }
  }
}

// The columns of a mask of whole columns, as a text.
template <class Geometry>
std::vector<int> columns_of(const Geometry& geometry, const typename Geometry::Bits& cells) {
  std::vector<int> columns;
  for (int column = 0; column < geometry.columns(); ++column) {
    const auto here = column_cells(geometry, column);
    CHECK((cells & here) == here || !any(cells & here));
    if (any(cells & here)) columns.push_back(column);
  }
  return columns;
}

void test_centre() {
  const auto at = [](int width, int distance) {
    return dispatch({width, 6, {}, {}}, [&](const auto& geometry) {
      return columns_of(geometry, columns_from_centre(geometry, distance));
    });
  };
  using Columns = std::vector<int>;
  CHECK(at(7, 0) == Columns{3} && at(7, 1) == Columns{2, 4} && at(7, 2) == Columns{1, 5});
  CHECK(at(8, 0) == Columns{3, 4} && at(8, 1) == Columns{2, 5} && at(8, 2) == Columns{1, 6});
  CHECK(at(4, 0) == Columns{1, 2} && at(4, 1) == Columns{0, 3} && at(4, 2) == Columns{});
  CHECK(at(5, 0) == Columns{2} && at(5, 1) == Columns{1, 3});
  CHECK(at(12, 0) == Columns{5, 6} && at(12, 1) == Columns{4, 7});
}

void test_parity() {
  // On 7x6 odd rows, counted from 1, are FIRST's and even ones SECOND's.
  const StandardGeometry standard;
  for (int column = 0; column < 7; ++column) {
    for (int row = 0; row < 6; ++row) {
      const auto cell = standard.bit(column, row);
      CHECK(any(cell & favourable_cells(standard, 0)) == (row % 2 == 0));
      CHECK(any(cell & favourable_cells(standard, 1)) == (row % 2 == 1));
    }
  }
  on_every_kind([](const Rules& rules, const auto& geometry) {
    const auto first = favourable_cells(geometry, 0);
    const auto second = favourable_cells(geometry, 1);
    CHECK((first | second) == geometry.playable() && !any(first & second));
    for (int column = 0; column < rules.columns; ++column) {
      for (int row = 0; row < rules.rows; ++row) {
        const auto cell = geometry.bit(column, row);
        if (!any(cell & geometry.playable())) continue;
        int above = 0;
        for (int r = row + 1; r < rules.rows; ++r) {
          above += any(geometry.bit(column, r) & geometry.playable()) ? 1 : 0;
        }
        CHECK(any(cell & second) == (above % 2 == geometry.cells() % 2));
      }
    }
  });
}

// Every evaluation stays within the bound, the bound below a win on every board, and the widest
// board with the largest weights within an int.
void test_largest() {
  constexpr int m = largest_weight;
  const ThreatWeights most{{m, m, m, m, m, m}, m, m, m, m, m, m, m, m, m, m, m, m, m};
  const ThreatWeights least{
      {-m, -m, -m, -m, -m, -m}, -m, -m, -m, -m, -m, -m, -m, -m, -m, -m, -m, -m, -m};
  dispatch({12, 12, {}, {}}, [&](const auto& geometry) {
    CHECK(window_count(geometry) == 378 && most_threats(geometry) == 105);
    CHECK(largest(geometry, most, true) == m * (378 + 48 + 4 * 12 + 4 * 105 + 78));
    CHECK(largest(geometry, least, true) == largest(geometry, most, true));
  });
  const StandardGeometry standard;
  CHECK(largest(standard, ClassicWeights{}) == 69 * 10 + 3 * 12);
  CHECK(largest(standard, ClassicWeights{}, true) == 69 * 100 + 3 * 12);
  CHECK(largest(standard, HardWeights{}) == 69 * 120 + 900);
  CHECK(largest(standard, HardWeights{{1, 1, 1, -1, -1, -1}, 7}) == 69 + 7 * 12 + 800 + 200 * 5);

  for (int columns = smallest_side; columns <= largest_side; ++columns) {
    for (int rows = smallest_side; rows <= largest_side; ++rows) {
      dispatch({columns, rows, {}, {}}, [](const auto& geometry) {
        CHECK(largest(geometry, HardWeights{}) < 100'000);
        CHECK(largest(geometry, ThreatWeights{}) < 100'000);
        CHECK(largest(geometry, ClassicWeights{}) < 100'000);
      });
    }
  }

  on_every_kind([](const Rules&, const auto& geometry) {
    using Geometry = std::remove_cvref_t<decltype(geometry)>;
    Random random{3};
    const auto test = [&](const auto& weights) {
      const auto evaluate = evaluator(geometry, weights);
      for (int game = 0; game < 100; ++game) {
        Position<Geometry> position{geometry};
        random_playout(geometry, Position<Geometry>{geometry}, random, [&](const auto& cell) {
          for (const int player : {0, 1}) {
            CHECK(std::abs(evaluate(position, player)) <= largest(geometry, weights));
          }
          position.play(geometry, cell);
        });
        CHECK(std::abs(evaluate(position, 0)) <= largest(geometry, weights, true));
      }
    };
    test(HardWeights{});
    test(ThreatWeights{});
    test(ClassicWeights{});
  });
}

// A weight beyond the largest would overflow: it is refused.
void test_refused_weights() {
  const Rules rules{12, 12, {}, {}};
  const auto refuses = [&](const auto& weights) {
    try {
      largest_evaluation(rules, weights, true);
      return false;
    } catch (const std::invalid_argument&) {
    }
    try {
      evaluate(rules, {}, 0, weights);
      return false;
    } catch (const std::invalid_argument&) {
      return true;
    }
  };
  HardWeights hard;
  ThreatWeights threat;
  ClassicWeights classic;
  CHECK(!refuses(hard) && !refuses(threat) && !refuses(classic));
  hard.windows.three = largest_weight + 1;
  threat.controlled = -largest_weight - 1;
  classic.centre = 2'000'000'000;
  CHECK(refuses(hard) && refuses(threat) && refuses(classic));
}

}  // namespace

int main() {
  test_adders();
  test_fans<Bits64>();
  test_fans<Bits128>();
  test_fans<Bits192>();
  test_windows();
  test_window_counts();
  test_centre();
  test_parity();
  test_largest();
  test_refused_weights();
  return testing::result();
}
