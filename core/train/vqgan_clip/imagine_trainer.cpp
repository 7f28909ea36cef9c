// Preparing and changing a text-to-image run.
#include "core/train/vqgan_clip/imagine_trainer.h"

#include "core/api/param_schema.h"
#include "core/io/models/start_library.h"
#include "core/memory/autocast_guard.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/network.h"
#include "core/models/vqgan/quantizer.h"
#include "core/models/vqgan_clip/prompt_loss.h"
#include "core/train/vqgan_clip/painted_picture.h"

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

Error no_room(const std::string& what, const RunMemory& memory) {
    return make_error(ErrorCode::OutOfMemory, what + " in the budget of " + to_text(memory.budget()) + " less " + to_text(memory.context()) + " for the program itself",
                      "Allow more memory, or choose smaller models or a smaller picture.");
}

/// What decides cutters and targets.
bool same_aim(const TrainConfig& a, const TrainConfig& b) {
    const ImagineConfig &x = a.imagine, &y = b.imagine;
    return x.prompts == y.prompts && x.picture_prompts == y.picture_prompts && x.noise_prompts == y.noise_prompts && x.cuts == y.cuts &&
           x.cut_method == y.cut_method && x.cut_power == y.cut_power && x.cut_noise == y.cut_noise && x.augments == y.augments && x.reference == y.reference &&
           // Picture prompts are looked at as large as the painted picture, by the network as it is kept.
           (x.picture_prompts.empty() || (x.width == y.width && x.height == y.height && a.precision == b.precision));
}

}  // namespace

ImagineTrainer::ImagineTrainer(PainterSource source)
    : RunTrainer({"iteration", "Raise the budget, or choose a smaller picture or smaller models."}), source_(std::move(source)) {}
ImagineTrainer::~ImagineTrainer() = default;

Result<PreparedRun> ImagineTrainer::prepare(const TrainConfig& config, const CheckpointContent* restored, bool weights_only,
                                            ProgressFn progress, EmitFn emit, std::stop_token stop) {
    config_ = config;
    emit_ = std::move(emit);
    if (restored && weights_only)
        return make_error(ErrorCode::InvalidArgument, "text to image starts from pictures and models, not from a run's weights", "Use vqgan.file and clip.files.");
    if (active_prompts(config_.imagine, 0).count() == 0)
        return make_error(ErrorCode::InvalidArgument, "prompts: there is nothing to paint", "Write what the picture shall show.");
    if (!restored && config_.imagine.start == ImagineStart::Folder) {
        if (auto opened = open_folder(); !opened) return opened.error();
    }
    if (!source_.vqgan) {
        auto source = painters_from_files(config_.imagine);
        if (!source) return source.error();
        source_ = std::move(*source);
    }
    if (auto opened = memory_.open(config_, restored != nullptr, emit_); !opened) return opened.error();
    steps_.begin();
    memory_.measure_context();
    if (auto enough = memory_.check_budget(config_, {}, {}); !enough) return enough.error();
    set_limits();
    const auto build = [&]() -> Result<void> {
        // One network after the other, each as thin as it will stay before the next comes: starting takes less than painting.
        seers_.resize(source_.clips.size());
        if (!restored) {
            if (auto aimed = aim(config_, 0, progress); !aimed) return aimed.error();
        }
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "loading was stopped");
        if (auto loaded = load_vqgan(config_, restored == nullptr, progress); !loaded) return loaded.error();
        if (restored) {
            if (auto ok = restore(*restored); !ok) return ok.error();
            if (auto aimed = aim(config_, phrase_, progress); !aimed) return aimed.error();
            if (z_.size(2) != cells(config_.imagine.height) || z_.size(3) != cells(config_.imagine.width)) {  // it goes on at another size
                auto z = resized(config_);
                if (!z) return z.error();
                start_ = z->detach();
                z_ = start_.clone().requires_grad_(true);
                make_optimiser(nullptr);
            }
        } else {
            auto z = start_latent(progress);
            if (!z) return z.error();
            start_ = z->detach();
            z_ = start_.clone().requires_grad_(true);
            make_optimiser(nullptr);
        }
        follow_folder();
        thin_networks();
        progress("painting the first picture", -1);
        picture_ = decoded();
        return {};
    };
    if (auto built = on_device(build, no_room("the networks and a first picture do not fit", memory_), "while the networks were loaded"); !built) return built.error();
    if (auto enough = memory_.check_budget(config_, fixed_bytes(), {}); !enough) return enough.error();
    set_limits();
    std::int64_t parameters = 0;
    for (const at::Tensor& p : vqgan_->parameters()) parameters += p.numel();
    std::int64_t judging = 0;
    for (const Seer& seer : seers_) {
        for (const at::Tensor& p : seer.clip->parameters()) judging += p.numel();
    }
    const std::string name = source_.starts.empty() ? "VQGAN-CLIP" : "VQGAN-CLIP, built-in shapes";
    return PreparedRun{step_, step_, walk_ ? static_cast<std::int64_t>(walk_->listed() - walk_->passed_over()) : 0, name, memory_.memory().name(), parameters, judging, steps_.elapsed};
}

