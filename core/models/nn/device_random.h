// Tensors of stateless random numbers, made by kernels where they are needed: the host's numbers, integers and uniform ones to the bit,
// normal ones within rounding. Nothing waits. Functions throw std::runtime_error where the device refuses.
#pragma once

#include "core/base/random.h"
#include "core/kernels/source/random_kernels.h"
#include "core/models/nn/first_sample.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <vector>

namespace headroom::kernels {
class DeviceKernels;
}

namespace headroom::nn {

/// Sample i's stream is RandomStream(seed, purpose, (first + i) * times + plus). What of `first` lies on the device is read there by
/// whatever the streams are given to.
kernels::Streams streams_of(std::uint64_t seed, RandomPurpose purpose, FirstSample first, std::uint64_t times = 1,
                            std::uint64_t plus = 0);

/// (samples, each) float32 standard normal numbers, each sample's one after another from its stream.
at::Tensor stream_normals(kernels::DeviceKernels& on, at::Device device, const kernels::Streams& streams,
                          std::int64_t samples, std::int64_t each);

/// What every sample draws one after another from its stream: for each draw (samples), float32 or, of whole numbers, int64.
std::vector<at::Tensor> stream_draws(kernels::DeviceKernels& on, at::Device device, const kernels::Streams& streams,
                                     std::int64_t samples, const std::vector<kernels::Draw>& draws);

/// The float32 tensor `out` (samples, ...) as LibTorch's CPU generator fills it: out[i].normal_(0, deviation, generator) with the first number
/// of stream i as the generator's key. False, and nothing is done: its samples do not lie one after another.
bool fill_normal(kernels::DeviceKernels& on, const at::Tensor& out, double deviation, const kernels::Streams& streams);

/// Likewise as out[i].exponential_(1, generator), of contiguous numbers.
void fill_exponential(kernels::DeviceKernels& on, const at::Tensor& out, const kernels::Streams& streams);

/// As fill_normal with the generators' keys (samples), int64 on the device, as out[i].normal_(0, 1, generator) or
/// out[i].uniform_(-1, 1, generator). `out` is contiguous.
void fill_normal(kernels::DeviceKernels& on, const at::Tensor& out, const at::Tensor& keys);
void fill_uniform(kernels::DeviceKernels& on, const at::Tensor& out, const at::Tensor& keys);

}  // namespace headroom::nn
