// The tensors that a VQGAN or CLIP network must have, by its architecture: canonical names and shapes.
// Canonical: taming-transformers' names for VQGANs, OpenAI's (and open_clip's) for CLIP.
#pragma once

#include "core/io/weights/architecture.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

/// What a tensor belongs to, so that a loader can leave out what it does not need.
enum class WeightPart { Encoder, Decoder, Quantiser, Discriminator, Vision, Text, Scale };
template <> struct EnumNames<WeightPart> {
    static constexpr std::array<std::string_view, 7> names{"encoder", "decoder", "quantiser", "discriminator",
                                                           "vision",  "text",    "scale"};
};

struct ExpectedTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    WeightPart part = WeightPart::Decoder;
    bool optional = false;
};

/// Encoder (if has_encoder), decoder and quantiser, in the order of the reference's state dict.
std::vector<ExpectedTensor> vqgan_tensors(const VqganArchitecture& architecture);
/// Both towers. A BatchNorm's num_batches_tracked is left out: nothing depends on it.
std::vector<ExpectedTensor> clip_tensors(const ClipArchitecture& architecture);

}  // namespace headroom
