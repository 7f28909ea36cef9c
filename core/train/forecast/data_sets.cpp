// Listing and remembering.
#include "core/train/forecast/data_sets.h"

#include "core/data/hold_out.h"
#include "core/data/source_factory.h"

namespace headroom {
namespace {

/// Pictures that are drawn rather than found.
bool are_drawn(const TrainConfig& config) { return config.data_path == "shapes"; }

}  // namespace

void DataSets::look(const TrainConfig& config) {
    if (count(config)) return;
    const auto source = make_source(config, [](const std::string&, double) {}, {});
    const std::lock_guard lock(mutex_);
    counts_[config.data_path] = source ? Count{(*source)->count()} : Count{0, Clock::now()};
}

std::optional<std::int64_t> DataSets::count(const TrainConfig& config) const {
    if (are_drawn(config)) return config.data_count;
    const std::lock_guard lock(mutex_);
    const auto it = counts_.find(config.data_path);
    if (it == counts_.end()) return std::nullopt;
    const Count& count = it->second;
    return count.missed && Clock::now() - *count.missed >= again_ ? std::nullopt : std::optional(count.pictures);
}

void DataSets::add_to(StepPlan& plan, const TrainConfig& config, const std::string& device) const {
    if (device == "cpu") return;
    const std::int64_t picture = config.image_size * config.image_size * config.channels();
    plan.arriving += Bytes{config.batch_micro * picture};
    if (config.data_on_device == DataOnDevice::Off) return;
    const auto pictures = count(config);
    const std::int64_t all = pictures.value_or(0);
    plan.data_set = Bytes{(all - held_out_of(all, config.data_held_out)) * picture};
    plan.whole = pictures.has_value();
}

}  // namespace headroom
