// Crops, pools and augmentations against kornia 0.5.4 and the scripts' own functions, from the draws that they made.
#include "core/models/vqgan_clip/colours.h"
#include "core/models/vqgan_clip/crops.h"
#include "core/models/vqgan_clip/cutouts.h"
#include "core/models/vqgan_clip/warps.h"
#include "network_case.h"

#include <torch/torch.h>

namespace headroom {
namespace {

using namespace imagine;
using Kind = CutStep::Kind;

constexpr std::int64_t kSide = 24;

/// kornia's draws of one augmentation by its own names.
class KorniaDraws {
public:
    KorniaDraws(const TensorMap& params, std::string code) : params_(params), code_(std::move(code)) {}
    at::Tensor tensor(const std::string& name) const { return params_.at(code_ + "." + name); }
    std::vector<double> numbers(const std::string& name) const {
        const at::Tensor t = tensor(name).to(at::kDouble).contiguous();
        return {t.const_data_ptr<double>(), t.const_data_ptr<double>() + t.numel()};
    }
    std::vector<std::int64_t> touched() const {
        const at::Tensor rows = tensor("batch_prob").nonzero().flatten();
        return {rows.const_data_ptr<std::int64_t>(), rows.const_data_ptr<std::int64_t>() + rows.numel()};
    }

private:
    const TensorMap& params_;
    std::string code_;
};

struct KorniaStep {
    CutStep step;
    StepDraws draws;
};

void read_colours(const KorniaDraws& k, StepDraws& draws) {
    const auto b = k.numbers("brightness_factor"), c = k.numbers("contrast_factor"), s = k.numbers("saturation_factor"),
               h = k.numbers("hue_factor"), order = k.numbers("order");
    for (std::size_t i = 0; i < b.size(); ++i) draws.colours.push_back({b[i], c[i], s[i], h[i]});
    for (std::size_t i = 0; i < 4; ++i) draws.order[i] = static_cast<int>(order[i]);
}

void read_affines(const KorniaDraws& k, StepDraws& draws) {
    const auto angle = k.numbers("angle"), move = k.numbers("translations"), sx = k.numbers("sx"), sy = k.numbers("sy");
    for (std::size_t i = 0; i < angle.size(); ++i)
        draws.affines.push_back({angle[i], move[2 * i], move[2 * i + 1], sx[i], sy[i]});
}

KorniaStep kornia_step(const std::string& code, const TensorMap& params) {
    const std::map<std::string, Kind> kinds{
        {"Ji", Kind::Colour},      {"Ji_pooling", Kind::Colour}, {"Sh", Kind::Sharpness}, {"Gn", Kind::Noise},
        {"Pe", Kind::Perspective}, {"Ro", Kind::Rotation},       {"Af", Kind::Affine},    {"Af_pooling", Kind::Affine},
        {"Fl", Kind::Flip},        {"Et", Kind::Elastic},        {"Ts", Kind::Spline},    {"Cr", Kind::Nothing},
        {"Er", Kind::Erase},       {"Re", Kind::Resized}};
    const KorniaDraws k(params, code);
    KorniaStep out;
    out.step.kind = kinds.at(code);
    out.step.border = code == "Af_pooling";
    out.draws.touched = k.touched();
    switch (out.step.kind) {
        case Kind::Colour: read_colours(k, out.draws); break;
        case Kind::Sharpness: out.draws.numbers = k.numbers("sharpness_factor"); break;
        case Kind::Rotation: out.draws.numbers = k.numbers("degrees"); break;
        case Kind::Noise:
        case Kind::Elastic: out.draws.noise = k.tensor("noise"); break;
        case Kind::Affine: read_affines(k, out.draws); break;
        case Kind::Perspective: {
            const auto points = k.numbers("end_points");
            for (std::size_t i = 0; i < points.size(); i += 8) {
                CutCorners c;
                for (std::size_t j = 0; j < 4; ++j) c[j] = {points[i + 2 * j], points[i + 2 * j + 1]};
                out.draws.corners.push_back(c);
            }
            break;
        }
        case Kind::Spline: {
            const auto points = k.numbers("dst");
            for (std::size_t i = 0; i < points.size(); i += 10) {
                SplinePoints s;
                for (std::size_t j = 0; j < 5; ++j) s[j] = {points[i + 2 * j], points[i + 2 * j + 1]};
                out.draws.splines.push_back(s);
            }
            break;
        }
        case Kind::Erase: {
            const auto x = k.numbers("xs"), y = k.numbers("ys"), w = k.numbers("widths"), h = k.numbers("heights");
            for (std::size_t i = 0; i < x.size(); ++i) out.draws.boxes.push_back({x[i], y[i], w[i], h[i]});
            break;
        }
        case Kind::Resized: {
            const auto p = k.numbers("src");
            for (std::size_t i = 0; i < p.size(); i += 8) {
                out.draws.boxes.push_back({p[i], p[i + 1], p[i + 2] - p[i] + 1, p[i + 5] - p[i + 1] + 1});
            }
            break;
        }
        case Kind::Nothing:
        case Kind::Flip: break;
    }
    return out;
}

class Cutouts : public testing::Test {
protected:
    Cutouts()
        : c("cutouts"),
          inputs(c.tensors("inputs.safetensors")),
          want(c.tensors("expected.safetensors")),
          params(c.tensors("params.safetensors")) {}

