// LatentGenerator: a network that turns random latents into pictures, whatever its family.
#pragma once

#include "core/memory/libtorch.h"

#include <memory>

namespace headroom::nn {

class LatentGenerator {
public:
    virtual ~LatentGenerator() = default;
    virtual torch::nn::Module& module() = 0;
    /// z (N, latent, 1, 1) -> pictures (N, channels, size, size), shown in [-1, 1]. One thread at a time.
    virtual at::Tensor draw(const at::Tensor& z) = 0;
    /// A network of the same shape and values in host memory, in eval mode.
    virtual std::shared_ptr<LatentGenerator> copy_on_cpu() = 0;
};

}  // namespace headroom::nn
