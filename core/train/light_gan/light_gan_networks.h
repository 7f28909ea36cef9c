// LightGanNetworks: the networks of a Light GAN's run with their optimisers: built fresh, resized by role, copied for checkpoints and restored from
// them. What a configuration means for a step.
#pragma once

#include "core/models/light_gan/networks.h"
#include "core/train/gan/gan_tensors.h"
#include "core/train/light_gan/light_gan_step.h"

#include <memory>
#include <string>

namespace headroom {

struct LightGanNetworks : GanTensors {
    /// Fresh weights from config.seed, the same on every device; with `before` only where they find nothing in those networks, of which they take the
    /// rest (go_on_with). May throw c10::OutOfMemoryError.
    LightGanNetworks(const LightGanShape& shape, const TrainConfig& config, at::Device device = at::kCPU,
                     const LightGanNetworks* before = nullptr);

    LightGanShape shape;
    std::shared_ptr<light_gan::Generator> g, ema;  ///< ema: null without a moving average
    std::shared_ptr<light_gan::Discriminator> d;
    std::unique_ptr<LightGanStep> step;

    nn::LatentGenerator& net_g() const override { return *g; }
    torch::nn::Module& net_d() const override { return *d; }
    nn::LatentGenerator* net_ema() const override { return ema.get(); }
    GanPhases& phases() const override { return *step; }
    /// Having gone on with networks of half the side: D judges a picture as they do one of half its side, because its newest layer passes it on so
    /// beside what it has to learn. Otherwise nothing.
    void see_as(const LightGanNetworks& smaller);

private:
    void set_modes(const TrainConfig& config) override;
    std::optional<at::ScalarType> shadows_of(const TrainConfig& config) const override;
    void begin_average() override;
    void end_average() noexcept override { ema.reset(); }
    std::string role_of(const std::string& name, bool of_g) const override;
};

/// The rules of every step with `config`; gradient norms are computed.
LightGanRules light_gan_rules(const TrainConfig& config);
/// How networks of `config` compute.
nn::ComputeMode light_gan_mode(const TrainConfig& config);
/// How its pictures are laid out.
at::MemoryFormat light_gan_format(const TrainConfig& config);

/// The exact static part of the memory, from shapes. `shadows`: weights have them (shadow_type()). `on_host`: Adam's moments are in host memory.
RoleBytes static_memory_of(const LightGanShape& shape, bool ema, bool shadows = false, bool on_host = false);
/// About what drawing pictures takes besides the weights, from shapes.
Bytes preview_bytes(const LightGanShape& shape);

}  // namespace headroom
