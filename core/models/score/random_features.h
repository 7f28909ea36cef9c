// Features of pictures by convolutions whose weights are random and never change: a space to compare pictures in that is always there. It tells
// colours, edges and textures apart and knows no objects; figures of it are comparable with its own alone.
// Source: Ulyanov, Vedaldi, Lempitsky, "Deep Image Prior", 2018, and Naeem, Oh, Uh, Choi, Yoo, "Reliable Fidelity and Diversity Metrics for
// Generative Models", 2020, for that random networks compare pictures well.
#pragma once

#include "core/memory/libtorch.h"

#include <cstdint>
#include <vector>

namespace headroom {

/// Always the same network, on every machine. Role::Weights. One thread at a time.
class RandomFeatures {
public:
    explicit RandomFeatures(at::Device device);
    /// Pictures (N, 3, kSide, kSide) in [-1, 1] -> (N, width()), float32: each level's means and deviations, of the last one the means of the
    /// picture's quarters.
    at::Tensor forward(const at::Tensor& pictures) const;
    static std::int64_t width();

    static constexpr std::int64_t kSide = 64;

private:
    std::vector<at::Tensor> weights_;
};

}  // namespace headroom
