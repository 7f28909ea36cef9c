// Listing and remembering.
#include "core/train/forecast/data_sets.h"

#include "core/data/hold_out.h"
#include "core/data/source_factory.h"

#include <system_error>

namespace headroom {
namespace {

/// Pictures that are drawn rather than found.
bool are_drawn(const TrainConfig& config) { return config.data_path == "shapes"; }

std::optional<std::filesystem::file_time_type> change_of(const std::string& path) {
    std::error_code failed;
    const auto time = std::filesystem::last_write_time(path, failed);
    return failed ? std::nullopt : std::optional(time);
}

}  // namespace

void DataSets::look(const TrainConfig& config) {
    if (are_drawn(config)) return;
    std::optional<Count> known;
    {
        const std::lock_guard lock(mutex_);
        if (const auto it = counts_.find(config.data_path); it != counts_.end()) known = it->second;
    }
    if (known && !is_old(*known)) return;
    // Not under the lock: a drive of the network may take its time, and the window asks for counts meanwhile.
    const auto changed = change_of(config.data_path);
    if (!known || !changed || changed != known->changed) {
        const auto source = make_source(config, [](const std::string&, double) {}, {});
        known = source ? Count{(*source)->count(), changed, {}} : Count{};
    }
    known->seen = Clock::now();
    const std::lock_guard lock(mutex_);
    counts_[config.data_path] = *known;
}

std::optional<std::int64_t> DataSets::count(const TrainConfig& config) const {
    if (are_drawn(config)) return config.data_count;
    const std::lock_guard lock(mutex_);
    const auto it = counts_.find(config.data_path);
    if (it == counts_.end() || (!it->second.changed && is_old(it->second))) return std::nullopt;
    return it->second.pictures;
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
