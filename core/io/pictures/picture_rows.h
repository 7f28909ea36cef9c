// PictureRows: a picture on its way, row by row. Decoders give rows; who takes them keeps them, changes them or hands them on, so that
// a large picture that is wanted small never lies in memory whole.
#pragma once

#include "core/api/image_buffer.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace headroom {

/// Takes one picture. Used by one thread.
class PictureRows {
public:
    virtual ~PictureRows() = default;
    /// Once, before the first row.
    virtual void begin(int width, int height, int channels) = 0;
    /// As often as the picture is high, from the top: width * channels interleaved bytes.
    virtual void row(const std::uint8_t* pixels) = 0;
};

/// Keeps the picture.
class WholePicture final : public PictureRows {
public:
    void begin(int width, int height, int channels) override;
    void row(const std::uint8_t* pixels) override;
    ImageBuffer take() { return std::move(image_); }

private:
    ImageBuffer image_;
    std::shared_ptr<std::vector<std::uint8_t>> pixels_;
    std::size_t at_ = 0;
};

/// Hands rows on with 1 (luma), 3 (grey: equal) or 4 channels (opaque where there was no alpha); alpha that goes is composited on
/// a grey of the level `ground`.
class InChannels final : public PictureRows {
public:
    InChannels(int channels, PictureRows& next, std::uint8_t ground = 255)
        : channels_(channels), ground_(ground), next_(next) {}
    void begin(int width, int height, int channels) override;
    void row(const std::uint8_t* pixels) override;

private:
    int channels_, stored_ = 0;
    std::uint8_t ground_;
    PictureRows& next_;
    std::vector<std::uint8_t> rgb_, row_;
};

/// Hands the picture on as EXIF's orientation 2..8 asks for: all of it, once the last row has come.
class Upright final : public PictureRows {
public:
    Upright(int orientation, PictureRows& next) : orientation_(orientation), next_(next) {}
    void begin(int width, int height, int channels) override;
    void row(const std::uint8_t* pixels) override;

private:
    void hand_on();

    int orientation_, width_ = 0, height_ = 0, channels_ = 0;
    PictureRows& next_;
    std::vector<std::uint8_t> stored_;
};

}  // namespace headroom
