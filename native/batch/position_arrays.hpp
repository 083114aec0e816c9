// The positions of many boards, laid out so that several are played in one vector register:
//
//   mover     [ board 0 | board 1 | board 2 | ...     the pieces of the player to move
//   opponent  [ board 0 | board 1 | board 2 | ...     the other player's
//   ban       [ board 0 | board 1 | board 2 | ...     only where the rules have a bonus cell
//   running   [ board 0 | board 1 | board 2 | ...     all bits while its game goes on, none after
//
// Without a bonus cell the players take turns, and a ply is a dozen operations on whole words, the
// same for every board: plain loops, which the compiler turns into vector code. (Not on boards of two
// words, whose type is the compiler's own.) With one, a board is taken out as a `Position`, played, and
// put back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "batch/set_array.hpp"
#include "board/position.hpp"
#include "board/random.hpp"

namespace fourfold {

// Says whether pieces hold a line of four. In a form that becomes vector code for sets of three words
// as well: no shift is as long as a word, which the general one has to ask.
template <class Bits>
class LineFinder {
 public:
  explicit LineFinder(int stride) : stride_(stride) {}

  // A word that is 0 if there is no line.
  std::uint64_t any_line(const Bits& pieces) const {
    if constexpr (word_count<Bits> < 3) {
      return any_word(fours(pieces, stride_));
    } else {
      return along(pieces, 1) | along(pieces, stride_ - 1) | along(pieces, stride_) |
             along(pieces, stride_ + 1);
    }
  }

 private:
  // As `fours_along`.
  static std::uint64_t along(const Bits& pieces, int step) {
    const Bits pairs = pieces & shifted(pieces, step);
    return any_word(pairs & shifted(pairs, 2 * step));
  }
  // The set shifted to the right by 1 to 63 bits.
  static Bits shifted(const Bits& set, int bits) {
    const auto [low, middle, high] = set.word;
    return {(low >> bits) | (middle << (64 - bits)), (middle >> bits) | (high << (64 - bits)),
            high >> bits};
  }

  int stride_;
};

// What one ply did on each board of a block.
template <class Bits>
struct PlayedBlock {
  BlockWords<Bits> cell;                            // where it landed; empty if the game was over
  std::array<std::uint64_t, block_boards> room;     // not 0 if its column can be played again
  std::array<std::uint64_t, block_boards> line;     // not 0 if it won
  std::array<std::uint64_t, block_boards> landing;  // not 0 if the board has room
};

template <class Geometry>
class PositionArrays {
 public:
  using Bits = typename Geometry::Bits;

  PositionArrays(const Geometry& geometry, std::size_t boards)
      : mover_(boards), opponent_(boards), running_(boards) {
    for (int column = 0; column < geometry.columns(); ++column) {
      column_masks_[static_cast<std::size_t>(column)] = column_cells(geometry, column);
    }
    if (any(geometry.bonus())) ban_ = SetArray<Bits>{boards};
  }

  bool is_running(std::size_t board) const { return any(running_[board]); }
  void stop(std::size_t board) { running_.set(board, Bits{0}); }

  Bits column_mask(std::size_t column) const { return column_masks_[column]; }

  Bits occupied(const Geometry& geometry, std::size_t board) const {
    Bits cells = mover_[board] | opponent_[board];
    if constexpr (Geometry::may_have_forbidden) cells |= geometry.forbidden();
    if constexpr (Geometry::may_have_bonus) {
      if (!ban_.empty()) cells |= ban_[board];
    }
    return cells;
  }

  Bits landing(const Geometry& geometry, std::size_t board) const {
    return landing_cells(geometry, occupied(geometry, board));
  }

  void reset(const Geometry& geometry, std::size_t board) {
    mover_.set(board, Bits{0});
    opponent_.set(board, Bits{0});
    if (!ban_.empty()) ban_.set(board, Bits{0});
    // A board of forbidden cells is a draw at once.
    running_.set(board, any(geometry.playable()) ? ~Bits{0} : Bits{0});
  }

  // A board as a position; whose turn it is and whether a ban is due stand in the batch's arrays.
  Position<Geometry> position(const Geometry& geometry, std::size_t board, int turn, int ply,
                              bool must_ban) const {
    const Bits ban = ban_.empty() ? Bits{0} : ban_[board];
    return {geometry, mover_[board], opponent_[board], ban, turn, ply, must_ban};
  }

  void put(std::size_t board, const Position<Geometry>& position) {
    mover_.set(board, position.mine());
    opponent_.set(board, position.theirs());
    if (!ban_.empty()) ban_.set(board, position.ban());
  }

