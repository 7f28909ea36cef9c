// StepForecaster: forecasts of DCGAN steps from tapes (core/memory/tape.h) of two probe steps per kind of step, kept in
// memory and on disk. The micro-batch and, but for kept fakes, the accumulation are no part of the kind: for them the tape is
// played. Times come from the same probes and are scaled by steps that were really trained.
#pragma once

#include "core/engine/forecaster.h"
#include "core/memory/tape.h"
#include "core/models/dcgan/spec.h"
#include "core/train/device.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace headroom {

/// What two probe steps of one kind told.
struct KindProbe {
    std::int64_t micro_batches = 1;    ///< of each probe
    std::int64_t few = 0, more = 0;  ///< pictures of the probes
    double few_seconds = 0, more_seconds = 0;
    StepTape tape;

    /// Modelled seconds of a probe whose micro-batches have `pictures`.
    double seconds(std::int64_t pictures) const;
};

/// Everything that decides which blocks a step makes, in words: equal texts, equal tapes.
std::string kind_of(const TrainConfig& config, const DcganSpec& spec, const std::string& device, std::int64_t micro_batches);

class StepForecaster final : public Forecaster {
public:
    /// `folder`: where probes are remembered between programs; empty: nowhere.
    explicit StepForecaster(std::string folder) : folder_(std::move(folder)) {}

    Result<DeviceRoom> room(const TrainConfig& config, const NetworkLayout& layout) override;
    std::optional<Forecast> known(const TrainConfig& config, const NetworkLayout& layout) override;
    Result<void> probe(const TrainConfig& config, const NetworkLayout& layout, std::stop_token stop) override;
    void learn(const TrainConfig& config, const NetworkLayout& layout, double step_seconds) override;

private:
    /// The tapes that a forecast needs: of one micro-batch, of two when more accumulate, and of three when their fakes wait.
    struct Needed {
        std::vector<std::int64_t> micro_batches;
    };
    static Needed needed_for(const TrainConfig& config);
    std::shared_ptr<const KindProbe> find(const std::string& kind);
    std::optional<TrainDevice> device_for(const std::string& name);
    Result<TrainDevice> open(const std::string& name);
    void add_time(const TrainConfig& config, const std::string& kind, const KindProbe& probe, Forecast& out);

    std::string folder_;
    std::mutex mutex_;        ///< of what follows
    std::map<std::string, std::shared_ptr<const KindProbe>> probes_;
    std::map<std::string, TrainDevice> devices_;  ///< by the name asked for
    std::map<std::string, double> measured_;      ///< seconds per step, by exact settings
    std::map<std::string, double> pace_;          ///< measured / modelled, by kind; "" the latest of all
    std::mutex probing_;      ///< one probe at a time
};

}  // namespace headroom
