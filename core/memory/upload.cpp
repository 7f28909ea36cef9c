// Page-locked buffers and copies that do not wait.
#include "core/memory/upload.h"

#include "core/memory/libtorch.h"

#include <algorithm>

namespace headroom {
namespace {

/// `host` itself where the device can read it by itself, else a copy that it can read.
at::Tensor page_locked(const at::Tensor& host) {
    if (host.is_pinned()) return host;
    try {
        return at::empty_like(host, host.options().pinned_memory(true)).copy_(host);
    } catch (const c10::Error&) {
        return host;  // no more pages can be locked: the copy waits
    }
}

}  // namespace

at::Tensor host_buffer(at::IntArrayRef shape, at::ScalarType type, at::Device device) {
    const auto options = at::TensorOptions().dtype(type);
    if (!device.is_cpu()) {
        try {
            return at::empty(shape, options.pinned_memory(true));
        } catch (const c10::Error&) {
            // The system may refuse to lock more pages; an ordinary copy then does.
        }
    }
    return at::empty(shape, options);
}

at::Tensor upload(const at::Tensor& host, at::Device device) {
    return host.device() == device ? host : page_locked(host).to(device, /*non_blocking=*/true);
}

at::Tensor upload_as(const at::Tensor& host, const at::Tensor& like) {
    return upload(host.to(like.scalar_type()), like.device());
}

at::Tensor upload_index(const std::vector<std::int64_t>& numbers, at::Device device) {
    at::Tensor host = host_buffer({static_cast<std::int64_t>(numbers.size())}, at::kLong, device);
    std::copy(numbers.begin(), numbers.end(), host.mutable_data_ptr<std::int64_t>());
    return upload(host, device);
}

}  // namespace headroom
