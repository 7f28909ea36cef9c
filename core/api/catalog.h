// Catalog: descriptors of what the studio offers, free of torch: models, data sets, presets. Constant tables.
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"

#include <span>
#include <string_view>

namespace headroom {

struct ModelInfo {
    std::string_view id, name, summary;
};
struct DatasetInfo {
    std::string_view id, name, summary;
};

/// A named set of values ("demo", "cpu", "8gb", "smaller").
struct Preset {
    std::string_view id, name, summary;
    ParamPatch values;
    bool of_benches = false;  ///< what a bench measures: nothing to train with
    ModelKind model{};        ///< the kind of run it is for
};

std::span<const DatasetInfo> catalog_datasets();
std::span<const Preset> catalog_presets();
const Preset* find_preset(std::string_view id);

}  // namespace headroom
