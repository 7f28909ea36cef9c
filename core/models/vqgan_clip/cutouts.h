// Cutouts: the random pictures that CLIP sees of the painted one.
#pragma once

#include "core/models/vqgan_clip/cut_tables.h"

#include <functional>
#include <memory>

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

class HeldCuts;

/// Random cuts. The same numbers for the same (seed, iteration, cut), however they are chunked, on every device.
class Cutter : public CutSource {
public:
    Cutter(CutSettings settings, std::uint64_t seed);
    at::Tensor base(const at::Tensor& picture) const override;
    at::Tensor cut(const at::Tensor& base, std::int64_t iteration, std::int64_t first,
                   std::int64_t count) const override;
    const CutSettings& settings() const { return settings_; }
    /// What the kernels on a device are told of these cuts.
    CutTables tables(std::int64_t height, std::int64_t width, std::int64_t iteration, std::int64_t first,
                     std::int64_t count) const;

    /// On a device with kernels of our own: what the `cuts` cuts of `iteration`, `chunk` at a time, draw goes to memory that stays, where
    /// cut() reads it until let_go(). The function that is returned puts other iterations' draws there. Throws c10::Error.
    std::function<void(std::int64_t iteration)> hold(std::int64_t height, std::int64_t width, std::int64_t cuts,
                                                     std::int64_t chunk, std::int64_t iteration, at::Device device);
    void let_go();

private:
    CutSettings settings_;
    std::uint64_t seed_;
    std::vector<CutStep> chain_;
    std::shared_ptr<const HeldCuts> held_;
};

/// The cuts of given draws: crop or pooled base -> chain -> noise -> clamp. (draws.count, 3, S, S).
at::Tensor apply_cuts(const CutSettings& settings, const std::vector<CutStep>& chain, const at::Tensor& base,
                      const CutDraws& draws);

/// One step of the chain on `x` (n, 3, S, S). What it keeps for the backward pass: Colour and Sharpness the touched cuts they are
/// given, Elastic and Spline two numbers per pixel, the others nothing per pixel.
at::Tensor apply_step(const CutStep& step, const StepDraws& draws, const at::Tensor& x, bool reference);

}  // namespace headroom::imagine
