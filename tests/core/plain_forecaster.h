// PlainForecaster: a forecaster of known costs.
#pragma once

#include "core/engine/plan/forecaster.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan_clip/imagine_config.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>

namespace headroom {

/// 100 MiB fixed and 10 MiB per picture; half of that in bf16, 7 with checkpointing, 8 with fakes recomputed.
class PlainForecaster final : public Forecaster {
public:
    Result<DeviceRoom> room(const TrainConfig&, const NetworkLayout&) override {
        return DeviceRoom{Bytes{1 << 30}, {}, true, "test"};
    }

    std::shared_ptr<const MemoryReport> report(const TrainConfig&, const DeviceRoom&) override {
        auto out = std::make_shared<MemoryReport>();
        out->device_name = "test";
        return out;
    }
    std::optional<Forecast> known(const TrainConfig& c, const NetworkLayout&) override {
        const std::lock_guard lock(mutex_);
        if (c.image_size == 128) largest_grown = std::max(largest_grown, c.batch_micro);
        if (!probed_.contains(c.precision)) return std::nullopt;
        const bool kept = c.own<DcganConfig>().reuse_fakes == ReuseFakes::On ||
                          (c.own<DcganConfig>().reuse_fakes == ReuseFakes::Auto && c.batch_accumulate == 1);
        const double each =
            10.0 * (c.precision == Precision::Bf16 ? 0.5 : 1) * (c.checkpointing == Checkpointing::On ? 0.7 : 1) *
            (kept ? 1 : 0.8) *
            (c.model == kVqganClip ? 1.0 : static_cast<double>(c.image_size * c.image_size) / (64.0 * 64.0));
        Forecast f;
        f.complete = true;
        f.context = Bytes{60 << 20};
        f.by_role[Role::Weights] = Bytes{40 << 20};
        const std::int64_t cuts =
            c.own<ImagineConfig>().chunk > 0 ? c.own<ImagineConfig>().chunk : c.own<ImagineConfig>().cuts;
        const double pixels =
            static_cast<double>(c.own<ImagineConfig>().width * c.own<ImagineConfig>().height) / (64.0 * 64.0);
        const double pieces =
            c.model == kVqganClip ? static_cast<double>(cuts) + pixels : static_cast<double>(c.batch_micro);
        f.by_role[Role::Activations] = Bytes{static_cast<std::int64_t>(each * pieces * (1 << 20))};
        const Bytes with_data = f.context + f.by_role.total() + data_set;
        const bool data_there =
            c.data_on_device == DataOnDevice::On || (c.data_on_device == DataOnDevice::Auto && with_data <= c.budget);
        (data_there ? f.by_role[Role::Dataset] : f.data_left) = data_set;
        if (fills_budget) f.by_role[Role::Cache] = std::max(c.budget - f.context - f.by_role.total(), Bytes{});
        f.peak = f.context + f.by_role.total();
        f.low = f.peak - Bytes{1 << 20};
        f.high = f.peak + Bytes{1 << 20};
        f.seconds_per_step = (c.precision == Precision::Bf16 ? 0.5 : 1) *
                             (c.checkpointing == Checkpointing::On ? 1.3 : 1) * (kept ? 1 : 1.2) *
                             (1 + 0.01 * static_cast<double>(c.batch_accumulate));
        return f;
    }
    Result<void> probe(const TrainConfig& c, const NetworkLayout&, std::stop_token) override {
        const std::lock_guard lock(mutex_);
        ++probes;
        if (broken) return make_error(ErrorCode::OutOfMemory, "no room for a probe");
        probed_.insert(c.precision);
        return {};
    }
    void learn(const TrainConfig&, const NetworkLayout&, double, Bytes) override {}

    int probes = 0;
    std::int64_t largest_grown = 0;  ///< micro-batch that was asked about at 128 px
    bool broken = false;
    Bytes data_set{};           ///< what it takes where it lies on the device
    bool fills_budget = false;  ///< keeps for reuse what the budget leaves

private:
    std::mutex mutex_;
    std::set<Precision> probed_;
};

}  // namespace headroom
