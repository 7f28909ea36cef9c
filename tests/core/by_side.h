// BySide: a forecaster that a test tells what each side of the pictures needs.
#pragma once

#include "core/engine/plan/forecaster.h"

#include <cstdint>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <stop_token>

namespace headroom {

/// Needs what the test says of each side; knows nothing before it has made a probe.
class BySide : public Forecaster {
public:
    Result<DeviceRoom> room(const TrainConfig&, const NetworkLayout&) override { return DeviceRoom{}; }
    std::shared_ptr<const MemoryReport> report(const TrainConfig&, const DeviceRoom&) override {
        if (throws) throw std::runtime_error("a defect");
        return nullptr;
    }
    std::optional<Forecast> known(const TrainConfig& c, const NetworkLayout&) override {
        if (!begun.contains(c.image_size)) return std::nullopt;
        Forecast out;
        out.complete = true;
        out.by_role[Role::Weights] = needs.at(c.image_size);
        return out;
    }
    Result<void> probe(const TrainConfig&, const NetworkLayout&, std::stop_token) override { return {}; }
    Result<void> probe_stage(const TrainConfig& run, const TrainConfig& c, const NetworkLayout&,
                             std::stop_token) override {
        if (throws) throw std::bad_alloc();
        if (!needs.contains(c.image_size)) return make_error(ErrorCode::OutOfMemory, "no room for 2 pictures");
        begun[c.image_size] = run.image_size;
        return {};
    }
    void learn(const TrainConfig&, const NetworkLayout&, double, Bytes) override {}

    bool throws = false;
    std::map<std::int64_t, Bytes> needs;
    std::map<std::int64_t, std::int64_t> begun;  ///< the side that the run of a probe begins with, by the probe's
};

}  // namespace headroom
