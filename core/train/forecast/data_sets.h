// DataSets: how many pictures the data sets have that settings name, for what they would take on a device. Thread-safe.
#pragma once

#include "core/api/train_config.h"
#include "core/base/clock.h"
#include "core/train/forecast/step_model.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace headroom {

class DataSets {
public:
    /// What cannot be listed is looked for again after `again`; as often at most it is seen whether files were added to what could, or taken away
    /// (to subfolders it is not).
    explicit DataSets(std::chrono::milliseconds again = std::chrono::seconds(30)) : again_(again) {}

    /// Lists the files of config.data_path; quick when it is known. What cannot be listed has no pictures: a run will say why. Blocks; any
    /// thread but the window's.
    void look(const TrainConfig& config);
    /// As look() last found it, files that turn out unreadable and pictures that are skipped counted. No value: look() first. Asks no drive.
    std::optional<std::int64_t> count(const TrainConfig& config) const;
    /// Fills in what the pictures of `config` take of `device`: all of them, or one micro-batch after another.
    void add_to(StepPlan& plan, const TrainConfig& config, const std::string& device) const;

private:
    struct Count {
        std::int64_t pictures = 0;
        /// When its folder or file had changed last, before it was listed; none: it could not be.
        std::optional<std::filesystem::file_time_type> changed{};
        Clock::time_point seen{};  ///< when it was listed, or last looked at and the same
    };
    bool is_old(const Count& count) const { return Clock::now() - count.seen >= again_; }

    const std::chrono::milliseconds again_;
    mutable std::mutex mutex_;
    std::map<std::string, Count> counts_;  ///< by path
};

}  // namespace headroom
