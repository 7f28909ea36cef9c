// Page-locked buffers and copies that do not wait.
#include "core/memory/upload.h"

#include "core/memory/libtorch.h"

#include <c10/core/Storage.h>
#include <c10/core/StorageImpl.h>
#include <algorithm>
#include <exception>
#include <utility>

namespace headroom {
namespace {

/// The storage of a page-locked tensor. A block that copies have used is free once the GPU has done them, which LibTorch asks it for; of a
/// lost one the question throws, and nothing may out of a destructor. The block then stays taken.
class LockedStorage final : public c10::StorageImpl {
public:
    /// Takes over what `plain` holds: block, context and deleter stay as they are. By the context LibTorch finds out which block a copy uses.
    explicit LockedStorage(c10::StorageImpl& plain)
        : StorageImpl(use_byte_size_t(), plain.sym_nbytes(), plain.set_data_ptr(c10::DataPtr()), plain.allocator(),
                      plain.resizable()) {}
    ~LockedStorage() override { free_quietly(); }
    void release_resources() override { free_quietly(); }

private:
    void free_quietly() noexcept {
        c10::DataPtr leaving = std::exchange(_mutable_data_ptr_no_checks(), c10::DataPtr());
        const c10::DeleterFnPtr let_go = leaving.get_deleter();
        void* const block = leaving.release_context();
        if (!block) return;
        try {
            let_go(block);
        } catch (const std::exception&) {}
    }
};

/// `fresh` itself, its block in such a storage.
at::Tensor freed_quietly(at::Tensor fresh) {
    c10::intrusive_ptr<c10::StorageImpl> locked =
        c10::make_intrusive<LockedStorage>(*fresh.storage().unsafeGetStorageImpl());
    fresh.unsafeGetTensorImpl()->set_storage_keep_dtype(c10::Storage(std::move(locked)));
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
