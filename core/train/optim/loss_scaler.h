// LossScaler: keeps fp16 gradients in range. One per network; constant within an accumulation window.
// Micikevicius et al. 2018; defaults of torch.amp.GradScaler.
#pragma once

#include <ATen/core/TensorBody.h>

#include <vector>

namespace headroom {

class LossScaler {
public:
    bool enabled() const { return enabled_; }
    void set_enabled(bool on) { enabled_ = on; }

    double scale() const { return enabled_ ? scale_ : 1.0; }
    int clean_steps() const { return clean_steps_; }
    void restore(double scale, int clean_steps) {
        scale_ = scale;
        clean_steps_ = clean_steps;
    }

    /// Divides the gradients by the scale, once per window, before clipping. False: a gradient is not finite, skip the step.
    bool unscale(const std::vector<at::Tensor>& gradients);
    /// After the window: halves after an overflow, doubles after 2,000 clean steps.
    void update(bool finite);

private:
    bool enabled_ = false;
    double scale_ = 65536.0;
    int clean_steps_ = 0;
};

}  // namespace headroom
