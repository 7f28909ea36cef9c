// Loss scaling.
#include "core/train/optim/loss_scaler.h"

#include "core/memory/libtorch.h"
#include "core/memory/upload.h"

#include <algorithm>
#include <utility>

namespace headroom {

double LossScaler::scale() const { return scale_.defined() ? static_cast<double>(scale_.item<float>()) : first_scale_; }

int LossScaler::clean_steps() const { return clean_.defined() ? clean_.item<int>() : first_clean_; }

void LossScaler::restore(double scale, int clean_steps) {
    first_scale_ = scale;
    first_clean_ = clean_steps;
    scale_.reset();
    clean_.reset();
}

const at::Tensor& LossScaler::factor(at::Device device) {
    if (!scale_.defined()) {
        const at::NoGradGuard no_grad;
        at::Tensor scale = upload(at::scalar_tensor(first_scale_, at::kFloat), device),
                   clean = upload(at::scalar_tensor(first_clean_, at::kInt), device);
        scale_ = std::move(scale);  // both or none: either may have been refused
        clean_ = std::move(clean);
    }
    return scale_;
}

std::vector<at::Tensor> LossScaler::state(at::Device device) {
    if (!enabled_) return {};
    const at::Tensor& scale = factor(device);
    return {scale, clean_};
}

at::Tensor LossScaler::unscale(const std::vector<at::Tensor>& gradients) {
    if (!enabled_ || gradients.empty()) return {};
    const at::NoGradGuard no_grad;
    at::Tensor overflow = at::zeros({}, gradients.front().options().dtype(at::kFloat));
    at::_amp_foreach_non_finite_check_and_unscale_(gradients, overflow,
                                                   factor(gradients.front().device()).reciprocal());
    return overflow;
}

void LossScaler::update(const at::Tensor& overflow) {
    if (!enabled_ || !overflow.defined()) return;
    const at::NoGradGuard no_grad;
    at::_amp_update_scale_(scale_, clean_, overflow, /*scale_growth_factor=*/2.0, /*scale_backoff_factor=*/0.5,
                           /*growth_interval=*/2000);
    scale_.clamp_(1.0 / 65536, std::max(16777216.0, first_scale_));
}

}  // namespace headroom
