// One table of names per layout of RRDB.
#include "core/io/weights/upscaler_names.h"

#include <algorithm>

namespace headroom {
namespace {

/// In the two layouts of ESRGAN's own.
std::string dense_convolution(RrdbNames names, const std::string& block, const std::string& part,
                              const std::string& conv) {
    if (names == RrdbNames::EsrganTrunk) return "RRDB_trunk." + block + ".RDB" + part + ".conv" + conv;
    return "model.1.sub." + block + ".RDB" + part + ".conv" + conv + ".0";
}

}  // namespace

std::string rrdb_name(RrdbNames names, const RrdbShape& shape, const std::string& canonical) {
    if (names == RrdbNames::BasicSr) return canonical;
    const std::size_t last = canonical.rfind('.');
    const std::string stem = canonical.substr(0, last), end = canonical.substr(last);
    if (stem.rfind("body.", 0) == 0) {
        const std::size_t dot = stem.find('.', 5);
        return dense_convolution(names, stem.substr(5, dot - 5), stem.substr(dot + 4, 1),
                                 stem.substr(stem.size() - 1)) +
               end;
    }
    const bool trunk = names == RrdbNames::EsrganTrunk;
    if (stem == "conv_first") return (trunk ? "conv_first" : "model.0") + end;
    if (stem == "conv_body") return (trunk ? "trunk_conv" : "model.1.sub." + std::to_string(shape.blocks)) + end;
    if (stem.rfind("conv_up", 0) == 0)
        return (trunk ? "upconv" + stem.substr(7) : "model." + std::to_string(3 * std::stoll(stem.substr(7)))) + end;
    if (stem == "conv_hr") return (trunk ? "HRconv" : "model." + std::to_string(3 * shape.doublings + 2)) + end;
    return (trunk ? "conv_last" : "model." + std::to_string(3 * shape.doublings + 4)) + end;
}

bool seems_upscaler(const std::vector<TensorEntry>& entries) {
    const auto has = [&](const std::string& end) {
        return std::any_of(entries.begin(), entries.end(),
                           [&](const TensorEntry& entry) { return entry.name.ends_with(end); });
    };
    for (const RrdbNames names : {RrdbNames::BasicSr, RrdbNames::EsrganTrunk, RrdbNames::EsrganModel})
        if (has(rrdb_name(names, {}, "body.0.rdb1.conv1.weight"))) return true;
    return has(kShapesFirst) && has(kShapesHead);
}

}  // namespace headroom
