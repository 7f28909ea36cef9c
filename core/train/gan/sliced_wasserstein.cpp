// The distance, level by level.
#include "core/train/gan/sliced_wasserstein.h"

#include "core/base/random.h"
#include "core/memory/libtorch.h"

#include <vector>

namespace headroom {
namespace {

constexpr std::int64_t kPatch = 7, kPatchesPerPicture = 32, kDirections = 128;

/// Detail lost by halving the picture; the last level is the small picture itself.
std::vector<at::Tensor> pyramid(at::Tensor x) {
    std::vector<at::Tensor> levels;
    while (x.size(2) > 16) {
        const at::Tensor small = at::avg_pool2d(x, {2, 2});
        levels.push_back(x - at::upsample_bilinear2d(small, {x.size(2), x.size(3)}, false));
        x = small;
    }
    levels.push_back(x);
    return levels;
}

/// (n * patches, channels * 49) descriptors at random places, zero mean and unit deviation per channel.
at::Tensor descriptors(const at::Tensor& level, std::uint64_t seed) {
    std::vector<at::Tensor> patches;
    RandomStream random(seed, RandomPurpose::Score, static_cast<std::uint64_t>(level.size(2)));
    for (std::int64_t p = 0; p < kPatchesPerPicture; ++p) {
        const auto top =
            static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(level.size(2) - kPatch + 1)));
        const auto left =
            static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(level.size(3) - kPatch + 1)));
        patches.push_back(level.narrow(2, top, kPatch).narrow(3, left, kPatch));
    }
    const at::Tensor all = at::cat(patches);
    const at::Tensor mean = all.mean({0, 2, 3}, true), deviation = all.std({0, 2, 3}, false, true).clamp_min(1e-6);
    return ((all - mean) / deviation).flatten(1);
}

at::Tensor directions(std::int64_t length, std::uint64_t seed) {
    at::Tensor d = at::empty({length, kDirections}, at::kFloat);
    float* out = d.mutable_data_ptr<float>();
    RandomStream random(seed, RandomPurpose::Score, 7777);
    for (std::int64_t i = 0; i < d.numel(); ++i) *out++ = static_cast<float>(random.normal());
    return d / d.norm(2, at::IntArrayRef{0}, true);
}

}  // namespace

double sliced_wasserstein(const at::Tensor& a, const at::Tensor& b, std::uint64_t seed) {
    at::NoGradGuard no_grad;
    const auto levels_a = pyramid(a.to(at::kFloat)), levels_b = pyramid(b.to(at::kFloat));
    double sum = 0;
    for (std::size_t i = 0; i < levels_a.size(); ++i) {
        const at::Tensor da = descriptors(levels_a[i], seed), db = descriptors(levels_b[i], seed);
        const at::Tensor along = directions(da.size(1), seed).to(da.device());
        const auto sorted = [&](const at::Tensor& d) { return std::get<0>(at::sort(at::mm(d, along), 0)); };
        sum += (sorted(da) - sorted(db)).abs().mean().item<double>();
    }
    return 1000.0 * sum / static_cast<double>(levels_a.size());
}

}  // namespace headroom
