// Where CUDA's kernels are stricter than the CPU's.
#include "tests/support/stand_in/compute.h"
#include "tests/support/stand_in/memory.h"

#include <array>
#include <set>
#include <string>

namespace headroom::stand_in {
namespace {

using Names = std::set<std::string>;

/// Every tensor among the arguments; `f(tensor, alone)`: not part of a list.
template <class F> void for_each_tensor(const std::vector<c10::IValue>& arguments, F&& f) {
    for (const c10::IValue& value : arguments) {
        if (value.isTensor()) f(value.toTensor(), true);
        if (value.isTensorList())
            for (const at::Tensor t : value.toTensorList()) f(t, false);
        if (value.isOptionalTensorList())
            for (const std::optional<at::Tensor> t : value.toOptionalTensorList()) f(t.value_or(at::Tensor()), false);
    }
}

/// A number on the host is an argument of the kernel; any other tensor there is in the wrong place.
void refuse_other_devices(const std::string& name, const std::vector<c10::IValue>& arguments) {
    if (name == "aten::index") return;  // brings its lists to the device itself
    for_each_tensor(arguments, [&](const at::Tensor& t, bool alone) {
        if (!t.defined() || t.device().is_privateuseone() || (t.dim() == 0 && alone)) return;
        TORCH_CHECK(false, "Expected all tensors to be on the same device, but found at least two devices, ",
                    c10::Device(kDevice, 0), " and ", t.device(), " (in ", name, ")");
    });
}

void refuse_generators(const std::string& name, const std::vector<c10::IValue>& arguments) {
    for (const c10::IValue& value : arguments)
        TORCH_CHECK(!value.isGenerator() || value.toGenerator().device().is_privateuseone(),
                    "Expected a generator of the device but found one of the CPU (in ", name, ")");
}

/// native_group_norm's kernels walk rows of plain NCHW.
void refuse_formats(const std::string& name, const std::vector<c10::IValue>& arguments) {
    static const Names plain{"aten::native_group_norm", "aten::native_group_norm_backward"};
    if (!plain.contains(name)) return;
    const std::size_t tensors = name == "aten::native_group_norm" ? 1 : 2;  // the input; the gradient and the input
    for (std::size_t i = 0; i < tensors; ++i)
        TORCH_CHECK(arguments[i].toTensor().is_contiguous(), name, " needs contiguous tensors, but argument ", i,
                    " has strides ", arguments[i].toTensor().strides());
}

/// The fused optimisers walk parameters, gradients and moments side by side.
void refuse_lists_apart(const std::string& name, const std::vector<c10::IValue>& arguments) {
    static const Names fused{"aten::_fused_adam_", "aten::_fused_adamw_"};
    if (!fused.contains(name)) return;
    const auto parameters = arguments[0].toTensorVector();
    for (std::size_t list = 1; list < 4; ++list) {
        const auto others = arguments[list].toTensorVector();
        for (std::size_t i = 0; i < parameters.size(); ++i)
            TORCH_CHECK(others[i].sizes() == parameters[i].sizes() && others[i].strides() == parameters[i].strides() &&
                            others[i].scalar_type() == parameters[i].scalar_type(),
                        "params, grads, exp_avgs, and exp_avg_sqs must have same dtype, device, and layout (tensor ", i,
                        " of list ", list, ")");
    }
}

void refuse_types(const std::string& name, const std::vector<c10::IValue>& arguments) {
    static const Names no_integers{"aten::mm",
                                   "aten::addmm",
                                   "aten::bmm",
                                   "aten::baddbmm",
                                   "aten::mv",
                                   "aten::addmv",
                                   "aten::dot",
                                   "aten::convolution_overrideable",
                                   "aten::avg_pool2d",
                                   "aten::_cdist_forward",
                                   "aten::upsample_bilinear2d",
                                   "aten::upsample_bicubic2d",
                                   "aten::_upsample_bilinear2d_aa",
                                   "aten::grid_sampler_2d"};
    static const Names no_halves{"aten::_cdist_forward", "aten::_cdist_backward", "aten::linalg_eigh",
                                 "aten::_linalg_eigh",   "aten::_linalg_svd",     "aten::linalg_inv_ex",
                                 "aten::cholesky"};
    const bool integers = no_integers.contains(name), halves = no_halves.contains(name);
    if (!integers && !halves) return;
    for_each_tensor(arguments, [&](const at::Tensor& t, bool) {
        if (!t.defined()) return;
        const bool refused = (integers && !t.is_floating_point() && !t.is_complex()) ||
                             (halves && (t.scalar_type() == at::kHalf || t.scalar_type() == at::kBFloat16));
        TORCH_CHECK(!refused, name, " is not implemented for ", t.scalar_type(), " on a GPU");
    });
}

}  // namespace

void refuse_what_cuda_refuses(const c10::OperatorHandle& op, const std::vector<c10::IValue>& arguments) {
    const std::string& name = op.schema().name();
    refuse_other_devices(name, arguments);
    refuse_generators(name, arguments);
    refuse_formats(name, arguments);
    refuse_lists_apart(name, arguments);
    refuse_types(name, arguments);
}

}  // namespace headroom::stand_in
