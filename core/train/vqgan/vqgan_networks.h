// VqganNetworks: the tensors of a run that trains a VQGAN: autoencoder, its moving average, discriminator, optimisers, what is known
// of the codes' use; built fresh, copied for checkpoints and restored from them.
#pragma once

#include "core/api/train_config.h"
#include "core/api/vqgan_config.h"
#include "core/memory/role_scope.h"
#include "core/memory/timeline_builder.h"
#include "core/train/run/network_parts.h"
#include "core/train/vqgan/codebook_care.h"
#include "core/train/vqgan/vqgan_step.h"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

struct VqganNetworks {
    /// Fresh weights from config.seed, the same on every device. May throw c10::OutOfMemoryError.
    VqganNetworks(const VqganConfig& shape, const TrainConfig& config, at::Device device = at::kCPU);

    VqganConfig shape;
    at::Device device;
    std::shared_ptr<Vqgan> net, ema;  ///< ema: null without a moving average
    std::shared_ptr<PatchDiscriminator> d;
    std::unique_ptr<Adam> opt_g, opt_d;
    CodebookCare codes;
    VqganStep step;

    /// Settings that act on existing tensors: rates, averages on or off, checkpointing.
    void configure(const TrainConfig& config);

    /// Of a checkpoint: vqgan (taming's names), discriminator, ema, optimiser_g, optimiser_d, codebook.
    NetworkParts parts() const;
    /// All of a checkpoint, or its weights alone. Error: as load_all.
    Result<void> load_parts(const std::vector<CheckpointPart>& stored, bool weights_only);
    /// What the step of `opt_g` has not moved with its weights.
    void update_ema(const MeanShare& share) {
        const PhaseScope phase(Phase::Ema);
        if (ema) follow_average(*ema, *net, share, {}, opt_g.get());
    }

    /// Where every tensor lies, by name: owners for the timeline and the snapshot.
    std::vector<NamedBlock> named_blocks();
    /// Small tensors that a step changes before it is sure to succeed: D's statistics.
    NamedTensors buffers() const;
    std::int64_t parameters_g() const, parameters_d() const;
};

/// By how much the codes follow their averages; 0: they learn by gradient, as a Gumbel codebook always does.
double code_decay(const VqganConfig& shape, const TrainConfig& config);

/// The layers of a VQGAN that compute without autocast.
inline constexpr std::string_view kExactLayers = "quantize";

/// The exact static part of the memory, from shapes. `shadows`: weights have them (shadow_type()).
RoleBytes static_memory_of(const VqganConfig& shape, const TrainConfig& config, bool shadows = false);

/// Of each tensor of these networks how many numbers it has.
struct TensorCounts {
    std::vector<std::int64_t> net, d, perceptual;
};
TensorCounts tensor_counts_of(const VqganConfig& shape, const TrainConfig& config);

/// About what decoding one picture takes besides the weights, from shapes.
Bytes reconstruction_bytes(const VqganConfig& shape, std::int64_t size);

/// The widths that `config` asks of the discriminator, as a new network without values.
std::shared_ptr<PatchDiscriminator> make_patch_discriminator(const TrainConfig& config);

}  // namespace headroom
