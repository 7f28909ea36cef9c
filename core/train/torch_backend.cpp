// The real backend.
#include "core/train/torch_backend.h"

#include "core/base/user_folders.h"
#include "core/engine/plan/probe_elsewhere.h"
#include "core/memory/cpu_allocator.h"
#include "core/memory/gpu/driver_loader.h"
#include "core/models/nn/winograd/strided.h"
#include "core/train/device.h"
#include "core/train/family.h"
#include "core/train/forecast/step_forecaster.h"
#include "core/train/gan/stored_generator.h"
#include "core/train/ranks/lead_trainer.h"
#include "core/train/run/run_trainer.h"
#include "core/train/tools/nearest_features.h"
#include "core/train/tools/upscale.h"

#include <optional>

namespace headroom {
namespace {

class TorchBackend final : public Backend {
public:
    TorchBackend(TrainGroup group, ProbeElsewhere elsewhere)
        : group_(std::move(group)),
          forecaster_(std::make_shared<StepForecaster>(default_cache_folder() + "/forecast", std::move(elsewhere))) {
        nn::set_up_own_kernels();
    }

    std::unique_ptr<Trainer> make_trainer(ModelKind kind) override {
        // Its ladder asks the forecasts.
        std::unique_ptr<RunTrainer> trainer = train_family_of(kind).make_trainer();
        trainer->estimate_by(
            [forecaster = forecaster_, run = trainer.get()](const TrainConfig& config) -> std::optional<Bytes> {
                const auto forecast = forecaster->estimate(config, run->layout());
                if (!forecast || !forecast->complete) return std::nullopt;
                return forecast->tensors() - forecast->by_role[Role::Dataset];
            });
        trainer->keep_scores_on(shelf_);
        if (group_.all) return std::make_unique<LeadTrainer>(std::move(trainer), group_);
        return trainer;
    }

    std::shared_ptr<Forecaster> forecaster() override { return forecaster_; }

    std::vector<DeviceInfo> devices() override { return list_devices(); }

    GpuSupport gpu_support() override {
        GpuRegistry& gpus = GpuRegistry::process();
        return {nvidia_driver_seems_present(), gpus.driver_version(), gpus.module_state(), gpus.nvml_state(),
                gpus.why_none()};
    }

    Bytes live_tensor_bytes() override {
        const auto of_runs = [](const RoleBytes& live) {
            return live.total() - live[Role::Other] - live[Role::Preview];
        };
        Bytes live = of_runs(cpu_allocator::live_of_all());
        for (int gpu = 0; gpu < GpuRegistry::kMost; ++gpu) {
            if (BlockBook* book = GpuRegistry::process().book(gpu)) live += of_runs(book->live());
        }
        return live;
    }

    Result<UpscaleDone> upscale(const UpscaleRequest& request, ProgressFn progress, std::stop_token stop) override {
        return upscale_picture(request, progress, stop);
    }

    Result<NearestFound> nearest_in_features(const NearestQuery& query, ProgressFn progress,
                                             std::stop_token stop) override {
        return headroom::nearest_in_features(query, progress, std::move(stop));
    }

    Result<ImageList> generate(const GenerateRequest& request, ProgressFn progress, std::stop_token stop) override {
        return generate_from_stored(request, progress, stop);
    }

    RoleBytes static_memory(const TrainConfig& config, const NetworkLayout& layout) override {
        return forecaster_->fixed(config, layout);
    }

private:
    TrainGroup group_;
    std::shared_ptr<StepForecaster> forecaster_;
    std::shared_ptr<ScoreShelf> shelf_ = std::make_shared<ScoreShelf>();
};

}  // namespace

std::shared_ptr<Backend> make_torch_backend(TrainGroup group) {
    return std::make_shared<TorchBackend>(std::move(group), nullptr);
}

std::shared_ptr<Backend> make_window_backend() {
    return std::make_shared<TorchBackend>(
        TrainGroup{}, [](const TrainConfig& config, const std::string& device, const std::stop_token& stop) {
            return probe_elsewhere(config, device, {}, stop);
        });
}

}  // namespace headroom
