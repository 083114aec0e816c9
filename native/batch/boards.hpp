// The boards of a batch, and how they are played: a template over the geometry.
//
// The position of each board is kept beside the arrays, which are brought up to date after each ply
// by the little that it changed: one cell, one column of the legal mask, one move.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

#include "batch/batch.hpp"
#include "batch/share.hpp"
#include "board/perft.hpp"
#include "board/position.hpp"
#include "board/random.hpp"
#include "board/replay.hpp"

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

  std::mutex mutex;
  BatchArrays arrays;
};

template <class Geometry>
class Boards final : public Batch::Core {
 public:
  using Bits = typename Geometry::Bits;

  Boards(const Rules& rules, const Geometry& geometry, std::size_t boards,
         std::uint64_t seed_number, int threads, bool autoreset)
      : Core(rules, boards),
        geometry_(geometry),
        empty_(geometry),
        threads_(threads),
        autoreset_(autoreset),
        positions_(boards, empty_),
        random_(boards, Random{0}),
        empty_cells_(arrays.rows * arrays.columns) {
    for (int column = 0; column < geometry.columns(); ++column) {
      column_masks_[static_cast<std::size_t>(column)] = column_cells(geometry, column);
    }
    for (const Cell& cell : rules.forbidden) empty_cells_[place(cell)] = forbidden_cell;
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
    for (const int column : columns) play(board, column);
  }

  std::int64_t step(const std::int64_t* columns, const bool* chosen) override {
    const auto stays = [&](std::size_t board) { return chosen != nullptr && !chosen[board]; };
    for (std::size_t board = 0; board < arrays.boards; ++board) {
      if (!stays(board) && !is_legal(board, columns[board])) {
        return static_cast<std::int64_t>(board);
      }
    }
    for_boards(least_boards, [&](std::size_t board) {
      if (stays(board)) {
        set_rewards(board, 0, 0.0F);
      } else if (arrays.finished[board]) {
        pass(board);
      } else {
        play(board, static_cast<int>(columns[board]));
      }
    });
    return -1;
  }

  void step_random(int plies) override {
    for_boards(least_boards, [&](std::size_t board) {
      for (int i = 0; i < plies; ++i) {
        if (arrays.finished[board]) {
          pass(board);
        } else {
          play(board, random_column(board));
        }
      }
    });
  }

  void play_out() override {
    for_boards(least_games, [&](std::size_t board) {
      while (!arrays.finished[board]) play(board, random_column(board));
    });
  }

