// Evaluations of a user's own: their numbers as small integers, and the search that asks for them.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "alphabeta/alphabeta.hpp"
#include "board/dispatch.hpp"
#include "board/random.hpp"
#include "board/replay.hpp"
#include "evaluation/own_values.hpp"
#include "tests/check.hpp"

using namespace fourfold;

namespace {

void test_numbers() {
  Random random{1};
  std::vector<double> numbers{0, 1e-30, 1e-9, 0.5, 1, 2, 262'144, 1e9, 1e300};
  for (int i = 0; i < 10'000; ++i) {
    const double fraction = static_cast<double>(random.next() >> 11) * 0x1p-53;
    numbers.push_back(std::ldexp(1 + fraction, random.below(64) - 34));
  }
  for (std::size_t i = numbers.size(); i-- > 0;) numbers.push_back(-numbers[i]);
  std::ranges::sort(numbers);
  int before = -own_win;
  for (const double number : numbers) {
    const int code = own_code(number);
    CHECK(code >= before);
    CHECK(std::abs(code) < own_win);
    CHECK(own_code(-number) == -code);
    CHECK(own_code(own_value(code)) == code);
    const double kept = std::clamp(number, -largest_own_value, largest_own_value);
    CHECK(std::abs(own_value(code) - kept) <= std::abs(kept) * 0x1p-18 + 0x1p-34);
    before = code;
  }
  for (int whole = -262'144; whole <= 262'144; ++whole) CHECK(own_value(own_code(whole)) == whole);
}

// Any function of the board and the turn: a number from the key.
template <class Position>
double arbitrary(const Position& position) {
  std::uint64_t word = 7;
  for (const std::uint64_t each :
       {word_of(position.key().pieces, 0), word_of(position.key().pieces, 1),
        word_of(position.key().pieces, 2), word_of(position.key().ban, 0),
        word_of(position.key().ban, 1), word_of(position.key().ban, 2)}) {
    word = Random{word ^ each}.next();
  }
  return static_cast<double>(word % 2001) - 1000;
}

using Board = AnyGeometry<Bits192>;

double minimax(const Board& board, const Position<Board>& position, int depth) {
  double best = -2e9;
  for_each_cell(position.landing(board), [&](const Bits192& cell) {
    double result;
    Position<Board> next = position;
    next.play(board, cell);
    const double sign = next.turn() == position.turn() ? 1 : -1;
    if (position.wins_at(board, cell)) {
      result = 1e9 + depth - 1;
    } else if (next.is_full(board)) {
      result = 0;
    } else {
      result = sign * (depth == 1 ? arbitrary(next) : minimax(board, next, depth - 1));
    }
    best = std::max(best, result);
  });
  return best;
}

double shown(int value) {
  if (std::abs(value) < own_win) return own_value(value);
  return value > 0 ? 1e9 + (value - own_win) : -1e9 + (value + own_win);
}

OwnLeaves leaves_of(const Board& board, const std::vector<int>& moves, int batch, int& asked) {
  OwnLeaves leaves;
  leaves.batch = batch;
  leaves.poll = [] {};
  leaves.evaluate = [&board, moves, batch, &asked](std::span<const int> path,
                                                   std::span<const int> columns,
                                                   std::span<double> values) {
    CHECK(!columns.empty() && columns.size() <= static_cast<std::size_t>(batch));
    for (std::size_t i = 0; i < columns.size(); ++i) {
      std::vector<int> game = moves;
      game.insert(game.end(), path.begin(), path.end());
      game.push_back(columns[i]);
      const auto end = replay(board, game);
      CHECK(end.status == Status::ongoing);
      values[i] = arbitrary(end.position);
      ++asked;
    }
  };
  return leaves;
}

void test_against_plain_minimax() {
  Random random{2};
  for (const char* text : {"plain", "forbidden", "bonus"}) {
    Rules rules{5, 4, {}, {}};
    if (*text == 'f') rules.forbidden = {{1, 1}, {4, 0}};
    if (*text == 'b') rules.bonus = Cell{2, 1};
    const Board board{rules};
    for (int i = 0; i < 40; ++i) {
      std::vector<int> moves;
      for (int ply = random.below(12); ply > 0; --ply) moves.push_back(random.below(5));
      bool ongoing = false;
      try {
        ongoing = replay(board, moves).status == Status::ongoing;
      } catch (const std::invalid_argument&) {
      }
      if (!ongoing) continue;
      const auto position = replay(board, moves).position;
      const int free = count(board.playable() & ~position.occupied());
      for (const bool pruning : {true, false}) {
        for (const int batch : {1, 3, 16}) {
          AlphaBetaOptions options;
          options.win = own_win;
          options.switches.pruning = pruning;
          options.switches.ordering = random.below(2) == 0;
          AlphaBeta search{rules, OwnEvaluation{}, options};
          for (int depth = 1; depth <= std::min(4, free); ++depth) {
            int asked = 0;
            AlphaBetaQuestion question{moves, depth};
            question.deepening = random.below(2) == 0;
            question.own = leaves_of(board, moves, batch, asked);
            const AlphaBetaResult found = search.search(question);
            CHECK(shown(found.value) == minimax(board, position, depth));
            CHECK(static_cast<int>(found.counts.evaluations) == asked);
          }
        }
      }
    }
  }
}

void test_an_error_leaves_nothing_behind() {
  const Rules rules{};
  const Board board{rules};
  AlphaBetaOptions options;
  options.win = own_win;
  AlphaBeta search{rules, OwnEvaluation{}, options};
  int asked = 0;
  AlphaBetaQuestion question{{3, 3}, 4};
  question.own = leaves_of(board, question.moves, 8, asked);
  const auto first = search.search(question);
  auto broken = question;
  broken.record = AlphaBetaRecordLimits{2, 100};
  int calls = 0;
  broken.own.evaluate = [&](auto path, auto columns, auto values) {
    if (++calls == 20) throw std::runtime_error("no");
    question.own.evaluate(path, columns, values);
  };
  bool thrown = false;
  try {
    search.search(broken);
  } catch (const std::runtime_error&) {
    thrown = true;
  }
  CHECK(thrown);
  const auto again = search.search(question);
  CHECK(again.values == first.values && again.line == first.line);
  CHECK(again.counts.nodes == first.counts.nodes);
}

void test_refusals() {
  const auto refused = [](auto call) {
    try {
      call();
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  AlphaBetaOptions options;
  options.win = own_win;
  AlphaBeta search{Rules{}, OwnEvaluation{}, options};
  CHECK(refused([&] { search.search({{3}, 2}); }));
  options.threads = true;
  CHECK(refused([&] { AlphaBeta(Rules{}, OwnEvaluation{}, options); }));
}

}  // namespace

int main() {
  test_numbers();
  test_against_plain_minimax();
  test_an_error_leaves_nothing_behind();
  test_refusals();
  return testing::result();
}
