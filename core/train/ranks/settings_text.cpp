// Reading the settings of process 0.
#include "core/train/ranks/settings_text.h"

#include "core/api/param_schema.h"
#include "core/config/config_io.h"

namespace headroom {

Result<TrainConfig> settings_of_first(const std::string& text, const TrainConfig& own) {
    const auto patch = read_config_patch(text, "the settings of process 0");
    if (!patch) return patch.error();
    auto config = with_patch(default_config(own.model), *patch);
    if (!config) return config.error();
    config->device = own.device;
    config->data_path = own.data_path;
    config->budget = own.budget;
    return config;
}

}  // namespace headroom
