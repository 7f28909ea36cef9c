// The catalog: what the families and the data sets offer.
#include "core/api/catalog.h"

#include "core/families/registry.h"

#include <array>
#include <vector>

namespace headroom {

std::span<const DatasetInfo> catalog_datasets() {
    static constexpr std::array<DatasetInfo, 4> datasets{{
        {"shapes", "Shapes (built-in)", "Shaded solids on a floor, drawn by Headroom itself; nothing to download."},
        {"folder", "Folder of pictures", "JPEG, PNG, WebP and GIF, folders within folders too."},
        {"cifar10", "CIFAR-10", "The binary version's files, 32 px."},
        {"mnist", "MNIST", "The IDX files, 28 px, grey."},
    }};
    return datasets;
}

std::span<const Preset> catalog_presets() {
    static const std::vector<Preset> presets = [] {
        std::vector<Preset> out;
        for (const Family* f : families()) {
            for (Preset& preset : f->presets()) out.emplace_back(std::move(preset)).model = f->facts().kind;
        }
        return out;
    }();
    return presets;
}

const Preset* find_preset(std::string_view id) {
    for (const Preset& preset : catalog_presets()) {
        if (preset.id == id) return &preset;
    }
    return nullptr;
}

}  // namespace headroom
