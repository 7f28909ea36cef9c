// Random tensors as a GPU's kernels make them, run on the host, against the numbers that the CPU's ways of making them give.
#include "core/memory/libtorch.h"
#include "core/models/nn/device_random.h"
#include "core/train/gan/noise.h"
#include "tests/torch/device_kernels_fixture.h"

#include <ATen/CPUGeneratorImpl.h>

#include <gtest/gtest.h>

namespace headroom {
namespace {

using DeviceRandom = test::WithDeviceKernels;

double furthest_apart(const at::Tensor& a, const at::Tensor& b) { return (a - b).abs().max().item<double>(); }

TEST_F(DeviceRandom, LatentsAndMixesAreTheHosts) {
    const at::Tensor z = nn::stream_normals(kernels, at::kCPU, nn::streams_of(9, RandomPurpose::Latent, 123), 33, 100);
    EXPECT_TRUE(at::equal(z, latents(9, RandomPurpose::Latent, 123, 33, 100).flatten(1)));
    const auto u = nn::stream_draws(kernels, at::kCPU, nn::streams_of(9, RandomPurpose::PenaltyMix, 5), 21, {{}});
    EXPECT_TRUE(at::equal(u[0], uniforms(9, RandomPurpose::PenaltyMix, 5, 21).flatten()));
}

TEST_F(DeviceRandom, NothingIsMadeOfNothing) {
    const auto streams = nn::streams_of(9, RandomPurpose::Latent, 0);
    EXPECT_EQ(nn::stream_normals(kernels, at::kCPU, streams, 0, 100).numel(), 0);
    EXPECT_TRUE(nn::fill_normal(kernels, at::empty({0, 3, 4, 4}), 1, streams));
    nn::fill_uniform(kernels, at::empty({0, 2, 4, 4}), at::empty({0}, at::kLong));
}

TEST_F(DeviceRandom, NoiseIsWhatTheCpuAddsInEveryLayout) {
    for (const auto& sizes : std::vector<std::vector<std::int64_t>>{
             {3, 3, 16, 16}, {2, 3, 13, 7}, {2, 1, 5, 5}, {3, 3, 2, 2}, {2, 4, 13, 12}, {2, 3, 31, 64}}) {
        for (const auto format : {at::MemoryFormat::Contiguous, at::MemoryFormat::ChannelsLast}) {
            const at::Tensor x = at::zeros(sizes).contiguous(format);
            const at::Tensor host = with_noise(x, 0.3, 7, 2, 41);
            const at::Tensor made = at::full_like(x, 99);
            ASSERT_TRUE(nn::fill_normal(kernels, made, 0.3, nn::streams_of(7, RandomPurpose::InstanceNoise, 41, 8, 2)));
            EXPECT_LE(furthest_apart(host, made), 1e-6) << x.sizes() << " " << static_cast<int>(format);
        }
    }
}

TEST_F(DeviceRandom, ALayoutWithoutSamplesOneAfterAnotherIsLeftToTheHost) {
    const at::Tensor x = at::zeros({3, 4, 8, 8}).permute({1, 0, 2, 3});
    EXPECT_FALSE(nn::fill_normal(kernels, x, 1, nn::streams_of(7, RandomPurpose::InstanceNoise, 0)));
    EXPECT_EQ(x.abs().max().item<float>(), 0);
}

TEST_F(DeviceRandom, ExponentialNumbersAreTheCpuGenerators) {
    const at::Tensor made = at::full({3, 7, 29, 5}, -1.0);
    nn::fill_exponential(kernels, made, nn::streams_of(5, RandomPurpose::GumbelNoise, 12));
    for (std::int64_t i = 0; i < 3; ++i) {
        const auto key = RandomStream(5, RandomPurpose::GumbelNoise, static_cast<std::uint64_t>(12 + i)).next();
        const at::Tensor host = at::empty({7, 29, 5}).exponential_(1.0, at::make_generator<at::CPUGeneratorImpl>(key));
        EXPECT_LE(furthest_apart(made[i], host), 2e-6) << i;
    }
}

TEST_F(DeviceRandom, KeyedFillsAreTheCpuGenerators) {
    std::vector<std::uint64_t> keys;
    for (std::uint64_t i = 0; i < 70; ++i) keys.push_back(mix64(i));
    const at::Tensor there = at::empty({70}, at::kLong);
    std::copy(keys.begin(), keys.end(), static_cast<std::uint64_t*>(there.mutable_data_ptr()));
    const at::Tensor normal = at::empty({70, 3, 9, 9}), uniform = at::empty({70, 2, 9, 9});
    nn::fill_normal(kernels, normal, there);
    nn::fill_uniform(kernels, uniform, there);
    for (std::int64_t i = 0; i < 70; ++i) {
        const auto generator = [&] {
            return at::make_generator<at::CPUGeneratorImpl>(keys[static_cast<std::size_t>(i)]);
        };
        EXPECT_LE(furthest_apart(normal[i], at::empty({3, 9, 9}).normal_(0, 1, generator())), 5e-6);
        EXPECT_TRUE(at::equal(uniform[i], at::empty({2, 9, 9}).uniform_(-1, 1, generator())));
    }
}

}  // namespace
}  // namespace headroom