  // The first board whose column cannot be played, or `boards` if there is none. A board that is not
  // chosen (one bool each, null is all of them) or whose game is over takes any number.
  std::size_t first_illegal(const Geometry& geometry, std::size_t boards,
                            const std::int64_t* columns, const bool* chosen) const {
    const auto is_illegal = [&](std::size_t board) {
      const auto column = static_cast<std::uint64_t>(columns[board]);  // a negative one is huge
      const bool exists = column < static_cast<std::uint64_t>(geometry.columns());
      const Bits cell = landing(geometry, board) & column_mask(geometry, exists ? column : 0);
      const Bits legal = exists ? cell : Bits{0};
      return any(legal) ? Bits{0} : running_[board];
    };
    if (chosen == nullptr) {  // all at once: as a rule there is none
      Bits illegal{0};
      for (std::size_t board = 0; board < boards; ++board) illegal |= is_illegal(board);
      if (!any(illegal)) return boards;
    }
    for (std::size_t board = 0; board < boards; ++board) {
      if ((chosen == nullptr || chosen[board]) && any(is_illegal(board))) return board;
    }
    return boards;
  }

  // The legal column that a random number stands for, on each of `size` boards from `begin` on; 0
  // where the game is over.
  void choose_columns(const Geometry& geometry, std::size_t begin, std::size_t size,
                      const std::uint64_t* numbers, std::int64_t* columns) const {
    std::array<Bits, block_boards> cells;
    std::array<std::uint64_t, block_boards> skipped;
    for (std::size_t i = 0; i < size; ++i) {
      cells[i] = landing(geometry, begin + i) & running_[begin + i];
      skipped[i] = scaled(numbers[i], static_cast<std::uint64_t>(count(cells[i])));
    }
    if constexpr (word_count<Bits> == 1) {  // no branch that depends on a board
      for (std::uint64_t skip = 0; skip + 1 < Geometry::most_columns; ++skip) {
        for (std::size_t i = 0; i < size; ++i) {
          cells[i] = skip < skipped[i] ? without_lowest(cells[i]) : cells[i];
        }
      }
    } else {
      for (std::size_t i = 0; i < size; ++i) {
        for (; skipped[i] > 0; --skipped[i]) cells[i] = without_lowest(cells[i]);
      }
    }
    for (std::size_t i = 0; i < size; ++i) {
      // The bottom cells up to the lowest cell that is left: one for each column up to its own.
      const int up_to = count(geometry.bottom() & (cells[i] ^ (cells[i] - Bits{1})));
      columns[i] = any(cells[i]) ? up_to - 1 : 0;
    }
  }

  // Plays a legal column on each chosen board (one bool each, null is all of them) of `size` from
  // `begin` on. Not for rules with a bonus cell.
  void play(const Geometry& geometry, std::size_t begin, std::size_t size,
            const std::int64_t* columns, const bool* chosen, PlayedBlock<Bits>& played) {
    // In variables of its own: the compiler then knows that what it writes is not what it reads.
    BlockWords<Bits> mover, opponent, running, masks;
    mover_.load(begin, size, mover);
    opponent_.load(begin, size, opponent);
    running_.load(begin, size, running);
    for (std::size_t i = 0; chosen != nullptr && i < size; ++i) {
      if (!chosen[i]) store_set(&running[i], block_boards, Bits{0});
    }
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t column = static_cast<std::uint64_t>(columns[i]) & running[i];
      store_set(&masks[i], block_boards, column_mask(geometry, column));
    }
    const LineFinder<Bits> lines{geometry.stride()};
    const Bits forbidden = geometry.forbidden();
    const Bits bottom = geometry.bottom();
    const Bits playable = geometry.playable();
    for (std::size_t i = 0; i < size; ++i) {
      const Bits runs = load_set<Bits>(&running[i], block_boards);
      const Bits mine = load_set<Bits>(&mover[i], block_boards);
      const Bits theirs = load_set<Bits>(&opponent[i], block_boards);
      const Bits mask = load_set<Bits>(&masks[i], block_boards);
      const Bits occupied = mine | theirs | forbidden;
      const Bits cell = (occupied + bottom) & playable & mask & runs;
      const Bits landing = ((occupied | cell) + bottom) & playable;
      const Bits after = mine | cell;
      store_set(&played.cell[i], block_boards, cell);
      played.room[i] = any_word(landing & mask);
      played.line[i] = lines.any_line(after);
      played.landing[i] = any_word(landing);
      // They change places.
      store_set(&mover[i], block_boards, mine ^ ((mine ^ theirs) & runs));
      store_set(&opponent[i], block_boards, theirs ^ ((after ^ theirs) & runs));
    }
    mover_.store(begin, size, mover);
    opponent_.store(begin, size, opponent);
  }

 private:
  // Shifted where a register holds several words: there a table would be read word by word.
  Bits column_mask(const Geometry& geometry, std::uint64_t column) const {
    if constexpr (word_count<Bits> == 1) {
      // A constant here would keep GCC 12 from making vectors of it.
      return column_masks_[0] << (column * static_cast<unsigned>(geometry.stride()));
    } else {
      return column_masks_[column];
    }
  }

  SetArray<Bits> mover_;
  SetArray<Bits> opponent_;
  SetArray<Bits> ban_;
  SetArray<Bits> running_;
  std::array<Bits, static_cast<std::size_t>(Geometry::most_columns)> column_masks_{};
};

}  // namespace fourfold
