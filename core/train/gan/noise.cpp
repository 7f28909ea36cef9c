// Stateless latents and noise.
#include "core/train/gan/noise.h"

#include "core/memory/gpu/kernels_on.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/device_random.h"
#include "core/train/device.h"

#include <ATen/CPUGeneratorImpl.h>

namespace headroom {

at::Tensor latents(std::uint64_t seed, RandomPurpose purpose, nn::FirstSample first, std::int64_t count,
                   std::int64_t latent, at::Device device) {
    if (kernels::DeviceKernels* own = kernels_on(device))
        return nn::stream_normals(*own, device, nn::streams_of(seed, purpose, first), count, latent)
            .view({count, latent, 1, 1});
    at::Tensor z = host_buffer({count, latent, 1, 1}, at::kFloat, device);
    float* out = z.mutable_data_ptr<float>();
    for (std::int64_t i = 0; i < count; ++i) {
        RandomStream random(seed, purpose, static_cast<std::uint64_t>(first.number() + i));
        for (std::int64_t k = 0; k < latent; ++k) *out++ = static_cast<float>(random.normal());
    }
    return upload(z, device);
}

at::Tensor uniforms(std::uint64_t seed, RandomPurpose purpose, nn::FirstSample first, std::int64_t count,
                    at::Device device) {
    if (kernels::DeviceKernels* own = kernels_on(device))
        return nn::stream_draws(*own, device, nn::streams_of(seed, purpose, first), count, {{}})[0].view(
            {count, 1, 1, 1});
    at::Tensor u = host_buffer({count, 1, 1, 1}, at::kFloat, device);
    float* out = u.mutable_data_ptr<float>();
    for (std::int64_t i = 0; i < count; ++i) {
        *out++ =
            static_cast<float>(RandomStream(seed, purpose, static_cast<std::uint64_t>(first.number() + i)).uniform());
    }
    return upload(u, device);
}

namespace {

/// Noise of x's shape and layout, float32 on its device where it can be made there, else on the host.
at::Tensor noise_like(const at::Tensor& x, double sigma, std::uint64_t seed, std::uint64_t stream,
                      nn::FirstSample first) {
    if (kernels::DeviceKernels* own = kernels_on(x.device())) {
        const at::Tensor noise = at::empty_like(x, at::TensorOptions().dtype(at::kFloat));
        const auto streams = nn::streams_of(seed, RandomPurpose::InstanceNoise, first, 8, stream);
        if (nn::fill_normal(*own, noise, sigma, streams)) return noise;
    }
    at::Tensor noise = at::empty_like(x, at::TensorOptions().dtype(at::kFloat).device(at::kCPU));
    for (std::int64_t i = 0; i < x.size(0); ++i) {
        const auto key = RandomStream(seed, RandomPurpose::InstanceNoise,
                                      static_cast<std::uint64_t>(first.number() + i) * 8 + stream)
                             .next();
        auto generator = at::make_generator<at::CPUGeneratorImpl>(key);
        noise[i].normal_(0.0, sigma, generator);
    }
    return noise;
}

}  // namespace

at::Tensor with_noise(const at::Tensor& x, double sigma, std::uint64_t seed, std::uint64_t stream,
                      nn::FirstSample first) {
    at::Tensor noise;
    {
        at::NoGradGuard no_grad;
        noise = upload_as(noise_like(x, sigma, seed, stream, first), x);
    }
    return x + noise;
}

}  // namespace headroom
