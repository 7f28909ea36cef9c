// Recognises FID's Inception v3 under torchvision's names, as the weight files of pytorch-fid and torch-fidelity have them.
#include "core/io/weights/recognise.h"

namespace headroom {

bool recognise_inception(const NameTable& table, WeightMap& map, std::set<std::size_t>& used) {
    for (const std::string& prefix : table.prefixes_of("Conv2d_1a_3x3.conv.weight")) {
        if (!table.any_with(prefix + "Mixed_7c.")) continue;
        map.kind = NetworkKind::Inception;
        map.layout = NameLayout::Torchvision;
        map.prefix = prefix;
        const NameRule rule = [&](const std::string& name) { return SourceNames{{prefix + name}, false}; };
        fill_map(table, inception_tensors(), rule, map, used);
        // Same names and nearly the same network: figures of it would be taken for those of FID.
        if (const std::int64_t classes = table.dim(prefix + "fc.weight", 0); classes == 1000)
            map.warnings.emplace_back(
                "these are torchvision's own weights (1,000 classes); scores are defined by those with 1,008");
        return true;
    }
    return false;
}

}  // namespace headroom
