// Forecaster: the cost of configurations, measured by probe steps and remembered. Torch-free interface; thread-safe.
#pragma once

#include "core/api/forecast.h"
#include "core/api/train_config.h"
#include "core/base/result.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace headroom {

/// What a configuration's device leaves to a run.
struct DeviceRoom {
    Bytes budget;   ///< of the process: the configuration's, or the automatic one
    Bytes reserve;  ///< part of it that previews, saving and scores may take
    bool on_cpu = true;
    std::string device_name;
};

class Forecaster {
public:
    virtual ~Forecaster() = default;
    /// Opens the device, and looks at the files that decide what a run needs; any thread but the window's.
    virtual Result<DeviceRoom> room(const TrainConfig& config, const NetworkLayout& layout) = 0;
    /// What the device holds now, for a window before any run; `room`: what it leaves. Likewise opens the device, and looks at no file. Null: it
    /// cannot be opened.
    virtual std::shared_ptr<const MemoryReport> report(const TrainConfig& config, const DeviceRoom& room) = 0;
    /// The whole cost from what is known; no value: probe() first. Makes no tensors; milliseconds.
    virtual std::optional<Forecast> known(const TrainConfig& config, const NetworkLayout& layout) = 0;
    /// Measures what known() lacks with probe steps of a few pictures. Blocks for up to seconds; any thread but the window's.
    virtual Result<void> probe(const TrainConfig& config, const NetworkLayout& layout, std::stop_token stop) = 0;
    /// Likewise of what a run that begins with `run` comes to by its plan. Another process, which makes probes of settings, is told of `run`.
    virtual Result<void> probe_stage(const TrainConfig& run, const TrainConfig& config, const NetworkLayout& layout,
                                     std::stop_token stop) {
        (void)run;
        return probe(config, layout, std::move(stop));
    }
    /// Takes note of what an undisturbed step of `config` took: seconds, and the process's peak.
    virtual void learn(const TrainConfig& config, const NetworkLayout& layout, double step_seconds, Bytes peak) = 0;

    /// The whole cost, with probes where something is missing. Blocks as probe() does. `run`: as in probe_stage(); null: `config`.
    Result<Forecast> measured(const TrainConfig& config, const NetworkLayout& layout, std::stop_token stop,
                              const TrainConfig* run = nullptr) {
        if (auto f = known(config, layout)) return *std::move(f);
        if (auto probed = probe_stage(run ? *run : config, config, layout, std::move(stop)); !probed)
            return probed.error();
        if (auto f = known(config, layout)) return *std::move(f);
        return make_error(ErrorCode::Internal, "a probe step left nothing to forecast from",
                          "Save the log and report it.");
    }
};

}  // namespace headroom
