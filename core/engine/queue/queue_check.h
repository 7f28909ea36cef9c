// What is looked at before a run of the queue starts: its files, the disk, and whether it fits the device at that moment.
#pragma once

#include "core/engine/queue/queue_content.h"
#include "core/engine/queue/run_child.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

struct Checked {
    enum class Verdict {
        Start,
        Wait,     ///< there is no room now, and there may be later
        Never,    ///< no other program can make room for it; it is to wait all the same
        Fail,     ///< it cannot run
        Stopped,  ///< the check was stopped
    } verdict = Verdict::Start;
    std::string reason{};  ///< of Wait, Never and Fail; of Start what was changed so that it fits. One sentence.
    std::optional<TrainConfig> fitted{};  ///< of Start: the settings that fit, where the run's own do not
};

/// A file or folder by the setting, or the word, that names it.
struct NamedFile {
    std::string what, path;
};
/// What a run begins with: data, the files of its settings, weights. Not the run that goes on.
std::vector<NamedFile> files_of(const RunRequest& request);

/// What is missing of the files that a run begins with: data, weights, the run that goes on; empty: nothing.
std::string missing_files(const RunRequest& request);

/// All checks of `item` for `device`. `config_file` is written and taken away again. Forecasts and plans are made by children, so that
/// the runner itself holds no memory of the device. Blocks for seconds.
Checked check_before_start(const QueueItem& item, const std::string& device, const std::string& config_file,
                           const std::string& runs_folder, Launcher& launcher, const std::stop_token& stop);

}  // namespace headroom
