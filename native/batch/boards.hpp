// The boards of a batch, and how they are played: a template over the geometry.
//
// The positions are kept beside the arrays, which are brought up to date after each ply by the little
// that it changed: one cell, one column of the legal mask, one move. Boards are played in blocks:
// first the positions of a block, many at once, then what Python sees of each.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "batch/core.hpp"
#include "batch/map_cells.hpp"
#include "batch/position_arrays.hpp"
#include "batch/share.hpp"
#include "board/perft.hpp"
#include "board/position.hpp"
#include "board/random.hpp"
#include "board/replay.hpp"

namespace fourfold {

template <class Geometry>
class Boards final : public Batch::Core {
 public:
  using Bits = typename Geometry::Bits;

  Boards(const Rules& rules, const Geometry& geometry, std::size_t boards,
         std::uint64_t seed_number, int threads, bool autoreset)
      : Core(rules, boards),
        geometry_(geometry),
        threads_(threads),
        autoreset_(autoreset),
        positions_(geometry, boards),
        random_(boards, Random{0}),
        empty_cells_(arrays.rows * arrays.columns) {
    for (const Cell& cell : rules.forbidden) empty_cells_[place(cell)] = forbidden_cell;
    const Bits landing = landing_cells(geometry, geometry.forbidden());
    for (std::size_t column = 0; column < columns(); ++column) {
      empty_legal_mask_[column] = any(landing & positions_.column_mask(column));
    }
    for (int column = 0; column < geometry.columns(); ++column) {
      for (int row = 0; row < geometry.rows(); ++row) {
        places_[static_cast<std::size_t>(lowest_index(geometry.bit(column, row)))] =
            static_cast<std::uint8_t>(place({column, row}));
      }
    }
    if (rules.bonus) bonus_place_ = place(*rules.bonus);
    seed(seed_number);
    reset(nullptr);
  }

  void seed(std::uint64_t number) override {
    Random seeds{number};
    for (Random& random : random_) random = Random{seeds.next()};
  }

  void reset(const bool* chosen) override {
    for_boards(least_boards, [&](std::size_t board) {
      if (chosen == nullptr || chosen[board]) reset_board(board);
    });
  }

  void set(std::size_t board, const std::vector<int>& columns) override {
    replay(geometry_, columns, [](const auto&, Status) {});  // refuses before anything changes
    reset_board(board);
    for (const std::int64_t column : columns) play(board, 1, &column, nullptr, [](std::size_t) {});
  }

  std::int64_t step(const std::int64_t* columns, const bool* chosen) override {
    const std::size_t first = positions_.first_illegal(geometry_, arrays.boards, columns, chosen);
    if (first < arrays.boards) return static_cast<std::int64_t>(first);
    for_blocks(least_boards, [&](std::size_t begin, std::size_t size) {
      const bool* block_chosen = chosen == nullptr ? nullptr : chosen + begin;
      play(begin, size, columns + begin, block_chosen, [&](std::size_t board) {
        if (chosen == nullptr || chosen[board]) {
          pass(board);
        } else {
          clear_rewards(board);
        }
      });
    });
    return -1;
  }

  void step_random(int plies) override {
    for_blocks(least_boards, [&](std::size_t begin, std::size_t size) {
      std::array<std::int64_t, block_boards> columns;
      for (int i = 0; i < plies; ++i) {
        draw_columns(begin, size, columns.data());
        play(begin, size, columns.data(), nullptr, [this](std::size_t board) { pass(board); });
      }
    });
  }

  void play_out() override {
    for_blocks(least_games, [&](std::size_t begin, std::size_t size) {
      std::array<std::int64_t, block_boards> columns;
      const bool* finished = &arrays.finished[begin];
      while (!std::all_of(finished, finished + size, [](bool over) { return over; })) {
        draw_columns(begin, size, columns.data());
        play(begin, size, columns.data(), nullptr, [](std::size_t) {});
      }
    });
  }

