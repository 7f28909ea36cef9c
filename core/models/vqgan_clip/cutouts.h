// Cutouts: the random pictures that CLIP sees of the painted one.
#pragma once

#include "core/models/vqgan_clip/cut_draws.h"

namespace headroom::imagine {

/// Where the cuts of an iteration come from. One thread at a time.
class CutSource {
public:
    virtual ~CutSource() = default;
    /// What all cuts of `picture` (1, 3, H, W) in [0, 1] share: the pooled picture (1, 3, S, S), or the picture itself.
    virtual at::Tensor base(const at::Tensor& picture) const { return picture; }
    /// Cuts `first` .. `first + count - 1` of an iteration: (count, 3, S, S), with the gradient to `base`. float32 or float64.
    virtual at::Tensor cut(const at::Tensor& base, std::int64_t iteration, std::int64_t first,
                           std::int64_t count) const = 0;
};

/// Random cuts. The same numbers for the same (seed, iteration, cut), however they are chunked, on every device.
class Cutter : public CutSource {
public:
    Cutter(CutSettings settings, std::uint64_t seed);
    at::Tensor base(const at::Tensor& picture) const override;
    at::Tensor cut(const at::Tensor& base, std::int64_t iteration, std::int64_t first,
                   std::int64_t count) const override;
    const CutSettings& settings() const { return settings_; }

private:
    CutSettings settings_;
    std::uint64_t seed_;
    std::vector<CutStep> chain_;
};

/// The cuts of given draws: crop or pooled base -> chain -> noise -> clamp. (draws.count, 3, S, S).
at::Tensor apply_cuts(const CutSettings& settings, const std::vector<CutStep>& chain, const at::Tensor& base,
                      const CutDraws& draws);

/// One step of the chain on `x` (n, 3, S, S). What it keeps for the backward pass: Colour and Sharpness the touched cuts they are
/// given, Elastic and Spline two numbers per pixel, the others nothing per pixel.
at::Tensor apply_step(const CutStep& step, const StepDraws& draws, const at::Tensor& x, bool reference);

}  // namespace headroom::imagine
