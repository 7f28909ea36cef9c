// The stand-in device's own kernels: factories, views, transfers, and what CUDA has in place of LibTorch's composites.
#include "tests/support/stand_in/compute.h"
#include "tests/support/stand_in/counts.h"
#include "tests/support/stand_in/memory.h"
#include "tests/support/stand_in/queue.h"

#include <ATen/EmptyTensor.h>
#include <ATen/native/Resize.h>
#include <ATen/native/TensorFactories.h>
#include <torch/library.h>

#include <cstring>

namespace headroom::stand_in {
namespace {

using at::Tensor;
using Sizes = c10::SymIntArrayRef;
const c10::DispatchKeySet kKeys(c10::DispatchKey::PrivateUse1);

Tensor empty(Sizes sizes, std::optional<at::ScalarType> type, std::optional<at::Layout>, std::optional<at::Device>,
             std::optional<bool>, std::optional<at::MemoryFormat> format) {
    return at::detail::empty_generic(C10_AS_INTARRAYREF_SLOW(sizes), &Memory::device(), kKeys,
                                     type.value_or(at::get_default_dtype_as_scalartype()), format);
}

Tensor empty_strided(Sizes sizes, Sizes strides, std::optional<at::ScalarType> type, std::optional<at::Layout>,
                     std::optional<at::Device>, std::optional<bool>) {
    return at::detail::empty_strided_generic(C10_AS_INTARRAYREF_SLOW(sizes), C10_AS_INTARRAYREF_SLOW(strides),
                                             &Memory::device(), kKeys,
                                             type.value_or(at::get_default_dtype_as_scalartype()));
}

void grow_storage(const c10::Storage& storage, std::size_t bytes) {
    if (storage.nbytes() >= bytes) return;
    c10::DataPtr fresh = Memory::device().allocate(bytes);
    if (storage.nbytes() > 0) Memory::device().copy_data(fresh.get(), storage.data(), storage.nbytes());
    storage.unsafeGetStorageImpl()->set_data_ptr_noswap(std::move(fresh));
    storage.unsafeGetStorageImpl()->set_nbytes(bytes);
}

const Tensor& resize_(const Tensor& self, Sizes sizes, std::optional<at::MemoryFormat> format) {
    c10::TensorImpl* impl = self.unsafeGetTensorImpl();
    impl->set_sizes_contiguous(C10_AS_INTARRAYREF_SLOW(sizes));
    if (format) impl->empty_tensor_restride(*format);
    grow_storage(self.storage(), (static_cast<std::size_t>(impl->numel() + impl->storage_offset())) * impl->itemsize());
    return self;
}

Tensor as_strided(const Tensor& self, Sizes sizes, Sizes strides, std::optional<c10::SymInt> offset) {
    return at::native::as_strided_tensorimpl(self, C10_AS_INTARRAYREF_SLOW(sizes), C10_AS_INTARRAYREF_SLOW(strides),
                                             offset ? std::optional(offset->expect_int()) : std::nullopt);
}
Tensor view(const Tensor& self, Sizes sizes) { return at::native::view(self, C10_AS_INTARRAYREF_SLOW(sizes)); }
Tensor reshape_alias(const Tensor& self, Sizes sizes, Sizes strides) {
    return at::native::_reshape_alias(self, C10_AS_INTARRAYREF_SLOW(sizes), C10_AS_INTARRAYREF_SLOW(strides));
}

bool is_page_locked(const Tensor& host) { return host.numel() == 0 || is_pinned(host.storage().data()); }

/// Whether a copy moves bytes as they lie: one that casts or reorders goes through pageable memory on CUDA.
bool is_plain(const Tensor& from, const Tensor& to) {
    return from.scalar_type() == to.scalar_type() && from.sizes() == to.sizes() && from.strides() == to.strides() &&
           from.is_non_overlapping_and_dense();
}

/// Pageable memory is copied to a place of the driver's at once, for which the host stands still; page-locked memory is read when the copy's
/// turn comes.
void to_device(const Tensor& from, const Tensor& to, bool non_blocking) {
    // CUDA permits some of these; a replay would read the same memory of the host again, whatever is there by then.
    Queue::device().refuse_in_capture("a copy from the host of " + std::to_string(from.nbytes()) + " bytes");
    const bool locked = is_page_locked(from), waits = !(non_blocking && locked && is_plain(from, to));
    note_transfer(false, from.nbytes(), waits);
    if (!waits) note_use(from.const_data_ptr());
    if (locked) note_reads(from.const_data_ptr(), 1);
    Queue::device().submit("copy to the device", [from = locked ? from : from.clone(), to = host_view(to), locked] {
        to.copy_(from);
        if (locked) note_reads(from.const_data_ptr(), -1);
    });
    if (waits) Queue::device().drain();
}

/// Until the copy has arrived, the host finds no numbers there, or those before where they are still to be read by an earlier one.
void to_host(const Tensor& from, const Tensor& to, bool non_blocking) {
    Queue::device().refuse_in_capture("a copy to the host of " + std::to_string(from.nbytes()) + " bytes");
    const bool waits = !(non_blocking && is_page_locked(to) && is_plain(from, to));
    note_transfer(true, from.nbytes(), waits);
    if (!waits) note_use(to.const_data_ptr());
    if (!waits && !is_to_be_read(to.const_data_ptr())) std::memset(to.data_ptr(), 0xff, to.nbytes());
    Queue::device().submit("copy to the host", [from = host_view(from), to] { to.copy_(from); });
    if (waits) Queue::device().drain();
}

Tensor copy_from(const Tensor& from, const Tensor& to, bool non_blocking) {
    if (to.numel() == 0) return to;
    if (from.is_cpu())
        to_device(from, to, non_blocking);
    else if (to.is_cpu())
        to_host(from, to, non_blocking);
    else
        Queue::device().submit("copy", [from = host_view(from), to = host_view(to)] { to.copy_(from); });
    return to;
}

Tensor copy_from_and_resize(const Tensor& from, const Tensor& to) {
    if (to.sizes() != from.sizes()) to.resize_(from.sizes());
    return copy_from(from, to, false);
}

at::Scalar local_scalar(const Tensor& self) {
    Queue::device().refuse_in_capture("a number for the host");
    note_transfer(true, self.itemsize(), true);
    at::Scalar out;
    Queue::device().submit("item", [&, from = host_view(self)] { out = from.item(); });
    Queue::device().drain();
    return out;
}

/// As on CUDA: the input is made contiguous first (LibTorch leaves that out for a device that it does not know).
Tensor group_norm(const Tensor& input, std::int64_t groups, const std::optional<Tensor>& weight,
                  const std::optional<Tensor>& bias, double eps, bool) {
    const std::int64_t n = input.size(0), c = input.size(1), rest = n * c == 0 ? 0 : input.numel() / (n * c);
    TORCH_CHECK(c % groups == 0, "Expected number of channels in input to be divisible by num_groups");
    const auto plain = [](const std::optional<Tensor>& t) {
        return t && t->defined() ? std::optional(t->contiguous()) : std::nullopt;
    };
    return std::get<0>(at::native_group_norm(input.contiguous(), plain(weight), plain(bias), n, c, rest, groups, eps));
}

bool fit(const Tensor&, const Tensor&) { return true; }

TORCH_LIBRARY_IMPL(_, PrivateUse1, m) { m.fallback(torch::CppFunction::makeFromBoxedFunction<&compute>()); }

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
    m.impl("empty.memory_format", &empty);
    m.impl("empty_strided", &empty_strided);
    m.impl("resize_", &resize_);
    m.impl("as_strided", &as_strided);
    m.impl("view", &view);
    m.impl("_reshape_alias", &reshape_alias);
    m.impl("unfold", &at::native::unfold);
    m.impl("_copy_from", &copy_from);
    m.impl("_copy_from_and_resize", &copy_from_and_resize);
    m.impl("_local_scalar_dense", &local_scalar);
    m.impl("group_norm", &group_norm);
    m.impl("record_stream", [](Tensor&, c10::Stream) {});
    // One kernel on the CPU as on CUDA, several operators on a device that LibTorch does not know; and losses whose variants with an
    // output use that for what they add up.
    for (const char* fused : {"native_group_norm", "native_layer_norm", "convolution_overrideable",
                              "convolution_backward_overrideable", "mse_loss", "smooth_l1_loss"})
        m.impl(fused, torch::CppFunction::makeFromBoxedFunction<&compute>());
}

TORCH_LIBRARY_IMPL(aten, AutogradPrivateUse1, m) {
    m.impl("group_norm", &group_norm);
    // Module::to puts a tensor of the device in place of one of the CPU and back, as between CUDA and the CPU.
    m.impl("_has_compatible_shallow_copy_type", &fit);
}

}  // namespace
}  // namespace headroom::stand_in
