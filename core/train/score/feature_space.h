// FeatureSpace: a network whose features pictures are compared in. Three kinds, by name: random, clip, inception.
#pragma once

#include "core/api/image_buffer.h"
#include "core/base/result.h"
#include "core/train/score/picture_inputs.h"

#include <ATen/core/TensorBody.h>

#include <memory>
#include <string>
#include <vector>

namespace headroom {

/// A space as it is asked for: "random", "clip", "clip=FILE", "inception=FILE".
struct SpaceChoice {
    std::string name, file;
};

/// Of words between commas or apart. Errors: InvalidArgument (no such space, a file missing or one too many, a space twice).
Result<std::vector<SpaceChoice>> read_space_choices(const std::vector<std::string>& words);

/// One thread at a time, without gradients.
class FeatureSpace {
public:
    virtual ~FeatureSpace() = default;
    /// What features() takes, of one picture (grey or RGB): (1, 3, S, S) on the CPU.
    virtual at::Tensor input(const ImageBuffer& picture) const = 0;
    /// Inputs (N, 3, S, S) -> (N, width), float32 on the CPU; CLIP's with a length of sqrt(width).
    virtual at::Tensor features(const at::Tensor& inputs) = 0;
    /// Whether distances of unit features say something: CLIP was trained for that.
    virtual bool by_angle() const { return false; }
    /// Whether a processor needs some tenth of a second for a picture.
    virtual bool is_slow() const { return false; }

    std::string name;  ///< SpaceChoice::name
    std::string file;  ///< of its weights; empty: it needs none
    /// All that decides its features of a picture, in words: its name, its file as that lay there and what is said beside it, the kind of device and
    /// whether that rounded products to TF32 when it was opened, and of Inception how pictures are resized.
    std::string stamp;
};

/// Loads a network to the device. Errors: of clip_file, WeightFile::open, require_complete.
Result<std::unique_ptr<FeatureSpace>> open_space(const SpaceChoice& choice, InceptionResize resize, at::Device device);

}  // namespace headroom
