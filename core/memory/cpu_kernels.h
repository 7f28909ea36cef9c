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

/// Whether the processor multiplies pairs of bf16 in vectors (AVX-512 BF16), and LibTorch and oneDNN may use it; whether it has a unit for
/// matrices of bf16 (AMX) that oneDNN may use.
bool has_bf16_products();
bool has_bf16_matrices();

/// Whether LibTorch's library of dense products (MKL) multiplies floats in the widest vectors that the processor has: it does so on Intel's, on others in
/// vectors of 8 at most.
bool has_wide_library_products();

/// Whether LibTorch's fused attention computes bf16 here. LibTorch 2.11 asks oneDNN alone whether to pack it for products of matrices, and fails
/// where oneDNN says so (AMX) and LibTorch's own vectors are limited.
bool has_bf16_attention();

/// Processor, LibTorch's vectors and oneDNN's limit: "AMD EPYC 9B14, 2 cores, AVX512, oneDNN AVX2". Equal texts, equal kernels.
std::string cpu_kernels();

}  // namespace headroom
