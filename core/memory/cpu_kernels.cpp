// The processor, LibTorch and the environment, asked once.
#include "core/memory/cpu_kernels.h"

#include "core/memory/host_memory.h"

#include <ATen/Version.h>
#include <ATen/native/CPUBlas.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <string_view>

namespace headroom {
namespace {

/// oneDNN's limit in capitals, as oneDNN reads it; "" without one.
std::string onednn_limit() {
    const char* isa = std::getenv("ONEDNN_MAX_CPU_ISA");
    if (!isa) isa = std::getenv("DNNL_MAX_CPU_ISA");
    std::string out = isa ? isa : "";
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return out;
}

/// Whether oneDNN has no bf16 kernels under this limit. https://oneapi-src.github.io/oneDNN/dev_guide_cpu_dispatcher_control.html
bool limits_onednn_below_bf16(const std::string& isa) {
    constexpr std::array<std::string_view, 4> without{"SSE41", "AVX", "AVX2", "AVX2_VNNI"};
    return std::find(without.begin(), without.end(), isa) != without.end();
}

bool processor_has_bf16() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        return true;
    unsigned a = 0, b = 0, c = 0, d = 0;  // AVX-NE-CONVERT: leaf 7, sub-leaf 1, EDX bit 5 (Intel SDM, CPUID)
    return __get_cpuid_count(7, 1, &a, &b, &c, &d) != 0 && (d >> 5 & 1U) != 0;
#else
    return true;
#endif
}

}  // namespace

VectorWidth vector_width() {
    static const VectorWidth width = [] {
        const std::string name = at::get_cpu_capability();
        return name == "AVX512" ? VectorWidth::Avx512 : name == "AVX2" ? VectorWidth::Avx2 : VectorWidth::Baseline;
    }();
    return width;
}

bool has_bf16_kernels() {
    static const bool has = processor_has_bf16() && !limits_onednn_below_bf16(onednn_limit());
    return has;
}

bool has_bf16_products() {
#if defined(__x86_64__)
    static const bool has = vector_width() == VectorWidth::Avx512 && __builtin_cpu_supports("avx512bf16") &&
                            !limits_onednn_below_bf16(onednn_limit());
    return has;
#else
    return false;
#endif
}

bool has_wide_library_products() {
#if defined(__x86_64__)
    return __builtin_cpu_is("intel") != 0 || vector_width() != VectorWidth::Avx512;
#else
    return true;
#endif
}

bool has_bf16_matrices() {
#if defined(__x86_64__)
    static const bool has = [] {
        unsigned a = 0, b = 0, c = 0, d = 0;  // leaf 7, EDX bit 22: AMX-BF16 (Intel SDM, CPUID)
        const std::string limit = onednn_limit();
        return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (d >> 22 & 1U) != 0 &&
               (limit.empty() || limit == "DEFAULT" || limit.find("AMX") != std::string::npos);
    }();
    return has;
#else
    return false;
#endif
}

bool has_bf16_attention() {
    static const bool has = vector_width() == VectorWidth::Avx512 || !at::native::cpublas::could_pack(at::kBFloat16);
    return has;
}

std::string cpu_kernels() {
    static const std::string words = [] {
        const std::string limit = onednn_limit();
        return cpu_name() + ", " + at::get_cpu_capability() + (limit.empty() ? "" : ", oneDNN " + limit);
    }();
    return words;
}

}  // namespace headroom
