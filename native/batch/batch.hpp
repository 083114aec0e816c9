// Many boards of one set of rules behind a plain interface: columns in, arrays out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "board/rules.hpp"

namespace fourfold {

inline constexpr int batch_planes = 5;

// What is on a cell, as FIRST sees it; a free cell is 0.
inline constexpr std::int8_t first_piece = 1;
inline constexpr std::int8_t second_piece = -1;
inline constexpr std::int8_t ban_piece = 2;
inline constexpr std::int8_t forbidden_cell = 3;

// The arrays of a batch of `boards`, each board's part after that of the board before. They stay
// where they are as long as the batch lives, and every call that plays writes them in place.
struct BatchArrays {
  BatchArrays(const Rules& rules, std::size_t boards);

  std::size_t boards;
  std::size_t columns;
  std::size_t rows;
  std::size_t plies;  // the most that a game can have: the playable cells

  std::unique_ptr<std::int8_t[]> cells;   // boards x rows x columns, row 0 at the bottom
  std::unique_ptr<bool[]> legal_mask;     // boards x columns
  std::unique_ptr<std::int8_t[]> turn;    // 0: FIRST, 1: SECOND
  std::unique_ptr<std::int16_t[]> ply;    //
  std::unique_ptr<bool[]> must_ban;       //
  std::unique_ptr<bool[]> finished;       //
  std::unique_ptr<std::int8_t[]> winner;  // 0: FIRST, 1: SECOND, -1: nobody, or nobody yet
  std::unique_ptr<float[]> rewards;       // boards x 2, of the last ply, for FIRST and for SECOND
  std::unique_ptr<std::int8_t[]> moves;   // boards x plies, -1 from the ply of the board on
};

// Safe to use from several threads: calls wait for each other. What the arrays hold while another
// thread plays is not defined.
//
// Each board draws from a generator of its own, so that the same seed gives the same games whatever
// the number of threads.
class Batch {
 public:
  // `autoreset`: a step begins a new game on a board whose game is over, instead of leaving it.
  Batch(const Rules& rules, std::size_t boards, std::uint64_t seed, int threads, bool autoreset);
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  const BatchArrays& arrays() const;

  void seed(std::uint64_t seed);
  void reset(const bool* chosen);  // one a board; null is all of them
  // Puts a board where these moves lead. Throws std::invalid_argument if one is not legal.
  void set(std::size_t board, const std::vector<int>& columns);

  // Plays a column on every board, or on the chosen ones (one a board); the others stay as they are,
  // without a reward. Returns the first board whose column is not legal, after which nothing has
  // changed, or -1. A board whose game is over, or that is not chosen, takes any number.
  std::int64_t step(const std::int64_t* columns, const bool* chosen = nullptr);
  // Plays a random legal column on every board, so many times; like `step` on finished boards.
  void step_random(int plies);
  // Plays every game to its end with random moves.
  void play_out();

  // What follows is written into memory of the batch's own, which stays where it is from the first
  // call on and is overwritten by the next.
  const std::int64_t* random_columns();     // boards: a legal column, 0 on finished boards
  const std::int64_t* playouts(int games);  // boards x 3: random games that FIRST won, drawn
                                            // ones, and that SECOND won; the boards stay
  const std::int8_t* mover_cells();         // like `cells`, as the player to move sees them
  const bool* planes();                     // boards x batch_planes x rows x columns
  const bool* winning_mask();               // boards x columns: those that win at once
  const bool* threat_mask();                // and those in which the opponent's piece would win

  class Core;

 private:
  std::unique_ptr<Core> core_;
};

}  // namespace fourfold
