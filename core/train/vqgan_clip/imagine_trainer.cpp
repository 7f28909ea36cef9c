// Preparing and changing a text-to-image run; its pictures, checkpoints and parking.
#include "core/train/vqgan_clip/imagine_trainer.h"

#include "core/api/param_schema.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/train/vqgan_clip/painted_picture.h"
#include "core/train/vqgan_clip/painting_state.h"
#include "core/train/vqgan_clip/start_latent.h"

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

Error no_room(const std::string& what, const RunMemory& memory) {
    return make_error(ErrorCode::OutOfMemory,
                      what + " in the budget of " + to_text(memory.budget()) + " less " + to_text(memory.context()) +
                          " for the program itself",
                      "Allow more memory, or choose smaller models or a smaller picture.");
}

/// What decides cutters and targets.
bool same_aim(const TrainConfig& a, const TrainConfig& b) {
    const ImagineConfig &x = a.own<ImagineConfig>(), &y = b.own<ImagineConfig>();
    return x.prompts == y.prompts && x.picture_prompts == y.picture_prompts && x.noise_prompts == y.noise_prompts &&
           x.cuts == y.cuts && x.cut_method == y.cut_method && x.cut_power == y.cut_power &&
           x.cut_noise == y.cut_noise && x.augments == y.augments && x.reference == y.reference &&
           // Picture prompts are looked at as large as the painted picture, by the network as it is kept.
           (x.picture_prompts.empty() || (x.width == y.width && x.height == y.height && a.precision == b.precision));
}

}  // namespace

ImagineTrainer::ImagineTrainer(PainterSource source)
    : RunTrainer({"iteration", "Raise the budget, or choose a smaller picture or smaller models."}),
      networks_(std::move(source), memory_, config_, emit_) {}
ImagineTrainer::~ImagineTrainer() = default;

Result<PreparedRun> ImagineTrainer::prepare(const TrainConfig& config, const CheckpointContent* restored,
                                            bool weights_only, ProgressFn progress, EmitFn emit, std::stop_token stop) {
    config_ = config;
    emit_ = std::move(emit);
    if (restored && weights_only)
        return make_error(ErrorCode::InvalidArgument,
                          "text to image starts from pictures and models, not from a run's weights",
                          "Use vqgan.file and clip.files.");
    if (active_prompts(own(), 0).count() == 0)
        return make_error(ErrorCode::InvalidArgument, "prompts: there is nothing to paint",
                          "Write what the picture shall show.");
    if (!restored && own().start == ImagineStart::Folder) {
        if (auto opened = open_folder(); !opened) return opened.error();
    }
    if (auto found = networks_.find(restored); !found) return found.error();
    if (auto opened = memory_.open(config_, restored != nullptr, emit_); !opened) return opened.error();
    const auto turn = memory_.memory().turn();
    memory_.tell_of_slow_precision(config_, emit_);
    steps_.begin();
    memory_.measure_context();
    if (auto enough = memory_.check_budget(config_, {}, {}); !enough) return enough.error();
    set_limits();
    const auto build = [&]() -> Result<void> {
        // One network after the other, each as thin as it will stay before the next comes: starting takes less than painting.
        if (!restored) {
            if (auto aimed = aim(config_, 0, progress); !aimed) return aimed.error();
        }
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "loading was stopped");
        if (auto loaded = networks_.load_vqgan(config_, restored == nullptr, progress); !loaded) return loaded.error();
        if (restored) {
            if (auto ok = restore(*restored); !ok) return ok.error();
            if (auto aimed = aim(config_, phrase_, progress); !aimed) return aimed.error();
            // Prompts that were changed between the two end the hold as they do while it paints.
            const auto aims = [this](const TrainConfig& c) {
                return names_of(active_prompts(c.own<ImagineConfig>(), phrase_));
            };
            if (aims(restored->config) != aims(config_)) held_ = false;
            if (z_.size(2) != networks_.cells(own().height) ||
                z_.size(3) != networks_.cells(own().width)) {  // it goes on at another size
                auto z = resized(config_);
                if (!z) return z.error();
                begin_at(*z);
                make_optimiser(nullptr);
            }
        } else {
            progress("making the first latent", -1);
            auto z = walk_ ? first_frame() : start_latent(networks_, config_, emit_);
            if (!z) return z.error();
            begin_at(*z);
            make_optimiser(nullptr);
        }
        follow_folder();
        networks_.thin();
        progress("painting the first picture", -1);
        picture_ = networks_.decoded(z_);
        return {};
    };
    if (auto built = on_device(build, no_room("the networks and a first picture do not fit", memory_),
                               "while the networks were loaded");
        !built)
        return built.error();
    if (auto enough = memory_.check_budget(config_, fixed_bytes(), {}); !enough) return enough.error();
    set_limits();
    const auto [painting, judging] = networks_.parameters();
    const std::string name = networks_.start_library().empty() ? "VQGAN-CLIP" : "VQGAN-CLIP, built-in shapes";
    return PreparedRun{step_,
                       step_,
                       walk_ ? static_cast<std::int64_t>(walk_->listed() - walk_->passed_over()) : 0,
                       name,
                       memory_.memory().name(),
                       painting,
                       judging,
                       steps_.elapsed,
                       computed_in(Precision::Auto, memory_.memory())};
}