    /// Outputs and gradients of `fn(x)` within the case's tolerances, in both types.
    template <class Fn> void check(const std::string& name, const std::string& source, Fn fn) {
        for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
            const at::Tensor x = inputs[source].to(type).clone().requires_grad_();
            const at::Tensor y = fn(x);
            c.expect(name + ".out", want[name + ".out"], y);
            (y * inputs["cotangent"].narrow(0, 0, y.size(0)).to(type)).sum().backward();
            c.expect(name + ".grad", want[name + ".grad"], x.grad());
        }
    }

    std::vector<CutBox> boxes() {
        std::vector<CutBox> out;
        const at::Tensor b = inputs["boxes"].to(at::kDouble).contiguous();
        for (std::int64_t i = 0; i < b.size(0); ++i) {
            const double* row = b.const_data_ptr<double>() + 3 * i;
            out.push_back({row[0], row[1], row[2], row[2]});
        }
        return out;
    }

    NetworkCase c;
    TensorMap inputs, want, params;
};

TEST_F(Cutouts, CropsAreResampledAsTheScriptsDo) {
    check("crop", "image", [&](const at::Tensor& x) { return resampled_crops(x, boxes(), kSide); });
}

TEST_F(Cutouts, PoolsAreThoseOfTheScripts) {
    check("pool", "image", [&](const at::Tensor& x) { return Cutter({.side = kSide}, 1).base(x); });
    // Boxes in one node as one by one in PyTorch's own operations.
    const at::Tensor x = inputs["image"].to(at::kDouble).requires_grad_();
    std::vector<at::Tensor> parts;
    for (const CutBox& b : boxes()) {
        const at::Tensor crop = x.narrow(2, static_cast<std::int64_t>(b.y), static_cast<std::int64_t>(b.height))
                                    .narrow(3, static_cast<std::int64_t>(b.x), static_cast<std::int64_t>(b.width));
        parts.push_back((at::adaptive_avg_pool2d(crop, {kSide, kSide}) +
                         std::get<0>(at::adaptive_max_pool2d(crop, {kSide, kSide}))) /
                        2);
    }
    const at::Tensor whole = at::cat(parts), got = pooled_crops(x, boxes(), kSide),
                     pull = inputs["cotangent"].to(at::kDouble);
    EXPECT_LE(largest_difference(whole, got), 1e-14);
    EXPECT_LE(largest_difference(torch::autograd::grad({whole}, {x}, {pull})[0],
                                 torch::autograd::grad({got}, {x}, {pull})[0]),
              1e-13);
    EXPECT_THROW(pooled_crops(x, {{40, 0, 24, 24}}, kSide), c10::Error);
}

TEST_F(Cutouts, TheLastNoiseIsAdded) {
    CutSettings settings{.method = CutMethod::Latest, .side = kSide, .reference = true};
    check("noise", "batch", [&](const at::Tensor& x) {
        std::vector<at::Tensor> out;
        for (std::int64_t i = 0; i < 4; ++i) {
            CutDraws draws;
            draws.count = 1;
            draws.noise = inputs["noise"].narrow(0, i, 1);
            draws.noise_factors = inputs["noise_factor"].narrow(0, i, 1).flatten();
            out.push_back(apply_cuts(settings, {}, x.narrow(0, i, 1), draws));
        }
        return at::cat(out);
    });
}

class KorniaAugmentations : public Cutouts, public testing::WithParamInterface<const char*> {};

TEST_P(KorniaAugmentations, OutputsAndGradientsAgree) {
    const KorniaStep k = kornia_step(GetParam(), params);
    check(GetParam(), "batch", [&](const at::Tensor& x) { return apply_step(k.step, k.draws, x, /*reference=*/true); });
}

INSTANTIATE_TEST_SUITE_P(Codes, KorniaAugmentations,
                         testing::Values("Ji", "Ji_pooling", "Sh", "Gn", "Pe", "Ro", "Af", "Af_pooling", "Fl", "Et",
                                         "Ts", "Cr", "Er", "Re"));

TEST_F(Cutouts, MatricesAreKornias) {
    const auto same = [&](const char* code, const Matrix3& got, std::int64_t row) {
        const at::Tensor wanted = want[std::string(code) + ".matrix"][row].to(at::kDouble);
        const at::Tensor m = at::tensor(std::vector<double>(got.begin(), got.end()), at::kDouble).view({3, 3});
        EXPECT_LE(largest_difference(wanted, m), 1e-5 * largest(wanted)) << code;
    };
    for (const char* code : {"Af", "Af_pooling", "Ro", "Pe", "Re"}) {
        const KorniaStep k = kornia_step(code, params);
        for (std::size_t i = 0; i < k.draws.touched.size(); ++i) {
            const std::int64_t row = k.draws.touched[i];
            if (k.step.kind == Kind::Affine) same(code, affine_matrix(k.draws.affines[i], kSide), row);
            if (k.step.kind == Kind::Rotation) same(code, rotation_matrix(k.draws.numbers[i], kSide), row);
            if (k.step.kind == Kind::Perspective) same(code, perspective_matrix(k.draws.corners[i], kSide), row);
            if (k.step.kind == Kind::Resized) same(code, resized_matrix(k.draws.boxes[i], kSide, true), row);
        }
    }
}

TEST_F(Cutouts, ColoursByTensorsAreTheSame) {
    for (const char* code : {"Ji", "Ji_pooling"}) {
        const KorniaStep k = kornia_step(code, params);
        check(code, "batch",
              [&](const at::Tensor& x) { return changed(x, k.draws.touched, colour_jitter(k.draws, x, true)); });
    }
}

TEST_F(Cutouts, TheDefaultChainAgrees) {
    const CutSettings settings{.method = CutMethod::Latest, .side = kSide, .reference = true};
    std::vector<CutStep> chain;
    CutDraws draws;
    draws.count = 4;
    for (const char* code : {"Af", "Pe", "Ji", "Er"}) {
        KorniaStep k = kornia_step(code, params);
        chain.push_back(k.step);
        draws.steps.push_back(k.draws);
    }
    draws.noise = inputs["noise"];
    draws.noise_factors = inputs["noise_factor"].flatten();
    check("chain", "image",
          [&](const at::Tensor& x) { return apply_cuts(settings, chain, Cutter(settings, 1).base(x), draws); });
}

}  // namespace
}  // namespace headroom
