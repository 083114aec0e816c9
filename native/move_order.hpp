// Which move to search first: what it threatens, and where it lies.
#pragma once

#include <array>

#include "geometry.hpp"
#include "static_proofs.hpp"

namespace fourfold {

struct OrderWeights {
  int claim;      // for each winning cell in CLAIM after the move
  int other;      // for each other winning cell
  int immediate;  // if one of them can be played at once
};

template <class Geometry>
class MoveOrder {
  using Bits = typename Geometry::Bits;

 public:
  alignas(64) std::array<Bits, 16> column{};  // the cells of each column, empty past the last

  explicit MoveOrder(const Geometry& geometry) : claim_(ProofMasks<Bits>(geometry).claim) {
    for (int c = 0; c < geometry.columns(); ++c) {
      column[static_cast<std::size_t>(c)] = column_cells(geometry, c);
    }
    static constexpr int second[4][6] = {{-17, -24, 25, -8, -34, 128},
                                         {-58, 114, 132, 65, 1, 147},
                                         {127, 198, 244, 216, 39, 179},
                                         {420, 426, 244, 283, 346, 455}};
    static constexpr int first[4][6] = {{22, 22, 44, 85, -128, 223},
                                        {-42, 120, 68, 123, 84, 218},
                                        {55, 222, 234, 142, 172, 219},
                                        {363, 396, 466, 250, 548, 231}};
    if (geometry.columns() == 7 && geometry.rows() == 6) {
      for (int c = 0; c < 7; ++c)
        for (int r = 0; r < 6; ++r) {
          const int m = c < 4 ? c : 6 - c;
          const auto i = static_cast<std::size_t>(lowest_index(geometry.bit(c, r)));
          square_[0][i] = static_cast<short>(second[m][r]);
          square_[1][i] = static_cast<short>(first[m][r]);
        }
    } else {
      const int stride = geometry.stride();
      for (int c = 0; c < geometry.columns(); ++c)
        for (int r = 0; r < geometry.rows(); ++r) {
          int lines = 0;
          const int dx[4] = {1, 0, 1, 1}, dy[4] = {0, 1, 1, -1};
          for (int d = 0; d < 4; ++d)
            for (int s = -3; s <= 0; ++s) {
              bool ok = true;
              for (int k = s; k < s + 4; ++k) {
                const int x = c + k * dx[d], y = r + k * dy[d];
                ok = ok && x >= 0 && x < geometry.columns() && y >= 0 && y < geometry.rows() &&
                     any(geometry.bit(x, y) & geometry.board());
              }
              lines += ok;
            }
          const auto i = static_cast<std::size_t>(c * stride + r);
          square_[0][i] = square_[1][i] = static_cast<short>(lines * 32);
        }
    }
  }

  template <bool even>
  int value(const Bits& cell, const Bits& wins, const Bits& landing) const {
    const OrderWeights w = even ? OrderWeights{1147, 1418, -63} : OrderWeights{1605, 797, -540};
    int v = square_[even][static_cast<std::size_t>(lowest_index(cell))];
    v += w.claim * count(wins & claim_) + w.other * count(wins & ~claim_);
    if (any(wins & landing)) v += w.immediate;
    return v;
  }

 private:
  Bits claim_;
  std::array<std::array<short, 64 * word_count<Bits>>, 2> square_{};
};

}  // namespace fourfold
