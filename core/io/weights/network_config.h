// The file beside the weights that describes their network: taming's yaml, open_clip_config.json, Hugging Face's config.json.
#pragma once

#include "core/base/result.h"
#include "core/io/weights/architecture.h"

#include <optional>
#include <string>

namespace headroom {

/// What a configuration says. Figures that it leaves out are 0.
struct NetworkConfig {
    enum class Style { Taming, OpenClip, HuggingFace };
    std::string path;
    Style style = Style::Taming;
    std::optional<VqganArchitecture> vqgan;
    std::optional<ClipArchitecture> clip;
};

/// Reads one by content (all three are YAML). Errors: NotFound; BadFile naming the file and the field. Names of Python classes in it are
/// compared with a fixed list and never used otherwise.
Result<NetworkConfig> read_network_config(const std::string& path);

/// The configuration that lies beside `weights`, if any: the same name with .yaml, .yml or .json, or the
/// usual name of that style.
/// `style` is what the weights' names speak for. Empty: there is none.
std::string find_network_config(const std::string& weights, NetworkConfig::Style style);

}  // namespace headroom
