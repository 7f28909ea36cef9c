// The tensors that a VQGAN, a CLIP or FID's Inception must have, by its architecture: canonical names and shapes.
// Canonical: taming-transformers' names for VQGANs, OpenAI's (and open_clip's) for CLIP, torchvision's for Inception.
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

/// One convolution of Inception v3 with the batch norm after it: Mixed_5b.branch1x1.
struct InceptionConvolution {
    std::string block, branch;  ///< of the five before the first Mixed block `branch` is empty
    std::int64_t in = 0, out = 0, height = 1, width = 1, stride = 1;
    bool padded = false;  ///< so that stride 1 keeps the size
    std::string name() const { return branch.empty() ? block : block + "." + branch; }
};

/// In the order of torchvision's state dict. Source: Szegedy, Vanhoucke, Ioffe, Shlens, Wojna, "Rethinking the Inception Architecture for
/// Computer Vision", 2016, as torchvision builds it without the auxiliary classifier.
const std::vector<InceptionConvolution>& inception_convolutions();
/// Of the network of 2015-12-05 that FID is defined by, with its 1,008 classes, which no score needs.
std::vector<ExpectedTensor> inception_tensors();

}  // namespace headroom
