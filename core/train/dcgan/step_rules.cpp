// Rules and pictures of a step.
#include "core/train/dcgan/step_rules.h"

#include "core/families/dcgan/dcgan_config.h"
#include "core/models/dcgan/fade.h"
#include "core/train/run/network_parts.h"

#include <algorithm>

namespace headroom {

StepRules rules_of(const TrainConfig& config) {
    StepRules r;
    r.loss = config.own<DcganConfig>().loss;
    r.precision = config.precision;
    r.smoothing = config.own<DcganConfig>().label_smoothing;
    r.noise = config.own<DcganConfig>().instance_noise;
    r.gp_weight = config.own<DcganConfig>().gp_weight;
    r.r1_gamma = config.own<DcganConfig>().r1_gamma;
    // Of the rounds of a step the first alone is penalised, and speaks for all.
    r.r1_weight = static_cast<double>(config.own<DcganConfig>().r1_every *
                                      std::max<std::int64_t>(1, config.own<DcganConfig>().d_steps));
    r.clip = config.clip;
    r.sync_norms = config.sync_norms;
    // Recomputed segments give a parameter's gradient in parts, and synchronised norms meet amid a backward pass.
    r.overlap_sums = config.checkpointing == Checkpointing::Off && !r.sync_norms;
    r.augment = {config.own<DcganConfig>().diffaug_colour, config.own<DcganConfig>().diffaug_translation,
                 config.own<DcganConfig>().diffaug_cutout, config.own<DcganConfig>().augment_geometry};
    r.want_signs = config.augment_adapt;
    r.seed = static_cast<std::uint64_t>(config.seed);
    r.fakes_seen = config.own<DcganConfig>().train != Train::OnlyG;
    r.keep_fakes = config.own<DcganConfig>().train == Train::Both &&
                   (config.own<DcganConfig>().reuse_fakes == ReuseFakes::On ||
                    (config.own<DcganConfig>().reuse_fakes == ReuseFakes::Auto && config.batch_accumulate == 1));
    return r;
}

std::optional<at::ScalarType> shadow_type_of(const TrainConfig& config, bool on_cpu) {
    if (!on_cpu) return shadow_type(config.precision, false);
    const auto& own = config.own<DcganConfig>();
    // Recomputed segments let go of their copies; penalties are computed in fp32; spectral norm divides the weights before they are rounded, and
    // of a resizing layer the graph holds the filter made of them.
    const bool held = config.checkpointing == Checkpointing::Off && own.train == Train::Both && !own.spectral_norm &&
                      own.loss != GanLoss::WganGp && own.r1_gamma == 0 && own.upsampling == Upsampling::Transposed;
    return held && config.precision == Precision::Bf16 ? std::optional(at::kBFloat16) : std::nullopt;
}

at::MemoryFormat picture_format(const TrainConfig& config, const DcganSpec& spec) {
    return config.channels_last || spec.fade_from > 0 ? at::MemoryFormat::Preserve : at::MemoryFormat::Contiguous;
}

at::Tensor real_pictures(at::Tensor x, const TrainConfig& config, const DcganSpec& spec, const FadeShare& alpha) {
    if (spec.fade_from > 0)
        x = blended_pictures(x, spec.size / spec.fade_from, alpha, spec.upsampling == Upsampling::Bilinear);
    return x.contiguous(config.channels_last ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous);
}

}  // namespace headroom