Result<void> ImagineTrainer::aim(const TrainConfig& config, std::size_t phrase, const ProgressFn& progress) {
    steps_.forget_recordings();
    const auto others = networks_.aim(config, phrase, progress);
    if (!others) return others.error();
    if (*others) held_ = false;
    return {};
}

void ImagineTrainer::begin_at(const at::Tensor& latent) {
    const RoleScope role(Role::Inputs);
    steps_.forget_recordings();
    start_ = latent.detach();
    z_ = start_.clone().requires_grad_(true);
}

Result<void> ImagineTrainer::want_encoder() {
    if (!networks_.vqgan().has_encoder()) steps_.forget_recordings();  // they read the weights of the one without
    return networks_.want_encoder();
}

Result<at::Tensor> ImagineTrainer::resized(const TrainConfig& next) {
    const std::int64_t rows = networks_.cells(next.own<ImagineConfig>().height),
                       columns = networks_.cells(next.own<ImagineConfig>().width),
                       f = networks_.vqgan().config().factor();
    const at::Tensor picture = networks_.decoded(z_);
    if (auto ready = want_encoder(); !ready) return ready.error();
    return networks_.encoded(at::upsample_bicubic2d(picture, {rows * f, columns * f}, false).clamp(0, 1));
}

void ImagineTrainer::make_optimiser(const imagine::OptimiserState* state) {
    optimiser_ = std::make_unique<imagine::LatentOptimiser>(own().optimiser, rate_now());
    if (state) optimiser_->restore(*state, z_);
}

Result<void> ImagineTrainer::apply(const TrainConfig& next, ProgressFn progress, std::stop_token) {
    const auto turn = memory_.memory().turn();
    if (auto enough = next.budget == config_.budget ? Result<void>() : memory_.check_budget(next, fixed_bytes(), {});
        !enough)
        return enough;
    if (walk_ && next.steps != config_.steps)
        return make_error(ErrorCode::InvalidArgument, "steps: a run over a folder ends with its last picture",
                          "frames.steps says how long each is painted on.");
    // A change that fails halfway must leave the run as it was: everything that it puts in place of something is kept till then.
    const TrainConfig before = config_;
    const bool resize = next.own<ImagineConfig>().width != before.own<ImagineConfig>().width ||
                        next.own<ImagineConfig>().height != before.own<ImagineConfig>().height;
    auto taken_on = [&, parts = networks_.parts(), z = z_, start = start_, picture = picture_,
                     held = held_]() mutable -> Result<void> {
        const Result<void> done = on_device([&] { return take_on(next, progress); },
                                            no_room("the change does not fit", memory_), "while a change was taken on");
        if (done) return done;
        steps_.forget_recordings();  // some weights may be others by now
        config_ = before;
        networks_.put_back(std::move(parts));
        z_ = std::move(z);
        start_ = std::move(start);
        picture_ = std::move(picture);
        held_ = held;
        return done;
    }();
    if (taken_on) {
        if (resize || next.own<ImagineConfig>().optimiser != before.own<ImagineConfig>().optimiser)
            make_optimiser(nullptr);
        optimiser_->set_rate(rate_now());
        steps_.settings_changed(before, resize);
        if (walk_ && resize) {
            walk_->forget_next();
            if (walk_->frame_done()) seek_frame();
        }
        follow_folder();
    }
    networks_.set_modes();
    memory_.memory().release_cache();
    set_limits();
    return taken_on;
}

