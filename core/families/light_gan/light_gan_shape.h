// LightGanShape: the networks of a Light GAN by their tensors' names and shapes, without tensors. Names, shapes and widths are those of
// lightweight-gan 1.2.1 (lucidrains), which follows FastGAN (Liu et al., "Towards Faster and Stabilized GAN Training for High-fidelity
// Few-shot Image Synthesis", ICLR 2021).
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"
#include "core/base/result.h"
#include "core/families/light_gan/light_gan_config.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

struct LightGanShape {
    static constexpr std::int64_t kSmallest = 64, kLargest = 1024;  ///< sides

    std::int64_t size = 64;                   ///< side of the pictures, a power of two from 64 to 1024
    std::int64_t latent = 256;                ///< numbers
    std::int64_t channels = 3;                ///< of the pictures: 1 or 3
    std::int64_t widest = 512;                ///< no layer between is wider
    std::int64_t width_side = 4096;           ///< channels of a layer times its side, a power of two
    std::vector<std::int64_t> attention{32};  ///< sides of the features that attend
    Logits logits = Logits::One;
    bool small_attends = true;  ///< D's look at the picture of 32 px does, as lightweight-gan's; FastGAN's does not

    bool attends(std::int64_t side) const;
    bool operator==(const LightGanShape&) const = default;
};

/// One doubling of the generator: `side` is that of what goes in.
struct LightGanStage {
    std::int64_t side = 4, in = 0, out = 0;
    bool attends = false;
    std::int64_t gates_at =
        0;                  ///< side of the features that this stage's output gates (skip-layer excitation); 0: none
    std::int64_t gate = 0;  ///< and their channels
};
std::vector<LightGanStage> generator_stages(const LightGanShape& shape);

/// One halving of the discriminator with its two branches: `side` is that of what goes in.
struct LightGanHalving {
    std::int64_t side = 64, in = 0, out = 0;
    bool attends = false;
};
std::vector<LightGanHalving> discriminator_halvings(const LightGanShape& shape);
/// Above 256 px plain convolutions halve the picture first: channels in and out of each.
std::vector<std::pair<std::int64_t, std::int64_t>> discriminator_entry(const LightGanShape& shape);

/// Heads of attention, and channels of each.
inline constexpr std::int64_t kAttentionHeads = 8, kHeadWidth = 64;

/// A tensor of a network, in the order of its state dict.
struct LightGanTensor {
    std::string name;
    std::vector<std::int64_t> shape;  ///< empty: one number
    bool buffer = false;              ///< no parameter
    bool shadowed = false;  ///< what autocast rounds in each pass of a layer that can keep it (core/models/nn/shadow.h)
    std::int64_t numbers() const;
};
std::vector<LightGanTensor> generator_tensors(const LightGanShape& shape);
std::vector<LightGanTensor> discriminator_tensors(const LightGanShape& shape);

/// The networks that `config` asks for. Error InvalidArgument naming the setting.
Result<LightGanShape> light_gan_shape(const TrainConfig& config);
/// Adds what single rows cannot say about the settings.
void check_light_gan(const TrainConfig& config, std::vector<ParamError>& problems);
/// The settings that ask for these networks, as a patch.
ParamPatch settings_of(const LightGanShape& shape);

/// Shapes by name, of one network under its own names.
using TensorShapes = std::map<std::string, std::vector<std::int64_t>>;
/// The networks whose generator and discriminator have these tensors. Error BadFile: what keeps them from being ones of lightweight-gan that
/// are supported, naming the option or the tensor.
Result<LightGanShape> recognise_light_gan(const TensorShapes& generator, const TensorShapes& discriminator);

/// Trained numbers of G and of D.
std::pair<std::int64_t, std::int64_t> count_parameters(const LightGanShape& shape);

}  // namespace headroom
