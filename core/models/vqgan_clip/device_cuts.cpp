// What the warps' kernel is told, and its node of autograd.
#include "core/models/vqgan_clip/device_cuts.h"

#include "core/kernels/device_kernels.h"
#include "core/memory/libtorch.h"
#include "core/memory/upload.h"
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

/// What a step does with the cut of entry `i` of its draws.
CutWarp warp_of(const CutStep& step, const StepDraws& draws, std::size_t i, std::int64_t side, bool reference) {
    using Step = CutStep::Kind;
    if (step.kind == Step::Nothing) return {};
    if (step.kind == Step::Flip) return {.kind = CutWarp::Kind::Flip};
    if (has_field(step.kind))
        return {.kind = CutWarp::Kind::Field,
                .row = static_cast<int>(i),
                .border = step.kind == Step::Elastic && !reference};
    if (step.kind != Step::Erase) return matrix_cut_warp(step, draws, i, side, reference);
    CutWarp out{.kind = CutWarp::Kind::Erase};
    const CutBox& box = draws.boxes.front();
    const double numbers[] = {std::floor(box.x), std::floor(box.y), std::floor(box.width), std::floor(box.height)};
    std::copy(std::begin(numbers), std::end(numbers), out.numbers);
    return out;
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

std::size_t warps_at_once(const std::vector<CutStep>& chain, const CutDraws& draws, std::size_t first) {
    int sampling = 0;
    std::size_t n = 0;
    for (; first + n < chain.size() && n < CutWarps::kMost; ++n) {
        const CutStep::Kind kind = chain[first + n].kind;
        const bool touches = !draws.steps[first + n].touched.empty();
        const bool other =
            kind == CutStep::Kind::Colour || kind == CutStep::Kind::Sharpness || kind == CutStep::Kind::Noise;
        sampling += touches && samples(kind) ? 1 : 0;
        if ((touches && other) || sampling > CutWarps::kSampling) break;
    }
    return n;
}

at::Tensor warped_at_once(kernels::DeviceKernels& on, const std::vector<CutStep>& chain, const CutDraws& draws,
                          std::size_t first, std::size_t steps, const at::Tensor& x, bool reference) {
    auto what = c10::make_intrusive<Warping>();
    what->on = &on;
    what->cuts = draws.count;
    std::vector<CutWarp> warps(steps * static_cast<std::size_t>(draws.count));
    for (std::size_t k = 0; k < steps; ++k) {
        const CutStep& step = chain[first + k];
        const StepDraws& drawn = draws.steps[first + k];
        for (std::size_t i = 0; i < drawn.touched.size(); ++i)
            warps[k * static_cast<std::size_t>(draws.count) + static_cast<std::size_t>(drawn.touched[i])] =
                warp_of(step, drawn, i, x.size(3), reference);
        what->fields.push_back(has_field(step.kind) && !drawn.touched.empty()
                                   ? warp_field(step, drawn, x, reference).contiguous()
                                   : at::Tensor());
    }
    what->warps = upload_structs(warps, x.device());
    return WarpNode::apply(x, what);
}

}  // namespace headroom::imagine