  const std::int64_t* random_columns() override {
    allocate(random_columns_, arrays.boards);
    for_blocks(least_boards, [&](std::size_t begin, std::size_t size) {
      draw_columns(begin, size, &random_columns_[begin]);
    });
    return random_columns_.get();
  }

  const std::int64_t* playouts(int games) override {
    allocate(playouts_, arrays.boards * 3);
    const auto games_each = static_cast<std::size_t>(std::max(games, 1));
    for_boards(std::max<std::size_t>(least_games / games_each, 1), [&](std::size_t board) {
      std::int64_t* ends = &playouts_[3 * board];
      std::fill_n(ends, 3, 0);
      if (arrays.finished[board]) {
        ends[end_of(arrays.winner[board])] = games;
        return;
      }
      for (int game = 0; game < games; ++game) {
        const int winner =
            random_playout(geometry_, position(board), random_[board], [](const auto&) {});
        ++ends[end_of(winner)];
      }
    });
    return playouts_.get();
  }

  const std::int8_t* mover_cells() override {
    const std::size_t size = board_size();
    allocate(mover_cells_, arrays.boards * size);
    for_boards(least_boards, [&](std::size_t board) {
      const std::int8_t sign = arrays.turn[board] == 0 ? 1 : -1;
      map_cells(&arrays.cells[board * size], size, &mover_cells_[board * size],
                [sign](std::int8_t cell) {
                  return cell > 1 ? cell : static_cast<std::int8_t>(cell * sign);
                });
    });
    return mover_cells_.get();
  }

  const bool* planes() override {
    const std::size_t size = board_size();
    allocate(planes_, arrays.boards * batch_planes * size);
    for_boards(least_boards, [&](std::size_t board) {
      const std::int8_t* cells = &arrays.cells[board * size];
      bool* planes = &planes_[board * size * batch_planes];
      const std::int8_t mine = arrays.turn[board] == 0 ? first_piece : second_piece;
      const auto theirs = static_cast<std::int8_t>(-mine);
      map_cells(cells, size, planes, [mine](std::int8_t cell) { return cell == mine; });
      map_cells(cells, size, planes + size, [theirs](std::int8_t cell) { return cell == theirs; });
      // Without forbidden cells and a bonus the others stay as they were made: empty.
      if constexpr (Geometry::may_have_forbidden) {
        if (!any(geometry_.forbidden()) && !any(geometry_.bonus())) return;
        map_cells(cells, size, planes + 2 * size, [](std::int8_t cell) { return cell > 1; });
      }
      if constexpr (Geometry::may_have_bonus) {
        if (!any(geometry_.bonus())) return;
        planes[3 * size + bonus_place_] = cells[bonus_place_] == 0;
        std::fill_n(&planes[4 * size], size, arrays.must_ban[board]);
      }
    });
    return planes_.get();
  }

  const bool* winning_mask() override {
    return landing_mask(winning_mask_, [&](const auto& position, const Bits& cell) {
      return position.wins_at(geometry_, cell);
    });
  }

  const bool* threat_mask() override {
    return landing_mask(threat_mask_, [&](const auto& position, const Bits& cell) {
      return has_line(geometry_, position.theirs() | cell);
    });
  }

 private:
  // How many are worth a thread, which takes some ten microseconds to start: boards that each get a
  // ply or are looked at, and games that are played to their end.
  static constexpr std::size_t least_boards = 2048;
  static constexpr std::size_t least_games = 64;

  template <class Item>
  static void allocate(std::unique_ptr<Item[]>& array, std::size_t size) {
    if (!array) array.reset(new Item[size]());
  }

  // Writes whether holds(position, cell) for the landing cell of each column; false where there is
  // none, or the game is over.
  template <class Holds>
  const bool* landing_mask(std::unique_ptr<bool[]>& masks, Holds&& holds) {
    allocate(masks, arrays.boards * arrays.columns);
    for_boards(least_boards, [&](std::size_t board) {
      bool* mask = &masks[board * arrays.columns];
      std::fill_n(mask, arrays.columns, false);
      if (arrays.finished[board]) return;
      const Position<Geometry> now = position(board);
      for_each_cell(now.landing(geometry_), [&](const Bits& cell) {
        mask[column_of(geometry_, lowest_index(cell))] = holds(now, cell);
      });
    });
    return masks.get();
  }

