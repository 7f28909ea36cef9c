// Names by data set and side.
#include "core/families/training_runs.h"

#include "core/api/services.h"

#include <filesystem>

namespace headroom {

std::string name_by_data(const TrainConfig& config) {
    const std::string data =
        config.data_path == "shapes" ? "shapes" : std::filesystem::path(config.data_path).filename().string();
    return (data.empty() ? "run" : data) + "-" + std::to_string(config.image_size);
}

void describe_training(const TrainConfig& config, RunInfo& info) {
    info.width = info.height = static_cast<int>(config.image_size);
}

CurvePlot adversarial_losses() {
    return {"Loss",
            {{"G", "#1f77b4", [](const StepDone& s) { return s.loss_g; }},
             {"D", "#d62728", [](const StepDone& s) { return s.loss_d; }}}};
}

CurvePlot discriminator_outputs() {
    return {"D output",
            {{"D(x)", "#2ca02c", [](const StepDone& s) { return s.d_real; }},
             {"D(G(z))", "#9467bd", [](const StepDone& s) { return s.d_fake; }}}};
}

}  // namespace headroom
