// ExtremesPyramid: lowest and highest value of blocks of 8, 64, 512, ... rows of a curve, so that a plot looks at some blocks for each pixel
// column and not at every row.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace headroom::ui {

class ExtremesPyramid {
public:
    /// Where the first lowest and the first highest value of some rows are. Rows without a value (NaN) do not count; `low` above `high`: none has one.
    struct Block {
        float low = 1, high = -1;
        std::uint32_t low_row = 0, high_row = 0;
        bool empty() const { return low > high; }
    };

    /// Rows from `rows` on are not known any more.
    void truncate(std::size_t rows) {
        std::size_t blocks = rows;
        for (auto& level : levels_) {
            blocks /= kBranch;
            if (level.size() > blocks) level.resize(blocks);
        }
    }

    /// Takes rows that are complete and final, up to `rows`. `range(i)`: lowest and highest of row i.
    template <class Range> void extend(std::size_t rows, const Range& range) {
        auto& first = levels_.front();
        for (std::size_t block = first.size(); (block + 1) * kBranch <= rows; ++block) {
            Block made;
            for (std::size_t i = block * kBranch; i < (block + 1) * kBranch; ++i) {
                const auto [low, high] = range(i);
                if (std::isnan(low)) continue;
                const auto row = static_cast<std::uint32_t>(i);
                join(made, {static_cast<float>(low), static_cast<float>(high), row, row});
            }
            first.push_back(made);
        }
        for (std::size_t l = 1; l < levels_.size(); ++l) {
            const auto& below = levels_[l - 1];
            auto& level = levels_[l];
            for (std::size_t block = level.size(); (block + 1) * kBranch <= below.size(); ++block) {
                Block made;
                for (std::size_t i = block * kBranch; i < (block + 1) * kBranch; ++i) join(made, below[i]);
                level.push_back(made);
            }
        }
    }

    /// Goes through the rows from `begin` to before `end` in order: whole blocks that lie in one column (`column(row)` grows with the row) by
    /// `take_block(block)`, the others row by row by `take_row(i)`.
    template <class Column, class TakeRow, class TakeBlock>
    void visit(std::size_t begin, std::size_t end, const Column& column, const TakeRow& take_row,
               const TakeBlock& take_block) const {
        for (std::size_t i = begin; i < end;) {
            const auto here = column(i);
            std::size_t rows = 1;
            const Block* largest = nullptr;
            std::size_t size = kBranch;
            for (const auto& level : levels_) {
                const bool whole = i % size == 0 && i + size <= end && i / size < level.size();
                if (!whole || column(i + size - 1) != here) break;
                largest = &level[i / size];
                rows = size;
                size *= kBranch;
            }
            if (largest)
                take_block(*largest);
            else
                take_row(i);
            i += rows;
        }
    }

private:
    static constexpr std::size_t kBranch = 8;

    /// `later` comes after `block`.
    static void join(Block& block, const Block& later) {
        if (later.empty()) return;
        if (block.empty()) {
            block = later;
            return;
        }
        if (later.low < block.low) {
            block.low = later.low;
            block.low_row = later.low_row;
        }
        if (later.high > block.high) {
            block.high = later.high;
            block.high_row = later.high_row;
        }
    }

    std::array<std::vector<Block>, 5> levels_;  ///< blocks of 8 to 32,768 rows
};

}  // namespace headroom::ui
