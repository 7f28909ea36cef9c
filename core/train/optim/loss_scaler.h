// LossScaler: keeps fp16 gradients in range. One per network; constant within an accumulation window. The scale lies on the gradients'
// device and is decided there: whether a gradient was not finite is not asked by the host.
// Micikevicius et al. 2018; defaults of torch.amp.GradScaler.
#pragma once

#include <ATen/core/TensorBody.h>

#include <vector>

namespace headroom {

class LossScaler {
public:
    bool enabled() const { return enabled_; }
    void set_enabled(bool on) { enabled_ = on; }

    static constexpr double kFirstScale = 65536;

    /// As numbers, also while it is not enabled: what it goes on from. Wait for the device.
    double scale() const;
    int clean_steps() const;
    void restore(double scale, int clean_steps);

    /// The factor of losses: 0-dim float32 on `device`. Enabled.
    const at::Tensor& factor(at::Device device);
    /// What update() changes, on `device`; empty: not enabled.
    std::vector<at::Tensor> state(at::Device device);

    /// Divides the gradients by the scale, once per window, before clipping. 0-dim float32 on their device: 1 when one of them is not
    /// finite and the step is to be skipped, else 0. Undefined: not enabled.
    at::Tensor unscale(const std::vector<at::Tensor>& gradients);
    /// After the window, with what unscale() said: halves after an overflow, doubles after 2,000 clean steps. Allocates nothing.
    void update(const at::Tensor& overflow);

private:
    bool enabled_ = false;
    double first_scale_ = kFirstScale;  ///< until the tensors are made
    int first_clean_ = 0;
    at::Tensor scale_, clean_;  ///< 0-dim float32 and int32; undefined: not made yet
};

}  // namespace headroom
