// Page-locked buffers and copies that do not wait.
#include "core/memory/upload.h"

#include "core/memory/libtorch.h"

#include <algorithm>
#include <atomic>

namespace headroom {
namespace {

/// How LibTorch frees a page-locked block: one way for all, as a program's GPUs are of one kind.
std::atomic<c10::DeleterFnPtr> g_free{nullptr};

/// A block that copies have used is free once the GPU has done them, which LibTorch asks it for; of a lost one the question throws, and nothing
/// may out of a destructor. The block then stays taken.
void free_quietly(void* block) noexcept {
    try {
        g_free.load()(block);
    } catch (const std::exception&) {}
}

/// `fresh` itself. The block's context stays as it is: by it LibTorch finds out which block a copy uses.
at::Tensor freed_quietly(at::Tensor fresh) {
    c10::DataPtr& data = fresh.storage().mutable_data_ptr();
    const c10::DeleterFnPtr own = data.get_deleter();
    c10::DeleterFnPtr known = nullptr;
    if (data.get_context() && (g_free.compare_exchange_strong(known, own) || known == own))
        (void)data.compare_exchange_deleter(own, free_quietly);
    return fresh;
}

/// `host` itself where the device can read it by itself, else a copy that it can read.
at::Tensor readable(const at::Tensor& host) {
    if (host.is_pinned()) return host;
    try {
        return page_locked_like(host).copy_(host);
    } catch (const c10::Error&) {
        return host;  // no more pages can be locked: the copy waits
    }
}

}  // namespace

at::Tensor page_locked_like(const at::Tensor& like) {
    return freed_quietly(at::empty_like(like, like.options().device(at::kCPU).pinned_memory(true)));
}

at::Tensor page_locked(at::IntArrayRef shape, at::ScalarType type) {
    return freed_quietly(at::empty(shape, at::TensorOptions().dtype(type).pinned_memory(true)));
}

at::Tensor host_buffer(at::IntArrayRef shape, at::ScalarType type, at::Device device) {
    if (!device.is_cpu()) {
        try {
            return page_locked(shape, type);
        } catch (const c10::Error&) {
            // The system may refuse to lock more pages; an ordinary copy then does.
        }
    }
    return at::empty(shape, at::TensorOptions().dtype(type));
}

at::Tensor upload(const at::Tensor& host, at::Device device) {
    return host.device() == device ? host : readable(host).to(device, /*non_blocking=*/true);
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
