// Pages that are mapped and never written.
#include "core/memory/shape_alone.h"

#include <ATen/EmptyTensor.h>
#include <ATen/ops/empty.h>
#include <c10/util/Exception.h>

#include <sys/mman.h>

#include <memory>
#include <utility>

namespace headroom {

at::Tensor shape_alone(at::IntArrayRef sizes, at::IntArrayRef strides, at::ScalarType type) {
    const std::size_t bytes = at::detail::computeStorageNbytes(sizes, strides, c10::elementSize(type));
    if (bytes == 0) return at::empty(sizes, type);
    struct Pages {
        void* at;
        std::size_t bytes;
    };
    // Pages that are only ever read stay the kernel's one page of zeros.
    void* const at = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    TORCH_CHECK_WITH(OutOfMemoryError, at != MAP_FAILED, "no addresses for ", bytes, " bytes");
    const auto unmap = [](void* context) {
        const std::unique_ptr<Pages> pages(static_cast<Pages*>(context));
        munmap(pages->at, pages->bytes);
    };
    c10::Storage zeros(c10::Storage::use_byte_size_t(), bytes, c10::DataPtr(at, new Pages{at, bytes}, unmap, c10::kCPU),
                       nullptr, /*resizable=*/false);
    at::Tensor out = at::detail::make_tensor<c10::TensorImpl>(
        std::move(zeros), c10::DispatchKeySet(c10::DispatchKey::CPU), c10::scalarTypeToTypeMeta(type));
    out.unsafeGetTensorImpl()->set_sizes_and_strides(sizes, strides);
    return out;
}

}  // namespace headroom