Result<void> ImagineTrainer::take_on(const TrainConfig& next, const ProgressFn& progress) {
    const TrainConfig before = config_;
    const bool resize = next.own<ImagineConfig>().width != before.own<ImagineConfig>().width ||
                        next.own<ImagineConfig>().height != before.own<ImagineConfig>().height;
    // Targets of picture prompts are those of a run that begins so: seen by a CLIP that is kept in that precision.
    const bool reload = next.precision != before.precision &&
                        (before.precision == Precision::Bf16 ||
                         (next.precision == Precision::Bf16 && !next.own<ImagineConfig>().picture_prompts.empty()));
    const bool encoder = needs_encoder(next.own<ImagineConfig>(), false) && !networks_.vqgan().has_encoder();
    {
        const DeviceLimitSuspension loading(memory_.memory());
        if (!same_aim(before, next) && !reload) {
            progress("reading the prompts", -1);
            if (auto aimed = aim(next, phrase_ % phrases_of(next.own<ImagineConfig>())); !aimed) return aimed;
        }
        if (resize) {
            progress("enlarging or reducing the picture", -1);
            auto z = resized(next);
            if (!z) return z.error();
            begin_at(*z);
        }
        config_ = next;
        if (next.precision != before.precision) memory_.tell_of_slow_precision(next, emit_);
        if (encoder && !resize) {
            if (auto ready = want_encoder(); !ready) return ready;
        }
        if (reload) {
            progress(next.precision == Precision::Bf16 ? "loading the weights in half precision"
                                                       : "loading the weights in full precision",
                     -1);
            if (auto loaded = networks_.load_vqgan(next, false, progress); !loaded) return loaded;
            networks_.forget_clips();
            if (auto aimed = aim(next, phrase_ % phrases_of(next.own<ImagineConfig>()), progress); !aimed) return aimed;
        }
    }
    if (resize) {
        set_limits();
        const InReserve reserve(memory_);
        picture_ = networks_.decoded(z_);
    }
    const DeviceLimitSuspension thinning(memory_.memory());
    networks_.thin();
    return {};
}

Bytes ImagineTrainer::fixed_bytes() const {
    return networks_.bytes() + (z_.defined() ? Bytes{static_cast<std::int64_t>(z_.nbytes()) * 4} : Bytes{});
}

Result<void> ImagineTrainer::draw_cutouts(std::int64_t count, SampleReady& out) const {
    const auto& perceptors = networks_.parts().perceptors;
    if (perceptors.empty() || !perceptors.front().cutter)
        return make_error(ErrorCode::InvalidArgument, "there are no cutouts while the memory is lent",
                          "Take it back first.");
    const imagine::Cutter& cutter = *perceptors.front().cutter;
    const at::NoGradGuard no_grad;
    const at::Tensor base = cutter.base(picture_);
    const std::int64_t cuts = std::min(count, own().cuts), last = std::max<std::int64_t>(0, iteration() - 1);
    for (std::int64_t i = 0; i < cuts; ++i)
        out.raw.push_back(image_of(cutter.cut(base, last, i, 1)));  // one at a time: no room is asked for
    return {};
}

