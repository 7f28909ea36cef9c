// StepForecaster: forecasts of steps from tapes (core/memory/tape.h) of two probe steps per kind of step, kept in memory and on
// disk. What is particular to DCGANs, text to image ... is in their StepModel. Times come from the same probes and are scaled by
// steps that were really trained.
#pragma once

#include "core/base/clock.h"
#include "core/engine/plan/forecaster.h"
#include "core/families/registry.h"
#include "core/train/device.h"
#include "core/train/forecast/step_model.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// Has another process make the probes of `config` on `device` ("cuda:0") and remember them in the forecaster's folder, so that this one
/// needs no context there. Errors: those of a probe; Environment: there is no such process.
using ProbeElsewhere =
    std::function<Result<void>(const TrainConfig& config, const std::string& device, const std::stop_token& stop)>;

class StepForecaster final : public Forecaster {
public:
    /// `folder`: where probes are remembered between programs; empty: nowhere. `elsewhere`: of a window, whose process leaves GPUs alone
    /// until a run starts; null: probes are this process's own.
    /// `gpus`: null: the process's.
    explicit StepForecaster(std::string folder, ProbeElsewhere elsewhere = nullptr, GpuRegistry* gpus = nullptr);

    Result<DeviceRoom> room(const TrainConfig& config, const NetworkLayout& layout) override;
    std::shared_ptr<const MemoryReport> report(const TrainConfig& config, const DeviceRoom& room) override;
    std::optional<Forecast> known(const TrainConfig& config, const NetworkLayout& layout) override;
    Result<void> probe(const TrainConfig& config, const NetworkLayout& layout, std::stop_token stop) override {
        return probe_stage(config, config, layout, std::move(stop));
    }
    Result<void> probe_stage(const TrainConfig& run, const TrainConfig& config, const NetworkLayout& layout,
                             std::stop_token stop) override;
    void learn(const TrainConfig& config, const NetworkLayout& layout, double step_seconds, Bytes peak) override;
    /// As known(), and where only other micro-batches of the same settings were measured, from the nearest of these.
    std::optional<Forecast> estimate(const TrainConfig& config, const NetworkLayout& layout);
    /// For tests: another model for a kind of run, before the first question.
    void use(ModelKind kind, std::unique_ptr<StepModel> model) { models_.at(kind) = std::move(model); }
    /// What is alive throughout a step, exact from shapes; nothing while the files with the networks have not been looked at.
    RoleBytes fixed(const TrainConfig& config, const NetworkLayout& layout) {
        const auto plan = model_of(config).plan(config, layout, "cpu");
        return plan ? plan->fixed : RoleBytes{};
    }

private:
    const StepModel& model_of(const TrainConfig& config) { return *models_.at(family_of(config).facts().kind); }
    /// The model's plan for a device; on a GPU with probes of the units asked for, where the model can have them.
    std::optional<StepPlan> plan_for(const TrainConfig& config, const NetworkLayout& layout,
                                     const DeviceMemory& memory);
    std::optional<Forecast> forecast_from(
        const std::vector<std::pair<std::string, std::shared_ptr<const KindProbe>>>& tapes, const TrainConfig& config,
        const StepPlan& plan, DeviceMemory& memory, bool corrected = true);
    using Tape = std::pair<std::string, std::shared_ptr<const KindProbe>>;  ///< by kind
    /// Of the plan's kinds; empty: something is missing.
    std::vector<Tape> tapes_for(const StepPlan& plan);
    std::shared_ptr<const KindProbe> find(const std::string& kind);
    std::optional<TrainDevice> device_for(const std::string& name);
    Result<TrainDevice> open(const std::string& name);
    GpuRegistry& gpus() { return given_gpus_ ? *given_gpus_ : GpuRegistry::process(); }
    /// Whether this process has a context on the GPU.
    bool has_context(const TrainDevice& device);
    /// Of other units than the plan's.
    std::vector<Tape> nearest_tapes(const StepPlan& plan);
    /// What a run of `plan` will hold beyond its tensors and what the allocator keeps by the tapes; below 0 where it was measured to keep less.
    Bytes context_of(const StepPlan& plan, DeviceMemory& memory, const TapePeak& peak, const KindProbe& probe,
                     bool& measured);
    /// The process grew so much by a probe; returns by how much all of its probes have made it grow.
    Bytes note_warmth(Bytes grown);
    void add_time(const TrainConfig& config, const StepPlan& plan, const KindProbe& probe, Forecast& out);

    std::string folder_;
    ProbeElsewhere elsewhere_;
    GpuRegistry* given_gpus_;
    std::map<ModelKind, std::unique_ptr<StepModel>> models_;
    std::mutex mutex_;  ///< of what follows
    std::map<std::string, std::shared_ptr<const KindProbe>> probes_;
    std::map<std::string, TrainDevice> devices_;  ///< by the name asked for
    /// What the process held in steps of exact settings.
    struct Measured {
        std::optional<Bytes> context;  ///< the process's peak less tensors and cache by the tape
        std::int64_t steps = 0;
    };
    std::map<std::string, Measured> measured_;  ///< by exact settings
    std::map<std::string, double> seconds_;     ///< of a step, by exact settings and rhythm
    Bytes last_context_;                        ///< of the latest step of any settings
    Clock::time_point last_learned_{};
    Bytes warmed_;                        ///< what probes of this process made it grow by: code that was read, kernels
    bool stepped_ = false;                ///< a run has made steps in this process: it holds what they need
    std::map<std::string, double> pace_;  ///< measured / modelled, by kind; "" the latest of all
    std::mutex probing_;                  ///< one probe at a time
};

}  // namespace headroom
