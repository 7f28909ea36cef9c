// Looks at every picture of a source: near-duplicates, emptiness, colour, transparency, aspects, edges.
#pragma once

#include "core/api/dataset_facts.h"
#include "core/api/image_buffer.h"
#include "core/api/train_config.h"
#include "core/data/image_source.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace headroom {

/// Side of the squares that pictures are looked at as.
inline constexpr int kLookSide = 64;
/// Along each side of one, the cells whose colours are kept.
inline constexpr int kLookCells = 8;

/// Levels of standard deviation below which a picture is of one colour, with the noise of a scanner or a compression.
inline constexpr double kOneColourLevels = 6;

/// What is kept of one picture: some 220 bytes, however large it is.
struct PictureLook {
    std::uint64_t hash = 0;                                         ///< see dct_hash()
    std::uint8_t mean[3]{};                                         ///< colour, on white, or on black where it is pale
    std::uint8_t edges = 0;                                         ///< share of pixels on an edge, in 255ths
    std::array<std::uint8_t, 3 * kLookCells * kLookCells> cells{};  ///< their mean colours, row by row
    bool read = false, empty = false, grey = false, transparent = false, pale = false;
    std::optional<Ground> ground;  ///< what nearly all of the border is; nothing: none of them
    int width = 0, height = 0;
};

/// 64 bits that change little when a picture is scaled, compressed or brightened: signs, about their median, of the 64 lowest frequencies but the
/// mean of its luma at 32 x 32 (the DCT hash of Zauner, "Implementation and Benchmarking of Perceptual Image Hash Functions", 2010).
std::uint64_t dct_hash(std::span<const float, 32 * 32> luma);

/// `rgba`: kLookSide squared, colours weighed by alpha.
PictureLook look_at(std::span<const std::uint8_t> rgba, PictureSides sides);
/// The same of a picture of any size and of 1, 3 or 4 channels, which is squeezed to such a square.
PictureLook look_at(const ImageBuffer& picture);

/// Later pictures that all but repeat an earlier one, with it: hashes that differ in at most 5 bits, and much the same colours everywhere. Empty
/// pictures count as nobody's. Time and memory grow little faster than the number of pictures. Error: Cancelled.
Result<std::vector<std::pair<std::int64_t, std::int64_t>>> near_duplicates(std::span<const PictureLook> looks,
                                                                           std::stop_token stop);

/// What a look at all pictures of a source has found.
struct DataLook {
    DatasetFacts facts{};
    /// Their places in the source, ascending: of those that all but repeat an earlier one, and of empty ones, which repeat nobody.
    std::vector<std::int64_t> repeated{}, empty{};
    /// Of a picture that was listed and could not be read just now; what was found is without it. None: there is none.
    std::optional<Error> away{};
};

/// Of all pictures that can be read, on `workers` threads. What was found of the same pictures before is there at once: it is kept in the user's cache
/// (kept_facts.h). Errors: Cancelled, OutOfMemory.
Result<DataLook> look_at_all(const ImageSource& source, std::int64_t workers, const ProgressFn& progress,
                             std::stop_token stop);

}  // namespace headroom
