// StepForecaster: forecasts of DCGAN steps from tapes (core/memory/tape.h) of two probe steps per kind of step, kept in
// memory and on disk. The micro-batch and, but for kept fakes, the accumulation are no part of the kind: for them the tape is
// played. Times come from the same probes and are scaled by steps that were really trained.
#pragma once

#include "core/base/clock.h"
#include "core/engine/forecaster.h"
#include "core/memory/tape.h"
#include "core/models/dcgan/spec.h"
#include "core/train/device.h"
#include "core/train/forecast/step_seconds.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// What two probe steps of one kind told.
struct KindProbe {
    std::int64_t micro_batches = 1;    ///< of each probe
    std::int64_t few = 0, more = 0;  ///< pictures of the probes
    StepSeconds few_seconds, more_seconds;
    StepTape tape;
    bool calm = true;  ///< false: the seconds are rough; the next probe() measures anew
};

/// Everything that decides which blocks a step makes, in words: equal texts, equal tapes.
std::string kind_of(const TrainConfig& config, const DcganSpec& spec, const std::string& device, std::int64_t micro_batches);

class StepForecaster final : public Forecaster {
public:
    /// `folder`: where probes are remembered between programs; empty: nowhere.
    explicit StepForecaster(std::string folder);

    Result<DeviceRoom> room(const TrainConfig& config, const NetworkLayout& layout) override;
    std::shared_ptr<const MemoryReport> report(const TrainConfig& config, const NetworkLayout& layout) override;
    std::optional<Forecast> known(const TrainConfig& config, const NetworkLayout& layout) override;
    Result<void> probe(const TrainConfig& config, const NetworkLayout& layout, std::stop_token stop) override;
    void learn(const TrainConfig& config, const NetworkLayout& layout, double step_seconds, Bytes peak) override;

private:
    /// Micro-batches of the tapes that a forecast needs: one, two when more accumulate, also three when their fakes wait.
    static std::vector<std::int64_t> needed_for(const TrainConfig& config);
    using Tape = std::pair<std::string, std::shared_ptr<const KindProbe>>;  ///< by kind
    /// Of needed_for(); empty: something is missing.
    std::vector<Tape> tapes_for(const TrainConfig& config, const DcganSpec& spec, const std::string& device);
    std::shared_ptr<const KindProbe> find(const std::string& kind);
    std::optional<TrainDevice> device_for(const std::string& name);
    Result<TrainDevice> open(const std::string& name);
    /// What a run of `config` will hold beyond its tensors.
    Bytes context_of(const TrainConfig& config, const DcganSpec& spec, const std::string& kind, DeviceMemory& memory, const TapePeak& peak, bool& measured);
    void add_time(const TrainConfig& config, const std::string& kind, const KindProbe& probe, Forecast& out);

    std::string folder_;
    std::mutex mutex_;        ///< of what follows
    std::map<std::string, std::shared_ptr<const KindProbe>> probes_;
    std::map<std::string, TrainDevice> devices_;  ///< by the name asked for
    /// What steps of exact settings took.
    struct Measured {
        double seconds = 0;
        Bytes context;  ///< the process's peak less what the tape tells of tensors and cache
        std::int64_t steps = 0;
    };
    std::map<std::string, Measured> measured_;    ///< by exact settings
    Bytes last_context_;                          ///< of the latest step of any settings
    Clock::time_point last_learned_{};
    std::map<std::string, double> pace_;          ///< measured / modelled, by kind; "" the latest of all
    std::mutex probing_;      ///< one probe at a time
};

}  // namespace headroom
