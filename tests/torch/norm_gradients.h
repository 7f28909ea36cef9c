// Gradients of gradients through batch norm with its activation, beside LibTorch's in float64; for the processor's passes and a device's kernels.
#pragma once

#include "core/memory/libtorch.h"
#include "core/models/nn/device_norms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace headroom::nn {

/// The largest difference by the largest number.
inline double apart(const at::Tensor& a, const at::Tensor& exact) {
    return (a.to(at::kDouble) - exact).abs().max().item<double>() / std::max(1e-30, exact.abs().max().item<double>());
}

/// `on` as batch_norm_leaky() takes it.
inline void expect_gradients_have_gradients(kernels::DeviceKernels* on, double slope) {
    const at::Tensor x = at::randn({4, 6, 5, 3}).contiguous(at::MemoryFormat::ChannelsLast), weight = at::randn({6}),
                     bias = at::randn({6});
    const auto penalty = [&](bool own) {
        std::vector<at::Tensor> in;
        for (const at::Tensor& t : {x, weight, bias})
            in.push_back(t.to(own ? at::kFloat : at::kDouble).detach().clone().requires_grad_(true));
        const at::Tensor out =
            own ? batch_norm_leaky(on, in[0], in[1], in[2], {}, 0, 1e-5, slope).out
                : at::leaky_relu(at::batch_norm(in[0], in[1], in[2], {}, {}, true, 0, 1e-5, false), slope);
        const at::Tensor loss = out.pow(3).mean();
        const auto first = torch::autograd::grad({loss}, {in[0]}, {}, std::nullopt, /*create_graph=*/true);
        (first[0].square().sum() * 50 + loss).backward();
        return std::vector<at::Tensor>{first[0].detach(), in[0].grad(), in[1].grad(), in[2].grad()};
    };
    const auto made = penalty(true), exact = penalty(false);
    for (std::size_t i = 0; i < made.size(); ++i) EXPECT_LE(apart(made[i], exact[i]), 1e-4) << slope << " " << i;
}

}  // namespace headroom::nn
