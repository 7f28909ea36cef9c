// Blending the old resolution with the new one.
#include "core/models/dcgan/fade.h"

#include "core/memory/libtorch.h"

namespace headroom {

at::Tensor enlarged(const at::Tensor& x, std::int64_t factor) {
    return at::upsample_nearest2d(x, at::IntArrayRef{x.size(2) * factor, x.size(3) * factor});
}

at::Tensor reduced(const at::Tensor& x, std::int64_t factor) { return at::avg_pool2d(x, {factor, factor}); }

at::Tensor blended(const at::Tensor& old, const at::Tensor& fresh, const FadeShare& alpha) {
    if (!alpha.there.defined()) return at::lerp(old, fresh, alpha.value);
    // The share keeps its precision, as a number on the host does.
    return at::lerp(old.to(at::kFloat), fresh.to(at::kFloat), alpha.there).to(old.scalar_type());
}

at::Tensor blended_pictures(const at::Tensor& x, std::int64_t factor, const FadeShare& alpha) {
    return alpha.value >= 1 ? x : blended(enlarged(reduced(x, factor), factor), x, alpha);
}

}  // namespace headroom
