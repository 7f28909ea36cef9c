// WeightMap: what a weight file is, and where each tensor of the network lies in it. From names and shapes alone; no data is read.
#pragma once

#include "core/base/result.h"
#include "core/io/tensors/tensor_stream.h"
#include "core/io/weights/architecture.h"
#include "core/io/weights/layout.h"
#include "core/io/weights/network_config.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

/// Inception: Inception v3 as FID uses it.
enum class NetworkKind { Unknown, Vqgan, GumbelVqgan, Clip, Inception };
template <> struct EnumNames<NetworkKind> {
    static constexpr std::array<std::string_view, 5> names{"unknown", "vqgan", "gumbel-vqgan", "clip", "inception"};
};

constexpr bool is_vqgan(NetworkKind kind) { return kind == NetworkKind::Vqgan || kind == NetworkKind::GumbelVqgan; }
/// "a CLIP", for messages.
std::string network_words(NetworkKind kind);

/// How a file names its tensors.
enum class NameLayout { Unknown, Taming, FirstStage, OpenAi, OpenClip, HuggingFace, Torchvision };
template <> struct EnumNames<NameLayout> {
    static constexpr std::array<std::string_view, 7> names{"unknown",   "taming",       "first-stage", "openai",
                                                           "open_clip", "hugging-face", "torchvision"};
};

/// One tensor of the network under its canonical name.
struct MappedTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    WeightPart part = WeightPart::Decoder;
    std::vector<std::size_t>
        sources;              ///< indices of the file's entries, to be laid one after another along the first dimension
    bool transposed = false;  ///< the one source is [columns, rows]
};

struct MisshapedTensor {
    std::string name, source;  ///< canonical name; the name in the file
    std::vector<std::int64_t> expected, found;
};

/// What lies in the file besides the network.
struct UnusedGroup {
    std::string what;
    std::size_t tensors = 0;
    std::uint64_t bytes = 0;
};

struct WeightMap {
    NetworkKind kind = NetworkKind::Unknown;
    NameLayout layout = NameLayout::Unknown;
    std::string prefix;       ///< before the canonical names in the file ("state_dict.")
    VqganArchitecture vqgan;  ///< of the two VQGAN kinds
    ClipArchitecture clip;
    std::vector<MappedTensor> tensors;  ///< in canonical order; only those that fit
    std::vector<std::string> missing;   ///< canonical names
    std::vector<MisshapedTensor> misshaped;
    std::vector<std::string> unexpected;  ///< names in the file, within the network's own parts
    std::vector<UnusedGroup> unused;
    std::vector<std::string> questions;  ///< what neither tensors nor configuration say, in words
    std::vector<std::string> warnings;
    std::string config;  ///< path of the configuration that was used

    bool complete() const { return kind != NetworkKind::Unknown && missing.empty() && misshaped.empty(); }
    std::int64_t parameters() const;
};

/// Finds the network in `entries`. `container` is that of the file: a TorchScript archive with CLIP's names is OpenAI's.
WeightMap map_weights(const std::vector<TensorEntry>& entries, const std::string& container);

/// Takes over what only a configuration says (resolution, heads, activation, mean). Error: BadFile when it describes another network
/// than the tensors are of, naming the first difference.
Result<void> apply_config(WeightMap& map, const NetworkConfig& config);

}  // namespace headroom
