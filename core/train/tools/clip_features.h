// CLIP's features of pictures and texts, and how near they are to each other. Torch-free header.
#pragma once

#include "core/api/services.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

struct ClipRequest {
    std::vector<std::string> pictures, texts;  ///< files; words
    std::string clip;                          ///< weights; empty: the built-in CLIP
    std::string tensors;                       ///< safetensors to write; empty: none
    std::string device = "auto";
    Bytes budget;  ///< tensor bytes; 0: nine tenths of what is free
};

struct ClipReport {
    std::string clip;           ///< path of the weights
    std::int64_t features = 0;  ///< numbers per picture or text
    /// Row per picture, column per text; of unit features. Spherical: 2 asin(|u - v| / 2)^2, what text to image makes small.
    std::vector<std::vector<double>> cosine, spherical;
    std::vector<std::string> notes;  ///< what was assumed of the CLIP, texts that were cut, words it was never shown
};

/// Pictures are prepared as open_clip does: bicubic so that the shorter side fits, the middle cut out, the file's own mean and deviation.
/// `tensors` gets what there is of images (N, 3, S, S), image_features (N, E), tokens (int64, M, context), text_features (M, E); features
/// are not normalised. Errors: InvalidArgument (an empty text, nothing to do), NotFound, BadFile, OutOfMemory, Disk, Cancelled.
Result<ClipReport> clip_features(const ClipRequest& request, ProgressFn progress, std::stop_token stop);

}  // namespace headroom
