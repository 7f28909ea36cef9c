// Crop or pool, the chain, noise, clamp.
#include "core/models/vqgan_clip/cutouts.h"

#include "core/memory/libtorch.h"
#include "core/memory/upload.h"
#include "core/models/vqgan_clip/colours.h"
#include "core/models/vqgan_clip/crops.h"
#include "core/models/vqgan_clip/device_crops.h"
#include "core/models/vqgan_clip/device_cuts.h"
#include "core/models/vqgan_clip/gradients.h"
#include "core/models/vqgan_clip/warps.h"

#include <algorithm>
#include <utility>

namespace headroom::imagine {
namespace {

using Kind = CutStep::Kind;

/// Zeros in one rectangle of all cuts.
class Erase : public Change {
public:
    explicit Erase(CutBox box) : box_(box) {}
    at::Tensor forward(const at::Tensor& x) const override { return without_box(x); }
    at::Tensor backward(const at::Tensor& grad, const at::Tensor&) const override { return without_box(grad); }

private:
    at::Tensor without_box(const at::Tensor& x) const {
        at::Tensor out = x.clone();
        out.narrow(2, static_cast<std::int64_t>(box_.y), static_cast<std::int64_t>(box_.height))
            .narrow(3, static_cast<std::int64_t>(box_.x), static_cast<std::int64_t>(box_.width))
            .zero_();
        return out;
    }
    CutBox box_;
};

at::Tensor with_noise_rows(const at::Tensor& x, const StepDraws& draws, bool reference) {
    if (draws.touched.empty()) return x;
    const at::Tensor rows = upload_index(draws.touched, x.device());
    const at::Tensor noisy = x.index_add(0, rows, upload_as(draws.noise, x));
    return reference ? noisy : clamp_with_grad(noisy, 0, 1);
}

}  // namespace

at::Tensor apply_step(const CutStep& step, const StepDraws& draws, const at::Tensor& x, bool reference) {
    if (draws.touched.empty()) return x;
    switch (step.kind) {
        case Kind::Nothing: return x;
        case Kind::Noise: return with_noise_rows(x, draws, reference);
        case Kind::Erase: return changed(x, draws.touched, std::make_shared<Erase>(draws.boxes.front()));
        case Kind::Colour: return changed(x, draws.touched, colour_jitter(draws, x));
        case Kind::Sharpness: return changed(x, draws.touched, sharpness(draws, x));
        case Kind::Elastic: return changed(x, draws.touched, elastic_warp(draws, x, reference));
        case Kind::Spline: return changed(x, draws.touched, spline_warp(draws, x, reference));
        case Kind::Flip: return changed(x, draws.touched, flip());
        case Kind::Affine:
        case Kind::Rotation:
        case Kind::Perspective:
        case Kind::Resized: return changed(x, draws.touched, matrix_warp(step, draws, x, reference));
    }
    return x;
}

at::Tensor apply_cuts(const CutSettings& settings, const std::vector<CutStep>& chain, const at::Tensor& base,
                      const CutDraws& draws) {
    at::Tensor x;
    if (draws.crops.empty()) {
        x = base.expand({draws.count, -1, -1, -1});
    } else if (settings.method == CutMethod::CropPool) {
        x = pooled_crops(base, draws.crops, settings.side);
    } else {
        x = resampled_crops(base, draws.crops, settings.side);
    }
    for (std::size_t i = 0; i < chain.size(); ++i) x = apply_step(chain[i], draws.steps[i], x, settings.reference);
    if (draws.noise.defined()) {
        x = x + upload_as(draws.noise, x) * upload_as(draws.noise_factors, x).view({-1, 1, 1, 1});
    }
    return !settings.reference || settings.method == CutMethod::Original ? clamp_with_grad(x, 0, 1) : x;
}

Cutter::Cutter(CutSettings settings, std::uint64_t seed)
    : settings_(std::move(settings)), seed_(seed), chain_(cut_chain(settings_)) {}

/// Cuts that are made again and again, for other iterations, in memory that stays.
class HeldCuts {
public:
    struct Part {
        std::int64_t first, count;
        DeviceCutTables there;
    };
    HeldCuts(const Cutter& cutter, std::int64_t height, std::int64_t width)
        : cutter_(cutter), height_(height), width_(width) {}
    void add(std::int64_t first, std::int64_t count, std::int64_t iteration, at::Device device) {
        parts_.push_back({first, count, {tables(first, count, iteration), device}});
    }
    void take(std::int64_t iteration) {
        for (Part& part : parts_) part.there.take(tables(part.first, part.count, iteration));
    }
    const CutTables& of(std::int64_t first, std::int64_t count) const {
        for (const Part& part : parts_)
            if (part.first == first && part.count == count) return part.there.tables();
        TORCH_CHECK(false, "the recorded step asks for cuts that were not drawn for it");
    }

private:
    CutTables tables(std::int64_t first, std::int64_t count, std::int64_t iteration) const {
        return cutter_.tables(height_, width_, iteration, first, count);
    }
    Cutter cutter_;
    std::int64_t height_, width_;
    std::vector<Part> parts_;
};

CutTables Cutter::tables(std::int64_t height, std::int64_t width, std::int64_t iteration, std::int64_t first,
                         std::int64_t count) const {
    const CutDraws draws = draw_cuts(settings_, chain_, seed_, height, width, iteration, first, count);
    return cut_tables(settings_, chain_, draws, height, width);
}

std::function<void(std::int64_t)> Cutter::hold(std::int64_t height, std::int64_t width, std::int64_t cuts,
                                               std::int64_t chunk, std::int64_t iteration, at::Device device) {
    const bool pooled = pools_whole(settings_.method);
    auto held = std::make_shared<HeldCuts>(*this, pooled ? settings_.side : height, pooled ? settings_.side : width);
    for (std::int64_t first = 0; first < cuts; first += chunk)
        held->add(first, std::min(chunk, cuts - first), iteration, device);
    held_ = held;
    return [held](std::int64_t other) { held->take(other); };
}

void Cutter::let_go() { held_.reset(); }

at::Tensor Cutter::base(const at::Tensor& picture) const {
    if (!pools_whole(settings_.method)) return picture;
    if (kernels::DeviceKernels* own = crop_kernels(picture)) return pooled_whole(*own, picture, settings_.side);
    const CutBox whole{0, 0, static_cast<double>(picture.size(3)), static_cast<double>(picture.size(2))};
    return pooled_crops(picture, {whole}, settings_.side);
}

at::Tensor Cutter::cut(const at::Tensor& base, std::int64_t iteration, std::int64_t first, std::int64_t count) const {
    if (kernels::DeviceKernels* own = settings_.side > 1 ? crop_kernels(base) : nullptr) {
        if (held_) return cuts_at_once(*own, settings_, chain_, base, held_->of(first, count));
        const DeviceCutTables drawn(tables(base.size(2), base.size(3), iteration, first, count), base.device());
        return cuts_at_once(*own, settings_, chain_, base, drawn.tables());
    }
    CutDraws draws = draw_cuts(settings_, chain_, seed_, base.size(2), base.size(3), iteration, first, count);
    make_noise(draws, chain_, settings_.side);
    return apply_cuts(settings_, chain_, base, draws);
}

}  // namespace headroom::imagine