Result<void> ImagineTrainer::load_vqgan(const TrainConfig& config, bool starting, const ProgressFn& progress) {
    progress("loading the VQGAN", -1);
    auto vqgan = source_.vqgan(memory_.device());
    if (!vqgan) return vqgan.error();
    vqgan_ = *vqgan;
    if (!needs_encoder(config.imagine, starting)) vqgan_->drop_encoder();
    range_ = imagine::code_range(vqgan_->codebook());
    set_modes();
    return {};
}

Result<void> ImagineTrainer::want_clip(std::size_t i, const ProgressFn& progress) {
    if (seers_[i].clip) return {};
    if (progress) progress("loading CLIP", -1);
    auto loaded = source_.clips[i](ClipSide::Pictures, memory_.device());
    if (!loaded) return loaded.error();
    seers_[i].clip = std::move(loaded->model);
    if (config_.precision == Precision::Bf16) store_in_bf16(*seers_[i].clip, Role::Clip);
    set_modes();
    return {};
}

Result<void> ImagineTrainer::want_encoder() {
    if (vqgan_->has_encoder()) return {};
    auto again = source_.vqgan(memory_.device());
    if (!again) return again.error();
    if (!(*again)->has_encoder())
        return make_error(ErrorCode::BadFile, "the VQGAN's file holds no encoder, which moving, overlays and start pictures need", "Use a VQGAN with its encoder.");
    vqgan_ = *again;
    if (config_.precision == Precision::Bf16) store_in_bf16(*vqgan_, Role::Weights);
    set_modes();
    return {};
}

void ImagineTrainer::thin_networks() {
    if (!needs_encoder(config_.imagine, false) && vqgan_->has_encoder()) vqgan_->drop_encoder();
    if (config_.precision == Precision::Bf16) {
        store_in_bf16(*vqgan_, Role::Weights);
        for (Seer& seer : seers_) store_in_bf16(*seer.clip, Role::Clip);
    }
    memory_.memory().release_cache();
}

void ImagineTrainer::set_modes() {
    const bool again = config_.checkpointing == Checkpointing::On;
    if (vqgan_) vqgan_->set_mode({true, again ? vqgan_->worthwhile_segments() : 0});
    for (Seer& seer : seers_) {
        if (seer.clip) seer.clip->set_mode({true, again ? nn::ComputeMode::kAll : 0});
    }
}

Result<void> ImagineTrainer::aim(const TrainConfig& config, std::size_t phrase, const ProgressFn& progress) {
    const ActivePrompts prompts = active_prompts(config.imagine, phrase);
    if (prompts.count() == 0) return make_error(ErrorCode::InvalidArgument, "prompts: at least one prompt must stay on");
    struct Aimed { TextFeatures texts; imagine::Cutter cutter; std::vector<imagine::Target> targets; };
    std::vector<Aimed> fresh;
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < seers_.size(); ++i) {
        TextFeatures texts = seers_[i].texts;
        const auto load = [&] {
            if (progress) progress("reading the prompts", -1);
            return source_.clips[i](ClipSide::Texts, memory_.device());
        };
        if (auto read = texts.want(all_texts(config.imagine), load, notes); !read) return read;
        if (auto ready = want_clip(i, progress); !ready) return ready;
        ClipModel& clip = *seers_[i].clip;
        imagine::Cutter cutter(cut_settings(config.imagine, clip.config().vision.image), static_cast<std::uint64_t>(config.seed));
        const PromptCuts cuts{&cutter, config.imagine.cuts, config.imagine.chunk, config.imagine.width * config.imagine.height};
        auto targets = targets_for(clip, prompts, texts, cuts);
        if (!targets) return targets.error();
        fresh.push_back({std::move(texts), std::move(cutter), std::move(*targets)});
    }
    for (std::size_t i = 0; i < seers_.size(); ++i) {
        seers_[i].texts = std::move(fresh[i].texts);
        seers_[i].cutter.emplace(std::move(fresh[i].cutter));
        seers_[i].targets = std::move(fresh[i].targets);
    }
    auto names = std::make_shared<const PromptNames>(names_of(prompts));
    if (aims_ && *aims_ != *names) held_ = false;
    aims_ = std::move(names);
    if (!emit_) return {};
    for (const std::string& note : notes) emit_(Warning{"prompt", note, "The picture may not show it."});
    return {};
}

