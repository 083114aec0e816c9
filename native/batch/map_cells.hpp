// Turning the contents of a board's cells into something else, many cells at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "board/rules.hpp"

namespace fourfold {

// As `map_cells`, for boards of at least `chunk` cells: so many at a time, a vector register. The last
// ones overlap those before them, so that no cell is left over.
template <std::size_t chunk, class Item, class Map>
void map_chunks(const std::int8_t* cells, std::size_t size, Item* mapped, const Map& map) {
  const auto map_chunk = [&](std::size_t at) {
    std::array<std::int8_t, chunk> before;
    std::array<Item, chunk> after;
    std::memcpy(before.data(), cells + at, chunk);
    for (std::size_t i = 0; i < chunk; ++i) after[i] = map(before[i]);
    std::memcpy(mapped + at, after.data(), chunk);
  };
  for (std::size_t at = 0; at + chunk <= size; at += chunk) map_chunk(at);
  if (size % chunk != 0) map_chunk(size - chunk);
}

// Writes what `map` makes of each cell of a board.
template <class Item, class Map>
void map_cells(const std::int8_t* cells, std::size_t size, Item* mapped, const Map& map) {
  static_assert(smallest_side * smallest_side >= 16);
  if (size >= 32) {
    map_chunks<32>(cells, size, mapped, map);
  } else {
    map_chunks<16>(cells, size, mapped, map);
  }
}

}  // namespace fourfold
