// A trainer is prepared with the stored weights and asked for a sample, whatever the family.
#include "core/train/run/stored_sample.h"

#include "core/api/param_schema.h"
#include "core/train/family.h"
#include "core/train/run/run_trainer.h"

namespace headroom {

Result<ImageList> sample_from_stored(const CheckpointContent& content, const GenerateRequest& request,
                                     const ProgressFn& progress, std::stop_token stop) {
    const std::string what = request.source + " is of a " + std::string(family_of(content.config).facts().info.name);
    if (request.walk)
        return make_error(ErrorCode::InvalidArgument, what + ", which has no random latents to walk between",
                          "sample and export --what grid show its pictures.");
    if (!request.latents.empty() || !request.blend_with.empty())
        return make_error(ErrorCode::InvalidArgument,
                          what + ", which has no random latents to choose, and whose weights are not blended",
                          "sample and export --what grid show its pictures.");
    if (request.truncation != 1.0)
        return make_error(ErrorCode::InvalidArgument, what + ", which has no random latents to truncate",
                          "Leave the truncation at 1.");
    TrainConfig config = content.config;
    config.device = "cpu";
    (void)fall_back_to_fp32(config, true);
    config.budget = {};
    family_of(config).forget_training_files(config);
    const std::unique_ptr<RunTrainer> trainer = train_family_of(config.model).make_trainer();
    const EmitFn tell = [&progress](const Event& event) {
        if (const auto* warning = std::get_if<Warning>(&event)) progress("warning: " + warning->message, -1);
    };
    auto ready = trainer->prepare(config, &content, true, progress, tell, stop);
    if (!ready) return ready.error();
    progress("drawing", -1);
    auto sample = trainer->sample({.count = request.count, .seed = request.seed});
    if (!sample) return sample.error();
    return request.ema && !sample->ema.empty() ? std::move(sample->ema) : std::move(sample->raw);
}

}  // namespace headroom
