// Blending the old resolution with the new one.
#include "core/models/dcgan/fade.h"

#include "core/memory/libtorch.h"

namespace headroom {
namespace {

at::Tensor repeated(const at::Tensor& x, std::int64_t factor) {
    return at::upsample_nearest2d(x, at::IntArrayRef{x.size(2) * factor, x.size(3) * factor});
}

/// Repeated pixels, twice the mean of neighbours: the numbers of LibTorch's own bilinear doubling, whose gradients on a GPU add up in no order.
at::Tensor doubled_smoothly(const at::Tensor& x) {
    const at::Tensor means = at::avg_pool2d(repeated(x, 2), {2, 2}, {1, 1}, {1, 1}, /*ceil_mode=*/false,
                                            /*count_include_pad=*/false);
    return at::avg_pool2d(means, {2, 2}, {1, 1});
}

}  // namespace

at::Tensor enlarged(const at::Tensor& x, std::int64_t factor, bool smooth) {
    if (!smooth) return repeated(x, factor);
    at::Tensor out = x;
    for (; factor > 1; factor /= 2) out = doubled_smoothly(out);
    return out;
}

at::Tensor reduced(const at::Tensor& x, std::int64_t factor) { return at::avg_pool2d(x, {factor, factor}); }

at::Tensor blended(const at::Tensor& old, const at::Tensor& fresh, const FadeShare& alpha) {
    if (!alpha.there.defined()) return at::lerp(old, fresh, alpha.value);
    // The share keeps its precision, as a number on the host does.
    return at::lerp(old.to(at::kFloat), fresh.to(at::kFloat), alpha.there).to(old.scalar_type());
}

at::Tensor blended_pictures(const at::Tensor& x, std::int64_t factor, const FadeShare& alpha, bool smooth) {
    return alpha.value >= 1 ? x : blended(enlarged(reduced(x, factor), factor, smooth), x, alpha);
}

}  // namespace headroom
