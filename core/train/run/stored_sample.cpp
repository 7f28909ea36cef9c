// A trainer is prepared with the stored weights and asked for a sample, whatever the family.
#include "core/train/run/stored_sample.h"

#include "core/api/param_schema.h"
#include "core/train/device.h"
#include "core/train/family.h"
#include "core/train/run/run_trainer.h"

namespace headroom {

Result<std::unique_ptr<RunTrainer>> trainer_of_stored(const CheckpointContent& content, const std::string& device,
                                                      const ProgressFn& progress, const std::stop_token& stop) {
    TrainConfig config = content.config;
    config.device = device;
    (void)set_back_refused(config, device == "cpu");
    config.budget = {};
    config.data_on_device = DataOnDevice::Off;  // a few pictures of it are shown
    config.cudnn_benchmark = false;             // it would take longer than what is drawn
    family_of(config).forget_training_files(config);
    std::unique_ptr<RunTrainer> trainer = train_family_of(config.model).make_trainer();
    const EmitFn tell = [progress](const Event& event) {
        const auto* warning = std::get_if<Warning>(&event);
        if (warning && warning->id != kSlowPrecision) progress("warning: " + warning->message, -1);
    };
    auto ready = trainer->prepare(config, &content, true, progress, tell, stop);
    if (!ready) return ready.error();
    return trainer;
}

namespace {

Result<ImageList> sample_on(const std::string& device, const CheckpointContent& content, const GenerateRequest& request,
                            const ProgressFn& progress, const std::stop_token& stop) {
    const auto trainer = trainer_of_stored(content, device, progress, stop);
    if (!trainer) return trainer.error();
    progress("drawing", -1);
    auto sample = (*trainer)->sample({.count = request.count, .seed = request.seed});
    if (!sample) return sample.error();
    return request.ema && !sample->ema.empty() ? std::move(sample->ema) : std::move(sample->raw);
}

}  // namespace

Result<ImageList> draw_where_there_is_room(const GenerateRequest& request, const std::string& of_run,
                                           const ProgressFn& progress, const DrawFn& draw) {
    if (!request.device.empty()) return draw(request.device);
    const auto on_cpu = [&](const std::string& why) {
        progress("warning: " + why + "; the pictures are drawn on the CPU", -1);
        return draw("cpu");
    };
    const auto place = look_at_device(of_run);
    if (!place) return on_cpu(place.error().message);
    if (place->memory->is_cpu()) return draw("cpu");
    const std::string device = place->memory->id();
    if (place->memory->counts().live[Role::Other] > Bytes{}) return on_cpu(device + " is at work already");
    auto drawn = draw(device);
    const bool refused = !drawn && (drawn.error().code == ErrorCode::OutOfMemory ||  //
                                    drawn.error().code == ErrorCode::Environment);
    return refused ? on_cpu(drawn.error().message) : drawn;
}

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
    return draw_where_there_is_room(request, content.config.device, progress, [&](const std::string& device) {
        return sample_on(device, content, request, progress, stop);
    });
}

}  // namespace headroom
