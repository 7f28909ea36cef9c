// Crops, pools and augmentations from the draws that the reference made.
#include "app/lab/vqgan_clip/kornia_draws.h"
#include "core/memory/libtorch.h"
#include "core/models/vqgan_clip/crops.h"
#include "core/models/vqgan_clip/cutouts.h"
#include "core/models/vqgan_clip/warps.h"

namespace headroom {
namespace {

using namespace imagine;
using Kind = CutStep::Kind;

/// The matrices of the touched rows; others stay where they are.
at::Tensor kornia_matrices(const KorniaStep& k, std::int64_t rows, std::int64_t side) {
    at::Tensor out = at::eye(3, at::kDouble).repeat({rows, 1, 1});
    for (std::size_t i = 0; i < k.draws.touched.size(); ++i) {
        Matrix3 m{};
        if (k.step.kind == Kind::Affine) m = affine_matrix(k.draws.affines.at(i), side);
        if (k.step.kind == Kind::Rotation) m = rotation_matrix(k.draws.numbers.at(i), side);
        if (k.step.kind == Kind::Perspective) m = perspective_matrix(k.draws.corners.at(i), side);
        if (k.step.kind == Kind::Resized) m = resized_matrix(k.draws.boxes.at(i), side, true);
        out[k.draws.touched[i]] = at::tensor(std::vector<double>(m.begin(), m.end()), at::kDouble).view({3, 3});
    }
    return out;
}

bool has_matrix(Kind kind) {
    return kind == Kind::Affine || kind == Kind::Rotation || kind == Kind::Perspective || kind == Kind::Resized;
}

class CutoutCase {
public:
    CutoutCase(TensorMap inputs, TensorMap params, const ReplayWay& way)
        : inputs_(std::move(inputs)),
          params_(std::move(params)),
          type_(way.float64 ? at::kDouble : at::kFloat),
          side_(inputs_.at("batch").size(-1)),
          settings_{.method = CutMethod::Latest, .side = side_, .reference = true} {}

    TensorMap run() {
        const std::vector<CutBox> boxes = square_boxes(inputs_.at("boxes"));
        put("crop", "image", [&](const at::Tensor& x) { return resampled_crops(x, boxes, side_); });
        put("pool", "image", [&](const at::Tensor& x) { return Cutter(settings_, 1).base(x); });
        put("noise", "batch", [&](const at::Tensor& x) { return noised(x); });
        for (const std::string& code : kornia_codes()) {
            if (!params_.contains(code + ".batch_prob")) continue;  // the reference was not there: `reference` says so
            const KorniaStep k = kornia_step(code, params_);
            put(code, "batch", [&](const at::Tensor& x) { return apply_step(k.step, k.draws, x, true); });
            if (has_matrix(k.step.kind)) out_[code + ".matrix"] = kornia_matrices(k, 4, side_);
        }
        if (params_.contains("Er.batch_prob")) put("chain", "image", [&](const at::Tensor& x) { return chained(x); });
        return std::move(out_);
    }

private:
    /// The output of `fn` and its gradient.
    template <class Fn> void put(const std::string& name, const std::string& source, Fn fn) {
        const at::Tensor x = inputs_.at(source).to(type_).clone().requires_grad_();
        const at::Tensor y = fn(x);
        (y * inputs_.at("cotangent").narrow(0, 0, y.size(0)).to(type_)).sum().backward();
        out_[name + ".out"] = y.detach();
        out_[name + ".grad"] = x.grad();
    }

    CutDraws last_noise(std::int64_t first, std::int64_t count) const {
        CutDraws draws;
        draws.count = count;
        draws.noise = inputs_.at("noise").narrow(0, first, count);
        draws.noise_factors = inputs_.at("noise_factor").narrow(0, first, count).flatten();
        return draws;
    }

    /// Each picture of the batch as the one whose only cut gets the noise.
    at::Tensor noised(const at::Tensor& x) const {
        std::vector<at::Tensor> out;
        for (std::int64_t i = 0; i < x.size(0); ++i)
            out.push_back(apply_cuts(settings_, {}, x.narrow(0, i, 1), last_noise(i, 1)));
        return at::cat(out);
    }

    at::Tensor chained(const at::Tensor& x) const {
        std::vector<CutStep> chain;
        CutDraws draws = last_noise(0, 4);
        for (const char* code : {"Af", "Pe", "Ji", "Er"}) {
            KorniaStep k = kornia_step(code, params_);
            chain.push_back(k.step);
            draws.steps.push_back(std::move(k.draws));
        }
        return apply_cuts(settings_, chain, Cutter(settings_, 1).base(x), draws);
    }

    TensorMap inputs_, params_;
    at::ScalarType type_;
    std::int64_t side_;
    CutSettings settings_;
    TensorMap out_;
};

}  // namespace

Result<TensorMap> replay_cutouts(const std::string& case_dir, const ReplayWay& way) {
    auto inputs = read_case_tensors(case_dir + "/inputs.safetensors");
    if (!inputs) return inputs.error();
    for (const char* name : {"image", "batch", "boxes", "noise", "noise_factor", "cotangent"}) {
        if (!inputs->contains(name)) return broken_case(case_dir, "inputs.safetensors lacks " + std::string(name));
    }
    auto params = read_case_tensors(case_dir + "/params.safetensors");
    if (!params) return params.error();
    return CutoutCase(std::move(*inputs), std::move(*params), way).run();
}

}  // namespace headroom
