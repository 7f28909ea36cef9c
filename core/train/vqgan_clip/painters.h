// The networks of text to image: a VQGAN that paints and CLIPs that judge, loaded from the files that the settings name and
// let go of in part when nothing needs the rest.
#pragma once

#include "core/api/train_config.h"
#include "core/base/result.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/models/clip/clip.h"
#include "core/models/vqgan/vqgan.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// The half of a CLIP that is needed.
enum class ClipSide { Pictures, Texts };

/// One side of a CLIP, and the rows of its text table for token ids when it has a small one.
struct LoadedClip {
    std::shared_ptr<ClipModel> model;
    std::vector<std::int32_t> token_rows;  ///< texts only
    std::string assumed{};                 ///< what its file does not say, a sentence for the user; empty: nothing
};

/// What the networks of a run are, without their weights.
struct PainterShapes {
    VqganConfig vqgan;
    bool has_encoder = true;  ///< the VQGAN's file holds it
    std::vector<ClipConfig> clips;
};

/// The half of a VQGAN that paints, or both.
enum class VqganSide { Decoder, Both };

/// Where a run's networks come from; each call gives a new one, frozen and on the device, which never held more than is asked for.
/// A VQGAN whose file has no encoder comes without.
struct PainterSource {
    std::function<Result<std::shared_ptr<Vqgan>>(VqganSide, at::Device)> vqgan;
    std::vector<std::function<Result<LoadedClip>(ClipSide, at::Device)>> clips;
    std::function<Result<PainterShapes>()> shapes;  ///< from the files' beginnings alone
    std::string starts;  ///< the library of starts; empty unless both networks are the built-in ones
};

/// The files that the settings name, the built-in ones where they name none; read when asked for. Error NotFound: Headroom was installed
/// without its own models. What is given later: as WeightFile::open and require_complete. `fine`: the built-in VQGAN has its part for
/// larger pictures.
Result<PainterSource> painters_for(const ImagineConfig& config, bool fine);
/// As paints_finely() says of a run that begins.
Result<PainterSource> painters_from_files(const ImagineConfig& config);

/// Whether the built-in VQGAN has its part for larger pictures: a run that begins by the picture's size, smaller ones would have too few
/// codes; one that goes on by its pixels per cell (not 0), whatever size it has come to.
bool paints_finely(const ImagineConfig& config, std::int64_t pixels_per_cell = 0);

/// Networks of the real sizes with random values, for benches: VQGAN f16-16384 and CLIP ViT-B/32; `small`: reduced ones, for tests.
PainterSource random_painters(bool small);

/// Whether a run with these settings encodes pictures: at its start (`starting`) or while it paints.
bool needs_encoder(const ImagineConfig& config, bool starting);

/// The weights of convolutions and linear layers in bfloat16, half the bytes; the rest as it was. What computes under autocast gives
/// the same bits as before; they count as `role`. Frozen networks alone; the codebook stays, the nearest code is found in float32. One weight
/// after the other: where there is no room (c10::Error) some are stored so and others are not, and the network is good for nothing.
void store_in_bf16(torch::nn::Module& network, Role role);
/// The same of several networks that stay in use: all of it or, where there is no room, nothing. Until then both are there.
void store_in_bf16(const std::vector<std::pair<torch::nn::Module*, Role>>& networks);
/// Whether it takes the tensor of that name so.
bool stored_in_bf16(const std::string& name, const at::Tensor& tensor);

}  // namespace headroom