Result<at::Tensor> ImagineTrainer::start_latent(const ProgressFn& progress) {
    progress("making the first latent", -1);
    const ImagineConfig& c = config_.imagine;
    const auto seed = static_cast<std::uint64_t>(config_.seed);
    const std::int64_t rows = cells(c.height), columns = cells(c.width), f = vqgan_->config().factor();
    const RoleScope role(Role::Inputs);
    switch (c.start) {
        case ImagineStart::Match:
            if (!source_.starts.empty()) return matched_start();
            [[fallthrough]];
        case ImagineStart::Codes: return imagine::random_latent(vqgan_->codebook(), rows, columns, seed);
        case ImagineStart::Pixels: return encoded(noise_picture(seed, columns * f, rows * f));
        case ImagineStart::Gradient: return encoded(gradient_picture(seed, columns * f, rows * f));
        case ImagineStart::Folder: return first_frame();
        case ImagineStart::Picture: break;
    }
    auto picture = read_picture(c.start_picture, columns * f, rows * f, c.reference);
    if (!picture) return picture.error();
    return encoded(*picture);
}

Result<at::Tensor> ImagineTrainer::matched_start() {
    auto library = read_start_library(source_.starts);
    if (!library) return library.error();
    // One direction for all prompts: each text's, by its weight.
    at::Tensor wanted = at::zeros({1, seers_.front().clip->config().embedding});
    for (const imagine::Target& target : seers_.front().targets) {
        const at::Tensor unit = imagine::unit_rows(target.embedding.to(at::kCPU));
        wanted += target.weight * unit.mean(0, true);
    }
    const std::vector<float> direction(wanted.const_data_ptr<float>(), wanted.const_data_ptr<float>() + wanted.numel());
    auto best = library->best(direction);
    if (!best) return best.error();
    const auto codes = library->codes_of(best->front());
    at::Tensor indices = at::empty({1, 1, static_cast<std::int64_t>(library->height), static_cast<std::int64_t>(library->width)}, at::kFloat);
    std::copy(codes.begin(), codes.end(), indices.mutable_data_ptr<float>());
    const std::int64_t rows = cells(config_.imagine.height), columns = cells(config_.imagine.width);
    indices = at::upsample_nearest2d(indices, {rows, columns}).to(at::kLong).squeeze(1);
    if (emit_) emit_(LogLine{LogLevel::Info, 0, "start: best match, \"" + library->captions[best->front()] + "\""});
    return vqgan::code_rows(indices.to(memory_.device()), vqgan_->codebook()).contiguous();
}

at::Tensor ImagineTrainer::encoded(const at::Tensor& picture) {
    const at::NoGradGuard no_grad;
    at::Tensor latent;
    {
        // A run in bf16 encodes under autocast before its networks are kept in bf16 too: the same codes then and later.
        const bool half = config_.precision == Precision::Bf16 || nn::kept_in_bf16(*vqgan_);
        const AutocastGuard autocast(memory_.device().type(), half, at::kBFloat16);
        latent = vqgan_->encode(picture.to(memory_.device()) * 2 - 1).to(at::kFloat);
    }
    return vqgan::code_rows(vqgan_->quantizer().choose(latent), vqgan_->codebook()).contiguous();
}

at::Tensor ImagineTrainer::decoded() {
    const at::NoGradGuard no_grad;
    const PhaseScope phase(Phase::Preview);
    const RoleScope role(Role::Preview);
    const AutocastGuard autocast(memory_.device().type(), config_.precision == Precision::Bf16, at::kBFloat16);
    return imagine::synthesise(*vqgan_, z_).detach();
}

Result<at::Tensor> ImagineTrainer::resized(const TrainConfig& next) {
    const std::int64_t rows = cells(next.imagine.height), columns = cells(next.imagine.width), f = vqgan_->config().factor();
    const at::Tensor picture = decoded();
    if (auto ready = want_encoder(); !ready) return ready.error();
    return encoded(at::upsample_bicubic2d(picture, {rows * f, columns * f}, false).clamp(0, 1));
}

