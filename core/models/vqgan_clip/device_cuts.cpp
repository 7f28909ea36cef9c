// What the warps' kernel is told, and its node of autograd.
#include "core/models/vqgan_clip/device_cuts.h"

#include "core/kernels/device_kernels.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/device_random.h"
#include "core/models/vqgan_clip/device_colours.h"
#include "core/models/vqgan_clip/device_crops.h"
#include "core/models/vqgan_clip/gradients.h"
#include "core/models/vqgan_clip/warps.h"

#include <algorithm>

namespace headroom::imagine {
namespace {

using kernels::CutWarp;
using kernels::CutWarps;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

bool samples(CutStep::Kind kind) {
    using Step = CutStep::Kind;
    return kind == Step::Perspective || kind == Step::Rotation || kind == Step::Affine || kind == Step::Elastic ||
           kind == Step::Spline || kind == Step::Resized;
}

bool has_field(CutStep::Kind kind) { return kind == CutStep::Kind::Elastic || kind == CutStep::Kind::Spline; }

/// What the generators of `keys` fill.
at::Tensor noise_of(kernels::DeviceKernels& on, const at::Tensor& keys, std::int64_t channels, const at::Tensor& like,
                    bool normal) {
    at::Tensor out = at::empty({keys.size(0), channels, like.size(3), like.size(3)}, like.options());
    normal ? nn::fill_normal(on, out, keys) : nn::fill_uniform(on, out, keys);
    return out;
}

/// Where the pixels of all cuts come from, also of those that the step leaves alone.
at::Tensor field_of(kernels::DeviceKernels& on, CutStep::Kind kind, const CutTables::Step& step, const at::Tensor& like,
                    bool reference) {
    return kind == CutStep::Kind::Spline
               ? spline_fields(step.each, like, reference)
               : elastic_fields(noise_of(on, step.keys, 2, like, false), step.each, like, reference);
}

at::Tensor noised(const at::Tensor& x, const at::Tensor& noise, const at::Tensor& factors, bool clamped) {
    const at::Tensor out = x + noise * factors.view({-1, 1, 1, 1});
    return clamped ? clamp_with_grad(out, 0, 1) : out;
}

struct Warping : torch::CustomClassHolder {
    kernels::DeviceKernels* on = nullptr;
    at::Tensor warps;  ///< (steps * cuts) of CutWarp, as bytes
    std::vector<at::Tensor> fields;
    std::int64_t cuts = 0;

    CutWarps::Args args(const at::Tensor& pictures, const at::Tensor& out) const {
        CutWarps::Args a{};
        a.warps = static_cast<const CutWarp*>(warps.const_data_ptr());
        a.count = static_cast<int>(fields.size());
        a.cuts = cuts;
        a.side = static_cast<int>(pictures.size(3));
        for (std::size_t i = 0; i < fields.size(); ++i)
            a.fields[i] = fields[i].defined() ? fields[i].const_data_ptr<float>() : nullptr;
        a.shared = pictures.size(0) == 1;
        a.pictures = pictures.mutable_data_ptr<float>();
        a.out = out.mutable_data_ptr<float>();
        return a;
    }
};

class WarpNode : public torch::autograd::Function<WarpNode> {
public:
    static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x, const c10::intrusive_ptr<Warping>& what) {
        ctx->saved_data["what"] = c10::IValue::make_capsule(what);
        ctx->saved_data["pictures"] = x.size(0);
        const at::Tensor from = x.contiguous();
        at::Tensor out = at::empty({what->cuts, 3, x.size(2), x.size(3)}, x.options());
        what->on->launch<CutWarps>(what->args(from, out));
        return out;
    }
    static variable_list backward(AutogradContext* ctx, variable_list grads) {
        const auto capsule = ctx->saved_data["what"].toCapsule();
        const auto* what = static_cast<const Warping*>(capsule.get());
        const at::Tensor grad = grads[0].contiguous();
        at::Tensor in = at::zeros({ctx->saved_data["pictures"].toInt(), 3, grad.size(2), grad.size(3)}, grad.options());
        CutWarps::Args args = what->args(in, grad);
        args.backward = true;
        what->on->launch<CutWarps>(args);
        return {in, at::Tensor()};
    }
};

}  // namespace

