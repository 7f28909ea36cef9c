// ClipConfig: the shape of a CLIP as OpenAI and open_clip build it (Radford et al., "Learning Transferable Visual Models From
// Natural Language Supervision", 2021). Free of tensors, so that readers of weight files and the networks share it.
#pragma once

#include "core/base/enum_names.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace headroom {

/// QuickGelu is x * sigmoid(1.702 x), Gelu the exact one. Nothing in the tensors tells them apart.
enum class ClipActivation { QuickGelu, Gelu };
template <> struct EnumNames<ClipActivation> {
    static constexpr std::array<std::string_view, 2> names{"quick_gelu", "gelu"};
};

/// The picture side. A ResNet when `stages` are set, else a vision transformer.
struct ClipVision {
    std::int64_t image = 224;              ///< side of the pictures it takes
    std::int64_t width = 768;              ///< of the tokens; a ResNet: of the stem (64 for RN50)
    std::int64_t patch = 32;               ///< transformer: side of a patch
    std::int64_t layers = 12;              ///< transformer: blocks
    std::int64_t heads = 12;               ///< transformer: of every block; a ResNet: of the attention pool
    std::int64_t mlp = 3072;               ///< transformer: hidden width
    std::array<std::int64_t, 4> stages{};  ///< ResNet: bottlenecks per stage (3, 4, 6, 3)

    bool is_resnet() const { return stages[0] > 0; }
    bool operator==(const ClipVision&) const = default;
};

struct ClipText {
    std::int64_t context = 77, vocabulary = 49408;
    std::int64_t width = 512, heads = 8, layers = 12;
    std::int64_t mlp = 2048;
    /// Headroom's own addition: rows of a shortened text table, which `vocabulary` token ids are mapped to by a table of the file
    /// ("token_rows"). Row 0 stands for every token that the model was not shown. 0: a row for each token.
    std::int64_t token_rows = 0;

    std::int64_t embedded() const { return token_rows > 0 ? token_rows : vocabulary; }
    bool operator==(const ClipText&) const = default;
};

/// The defaults are ViT-B/32.
struct ClipConfig {
    std::int64_t embedding = 512;                           ///< width of the features that both sides give
    ClipActivation activation = ClipActivation::QuickGelu;  ///< of every transformer in it
    ClipVision vision;
    ClipText text;
    bool operator==(const ClipConfig&) const = default;
};

}  // namespace headroom
