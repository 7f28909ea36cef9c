// What can be measured in a sample's pictures: how different they are, how strong their contrast is, patterns at the strides' frequencies
// and along rows and columns.
#pragma once

#include "core/api/image_buffer.h"
#include "core/data/dataset_facts.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace headroom {

/// NaN: cannot be said of these pictures. All of their luma.
struct PictureMeasures {
    /// Root of the variance between the pictures by that of all: 0 they are the same, near 1 they have nothing in common.
    double diversity = std::numeric_limits<double>::quiet_NaN();
    double contrast = std::numeric_limits<double>::quiet_NaN();  ///< standard deviation within a picture, levels of 255
    /// Mean power at the periods of 2 and 4 pixels by the median of the frequencies beside it, the larger; 1 where nothing stands out
    /// (Odena, Dumoulin, Olah, "Deconvolution and Checkerboard Artifacts", Distill 2016).
    double checkerboard = std::numeric_limits<double>::quiet_NaN();
    /// Mean power of fine patterns along rows and columns, periods of 2 to 4 pixels, by that of as fine ones along the diagonals. Enlarging by repeated
    /// pixels raises it, which leaves just those frequencies out that `checkerboard` looks at; a picture that is merely blurred has 1. Horizontal and
    /// vertical lines in the data raise it as well.
    double plaid = std::numeric_limits<double>::quiet_NaN();
    double empty = std::numeric_limits<double>::quiet_NaN();  ///< share that is nearly all one colour
};

/// Pictures as luma, one byte a pixel, all of one size.
class GreyPictures {
public:
    GreyPictures() = default;
    /// At most `most` of `images`, from the first on; none where they differ in size.
    explicit GreyPictures(const ImageList& images, std::size_t most = 64);

    PictureMeasures measures() const;
    /// Root mean square difference to another sample of the same latents by the contrast of both; NaN: they do not compare.
    double movement_from(const GreyPictures& before) const;

private:
    double checkerboard() const;
    double plaid() const;
    std::size_t area() const { return static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_); }

    int width_ = 0, height_ = 0;
    std::vector<std::vector<std::uint8_t>> pixels_;
};

/// More pictures than can be kept, which are added a few at a time: what repeats another is found however many lie between, since of each a look
/// is kept.
class ManyPictures {
public:
    void add(const ImageList& images);
    /// Share that all but repeats an earlier one, by the same measure as DatasetFacts::near_duplicates. NaN: of so few it cannot be said.
    double twin_share() const;
    /// As PictureMeasures::empty, of all that were added.
    double empty_share() const;

private:
    std::vector<PictureLook> looks_;
    std::size_t empty_ = 0;
};

/// The pictures of a grid that compose_grid() laid out with its usual gap. `count` 0: as many as there is room for.
ImageList split_grid(const ImageBuffer& grid, int width, int height, std::size_t count = 0);

}  // namespace headroom