Result<SampleReady> ImagineTrainer::sample(const SampleRequest& request) {
    const auto turn = memory_.memory().turn();
    SampleReady out;
    out.kind = request.kind == SampleKind::Cutouts ? SampleKind::Cutouts : SampleKind::Picture;
    out.step = out.images = step_;
    if (out.kind == SampleKind::Cutouts) {
        if (auto drawn = as_preview([&] { return draw_cutouts(request.count, out); }); !drawn) return drawn.error();
        out.size = out.raw.empty() ? 0 : out.raw.front().width;
        return out;
    }
    out.raw.push_back(image_of(picture_));
    out.size = std::max(out.raw.front().width, out.raw.front().height);
    return out;
}

std::shared_ptr<const CheckpointContent> ImagineTrainer::copy_state(double score, bool) const {
    const PhaseScope phase(Phase::Save);
    const DeviceLimitSuspension small(memory_.memory());
    PaintingState state{step_,  steps_.elapsed,       z_, start_, optimiser_->state(), phrase_, held_,
                        scene_, memory_.oom_survived, {}};
    if (walk_) state.folder = walk_->state();
    return state.copy(config_, score);
}

Result<void> ImagineTrainer::restore(const CheckpointContent& content) {
    auto state = PaintingState::read(content, own(), networks_.vqgan().config(), memory_.device());
    if (!state) return state.error();
    if (own().start == ImagineStart::Folder && !walk_) {
        auto walk = FrameWalk::restore(own().start_folder, state->folder);
        if (!walk) return walk.error();
        walk_ = std::move(*walk);
        if (walk_->frame_done()) seek_frame();
    }
    step_ = state->step;
    steps_.elapsed = state->elapsed;
    phrase_ = state->phrase;
    held_ = state->held;
    scene_ = state->scene;
    memory_.oom_survived = state->oom_survived;
    z_ = state->z.requires_grad_(true);
    start_ = state->start;
    make_optimiser(state->optimiser ? &*state->optimiser : nullptr);
    return {};
}

std::vector<at::Tensor> ImagineTrainer::common_state() const {
    std::vector<at::Tensor> out{z_, start_};
    for (const auto& [name, tensor] : optimiser_->state().tensors) out.push_back(tensor);
    for (const at::Tensor& p : networks_.vqgan().parameters()) out.push_back(p);
    for (const auto& perceptor : networks_.parts().perceptors) {
        for (const at::Tensor& p : perceptor.clip->parameters()) out.push_back(p);
        for (const imagine::Target& target : perceptor.targets) out.push_back(target.embedding);
    }
    return out;
}

std::string ImagineTrainer::too_little_for(const TrainConfig& config, int processes) const {
    const std::int64_t cuts = config.own<ImagineConfig>().cuts;
    if (cuts >= processes) return {};
    return "cuts.count: " + std::to_string(cuts) + " cutouts cannot be shared out among " + std::to_string(processes) +
           " processes";
}

std::vector<NamedBlock> ImagineTrainer::named_blocks() const {
    std::vector<NamedBlock> out = networks_.named_blocks();
    add_blocks(out, {}, {{"latent", z_}, {"start of the latent", start_}});
    if (optimiser_) {
        for (const auto& [name, tensor] : optimiser_->state().tensors) add_blocks(out, "optimiser ", {{name, tensor}});
    }
    return out;
}

void ImagineTrainer::drop() {
    if (picture_.defined()) picture_ = picture_.to(at::kCPU);
    networks_.drop();
    optimiser_.reset();
    z_ = start_ = at::Tensor();
}

Result<void> ImagineTrainer::put_back(const CheckpointContent& content) {
    if (auto loaded = networks_.load_vqgan(config_, false, [](const std::string&, double) {}); !loaded) return loaded;
    if (auto restored = restore(content); !restored) return restored;
    if (auto aimed = aim(config_, phrase_); !aimed) return aimed;
    networks_.thin();
    steps_.settings_changed(config_, false);
    return {};
}

}  // namespace headroom
