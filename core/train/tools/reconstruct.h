// A picture through a VQGAN and back: encode, quantise, decode. Torch-free header.
#pragma once

#include "core/api/services.h"

#include <cstdint>
#include <string>

namespace headroom {

struct ReconstructRequest {
    std::string picture;
    std::string vqgan,
        config;  ///< weights and their configuration; empty: the built-in VQGAN, the configuration beside the weights
    int width = 0, height = 0;  ///< 0: the picture's own; either way fitted to multiples of the network's factor
    std::string out;            ///< PNG to write; empty: none
    std::string tensors;        ///< safetensors to write; empty: none
    std::string device = "auto";
    Bytes budget;  ///< tensor bytes; 0: nine tenths of what is free
};

struct ReconstructReport {
    std::string vqgan;                      ///< path of the weights
    int given_width = 0, given_height = 0;  ///< of the picture
    int width = 0, height = 0;              ///< as it was encoded
    std::int64_t factor = 1;                ///< pixels a side of a code
    double mse = 0, psnr = 0, ssim = 0;     ///< of the result against the picture as it was encoded, values in [0, 1]
    std::int64_t cells = 0, codes_used = 0, codes = 0;  ///< codes: in the codebook
};

/// Errors: InvalidArgument, NotFound, BadFile (picture, weights; a file that can only decode), OutOfMemory, Disk, Cancelled. Either all that
/// was asked for is written, or the error says which file could not be.
Result<ReconstructReport> reconstruct_picture(const ReconstructRequest& request, ProgressFn progress,
                                              std::stop_token stop);

}  // namespace headroom
