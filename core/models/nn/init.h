// Initial values of layers as PyTorch's, from (seed, stream): the same at any thread count and in any order of use.
#pragma once

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <functional>

namespace torch::nn {
class Module;
}

namespace headroom::nn {

/// Fills a tensor with random numbers that depend on (seed, stream) and how many were filled before (`filled` of them elsewhere).
class Initialiser {
public:
    Initialiser(std::uint64_t seed, std::uint64_t stream, std::uint64_t filled = 0)
        : seed_(seed), stream_(stream), count_(filled) {}
    void uniform(const at::Tensor& tensor, double bound);
    void normal(const at::Tensor& tensor, double mean, double deviation);

    /// Every layer within `module`, in registration order: convolutions and linear maps U(-1/sqrt(fan-in), 1/sqrt(fan-in)),
    /// norms 1 and 0, embeddings N(0, 1). Tensors of other modules are left alone.
    void layers(torch::nn::Module& module);

private:
    void fill(const at::Tensor& tensor, const std::function<void(at::Tensor&, at::Generator)>& draw);
    std::uint64_t seed_, stream_, count_;
};

}  // namespace headroom::nn
