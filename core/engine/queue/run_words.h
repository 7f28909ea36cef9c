// What a run of the queue is on the command line: the words that headroom-cli is started with.
#pragma once

#include "core/api/command.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// For the run itself. `config_file`: its settings, written there. `device`: the runner's.
std::vector<std::string> run_words(const RunRequest& request, const std::string& config_file,
                                   const std::string& device);

/// For a verb about its settings, "forecast" or "fit".
std::vector<std::string> plan_words(std::string_view verb, const TrainConfig& config, const std::string& config_file,
                                    const std::string& device);

}  // namespace headroom
