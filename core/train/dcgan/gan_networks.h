// GanNetworks: the tensors of a run: G, D, the moving average of G, optimisers and scalers; built fresh, resized by role,
// copied for checkpoints and restored from them.
#pragma once

#include "core/api/train_config.h"
#include "core/memory/timeline_builder.h"
#include "core/models/dcgan/networks.h"
#include "core/train/dcgan/gan_step.h"
#include "core/train/optim/adam.h"
#include "core/train/optim/loss_scaler.h"
#include "core/train/run/network_parts.h"

#include <memory>
#include <string>

namespace headroom {

struct GanNetworks {
    /// Fresh weights from config.seed, the same on every device. May throw c10::OutOfMemoryError.
    GanNetworks(const DcganSpec& spec, const TrainConfig& config, at::Device device = at::kCPU);

    DcganSpec spec;
    at::Device device;
    std::shared_ptr<Generator> g, ema;  ///< ema: null without a moving average
    std::shared_ptr<Discriminator> d;
    std::unique_ptr<Adam> opt_g, opt_d;
    LossScaler scaler_g, scaler_d;
    std::unique_ptr<GanStep> step;

    /// Settings that act on existing tensors: rates, EMA on or off, layout, checkpointing, loss scaling.
    void configure(const TrainConfig& config);
    /// How far the stages that came with spec.fade_from have faded in, 0 to 1.
    void set_alpha(double alpha);
    const FadeShare& alpha() const { return alpha_; }
    /// Lets go of the layers of the old resolution, their moments and their average.
    void end_fade();
    /// Takes from `old` every tensor (weights, buffers, moments, average) whose role and shape are the same. The layers that
    /// fade out are the old to-RGB and from-RGB; going back to the size before a fade-in gives them that part again.
    /// Returns how many parameters were kept.
    std::int64_t take_matching(GanNetworks& old);

    /// Of a checkpoint: generator, discriminator, ema, fade while something fades in (what the networks hold beyond the classic
    /// names), and unless `weights_only` optimiser_g and optimiser_d.
    NetworkParts parts(bool weights_only) const;
    Result<void> load_parts(const std::vector<CheckpointPart>& stored, bool weights_only) {
        return load_all(parts(weights_only), stored);
    }
    /// What G's step has not moved with its weights. `skipped`: as in follow_average().
    void update_ema(std::int64_t images, double half_life, const at::Tensor& skipped) {
        if (ema) follow_average(*ema, *g, images, half_life, skipped, opt_g.get());
    }

    /// Where every weight, buffer, average and moment lies, by name: owners for the timeline and the snapshot.
    std::vector<NamedBlock> named_blocks();

    /// Small tensors that a step changes before it is sure to succeed.
    NamedTensors buffers() const;

private:
    /// The layers that fade out, as "generator.fade.weight" and so on.
    NamedTensors fade_tensors() const;
    FadeShare alpha_;
};

/// The exact static part of the memory, from shapes. `shadows`: weights have them (shadow_type()).
RoleBytes static_memory_of(const DcganSpec& spec, bool ema, bool shadows = false);

}  // namespace headroom