  template <class Visit>
  void for_boards(std::size_t least, Visit&& visit) {
    share(arrays.boards, threads_, least, [&](std::size_t begin, std::size_t end) {
      for (std::size_t board = begin; board < end; ++board) visit(board);
    });
  }

  // Calls visit(begin, size) for blocks of boards.
  template <class Visit>
  void for_blocks(std::size_t least, Visit&& visit) {
    share(arrays.boards, threads_, least, [&](std::size_t begin, std::size_t end) {
      for (; begin < end; begin += block_boards) visit(begin, std::min(block_boards, end - begin));
    });
  }

  // From the geometry: known to the compiler where the board is the standard one.
  std::size_t columns() const { return static_cast<std::size_t>(geometry_.columns()); }
  std::size_t board_size() const { return columns() * static_cast<std::size_t>(geometry_.rows()); }

  std::size_t place(Cell cell) const {
    return static_cast<std::size_t>(cell.row) * columns() + static_cast<std::size_t>(cell.column);
  }

  static std::size_t end_of(int winner) { return winner < 0 ? 1U : winner == 0 ? 0U : 2U; }

  Position<Geometry> position(std::size_t board) const {
    return positions_.position(geometry_, board, arrays.turn[board], arrays.ply[board],
                               arrays.must_ban[board]);
  }

  // A random legal column for each board of a block, 0 where the game is over.
  void draw_columns(std::size_t begin, std::size_t size, std::int64_t* columns) {
    std::array<std::uint64_t, block_boards> numbers;
    for (std::size_t i = 0; i < size; ++i) {
      numbers[i] = positions_.is_running(begin + i) ? random_[begin + i].next() : 0;
    }
    positions_.choose_columns(geometry_, begin, size, numbers.data(), columns);
  }

  void reset_board(std::size_t board) {
    positions_.reset(geometry_, board);
    std::memcpy(&arrays.cells[board * board_size()], empty_cells_.data(), board_size());
    std::fill_n(&arrays.moves[board * arrays.plies], arrays.plies, std::int8_t{-1});
    std::copy_n(empty_legal_mask_.data(), columns(), &arrays.legal_mask[board * columns()]);
    arrays.turn[board] = 0;
    arrays.ply[board] = 0;
    arrays.must_ban[board] = false;
    arrays.finished[board] = !positions_.is_running(board);
    arrays.winner[board] = -1;
    clear_rewards(board);
  }

  // The step of a board whose game is over.
  void pass(std::size_t board) {
    if (autoreset_) {
      reset_board(board);
    } else {
      clear_rewards(board);
    }
  }

  void clear_rewards(std::size_t board) { std::fill_n(&arrays.rewards[2 * board], 2, 0.0F); }

  // Plays a legal column on each chosen board of a block (one bool each, null is all of them); calls
  // pass(board) where it is not chosen or the game is over.
  template <class Pass>
  void play(std::size_t begin, std::size_t size, const std::int64_t* columns, const bool* chosen,
            Pass&& pass) {
    if constexpr (Geometry::may_have_bonus) {
      if (any(geometry_.bonus())) return play_with_bonus(begin, size, columns, chosen, pass);
    }
    PlayedBlock<Bits> played;
    positions_.play(geometry_, begin, size, columns, chosen, played);
    const PlyWriter writer{*this};
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t board = begin + i;
      const Bits cell = load_set<Bits>(&played.cell[i], block_boards);
      if (!any(cell)) {
        pass(board);
        continue;
      }
      const int player = writer.ply[board] & 1;
      writer.write(board, columns[i], cell, static_cast<std::int8_t>(1 - 2 * player), 1 - player,
                   played.room[i] != 0);
      if (played.line[i] != 0) {
        win(board, player);
      } else if (played.landing[i] == 0) {
        finish(board);
      }
    }
  }

