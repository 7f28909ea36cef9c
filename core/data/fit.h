// Fit: how a picture of any shape becomes the square that training sees.
#pragma once

#include "core/api/train_config.h"
#include "core/io/pictures/picture_rows.h"
#include "core/io/pictures/resample.h"

#include <optional>
#include <vector>

namespace headroom {

/// Crops and resizes a picture that comes row by row into `out`, size * size * channels bytes. A random crop is the largest square at a
/// place that depends on `index` alone; padding is of the level `ground`.
class FittedRows final : public PictureRows {
public:
    FittedRows(FitMode fit, std::int64_t index, int size, std::uint8_t* out, std::uint8_t ground = 255)
        : fit_(fit), ground_(ground), index_(index), size_(size), out_(out) {}
    void begin(int width, int height, int channels) override;
    void row(const std::uint8_t* pixels) override;
    int width() const { return width_; }  ///< of the picture that came
    int height() const { return height_; }

private:
    /// The whole picture's place in the square.
    void begin_padded(int channels);
    void place_padded();

    FitMode fit_;
    std::uint8_t ground_;
    std::int64_t index_;
    int size_;
    std::uint8_t* out_;
    int width_ = 0, height_ = 0, y_ = 0, first_row_ = 0, rows_ = 0;  ///< of the crop
    std::size_t first_byte_ = 0;
    std::vector<std::uint8_t> inner_;  ///< Pad: the picture at its size in the square
    int inner_width_ = 0, inner_height_ = 0, channels_ = 0;
    std::optional<RowResize> resize_;
};

/// FittedRows of a picture that is there.
void fit_picture(const PixelView& picture, FitMode fit, std::int64_t index, int size, std::uint8_t* out,
                 std::uint8_t ground = 255);

/// Whether the same files make other pictures, by how they are cut and laid on a ground.
bool are_cut_otherwise(const TrainConfig& a, const TrainConfig& b);

}  // namespace headroom
