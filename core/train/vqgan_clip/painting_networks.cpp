// Loads, aims and thins the networks that paint.
#include "core/train/vqgan_clip/painting_networks.h"

#include "core/families/vqgan_clip/imagine_config.h"
#include "core/memory/autocast_guard.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/network.h"
#include "core/models/vqgan/quantizer.h"
#include "core/train/vqgan_clip/painting_state.h"

namespace headroom {

Result<void> PaintingNetworks::find(const CheckpointContent* restored) {
    if (source_.vqgan) return {};
    const ImagineConfig& c = config_.own<ImagineConfig>();
    auto source = painters_for(c, paints_finely(c, restored ? pixels_per_cell(*restored) : 0));
    if (!source) return source.error();
    source_ = std::move(*source);
    return {};
}

Result<std::shared_ptr<Vqgan>> PaintingNetworks::vqgan_with(VqganSide side) const {
    auto vqgan = source_.vqgan(side, memory_.device());
    if (!vqgan || side == VqganSide::Decoder || (*vqgan)->has_encoder()) return vqgan;
    return make_error(ErrorCode::BadFile,
                      "vqgan.file: " + config_.own<ImagineConfig>().vqgan_file +
                          " holds no encoder, which start pictures, a change of size, motion and overlays need",
                      "Choose a VQGAN with its encoder, or start from codes and leave the others out.");
}

Result<void> PaintingNetworks::load_vqgan(const TrainConfig& config, bool starting, const ProgressFn& progress) {
    progress("loading the VQGAN", -1);
    const bool encodes = needs_encoder(config.own<ImagineConfig>(), starting);
    auto vqgan = vqgan_with(encodes ? VqganSide::Both : VqganSide::Decoder);
    if (!vqgan) return vqgan.error();
    now_.vqgan = *vqgan;
    now_.range = imagine::code_range(now_.vqgan->codebook());
    set_modes();
    return {};
}

Result<void> PaintingNetworks::want_clip(std::size_t i, const ProgressFn& progress) {
    Perceptor& perceptor = now_.perceptors[i];
    if (perceptor.clip) return {};
    if (progress) progress("loading CLIP", -1);
    auto loaded = source_.clips[i](ClipSide::Pictures, memory_.device());
    if (!loaded) return loaded.error();
    if (config_.precision == Precision::Bf16) store_in_bf16(*loaded->model, Role::Clip);
    perceptor.clip = std::move(loaded->model);
    if (!loaded->assumed.empty() && emit_ && told_.insert(loaded->assumed).second)
        emit_(Warning{"clip", loaded->assumed, ""});
    set_modes();
    return {};
}

Result<void> PaintingNetworks::want_encoder() {
    if (now_.vqgan->has_encoder()) return {};
    auto again = vqgan_with(VqganSide::Both);
    if (!again) return again.error();
    if (config_.precision == Precision::Bf16) store_in_bf16(**again, Role::Weights);
    now_.vqgan = *again;
    set_modes();
    return {};
}

void PaintingNetworks::forget_clips() {
    for (Perceptor& perceptor : now_.perceptors) perceptor.clip.reset();
}

void PaintingNetworks::thin() {
    if (!needs_encoder(config_.own<ImagineConfig>(), false) && now_.vqgan->has_encoder()) now_.vqgan->drop_encoder();
    if (config_.precision == Precision::Bf16) {
        std::vector<std::pair<torch::nn::Module*, Role>> networks{{now_.vqgan.get(), Role::Weights}};
        for (const Perceptor& perceptor : now_.perceptors) networks.emplace_back(perceptor.clip.get(), Role::Clip);
        store_in_bf16(networks);
    }
    memory_.memory().release_cache();
}

void PaintingNetworks::set_modes() {
    const bool again = config_.checkpointing == Checkpointing::On;
    if (now_.vqgan) now_.vqgan->set_mode({true, again ? now_.vqgan->worthwhile_segments() : 0});
    for (Perceptor& perceptor : now_.perceptors) {
        if (perceptor.clip) perceptor.clip->set_mode({true, again ? nn::ComputeMode::kAll : 0});
    }
}

Result<bool> PaintingNetworks::aim(const TrainConfig& config, std::size_t phrase, const ProgressFn& progress) {
    const ActivePrompts prompts = active_prompts(config.own<ImagineConfig>(), phrase);
    if (prompts.count() == 0)
        return make_error(ErrorCode::InvalidArgument, "prompts: at least one prompt must stay on");
    struct Aimed {
        TextFeatures texts;
        imagine::Cutter cutter;
        std::vector<imagine::Target> targets;
    };
    std::vector<Aimed> fresh;
    std::vector<std::string> notes;
    PromptPictures pictures = now_.pictures;
    if (auto read = pictures.want(prompts.pictures); !read) return read.error();
    now_.perceptors.resize(source_.clips.size());
    for (std::size_t i = 0; i < now_.perceptors.size(); ++i) {
        TextFeatures texts = now_.perceptors[i].texts;
        const auto load = [&] {
            if (progress) progress("reading the prompts", -1);
            return source_.clips[i](ClipSide::Texts, memory_.device());
        };
        if (auto read = texts.want(all_texts(config.own<ImagineConfig>()), load, notes); !read) return read.error();
        if (auto ready = want_clip(i, progress); !ready) return ready.error();
        ClipModel& clip = *now_.perceptors[i].clip;
        imagine::Cutter cutter(cut_settings(config.own<ImagineConfig>(), clip.config().vision.image),
                               static_cast<std::uint64_t>(config.seed));
        const PromptCuts cuts{&cutter, config.own<ImagineConfig>().cuts, config.own<ImagineConfig>().chunk,
                              config.own<ImagineConfig>().width * config.own<ImagineConfig>().height};
        auto targets = targets_for(clip, prompts, texts, pictures, cuts);
        fresh.push_back({std::move(texts), std::move(cutter), std::move(targets)});
    }
    for (std::size_t i = 0; i < now_.perceptors.size(); ++i) {
        now_.perceptors[i].texts = std::move(fresh[i].texts);
        now_.perceptors[i].cutter.emplace(std::move(fresh[i].cutter));
        now_.perceptors[i].targets = std::move(fresh[i].targets);
    }
    now_.pictures = std::move(pictures);
    auto names = std::make_shared<const PromptNames>(names_of(prompts));
    const bool others = now_.aims && *now_.aims != *names;
    now_.aims = std::move(names);
    for (const std::string& note : notes) {
        if (emit_) emit_(Warning{"prompt", note, "The picture may not show it."});
    }
    return others;
}

void PaintingNetworks::drop() {
    now_.vqgan.reset();
    now_.perceptors.clear();
    now_.range = {};
}

std::vector<imagine::Judge> PaintingNetworks::judges() const {
    std::vector<imagine::Judge> out;
    for (const Perceptor& perceptor : now_.perceptors)
        out.push_back({perceptor.clip.get(), &*perceptor.cutter, perceptor.targets});
    return out;
}

std::function<void(std::int64_t)> PaintingNetworks::hold_cuts(const ImagineConfig& config, std::int64_t iteration) {
    const std::int64_t chunk = config.chunk > 0 ? config.chunk : config.cuts, factor = vqgan().config().factor();
    std::vector<std::function<void(std::int64_t)>> holds;
    for (Perceptor& perceptor : now_.perceptors)
        holds.push_back(perceptor.cutter->hold(cells(config.height) * factor, cells(config.width) * factor, config.cuts,
                                               chunk, iteration, memory_.device()));
    return [holds](std::int64_t other) {
        for (const auto& hold : holds) hold(other);
    };
}

void PaintingNetworks::let_cuts_go() {
    for (Perceptor& perceptor : now_.perceptors) perceptor.cutter->let_go();
}

at::Tensor PaintingNetworks::encoded(const at::Tensor& picture) const {
    const at::NoGradGuard no_grad;
    at::Tensor latent;
    {
        // A run in bf16 encodes under autocast before its networks are kept in bf16 too: the same codes then and later.
        const bool half = config_.precision == Precision::Bf16 || nn::kept_in_bf16(vqgan());
        const AutocastGuard autocast(memory_.device().type(), half, at::kBFloat16);
        latent = vqgan().encode(picture.to(memory_.device()) * 2 - 1).to(at::kFloat);
    }
    return vqgan::code_rows(vqgan().quantizer().choose(latent), vqgan().codebook()).contiguous();
}

at::Tensor PaintingNetworks::decoded(const at::Tensor& z) const {
    const at::NoGradGuard no_grad;
    const PhaseScope phase(Phase::Preview);
    const RoleScope role(Role::Preview);
    const AutocastGuard autocast(memory_.device().type(), config_.precision == Precision::Bf16, at::kBFloat16);
    return imagine::synthesise(vqgan(), z).detach();
}

Bytes PaintingNetworks::bytes() const {
    Bytes sum;
    const auto add = [&](const torch::nn::Module& module) {
        for (const auto& [name, tensor] : nn::named_tensors(module))
            sum += Bytes{static_cast<std::int64_t>(tensor.nbytes())};
    };
    if (now_.vqgan) add(*now_.vqgan);
    for (const Perceptor& perceptor : now_.perceptors) add(*perceptor.clip);
    return sum;
}

std::pair<std::int64_t, std::int64_t> PaintingNetworks::parameters() const {
    std::pair<std::int64_t, std::int64_t> out{0, 0};
    for (const at::Tensor& p : vqgan().parameters()) out.first += p.numel();
    for (const Perceptor& perceptor : now_.perceptors) {
        for (const at::Tensor& p : perceptor.clip->parameters()) out.second += p.numel();
    }
    return out;
}

std::vector<NamedBlock> PaintingNetworks::named_blocks() const {
    std::vector<NamedBlock> out;
    if (now_.vqgan) add_blocks(out, "VQGAN ", nn::named_tensors(*now_.vqgan));
    for (const Perceptor& perceptor : now_.perceptors) add_blocks(out, "CLIP ", nn::named_tensors(*perceptor.clip));
    return out;
}

}  // namespace headroom
