// Loading and thinning the networks of text to image.
#include "core/train/vqgan_clip/painters.h"

#include "core/base/lists.h"
#include "core/engine/weights/clip_activation.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/io/models/builtin_models.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/device_norms.h"
#include "core/models/nn/load_weights.h"
#include "core/models/nn/network.h"
#include "core/train/gan/noise.h"

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

constexpr std::int64_t kFineSide = 128, kFineCell = 16;  ///< of the built-in VQGAN with its part for larger pictures
constexpr std::int64_t kNormGroups = 32;

template <class Network>
std::shared_ptr<Network> settled(std::shared_ptr<Network> network, at::Device device,
                                 at::MemoryFormat filters = at::MemoryFormat::Contiguous) {
    nn::freeze(*network);
    nn::move_to(*network, device, filters);
    network->eval();
    return network;
}

Result<WeightFile> open_vqgan(const std::string& path, const std::string& config) {
    auto file = WeightFile::open(path, config);
    if (!file) return file.error();
    if (auto whole = file->require_complete(NetworkKind::Vqgan); !whole) return whole.error();
    const VqganArchitecture& found = file->map().vqgan;
    // Of maps of segments or of depth: what looks at pictures reads three planes.
    if (found.shape.out_channels != 3 || (found.has_encoder && found.shape.in_channels != 3))
        return make_error(ErrorCode::BadFile, path + ": this VQGAN is not of colour pictures",
                          "Choose one with three channels.");
    for (std::size_t level = 0; level < found.shape.levels(); ++level) {
        if (const std::int64_t width = found.shape.width(level); width % kNormGroups != 0)
            return make_error(ErrorCode::BadFile,
                              path + ": level " + std::to_string(level) + " of this VQGAN is " + std::to_string(width) +
                                  " channels wide, no multiple of 32, the number of the norms' groups",
                              "Choose another one.");
    }
    return file;
}

/// `assumed`: as LoadedClip has it.
Result<WeightFile> open_clip(const std::string& path, std::string& assumed) {
    auto file = WeightFile::open(path);
    if (!file) return file.error();
    assumed = assume_activation(*file);
    if (auto whole = file->require_complete(NetworkKind::Clip); !whole) return whole.error();
    return file;
}

/// A VQGAN as the settings name it; without its part for larger pictures it has half their side.
struct NamedVqgan {
    std::string path, config;
    bool fine = true;

    VqganConfig shape(const WeightFile& file) const {
        VqganConfig out = file.map().vqgan.shape;
        if (!fine) out.fine = 0;
        return out;
    }
};

Result<PainterShapes> shapes_in(const NamedVqgan& vqgan, const std::vector<std::string>& clips) {
    auto file = open_vqgan(vqgan.path, vqgan.config);
    if (!file) return file.error();
    PainterShapes out{vqgan.shape(*file), file->map().vqgan.has_encoder, {}};
    for (const std::string& path : clips) {
        std::string assumed;
        auto clip = open_clip(path, assumed);
        if (!clip) return clip.error();
        out.clips.push_back(clip->map().clip.shape);
    }
    return out;
}

Result<std::shared_ptr<Vqgan>> load_vqgan(const NamedVqgan& named, VqganSide side, at::Device device) {
    auto file = open_vqgan(named.path, named.config);
    if (!file) return file.error();
    auto network = std::make_shared<Vqgan>(named.shape(*file));
    if (side == VqganSide::Decoder || !file->map().vqgan.has_encoder) network->drop_encoder();
    if (auto filled = nn::load_weights(*file, *network); !filled) return filled.error();
    return settled(std::move(network), device, nn::norms_format(device));
}

void keep_side(ClipModel& clip, ClipSide side) {
    if (side == ClipSide::Pictures)
        clip.drop_text();
    else
        clip.drop_pictures();
}

Result<LoadedClip> load_clip(const std::string& path, ClipSide side, at::Device device) {
    LoadedClip out;
    auto file = open_clip(path, out.assumed);
    if (!file) return file.error();
    out.model = std::make_shared<ClipModel>(file->map().clip);
    keep_side(*out.model, side);
    if (auto filled = nn::load_weights(*file, *out.model); !filled) return filled.error();
    if (side == ClipSide::Texts && file->map().clip.shape.text.token_rows > 0) {
        auto rows = file->read_token_rows();
        if (!rows) return rows.error();
        out.token_rows = std::move(*rows);
    }
    out.model = settled(std::move(out.model), device);
    return out;
}

}  // namespace

