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
                    at::Device device, std::uint64_t times, std::uint64_t plus) {
    if (kernels::DeviceKernels* own = kernels_on(device))
        return nn::stream_draws(*own, device, nn::streams_of(seed, purpose, first, times, plus), count, {{}})[0].view(
            {count, 1, 1, 1});
    at::Tensor u = host_buffer({count, 1, 1, 1}, at::kFloat, device);
    float* out = u.mutable_data_ptr<float>();
    for (std::int64_t i = 0; i < count; ++i) {
        *out++ = static_cast<float>(
            RandomStream(seed, purpose, static_cast<std::uint64_t>(first.number() + i) * times + plus).uniform());
    }
    return upload(u, device);
}

namespace {

/// Fills `noise` on the host, row by row.
void fill_rows(const at::Tensor& noise, double sigma, std::uint64_t seed, RandomPurpose purpose, nn::FirstSample first,
               std::uint64_t times, std::uint64_t plus) {
    for (std::int64_t i = 0; i < noise.size(0); ++i) {
        const auto key =
            RandomStream(seed, purpose, static_cast<std::uint64_t>(first.number() + i) * times + plus).next();
        auto generator = at::make_generator<at::CPUGeneratorImpl>(key);
        noise[i].normal_(0.0, sigma, generator);
    }
}

/// Noise of x's shape and layout, float32 on its device where it can be made there, else on the host.
at::Tensor noise_like(const at::Tensor& x, double sigma, std::uint64_t seed, std::uint64_t stream,
                      nn::FirstSample first) {
    if (kernels::DeviceKernels* own = kernels_on(x.device())) {
        const at::Tensor noise = at::empty_like(x, at::TensorOptions().dtype(at::kFloat));
        const auto streams = nn::streams_of(seed, RandomPurpose::InstanceNoise, first, 8, stream);
        if (nn::fill_normal(*own, noise, sigma, streams)) return noise;
    }
    at::Tensor noise = at::empty_like(x, at::TensorOptions().dtype(at::kFloat).device(at::kCPU));
    fill_rows(noise, sigma, seed, RandomPurpose::InstanceNoise, first, 8, stream);
    return noise;
}

}  // namespace

at::Tensor normals(at::IntArrayRef shape, std::uint64_t seed, RandomPurpose purpose, nn::FirstSample first,
                   std::uint64_t times, std::uint64_t plus, at::Device device) {
    const at::NoGradGuard no_grad;
    if (kernels::DeviceKernels* own = kernels_on(device)) {
        const at::Tensor made = at::empty(shape, at::TensorOptions().dtype(at::kFloat).device(device));
        if (nn::fill_normal(*own, made, 1.0, nn::streams_of(seed, purpose, first, times, plus))) return made;
    }
    const at::Tensor made = host_buffer(shape, at::kFloat, device);
    fill_rows(made, 1.0, seed, purpose, first, times, plus);
    return upload(made, device);
}

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
