// A trainer is prepared with the stored weights and asked for a sample: one way to make reconstructions.
#include "core/train/vqgan/stored_vqgan.h"

#include "core/api/param_schema.h"
#include "core/train/vqgan/vqgan_trainer.h"

#include <algorithm>

namespace headroom {

bool holds_vqgan(const CheckpointContent& content) {
    return std::any_of(content.parts.begin(), content.parts.end(),
                       [](const CheckpointPart& p) { return p.name == "vqgan"; });
}

Result<ImageList> reconstruct_from_stored(const CheckpointContent& content, const GenerateRequest& request,
                                          const ProgressFn& progress, std::stop_token stop) {
    if (request.walk)
        return make_error(ErrorCode::InvalidArgument,
                          request.source + " is of a VQGAN, which has no random latents to walk between",
                          "sample and export --what grid show its reconstructions.");
    if (request.truncation != 1.0)
        return make_error(ErrorCode::InvalidArgument,
                          request.source +
                              " is of a VQGAN, which reconstructs pictures: there are no latents to truncate",
                          "Leave the truncation at 1.");
    TrainConfig config = content.config;
    config.device = "cpu";
    (void)fall_back_to_fp32(config, true);
    config.budget = {};
    config.vqgan.perceptual_file.clear();
    VqganTrainer trainer{std::string()};
    const EmitFn tell = [&progress](const Event& event) {
        if (const auto* warning = std::get_if<Warning>(&event)) progress("warning: " + warning->message, -1);
    };
    auto ready = trainer.prepare(config, &content, true, progress, tell, stop);
    if (!ready) return ready.error();
    SampleRequest wanted;
    wanted.count = request.count;
    wanted.seed = request.seed;
    progress("reconstructing", -1);
    auto sample = trainer.sample(wanted);
    if (!sample) return sample.error();
    return request.ema && !sample->ema.empty() ? std::move(sample->ema) : std::move(sample->raw);
}

}  // namespace headroom
