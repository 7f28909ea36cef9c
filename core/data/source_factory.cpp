// From data.path to a source.
#include "core/data/source_factory.h"

#include "core/data/shapes/shapes_source.h"

namespace headroom {

Result<std::unique_ptr<ImageSource>> make_source(const TrainConfig& config, const ProgressFn& progress, std::stop_token stop) {
    if (config.data_path == "shapes") {
        return std::unique_ptr<ImageSource>(std::make_unique<ShapesSource>(config.data_count, config.data_variety));
    }
    return make_error(ErrorCode::NotFound, "'" + config.data_path + "' is neither 'shapes' nor a folder of pictures.");
}

}  // namespace headroom
