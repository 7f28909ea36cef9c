// Autocast on the stand-in device: CUDA's lists.
#include "core/memory/libtorch.h"

#include <ATen/Operators.h>
#include <ATen/autocast_mode.h>
#include <torch/library.h>

namespace headroom::stand_in {
namespace {

TORCH_LIBRARY_IMPL(_, AutocastPrivateUse1, m) { m.fallback(torch::CppFunction::makeFallthrough()); }

TORCH_LIBRARY_IMPL(aten, AutocastPrivateUse1, m) {
    using namespace at;  // LibTorch's lists are written for its own namespace
#define HEADROOM_LOWER(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, lower_precision_fp)
    AT_FORALL_LOWER_PRECISION_FP(HEADROOM_LOWER)
#undef HEADROOM_LOWER
#define HEADROOM_FP32(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, fp32)
    AT_FORALL_FP32(HEADROOM_FP32)
#undef HEADROOM_FP32
#define HEADROOM_FP32_RESULT(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, fp32_set_opt_dtype)
    AT_FORALL_FP32_SET_OPT_DTYPE(HEADROOM_FP32_RESULT)
#undef HEADROOM_FP32_RESULT
    AT_FORALL_DIFFERENT_REDISPATCH_SIGNATURE(KERNEL_DIFFERENT_REDISPATCH_SIGNATURE_PRIVATEUSEONE)
#define HEADROOM_PROMOTE(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, promote)
    AT_FORALL_PROMOTE(HEADROOM_PROMOTE)
#undef HEADROOM_PROMOTE
}

}  // namespace
}  // namespace headroom::stand_in
