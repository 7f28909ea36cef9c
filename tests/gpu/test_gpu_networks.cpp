// VQGAN and CLIP on a real GPU: the operations that keep less give the plain ones' gradients there too. Skipped, visibly,
// without one.
#include "core/memory/autocast_guard.h"
#include "core/models/clip/clip.h"
#include "core/models/vqgan/vqgan.h"
#include "tests/gpu/gpu_fixture.h"

namespace headroom {
namespace {

class GpuNetworks : public test::OnGpu<::testing::TestWithParam<bool>> {};

VqganConfig small_vqgan() {
    VqganConfig c;
    c.base = 32;
    c.multipliers = {1, 2, 2};
    c.attention = {64};
    c.z_channels = c.code_width = 32;
    c.codes = 64;
    return c;
}

ClipConfig small_clip(bool resnet) {
    ClipConfig c;
    c.embedding = 32;
    c.vision = {.image = 64, .width = 64, .patch = 16, .layers = 3, .heads = 2, .mlp = 256, .stages = {}};
    if (resnet)
        c.vision = {.image = 64, .width = 16, .patch = 0, .layers = 0, .heads = 8, .mlp = 0, .stages = {1, 1, 1, 1}};
    c.text = {.context = 8, .vocabulary = 64, .width = 32, .heads = 2, .layers = 1, .mlp = 64};
    return c;
}

/// Largest difference relative to the largest entry.
double apart(const at::Tensor& a, const at::Tensor& b) { return ((a - b).abs().max() / a.abs().max()).item<double>(); }

at::Tensor gradient_of(const std::function<at::Tensor(const at::Tensor&)>& forward, const at::Tensor& x, bool bf16) {
    const at::Tensor leaf = x.clone().requires_grad_();
    at::Tensor out;
    {
        const AutocastGuard autocast(x.device().type(), bf16, at::kBFloat16);
        out = forward(leaf);
    }
    out.to(at::kFloat).square().sum().backward();
    return leaf.grad();
}

TEST_P(GpuNetworks, LightAndCheckpointedGradientsAreThePlainOnes) {
    const bool bf16 = GetParam();
    const double allowed = bf16 ? 0.1 : 1e-4;  // each layer rounds to 8 bits, and not at the same places
    const nn::ComputeMode plain{false, 0}, light{true, 0}, both{true, nn::ComputeMode::kAll};
    const auto vqgan = std::make_shared<Vqgan>(small_vqgan());
    vqgan->initialise(1);
    nn::freeze(*vqgan);
    vqgan->to(device());
    const auto compare = [&](auto& net, const at::Tensor& x,
                             const std::function<at::Tensor(const at::Tensor&)>& forward) {
        net.set_mode(plain);
        const at::Tensor want = gradient_of(forward, x, bf16);
        for (const nn::ComputeMode& mode : {light, both}) {
            net.set_mode(mode);
            EXPECT_LE(apart(want, gradient_of(forward, x, bf16)), allowed);
        }
    };
    const auto on_gpu = at::TensorOptions().device(device());
    compare(*vqgan, at::randn({1, 32, 8, 12}, on_gpu), [&](const at::Tensor& z) { return vqgan->decode(z); });
    compare(*vqgan, at::randn({1, 3, 32, 48}, on_gpu), [&](const at::Tensor& x) { return vqgan->encode(x); });
    for (const bool resnet : {false, true}) {
        const auto clip = std::make_shared<ClipModel>(small_clip(resnet));
        clip->initialise(2);
        nn::freeze(*clip);
        clip->to(device());
        compare(*clip, at::randn({2, 3, 64, 64}, on_gpu),
                [&](const at::Tensor& x) { return clip->encode_pictures(x); });
    }
}

TEST_P(GpuNetworks, CodesAreThoseOfTheCpu) {
    const at::Tensor codebook = at::randn({500, 16}), latents = at::randn({1, 16, 9, 7});
    const AutocastGuard autocast(device().type(), GetParam(), at::kBFloat16);
    EXPECT_TRUE(at::equal(vqgan::nearest_codes(latents, codebook),
                          vqgan::nearest_codes(latents.to(device()), codebook.to(device())).cpu()));
}

INSTANTIATE_TEST_SUITE_P(Precisions, GpuNetworks, ::testing::Bool(),
                         [](const auto& info) { return info.param ? "Bf16" : "Fp32"; });

}  // namespace
}  // namespace headroom
