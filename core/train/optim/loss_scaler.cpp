// Loss scaling.
#include "core/train/optim/loss_scaler.h"

#include "core/memory/libtorch.h"

#include <algorithm>

namespace headroom {

bool LossScaler::unscale(const std::vector<at::Tensor>& gradients) {
    if (!enabled_ || gradients.empty()) return true;
    at::NoGradGuard no_grad;
    const auto options = gradients.front().options().dtype(at::kFloat);
    at::Tensor found = at::zeros({1}, options);
    const at::Tensor inverse = at::full({1}, 1.0 / scale_, options);
    at::_amp_foreach_non_finite_check_and_unscale_(gradients, found, inverse);
    return found.item<float>() == 0.0f;
}

void LossScaler::update(bool finite) {
    if (!enabled_) return;
    if (!finite) {
        scale_ = std::max(scale_ / 2, 1.0 / 65536);
        clean_steps_ = 0;
    } else if (++clean_steps_ >= 2000) {
        scale_ = std::min(scale_ * 2, 16777216.0);
        clean_steps_ = 0;
    }
}

}  // namespace headroom
