// A trainer is prepared with the stored weights and asked for a sample: one way to draw, whatever the family.
#include "core/train/vqgan/stored_vqgan.h"

#include "core/api/param_schema.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/train/family.h"
#include "core/train/run/run_trainer.h"

namespace headroom {

Result<ImageList> reconstruct_from_stored(const CheckpointContent& content, const GenerateRequest& request,
                                          const ProgressFn& progress, std::stop_token stop) {
    const std::string what = request.source + " is of a " + std::string(family_of(content.config).facts().info.name);
    if (request.walk)
        return make_error(ErrorCode::InvalidArgument, what + ", which has no random latents to walk between",
                          "sample and export --what grid show its pictures.");
    if (request.truncation != 1.0)
        return make_error(ErrorCode::InvalidArgument, what + ", which has no random latents to truncate",
                          "Leave the truncation at 1.");
    TrainConfig config = content.config;
    config.device = "cpu";
    (void)fall_back_to_fp32(config, true);
    config.budget = {};
    if (config.model == kVqgan) config.edit<VqganTrainConfig>().perceptual_file.clear();  // it serves training alone
    const std::unique_ptr<RunTrainer> trainer = train_family_of(config.model).make_trainer();
    const EmitFn tell = [&progress](const Event& event) {
        if (const auto* warning = std::get_if<Warning>(&event)) progress("warning: " + warning->message, -1);
    };
    auto ready = trainer->prepare(config, &content, true, progress, tell, stop);
    if (!ready) return ready.error();
    SampleRequest wanted;
    wanted.count = request.count;
    wanted.seed = request.seed;
    progress("drawing", -1);
    auto sample = trainer->sample(wanted);
    if (!sample) return sample.error();
    return request.ema && !sample->ema.empty() ? std::move(sample->ema) : std::move(sample->raw);
}

}  // namespace headroom
