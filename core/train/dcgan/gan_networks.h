// GanNetworks: the networks of a DCGAN run with their optimisers: built fresh, resized by role, copied for checkpoints and restored from them.
#pragma once

#include "core/api/train_config.h"
#include "core/models/dcgan/networks.h"
#include "core/train/dcgan/gan_step.h"
#include "core/train/gan/gan_tensors.h"

#include <memory>
#include <string>

namespace headroom {

struct GanNetworks : GanTensors {
    /// Fresh weights from config.seed, the same on every device; with `before` only where they find nothing in those networks, of which they take the
    /// rest (go_on_with). May throw c10::OutOfMemoryError.
    GanNetworks(const DcganSpec& spec, const TrainConfig& config, at::Device device = at::kCPU,
                const GanNetworks* before = nullptr);

    DcganSpec spec;
    std::shared_ptr<Generator> g, ema;  ///< ema: null without a moving average
    std::shared_ptr<Discriminator> d;
    std::unique_ptr<GanStep> step;

    nn::LatentGenerator& net_g() const override { return *g; }
    torch::nn::Module& net_d() const override { return *d; }
    nn::LatentGenerator* net_ema() const override { return ema.get(); }
    GanPhases& phases() const override { return *step; }
    /// How far the stages that came with spec.fade_from have faded in, 0 to 1.
    void set_alpha(double alpha);
    const FadeShare& alpha() const { return alpha_; }
    /// Lets go of the layers of the old resolution, their moments and their average.
    void end_fade();
    /// Also `fade` while something fades in: what the networks hold beyond the classic names.
    NetworkParts parts(bool weights_only) const override;

private:
    void set_modes(const TrainConfig& config) override;
    std::optional<at::ScalarType> shadows_of(const TrainConfig& config) const override;
    void begin_average() override;
    void end_average() noexcept override { ema.reset(); }
    std::string role_of(const std::string& name, bool of_g) const override;
    /// The layers that fade out are the old to-RGB and from-RGB; going back to the size before a fade-in gives them that part again.
    ByRole seen_in(const GanTensors& old, ByRole from) const override;
    /// The layers that fade out, as "generator.fade.weight" and so on.
    NamedTensors fade_tensors() const;
    FadeShare alpha_;
};

/// The exact static part of the memory, from shapes. `shadows`: weights have them (shadow_type()). `on_host`: Adam's moments are in host memory.
RoleBytes static_memory_of(const DcganSpec& spec, bool ema, bool shadows = false, bool on_host = false);

/// About what drawing pictures takes besides the weights, from shapes: a full piece at its widest layer.
Bytes preview_bytes(const DcganSpec& spec);

}  // namespace headroom