  const std::int64_t* random_columns() override {
    allocate(random_columns_, arrays.boards);
    for_boards(least_boards, [&](std::size_t board) {
      random_columns_[board] = arrays.finished[board] ? 0 : random_column(board);
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
            random_playout(geometry_, positions_[board], random_[board], [](const auto&) {});
        ++ends[end_of(winner)];
      }
    });
    return playouts_.get();
  }

  const std::int8_t* mover_cells() override {
    const std::size_t size = board_size();
    allocate(mover_cells_, arrays.boards * size);
    for_boards(least_boards, [&](std::size_t board) {
      const std::int8_t* __restrict cells = &arrays.cells[board * size];
      std::int8_t* __restrict seen = &mover_cells_[board * size];
      const std::int8_t sign = arrays.turn[board] == 0 ? 1 : -1;
      for (std::size_t i = 0; i < size; ++i) {
        seen[i] = cells[i] > 1 ? cells[i] : static_cast<std::int8_t>(cells[i] * sign);
      }
    });
    return mover_cells_.get();
  }

  const bool* planes() override {
    const std::size_t size = board_size();
    allocate(planes_, arrays.boards * batch_planes * size);
    for_boards(least_boards, [&](std::size_t board) {
      const std::int8_t* __restrict cells = &arrays.cells[board * size];
      bool* __restrict planes = &planes_[board * size * batch_planes];
      const std::int8_t mine = arrays.turn[board] == 0 ? first_piece : second_piece;
      for (std::size_t i = 0; i < size; ++i) planes[i] = cells[i] == mine;
      for (std::size_t i = 0; i < size; ++i) planes[size + i] = cells[i] == -mine;
      // Without forbidden cells and a bonus the others stay as they were made: empty.
      if constexpr (Geometry::may_have_forbidden) {
        if (!any(geometry_.forbidden()) && !any(geometry_.bonus())) return;
        for (std::size_t i = 0; i < size; ++i) planes[2 * size + i] = cells[i] > 1;
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
      const Position<Geometry>& position = positions_[board];
      for_each_cell(position.landing(geometry_), [&](const Bits& cell) {
        mask[column_of(geometry_, lowest_index(cell))] = holds(position, cell);
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

  // From the geometry: known to the compiler where the board is the standard one.
  std::size_t columns() const { return static_cast<std::size_t>(geometry_.columns()); }
  std::size_t board_size() const { return columns() * static_cast<std::size_t>(geometry_.rows()); }

  std::size_t place(Cell cell) const {
    return static_cast<std::size_t>(cell.row) * columns() + static_cast<std::size_t>(cell.column);
  }

  static std::size_t end_of(int winner) { return winner < 0 ? 1U : winner == 0 ? 0U : 2U; }

  bool is_legal(std::size_t board, std::int64_t column) const {
    if (arrays.finished[board]) return true;
    const auto number = static_cast<std::uint64_t>(column);  // a negative one is huge
    return number < columns() && arrays.legal_mask[board * columns() + number];
  }

  int random_column(std::size_t board) {
    const Bits cell = random_cell(positions_[board].landing(geometry_), random_[board]);
    return column_of(geometry_, lowest_index(cell));
  }

  void reset_board(std::size_t board) {
    positions_[board] = empty_;
    std::memcpy(&arrays.cells[board * board_size()], empty_cells_.data(), board_size());
    std::fill_n(&arrays.moves[board * arrays.plies], arrays.plies, std::int8_t{-1});
    const Bits landing = empty_.landing(geometry_);
    for (std::size_t column = 0; column < columns(); ++column) {
      arrays.legal_mask[board * columns() + column] = any(landing & column_masks_[column]);
    }
    arrays.turn[board] = 0;
    arrays.ply[board] = 0;
    arrays.must_ban[board] = false;
    arrays.finished[board] = !any(landing);  // a board of forbidden cells is a draw at once
    arrays.winner[board] = -1;
    set_rewards(board, 0, 0.0F);
  }

  // The step of a board whose game is over.
  void pass(std::size_t board) {
    if (autoreset_) reset_board(board);
    set_rewards(board, 0, 0.0F);
  }

  void set_rewards(std::size_t board, int player, float reward) {
    arrays.rewards[2 * board + static_cast<std::size_t>(player)] = reward;
    arrays.rewards[2 * board + static_cast<std::size_t>(1 - player)] = 0.0F - reward;
  }

  // Plays a legal column. The arrays are written at the end: for all the compiler knows, a byte that is
  // written could be part of the position, which it would read again.
  void play(std::size_t board, int column) {
    Position<Geometry>& position = positions_[board];
    const Bits column_mask = column_masks_[static_cast<std::size_t>(column)];
    const Bits cell = position.landing(geometry_) & column_mask;
    const int row = lowest_index(cell) - column * geometry_.stride();
    const int player = position.turn();
    const int ply = position.ply();
    const std::int8_t content =
        position.must_ban() ? ban_piece : static_cast<std::int8_t>(1 - 2 * player);
    const bool wins = position.wins_at(geometry_, cell);
    position.play(geometry_, cell);
    const Bits landing = position.landing(geometry_);
    const int turn = position.turn();

    arrays.cells[board * board_size() + place({column, row})] = content;
    arrays.moves[board * arrays.plies + static_cast<std::size_t>(ply)] =
        static_cast<std::int8_t>(column);
    arrays.ply[board] = static_cast<std::int16_t>(ply + 1);
    arrays.turn[board] = static_cast<std::int8_t>(turn);
    if constexpr (Geometry::may_have_bonus) arrays.must_ban[board] = position.must_ban();
    set_rewards(board, player, wins ? 1.0F : 0.0F);
    bool* legal = &arrays.legal_mask[board * columns()];
    if (wins) {
      arrays.winner[board] = static_cast<std::int8_t>(player);
      arrays.finished[board] = true;
      std::fill_n(legal, columns(), false);
      return;
    }
    legal[column] = any(landing & column_mask);
    arrays.finished[board] = !any(landing);
  }

  Geometry geometry_;
  Position<Geometry> empty_;
  int threads_;
  bool autoreset_;
  std::vector<Position<Geometry>> positions_;
  std::vector<Random> random_;
  std::vector<std::int8_t> empty_cells_;
  std::array<Bits, static_cast<std::size_t>(Geometry::most_columns)> column_masks_{};
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
