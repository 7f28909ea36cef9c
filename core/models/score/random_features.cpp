// Four convolutions, each at half the side of the one before.
#include "core/models/score/random_features.h"

#include "core/base/random.h"
#include "core/memory/role_scope.h"

#include <array>
#include <cmath>

namespace headroom {
namespace {

constexpr std::uint64_t kSeedOfFeatures = 20261127;  // what is computed with it must not change
constexpr std::array<std::int64_t, 4> kWidthsOfFeatures{32, 64, 128, 128};
constexpr double kSlopeOfFeatures = 0.2;

}  // namespace

RandomFeatures::RandomFeatures(at::Device device) {
    const RoleScope role(Role::Weights);
    std::int64_t in = 3;
    for (std::size_t i = 0; i < kWidthsOfFeatures.size(); ++i) {
        at::Tensor weight = at::empty({kWidthsOfFeatures[i], in, 3, 3}, at::TensorOptions().dtype(at::kFloat));
        // He's deviation for the slope: each level's numbers are about as large as those before.
        const double deviation =
            std::sqrt(2 / ((1 + kSlopeOfFeatures * kSlopeOfFeatures) * static_cast<double>(9 * in)));
        RandomStream random(kSeedOfFeatures, RandomPurpose::Score, i);
        float* out = weight.mutable_data_ptr<float>();
        for (std::int64_t n = 0; n < weight.numel(); ++n) out[n] = static_cast<float>(deviation * random.normal());
        weights_.push_back(weight.to(device));
        in = kWidthsOfFeatures[i];
    }
}

std::int64_t RandomFeatures::width() {
    std::int64_t out = 3 * kWidthsOfFeatures.back();  // one mean is four
    for (const std::int64_t width : kWidthsOfFeatures) out += 2 * width;
    return out;
}

at::Tensor RandomFeatures::forward(const at::Tensor& pictures) const {
    const at::NoGradGuard no_grad;
    std::vector<at::Tensor> features;
    at::Tensor x = pictures;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
        const std::int64_t stride = i == 0 ? 1 : 2;
        x = at::leaky_relu(at::conv2d(x, weights_[i], {}, {stride, stride}, {1, 1}), kSlopeOfFeatures);
        const bool last = i + 1 == weights_.size();
        features.push_back(last ? at::adaptive_avg_pool2d(x, {2, 2}).flatten(1) : x.mean({2, 3}));
        features.push_back(x.var({2, 3}, false).sqrt());
    }
    return at::cat(features, 1);
}

}  // namespace headroom
