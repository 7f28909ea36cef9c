// From the host to a device without waiting for it: buffers that a device reads by itself, and copies through them.
#pragma once

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <vector>

namespace headroom {

/// An uninitialised tensor in page-locked memory of the host, laid out as `like` and of its type. Throws c10::Error where the system locks no more
/// pages. It may go away after its GPU was lost, which one that LibTorch makes by itself may not: no other place makes any.
at::Tensor page_locked_like(const at::Tensor& like);
/// The same of that shape and type.
at::Tensor page_locked(at::IntArrayRef shape, at::ScalarType type);

/// An uninitialised CPU tensor that `device` reads and writes by itself: page-locked for a GPU, where the system allows it.
at::Tensor host_buffer(at::IntArrayRef shape, at::ScalarType type, at::Device device);

/// `host` on `device`; the same tensor where it is there already. Returns before it is copied: what is not in a host_buffer() goes through one.
at::Tensor upload(const at::Tensor& host, at::Device device);
/// The same in the type of `like`, on its device; converted on the host.
at::Tensor upload_as(const at::Tensor& host, const at::Tensor& like);
/// `numbers` as an int64 list on `device`.
at::Tensor upload_index(const std::vector<std::int64_t>& numbers, at::Device device);

}  // namespace headroom