bool paints_finely(const ImagineConfig& config, std::int64_t pixels_per_cell) {
    return pixels_per_cell > 0 ? pixels_per_cell >= kFineCell : std::min(config.width, config.height) >= kFineSide;
}

Result<PainterSource> painters_for(const ImagineConfig& config, bool fine) {
    NamedVqgan vqgan{config.vqgan_file, config.vqgan_settings};
    std::vector<std::string> clips = split_list(config.clip_files);
    PainterSource out;
    if (vqgan.path.empty() || clips.empty()) {
        auto builtin = find_builtin_models();
        if (!builtin) return builtin.error();
        if (vqgan.path.empty() && clips.empty()) out.starts = builtin->starts;
        if (vqgan.path.empty()) vqgan = {builtin->vqgan, config.vqgan_settings, fine};
        if (clips.empty()) clips.push_back(builtin->clip);
    }
    out.vqgan = [vqgan](VqganSide side, at::Device device) { return load_vqgan(vqgan, side, device); };
    out.shapes = [vqgan, clips] { return shapes_in(vqgan, clips); };
    for (const std::string& clip : clips)
        out.clips.emplace_back([clip](ClipSide side, at::Device device) { return load_clip(clip, side, device); });
    return out;
}

Result<PainterSource> painters_from_files(const ImagineConfig& config) {
    return painters_for(config, paints_finely(config));
}

PainterSource random_painters(bool small) {
    VqganConfig vqgan;
    ClipConfig clip;
    vqgan.codes = 16384;
    if (small) {
        vqgan = {.base = 32,
                 .multipliers = {1, 2},
                 .blocks = 1,
                 .attention = {},
                 .resolution = 32,
                 .z_channels = 32,
                 .codes = 64,
                 .code_width = 16};
        clip.embedding = 32;
        clip.vision = {.image = 32, .width = 64, .patch = 8, .layers = 2, .heads = 2, .mlp = 128};
        clip.text.width = 64;
        clip.text.heads = 2;
        clip.text.layers = 2;
        clip.text.mlp = 128;
    }
    PainterSource out;
    out.shapes = [vqgan, clip] { return PainterShapes{vqgan, true, {clip}}; };
    out.vqgan = [vqgan](VqganSide side, at::Device device) -> Result<std::shared_ptr<Vqgan>> {
        auto network = std::make_shared<Vqgan>(vqgan);
        network->initialise(1);
        {
            // A trained codebook has spread; the initial one is as good as a point.
            const at::NoGradGuard no_grad;
            at::Tensor codes = network->codebook();
            codes.copy_(latents(2, RandomPurpose::Init, 0, codes.size(0), codes.size(1)).flatten(1));
        }
        if (side == VqganSide::Decoder) network->drop_encoder();
        return settled(std::move(network), device, nn::norms_format(device));
    };
    out.clips.emplace_back([clip](ClipSide side, at::Device device) -> Result<LoadedClip> {
        auto network = std::make_shared<ClipModel>(clip);
        network->initialise(3);
        keep_side(*network, side);
        return LoadedClip{settled(std::move(network), device), {}};
    });
    return out;
}

bool needs_encoder(const ImagineConfig& config, bool starting) {
    const bool encoded = config.start == ImagineStart::Picture || config.start == ImagineStart::Pixels ||
                         config.start == ImagineStart::Gradient;
    return (starting && encoded) || config.start == ImagineStart::Folder || config.motion_every > 0 ||
           config.overlay_every > 0;
}

bool stored_in_bf16(const std::string& name, const at::Tensor& weight) {
    if (weight.dim() < 2 || weight.scalar_type() != at::kFloat) return false;
    // Read without a matrix product: codes, tokens and places.
    for (const char* kept : {"quantize.", "embedding", "embed."}) {
        if (name.find(kept) != std::string::npos) return false;
    }
    return true;
}

void store_in_bf16(torch::nn::Module& network, Role role) {
    const RoleScope scope(role);
    for (auto& named : network.named_parameters()) {
        at::Tensor& weight = named.value();
        if (!stored_in_bf16(named.key(), weight)) continue;
        weight.set_data(weight.to(at::kBFloat16));
    }
}

void store_in_bf16(const std::vector<std::pair<torch::nn::Module*, Role>>& networks) {
    std::vector<std::pair<at::Tensor, at::Tensor>> halved;
    for (const auto& [network, role] : networks) {
        const RoleScope scope(role);
        for (auto& named : network->named_parameters())
            if (stored_in_bf16(named.key(), named.value()))
                halved.emplace_back(named.value(), named.value().to(at::kBFloat16));
    }
    for (auto& [weight, half] : halved) weight.set_data(half);
}

}  // namespace headroom