void ImagineTrainer::make_optimiser(const imagine::OptimiserState* state) {
    optimiser_ = std::make_unique<imagine::LatentOptimiser>(config_.imagine.optimiser, rate_now());
    if (state) optimiser_->restore(*state, z_);
}

Result<void> ImagineTrainer::apply(const TrainConfig& next, ProgressFn progress, std::stop_token) {
    const auto turn = memory_.memory().turn();
    if (auto enough = next.budget == config_.budget ? Result<void>() : memory_.check_budget(next, fixed_bytes(), {}); !enough) return enough;
    if (walk_ && next.steps != config_.steps)
        return make_error(ErrorCode::InvalidArgument, "steps: a run over a folder ends with its last picture", "frames.steps says how long each is painted on.");
    // A change that fails halfway must leave the run as it was: everything that it puts in place of something is kept till then.
    const TrainConfig before = config_;
    const bool resize = next.imagine.width != before.imagine.width || next.imagine.height != before.imagine.height;
    auto taken_on = [&, vqgan = vqgan_, seers = seers_, aims = aims_, range = range_, z = z_, start = start_, picture = picture_, held = held_]() mutable -> Result<void> {
        const Result<void> done = on_device([&] { return take_on(next, progress); }, no_room("the change does not fit", memory_), "while a change was taken on");
        if (done) return done;
        config_ = before;
        vqgan_ = std::move(vqgan);
        seers_ = std::move(seers);
        aims_ = std::move(aims);
        range_ = range;
        z_ = std::move(z);
        start_ = std::move(start);
        picture_ = std::move(picture);
        held_ = held;
        return done;
    }();
    if (taken_on) {
        if (resize || next.imagine.optimiser != before.imagine.optimiser) make_optimiser(nullptr);
        optimiser_->set_rate(rate_now());
        steps_.settings_changed(before, resize);
        if (walk_ && resize) {
            walk_->forget_next();
            if (walk_->frame_done()) seek_frame();
        }
        follow_folder();
    }
    set_modes();
    memory_.memory().release_cache();
    set_limits();
    return taken_on;
}

Result<void> ImagineTrainer::take_on(const TrainConfig& next, const ProgressFn& progress) {
    const TrainConfig before = config_;
    const bool resize = next.imagine.width != before.imagine.width || next.imagine.height != before.imagine.height;
    // Targets of picture prompts are those of a run that begins so: seen by a CLIP that is kept in that precision.
    const bool reload = next.precision != before.precision && (before.precision == Precision::Bf16 || (next.precision == Precision::Bf16 && !next.imagine.picture_prompts.empty()));
    const bool encoder = needs_encoder(next.imagine, false) && !vqgan_->has_encoder();
    {
        const DeviceLimitSuspension loading(memory_.memory());
        if (!same_aim(before, next) && !reload) {
            progress("reading the prompts", -1);
            if (auto aimed = aim(next, phrase_ % phrases_of(next.imagine)); !aimed) return aimed;
        }
        if (resize) {
            progress("enlarging or reducing the picture", -1);
            auto z = resized(next);
            if (!z) return z.error();
            start_ = z->detach();
            z_ = start_.clone().requires_grad_(true);
        }
        config_ = next;
        if (encoder && !resize) {
            if (auto ready = want_encoder(); !ready) return ready;
        }
        if (reload) {
            progress(next.precision == Precision::Bf16 ? "loading the weights in half precision" : "loading the weights in full precision", -1);
            if (auto loaded = load_vqgan(next, false, progress); !loaded) return loaded;
            for (Seer& seer : seers_) seer.clip.reset();
            if (auto aimed = aim(next, phrase_ % phrases_of(next.imagine), progress); !aimed) return aimed;
        }
    }
    if (resize) {
        set_limits();
        const InReserve reserve(memory_);
        picture_ = decoded();
    }
    const DeviceLimitSuspension thinning(memory_.memory());
    thin_networks();
    return {};
}

Bytes ImagineTrainer::fixed_bytes() const {
    Bytes sum;
    const auto add = [&](const torch::nn::Module& module) {
        for (const auto& [name, tensor] : nn::named_tensors(module)) sum += Bytes{static_cast<std::int64_t>(tensor.nbytes())};
    };
    if (vqgan_) add(*vqgan_);
    for (const Seer& seer : seers_) add(*seer.clip);
    if (z_.defined()) sum += Bytes{static_cast<std::int64_t>(z_.nbytes()) * 4};
    return sum;
}

}  // namespace headroom
