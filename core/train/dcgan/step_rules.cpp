// Rules and pictures of a step.
#include "core/train/dcgan/step_rules.h"

#include "core/models/dcgan/fade.h"
#include "core/train/device.h"

namespace headroom {

StepRules rules_of(const TrainConfig& config) {
    StepRules r;
    r.loss = config.loss;
    r.precision = config.precision;
    r.smoothing = config.label_smoothing;
    r.noise = config.instance_noise;
    r.gp_weight = config.gp_weight;
    r.r1_gamma = config.r1_gamma;
    r.r1_weight = static_cast<double>(config.r1_every);
    r.clip = config.clip;
    r.augment = {config.diffaug_colour, config.diffaug_translation, config.diffaug_cutout};
    r.seed = static_cast<std::uint64_t>(config.seed);
    r.fakes_seen = config.train != Train::OnlyG;
    r.keep_fakes = config.train == Train::Both &&
                   (config.reuse_fakes == ReuseFakes::On || (config.reuse_fakes == ReuseFakes::Auto && config.batch_accumulate == 1));
    return r;
}

at::Tensor real_pictures(const at::Tensor& bytes, at::Device device, const TrainConfig& config, const DcganSpec& spec, double alpha) {
    // Bytes travel, a quarter of the floats they become.
    at::Tensor x = upload(bytes, device).permute({0, 3, 1, 2}).to(at::kFloat).div_(127.5).sub_(1.0);
    if (spec.fade_from > 0) x = blended_pictures(x, spec.size / spec.fade_from, alpha);
    return x.contiguous(config.channels_last ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous);
}

}  // namespace headroom
