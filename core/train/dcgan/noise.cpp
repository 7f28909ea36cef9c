// Stateless latents and noise.
#include "core/train/dcgan/noise.h"

#include "core/memory/libtorch.h"

#include <ATen/CPUGeneratorImpl.h>

namespace headroom {

at::Tensor latents(std::uint64_t seed, RandomPurpose purpose, std::int64_t first, std::int64_t count,
                   std::int64_t latent) {
    at::Tensor z = at::empty({count, latent, 1, 1}, at::kFloat);
    float* out = z.mutable_data_ptr<float>();
    for (std::int64_t i = 0; i < count; ++i) {
        RandomStream random(seed, purpose, static_cast<std::uint64_t>(first + i));
        for (std::int64_t k = 0; k < latent; ++k) *out++ = static_cast<float>(random.normal());
    }
    return z;
}

at::Tensor uniforms(std::uint64_t seed, RandomPurpose purpose, std::int64_t first, std::int64_t count) {
    at::Tensor u = at::empty({count, 1, 1, 1}, at::kFloat);
    float* out = u.mutable_data_ptr<float>();
    for (std::int64_t i = 0; i < count; ++i) {
        *out++ = static_cast<float>(RandomStream(seed, purpose, static_cast<std::uint64_t>(first + i)).uniform());
    }
    return u;
}

at::Tensor with_noise(const at::Tensor& x, double sigma, std::uint64_t seed, std::uint64_t stream, std::int64_t first) {
    at::Tensor noise;
    {
        at::NoGradGuard no_grad;
        noise = at::empty_like(x, at::TensorOptions().dtype(at::kFloat).device(at::kCPU));
        for (std::int64_t i = 0; i < x.size(0); ++i) {
            const auto key =
                RandomStream(seed, RandomPurpose::InstanceNoise, static_cast<std::uint64_t>(first + i) * 8 + stream)
                    .next();
            auto generator = at::make_generator<at::CPUGeneratorImpl>(key);
            noise[i].normal_(0.0, sigma, generator);
        }
        noise = noise.to(x.options());
    }
    return x + noise;
}

}  // namespace headroom