  template <class Pass>
  void play_with_bonus(std::size_t begin, std::size_t size, const std::int64_t* columns,
                       const bool* chosen, Pass&& pass) {
    const PlyWriter writer{*this};
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t board = begin + i;
      if (!positions_.is_running(board) || (chosen != nullptr && !chosen[i])) {
        pass(board);
        continue;
      }
      const int column = static_cast<int>(columns[i]);
      Position<Geometry> now = position(board);
      const Bits cell = now.landing(geometry_, column);
      const int player = now.turn();
      const std::int8_t content =
          now.must_ban() ? ban_piece : static_cast<std::int8_t>(1 - 2 * player);
      const bool wins = now.wins_at(geometry_, cell);
      now.play(geometry_, cell);
      positions_.put(board, now);
      writer.write(board, column, cell, content, now.turn(), any(now.landing(geometry_, column)));
      arrays.must_ban[board] = now.must_ban();
      if (wins) {
        win(board, player);
      } else if (now.is_full(geometry_)) {
        finish(board);
      }
    }
  }

  // Writes what a ply changed into the arrays, as if the game went on. It has their addresses in
  // variables of its own: for all the compiler knows, a byte that is written could be part of an
  // address in memory, which it would read again.
  struct PlyWriter {
    explicit PlyWriter(Boards& boards)
        : cells(boards.arrays.cells.get()),
          moves(boards.arrays.moves.get()),
          ply(boards.arrays.ply.get()),
          turn(boards.arrays.turn.get()),
          rewards(boards.arrays.rewards.get()),
          legal_mask(boards.arrays.legal_mask.get()),
          places(boards.places_.data()),
          columns(boards.columns()),
          board_size(boards.board_size()),
          plies(boards.arrays.plies) {}

    void write(std::size_t board, std::int64_t column, const Bits& cell, std::int8_t content,
               int next_turn, bool room) const {
      const auto index = static_cast<std::size_t>(lowest_index(cell));
      const std::int16_t played = ply[board];
      cells[board * board_size + places[index]] = content;
      moves[board * plies + static_cast<std::size_t>(played)] = static_cast<std::int8_t>(column);
      ply[board] = static_cast<std::int16_t>(played + 1);
      turn[board] = static_cast<std::int8_t>(next_turn);
      rewards[2 * board] = 0.0F;
      rewards[2 * board + 1] = 0.0F;
      legal_mask[board * columns + static_cast<std::size_t>(column)] = room;
    }

    std::int8_t* cells;
    std::int8_t* moves;
    std::int16_t* ply;
    std::int8_t* turn;
    float* rewards;
    bool* legal_mask;
    const std::uint8_t* places;
    std::size_t columns;
    std::size_t board_size;
    std::size_t plies;
  };

  void finish(std::size_t board) {
    positions_.stop(board);
    arrays.finished[board] = true;
  }

  void win(std::size_t board, int player) {
    finish(board);
    arrays.winner[board] = static_cast<std::int8_t>(player);
    arrays.rewards[2 * board] = player == 0 ? 1.0F : -1.0F;
    arrays.rewards[2 * board + 1] = player == 0 ? -1.0F : 1.0F;
    std::fill_n(&arrays.legal_mask[board * columns()], columns(), false);
  }

  Geometry geometry_;
  int threads_;
  bool autoreset_;
  PositionArrays<Geometry> positions_;
  std::vector<Random> random_;
  std::vector<std::int8_t> empty_cells_;
  std::array<bool, static_cast<std::size_t>(Geometry::most_columns)> empty_legal_mask_{};
  std::array<std::uint8_t, std::size_t{64} * word_count<Bits>> places_{};  // of a bit in `cells`
  std::size_t bonus_place_ = 0;

  // Made by the first call that asks for them.
  std::unique_ptr<std::int64_t[]> random_columns_;
  std::unique_ptr<std::int64_t[]> playouts_;
  std::unique_ptr<std::int8_t[]> mover_cells_;
  std::unique_ptr<bool[]> planes_;
  std::unique_ptr<bool[]> winning_mask_;
  std::unique_ptr<bool[]> threat_mask_;
};

}  // namespace fourfold