CutWarp cut_warp(const CutStep& step, const StepDraws& draws, std::size_t i, std::int64_t side, bool reference) {
    using Step = CutStep::Kind;
    if (step.kind == Step::Nothing) return {};
    if (step.kind == Step::Flip) return {.kind = CutWarp::Kind::Flip};
    if (has_field(step.kind))
        return {.kind = CutWarp::Kind::Field,
                .row = static_cast<int>(draws.touched[i]),
                .border = step.kind == Step::Elastic && !reference};
    if (step.kind != Step::Erase) return matrix_cut_warp(step, draws, i, side, reference);
    CutWarp out{.kind = CutWarp::Kind::Erase};
    const CutBox& box = draws.boxes.front();
    const double numbers[] = {std::floor(box.x), std::floor(box.y), std::floor(box.width), std::floor(box.height)};
    std::copy(std::begin(numbers), std::end(numbers), out.numbers);
    return out;
}

std::size_t warps_at_once(const std::vector<CutStep>& chain, std::size_t first) {
    int sampling = 0;
    std::size_t n = 0;
    for (; first + n < chain.size() && n < CutWarps::kMost; ++n) {
        const CutStep::Kind kind = chain[first + n].kind;
        sampling += samples(kind) ? 1 : 0;
        if (kind == CutStep::Kind::Colour || kind == CutStep::Kind::Sharpness || kind == CutStep::Kind::Noise ||
            sampling > CutWarps::kSampling)
            break;
    }
    return n;
}

at::Tensor warped_at_once(kernels::DeviceKernels& on, const std::vector<CutStep>& chain, const CutTables& tables,
                          std::size_t first, std::size_t steps, const at::Tensor& x, bool reference) {
    auto what = c10::make_intrusive<Warping>();
    what->on = &on;
    what->cuts = tables.count;
    const auto bytes = tables.count * static_cast<std::int64_t>(sizeof(CutWarp));
    what->warps =
        tables.warps.narrow(0, static_cast<std::int64_t>(first) * bytes, static_cast<std::int64_t>(steps) * bytes);
    for (std::size_t k = first; k < first + steps; ++k)
        what->fields.push_back(has_field(chain[k].kind) && tables.count > 0
                                   ? field_of(on, chain[k].kind, tables.steps[k], x, reference).contiguous()
                                   : at::Tensor());
    return WarpNode::apply(x, what);
}

at::Tensor cuts_at_once(kernels::DeviceKernels& on, const CutSettings& settings, const std::vector<CutStep>& chain,
                        const at::Tensor& base, const CutTables& tables) {
    at::Tensor x = tables.boxes.defined() ? cropped_at_once(on, base, tables, settings.side)
                                          : base.expand({tables.count, -1, -1, -1});
    for (std::size_t i = 0; i < chain.size();) {
        const CutTables::Step& step = tables.steps[i];
        const std::size_t n = warps_at_once(chain, i);
        // The pooled picture is the same for all cuts until one is changed.
        const bool shared = i == 0 && !tables.boxes.defined();
        if (n > 0)
            x = warped_at_once(on, chain, tables, i, n, shared ? base : x, settings.reference);
        else if (chain[i].kind == CutStep::Kind::Colour)
            x = jittered_at_once(on, step.each, x);
        else if (chain[i].kind == CutStep::Kind::Sharpness)
            x = sharpened_at_once(on, step.each, x);
        else
            x = noised(x, noise_of(on, step.keys, 3, x, true), step.each, !settings.reference);
        i += std::max<std::size_t>(n, 1);
    }
    if (tables.noise_keys.defined())
        x = noised(x, noise_of(on, tables.noise_keys, 3, x, true), tables.noise_factors, false);
    return !settings.reference || settings.method == CutMethod::Original ? clamp_with_grad(x, 0, 1) : x;
}

}  // namespace headroom::imagine
