// Which kernels LibTorch and oneDNN use in this process: what the processor has, or less where the environment says so
// (ATEN_CPU_CAPABILITY, ONEDNN_MAX_CPU_ISA). Whoever chooses kernels of our own, or remembers what kernels took, asks here.
#pragma once

#include <string>

namespace headroom {

/// The vectors of LibTorch's own kernels.
enum class VectorWidth { Baseline, Avx2, Avx512 };

VectorWidth vector_width();

/// Whether oneDNN multiplies bf16 here: the processor must be able to (`mkldnn_bf16_device_check` of ATen's mkldnn/Utils.h,
/// without ARM's), and oneDNN be allowed to.
bool has_bf16_kernels();

/// Whether ONEDNN_MAX_CPU_ISA (or its older name DNNL_MAX_CPU_ISA) has this value: oneDNN then has no bf16 kernels.
/// https://oneapi-src.github.io/oneDNN/dev_guide_cpu_dispatcher_control.html
bool limits_onednn_below_bf16(const std::string& isa);

/// Processor, LibTorch's vectors and oneDNN's limit: "AMD EPYC 9B14, 2 cores, AVX512, oneDNN AVX2". Equal texts, equal kernels.
std::string cpu_kernels();

}  // namespace headroom
