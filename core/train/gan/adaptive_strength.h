// AdaptiveStrength: the chance with which augmentations touch the pictures that D sees, fixed or led by D's signs. Rule: Karras, Aittala,
// Hellsten, Laine, Lehtinen, Aila, "Training Generative Adversarial Networks with Limited Data" (ADA), 2020, section 3.1: every four windows
// of pictures the chance takes a small step up where the mean sign of D's logits of real pictures, r_t, is above the target, else down. All
// of it lies on the device and is decided there: the host never waits for a sign.
#pragma once

#include "core/api/train_config.h"

#include <ATen/core/TensorBody.h>

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <vector>

namespace headroom {

/// On the worker's thread. May throw c10::OutOfMemoryError where it begins to act.
class AdaptiveStrength {
public:
    /// Takes on the settings of augmentations, `strength` the family's own. One that was set anew is where it goes on from.
    void configure(const TrainConfig& config, double strength, at::Device device);
    /// Whether signs are to be counted.
    bool adapts() const { return adapts_; }
    /// The chance, 0-dim float32 on the device, changed in place; undefined: every augmentation touches every picture.
    at::Tensor chance() const { return part(kChance); }
    /// The mean sign that the chance was last moved by, likewise; NaN until then.
    at::Tensor sign() const { return part(kSign); }
    /// After a window of `images` real pictures whose signs came to `signs`, 0-dim. Does not wait.
    void follow(const at::Tensor& signs, std::int64_t images);
    /// What follow() changes.
    std::vector<at::Tensor> state() const;
    /// To be resumed from, exactly; waits for the device.
    void add_to(nlohmann::json& state) const;
    /// Of what add_to() wrote. A strength that is set anew is taken instead.
    void restore(const nlohmann::json& state, const TrainConfig& config, double strength, at::Device device);
    /// Leaves the device; configure() brings it back as it was.
    void leave_device();

private:
    enum Part { kChance, kSigns, kImages, kWindows, kSign, kParts };
    at::Tensor part(Part part) const { return numbers_.defined() ? numbers_.select(0, part) : at::Tensor(); }
    void take_on(const TrainConfig& config, double strength);

    at::Tensor numbers_;       ///< (kParts) float32; undefined: nothing acts
    std::vector<float> kept_;  ///< the same on the host, while it is not on the device
    double strength_ = -1;     ///< as it was set; below 0: never
    bool adapts_ = false;
    double target_ = 0, images_ = 1;
};

}  // namespace headroom
