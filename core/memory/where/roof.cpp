// The best of several large products: no library is the fastest everywhere.
#include "core/memory/where/roof.h"

#include "core/base/clock.h"
#include "core/memory/cpu_kernels.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"

#include <algorithm>
#include <functional>

namespace headroom {
namespace {

constexpr double kWhole = 0.25, kBrief = 0.02;  ///< seconds of calls that are enough

/// Of the fastest of some calls.
double least_seconds(double enough, const std::function<void()>& compute) {
    constexpr double kTooMuch = 1;
    constexpr int kCalls = 3;
    double least = 1e30, all = 0;  // the first call, which sets things up, is hardly ever the fastest
    for (int i = 0; (i <= kCalls || all < enough) && all < kTooMuch; ++i) {
        const auto start = Clock::now();
        compute();
        const double took = seconds_since(start);
        least = std::min(least, took);
        all += took;
    }
    return least;
}

double flops_of(at::ScalarType type) {
    // Without kernels for bf16 a product is made number by number: of a small one that is as quick, and takes no seconds.
    const bool by_numbers = type == at::kBFloat16 && !has_bf16_kernels();
    const std::int64_t side = by_numbers ? 384 : 1536, pictures = by_numbers ? 1 : 4, channels = by_numbers ? 64 : 256;
    constexpr std::int64_t pixels = 32;
    const at::TensorOptions options(type);
    const at::Tensor a = at::ones({side, side}, options), b = at::ones({side, side}, options);
    at::Tensor out = at::empty({side, side}, options);
    const double of_matrices =
        2.0 * static_cast<double>(side * side * side) / least_seconds(kWhole, [&] { at::mm_out(out, a, b); });
    const auto format = at::MemoryFormat::ChannelsLast;
    const at::Tensor x = at::ones({pictures, channels, pixels, pixels}, options).contiguous(format),
                     filters = at::ones({channels, channels, 3, 3}, options).contiguous(format);
    const double of_pictures = 2.0 * 9 * static_cast<double>(channels * channels * pictures * pixels * pixels) /
                               least_seconds(kWhole, [&] { (void)at::conv2d(x, filters, {}, 1, 1); });
    return std::max(of_matrices, of_pictures);
}

double bytes_of(at::ScalarType type) {
    constexpr std::int64_t bytes = 64 << 20;
    const auto count = bytes / static_cast<std::int64_t>(c10::elementSize(type));
    const at::Tensor from = at::ones({count}, at::TensorOptions(type));
    at::Tensor to = at::empty_like(from);
    return 2.0 * bytes / least_seconds(kWhole, [&] { to.copy_(from); });
}

}  // namespace

double Roof::seconds(const Work& work) const {
    const bool bf16 = work.type == at::kBFloat16;
    return std::max(work.flops / (bf16 ? bf16_flops : fp32_flops), work.bytes / (bf16 ? bf16_bytes : fp32_bytes));
}

Roof measure_roof() {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    return {flops_of(at::kFloat), flops_of(at::kBFloat16), bytes_of(at::kFloat), bytes_of(at::kBFloat16)};
}

double bf16_speed() {
    if (!has_bf16_kernels()) return 0;
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    constexpr std::int64_t side = 768;
    const auto seconds = [](at::ScalarType type) {
        const at::Tensor a = at::ones({side, side}, type), b = at::ones({side, side}, type);
        at::Tensor out = at::empty({side, side}, type);
        return least_seconds(kBrief, [&] { at::mm_out(out, a, b); });
    };
    return seconds(at::kFloat) / seconds(at::kBFloat16);
}

}  // namespace headroom
