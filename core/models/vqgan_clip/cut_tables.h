// CutTables: what kernels of our own are told of some cuts. The shapes depend on the settings, the chain, the number of cuts and the picture's
// sides alone: work that was recorded once (a CUDA graph) finds there what later iterations draw.
#pragma once

#include "core/models/vqgan_clip/cut_draws.h"

#include <functional>
#include <vector>

namespace headroom::imagine {

/// Tensors on the host, or of one block on a device.
struct CutTables {
    struct Step {
        at::Tensor
            each;  ///< Colour: (count) of CutColour, as bytes; Sharpness: (count) float32 factors, below 0: the cut stays;
                   ///< Noise: (count) float32, 1 or, of cuts that stay, 0; Elastic: elastic_taps(), float32; Spline:
                   ///< spline_numbers(), float32
        at::Tensor keys;  ///< Noise, Elastic: (count) int64, of the generators
    };
    std::int64_t count = 0;
    at::Tensor boxes;                      ///< (count) of CropBox, as bytes; undefined: no crops
    at::Tensor weights, firsts;            ///< of crops that are resampled: as ResampleBands
    at::Tensor warps;                      ///< (steps, count) of CutWarp, as bytes; undefined: no step is one
    std::vector<Step> steps;               ///< as the chain
    at::Tensor noise_factors, noise_keys;  ///< (count) float32, int64; undefined: no noise at the end

    /// All tensors that are defined, in an order of their own.
    std::vector<at::Tensor*> all();
};

/// On the host, of a picture of `height` x `width` pixels.
CutTables cut_tables(const CutSettings& settings, const std::vector<CutStep>& chain, const CutDraws& draws,
                     std::int64_t height, std::int64_t width);

/// Tables that stay on a device and take in others of the same shapes, in one copy, without waiting. Throws c10::Error.
class DeviceCutTables {
public:
    /// With the numbers of `host`.
    DeviceCutTables(CutTables host, at::Device device);
    void take(CutTables host);
    const CutTables& tables() const { return there_; }

private:
    at::Tensor block_;
    CutTables there_;
};

/// Boxes and, of square ones, the bands of their resampling to `side`, each row of `band` numbers. On the host.
at::Tensor crop_box_table(const std::vector<CutBox>& boxes);
void resample_tables(const std::vector<CutBox>& boxes, std::int64_t side, std::int64_t band, at::Tensor& weights,
                     at::Tensor& firsts);
}  // namespace headroom::imagine
