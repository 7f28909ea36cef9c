// Preparing a run on a data set, changing it, its pictures.
#include "core/train/run/run_trainer.h"

#include "core/data/nearest.h"
#include "core/data/skip_pictures.h"
#include "core/families/registry.h"
#include "core/memory/lease.h"
#include "core/memory/role_scope.h"
#include "core/train/device_errors.h"
#include "core/train/run/pictures.h"
#include "core/train/score/discriminator_gap.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <thread>

namespace headroom {

Result<PreparedRun> PictureTrainer::prepare(const TrainConfig& config, const CheckpointContent* restored,
                                            bool weights_only, ProgressFn progress, EmitFn emit, std::stop_token stop) {
    config_ = config;
    emit_ = std::move(emit);
    if (auto ok = check(config_); !ok) return ok.error();
    if (auto opened = memory_.open(config_, restored && !weights_only, emit_); !opened) return opened.error();
    if (auto opened = open_pictures(config_, progress, stop); !opened) return opened.error();
    // A run that goes on may have a larger batch by now; its pictures were enough for it.
    if (!restored || weights_only) {
        const PackedDataset& data = pictures_.data();
        const auto enough = check_left(data.skipped(), data.count(), config_.effective_batch());
        if (!enough) return enough.error();
    }
    const auto turn = memory_.memory().turn();
    memory_.tell_of_slow_precision(config_, emit_);
    progress("building the networks", -1);
    steps_.begin();
    memory_.measure_context();
    if (auto enough = check_budget(config_); !enough) return enough.error();
    set_limits();
    const Error no_room = make_error(ErrorCode::OutOfMemory,
                                     "the networks alone do not fit: " + to_text(fixed_bytes(config_)) +
                                         " of weights and optimiser state, budget " + to_text(memory_.budget()) +
                                         " less " + to_text(memory_.context()) + " for the program itself",
                                     "Use narrower networks or a larger budget.");
    const auto make = [&] { return restored ? restore(*restored, weights_only) : build(progress); };
    if (auto built = on_device(make, no_room, "while the networks were built"); !built) return built.error();
    set_limits();  // the reserve is that of these networks
    if (auto placed = place_pictures(progress, stop); !placed) return placed.error();
    const auto [g, d] = parameters();
    return PreparedRun{step_,
                       images_,
                       pictures_.data().count(),
                       pictures_.data().name(),
                       memory_.memory().name(),
                       g,
                       d,
                       steps_.elapsed,
                       computed_in(Precision::Auto, memory_.memory()),
                       pictures_.data().skipped()};
}

Result<void> PictureTrainer::open_pictures(const TrainConfig& config, const ProgressFn& progress,
                                           std::stop_token stop) {
    const RunPictures::Opened before = pictures_.opened();
    if (auto opened = pictures_.open(config, progress, emit_, std::move(stop)); !opened) return opened;
    auto suited = check(pictures_.data());
    if (!suited) pictures_.put_back(before);
    return suited;
}

Result<void> PictureTrainer::place_pictures(const ProgressFn& progress, const std::stop_token& stop) {
    const bool was_there = pictures_.on_device();
    auto placed = on_device(
        [&] { return pictures_.place(config_, steps_.estimate(config_), progress, emit_, stop); },
        make_error(ErrorCode::OutOfMemory, "the data set found no room on the device", "Set data.on_device to off."),
        "while the data set was brought to it");
    // Recorded steps read the data set where it lay; when it comes back, that is elsewhere.
    if (pictures_.on_device() != was_there) steps_.forget_recordings();
    return placed;
}

TrainConfig PictureTrainer::own_part() const {
    TrainConfig out = RunTrainer::own_part();
    out.data_on_device = pictures_.on_device() ? DataOnDevice::On : DataOnDevice::Off;
    return out;
}

void PictureTrainer::drop() {
    pictures_.leave_device();
    drop_networks();
}

Result<void> PictureTrainer::take_back() {
    auto taken = RunTrainer::take_back();
    if (!taken) return taken;
    const auto turn = memory_.memory().turn();
    return place_pictures([](const std::string&, double) {}, {});
}

Result<void> PictureTrainer::check_budget(const TrainConfig& config) const {
    return is_built() ? memory_.check_budget(config, fixed_bytes(config), preview_need())
                      : memory_.check_budget(config, {}, {});
}

Result<void> PictureTrainer::apply(const TrainConfig& next, ProgressFn progress, std::stop_token stop) {
    const auto turn = memory_.memory().turn();
    if (auto enough = next.budget == config_.budget ? Result<void>() : check_budget(next); !enough) return enough;
    const bool resize = next.image_size != config_.image_size;
    const bool other_packing = pictures_.need_others(next, config_);
    const RunPictures::Opened before_change = pictures_.opened();
    if (resize || other_packing) {
        if (auto opened = open_pictures(next, progress, stop); !opened) return opened;
    }
    // The old ones go before anything new comes; where the change fails, they come back.
    const bool other_pictures = pictures_.opened().first != before_change.first;
    if (other_pictures) {
        steps_.forget_recordings();  // they read the old ones where these lie
        pictures_.leave_device();
    }
    const Error no_room =
        make_error(ErrorCode::OutOfMemory, "the change does not fit in the budget of " + to_text(memory_.budget()),
                   "Raise the budget or make the batch smaller first.");
    const auto taking_on = [&](const TrainConfig& config) {
        return on_device(
            [&]() -> Result<void> {
                take_on(config, progress);
                return {};
            },
            no_room, "while a change was taken on");
    };
    if (auto changed = taking_on(next); !changed) {
        steps_.forget_recordings();  // what comes back need not lie where it lay
        pictures_.put_back(before_change);
        const DeviceLimitSuspension unlimited(memory_.memory());
        // What failed may have been halfway. Where going back fails too, that is what the run must tell.
        auto back = taking_on(config_);
        if (back) back = place_pictures(progress, {});
        return back ? changed : back;
    }
    const TrainConfig before = std::exchange(config_, next);
    const bool other_steps = steps_.settings_changed(before, resize);
    // Files may have come, gone or changed since they were packed last.
    if (other_packing && images_ > 0)
        pictures_.compare({before_change.first->fingerprint(), pictures_.have_changed()}, before, config_, emit_);
    if (!resize && (other_packing || config_.data_mirror != before.data_mirror)) pictures_.restart_epoch();
    taken_on();
    if (config_.precision != before.precision) memory_.tell_of_slow_precision(config_, emit_);
    if (!other_steps && next.budget == before.budget) return place_pictures(progress, {});
    memory_.memory().release_cache();  // blocks of the old shapes would only be in the way
    set_limits();
    if (resize || before.data_on_device != config_.data_on_device) pictures_.forget_want();
    return place_pictures(progress, {});
}

void RunTrainer::share_with(StepPeers* peers, std::function<Result<void>(const TrainConfig&)> tell_others) {
    peers_ = peers;
    memory_.processes = peers->all().place().local_size;
    steps_.share_with(peers);
    steps_.tell_others = std::move(tell_others);
}

std::string RunTrainer::too_little_for(const TrainConfig& config, int processes) const {
    if (config.batch_accumulate >= processes) return {};
    return "batch.accumulate: " + std::to_string(config.batch_accumulate) +
           " micro-batches a step cannot be shared out among " + std::to_string(processes) + " processes";
}

Result<void> RunTrainer::on_device(const std::function<Result<void>()>& work, const Error& no_room,
                                   const std::string& when) const {
    try {
        return work();
    } catch (const c10::Error& e) {
        switch (failure_of(e, memory_.memory())) {
            case DeviceFailure::OutOfMemory: return no_room;
            case DeviceFailure::DeviceLost: return memory_.device_lost(when, e.what_without_backtrace());
            case DeviceFailure::Defect: break;
        }
        return make_error(ErrorCode::Internal, "the tensor library failed " + when, "Save the log and report it.",
                          e.what_without_backtrace());
    }
}

Result<void> RunTrainer::measure_next_step() {
    if (!memory_.on_cpu())
        return make_error(ErrorCode::Environment,
                          "only steps on the processor can be watched: a GPU computes after it was asked to",
                          "A profiler of the GPU's maker shows where its time goes.");
    speed_.ask();
    return {};
}

Result<void> RunTrainer::as_preview(const std::function<Result<void>()>& draw) {
    const RoleScope role(Role::Preview);
    const PhaseScope phase(Phase::Preview);
    const InReserve reserve(memory_);
    for (;;) {
        try {
            return draw();
        } catch (const c10::Error& e) {
            if (failure_of(e, memory_.memory()) != DeviceFailure::OutOfMemory) throw;
        }
        if (steps_.make_room()) continue;
        return make_error(ErrorCode::OutOfMemory, "there was no room for the preview",
                          "The run goes on; the next preview is tried again.");
    }
}

std::vector<at::Tensor> PictureTrainer::common_state() const {
    std::vector<at::Tensor> out;
    for (const auto& [part, tensors] : parts()) {
        for (const auto& [name, t] : tensors) out.push_back(t);
    }
    return out;
}

void PictureTrainer::describe(OomScene& scene) const {
    const int micro = micro_batch();
    const std::int64_t window = pictures_.window(config_, pictures_.position);
    scene.micro_batch = micro + 1;
    scene.micro_batches = micro < 0 ? 0 : static_cast<int>((window + config_.batch_micro - 1) / config_.batch_micro);
}

void PictureTrainer::count_step(double seconds, StepDone& out) noexcept {
    out.step = ++step_;
    out.images = images_ += window_images_;
    pictures_.position += window_images_;
    out.epoch = pictures_.epoch();
    out.images_per_second = static_cast<double>(window_images_) / std::max(seconds, 1e-9);
}

std::shared_ptr<const CheckpointContent> PictureTrainer::copy_state(double score, bool pinned) const {
    const PhaseScope phase(Phase::Save);
    struct Owned {
        CheckpointContent content;
        std::shared_ptr<const void> keep;
    };
    auto owned = std::make_shared<Owned>();
    CheckpointContent& c = owned->content;
    c.step = step_;
    c.images = images_;
    c.config = config_;
    c.score = score;
    nlohmann::json state{{"model", name_of(config_.model)},
                         {"step", step_},
                         {"images", images_},
                         {"position", pictures_.position},
                         {"elapsed", steps_.elapsed},
                         {"data", pictures_.data().fingerprint()},
                         {"oom_survived", memory_.oom_survived}};
    if (pictures_.have_changed()) state["data_changed"] = true;
    add_state(state);
    c.state_json = state.dump();
    c.parts = copies_of(parts(), &owned->keep, pinned);
    return std::shared_ptr<const CheckpointContent>(owned, &owned->content);
}

void PictureTrainer::go_on_from(const CheckpointContent& content, const nlohmann::json& state) {
    step_ = content.step;
    images_ = content.images;
    pictures_.position = state.value("position", images_);
    steps_.elapsed = state.value("elapsed", 0.0);
    memory_.oom_survived = state.value("oom_survived", std::int64_t{0});
    pictures_.compare({state.value("data", std::string()), state.value("data_changed", false)}, content.config, config_,
                      emit_);
}

Result<SampleReady> PictureTrainer::sample(const SampleRequest& request) {
    const auto turn = memory_.memory().turn();
    const ComputeLease direct = ComputeLease::library_products();  // what a run keeps in reserve for a preview is small
    SampleReady out;
    out.kind = request.kind;
    out.step = step_;
    out.images = images_;
    out.size = static_cast<int>(pictures_.data().size());
    if (request.kind == SampleKind::Real) {
        out.raw = pictures_.real(request.first, request.count);
        return out;
    }
    if (request.kind == SampleKind::Cutouts)
        return make_error(ErrorCode::InvalidArgument, "only text to image has cutouts", "Ask for a grid of samples.");
    const bool named = request.kind == SampleKind::Nearest || request.kind == SampleKind::Chosen;
    if (named && request.latents.empty())
        return make_error(ErrorCode::InvalidArgument, "no latents were named", "Name at least one.");
    if (auto drawn = as_preview([&] { return draw(request, out); }); !drawn) return drawn.error();
    if (request.kind == SampleKind::Nearest) return with_nearest(std::move(out), request.count);
    return out;
}

Result<RunScores> PictureTrainer::scores(const ProgressFn& progress, std::stop_token stop) {
    auto out = scores_by_features(progress, stop);
    const Result<void> asked = out ? ask_discriminator(*out, progress, stop) : Result<void>();
    const auto cut_short = [](const auto& done) { return !done && done.error().code == ErrorCode::Cancelled; };
    if (!cut_short(out) && !cut_short(asked)) scorer_.forget_drawn();
    {
        const auto turn = memory_.memory().turn();
        memory_.memory().release_cache();  // no step has use for such blocks, and no forecast knows of them
    }
    if (asked) return out;
    if (asked.error().code != ErrorCode::OutOfMemory) return asked.error();
    emit_(Warning{"scores", "there was no room to ask the discriminator about held-out pictures",
                  "The other scores are there. Not even one picture at a time had room: raise the budget."});
    return out;
}

Result<void> PictureTrainer::ask_discriminator(RunScores& out, const ProgressFn& progress,
                                               const std::stop_token& stop) {
    const auto held_out = pictures_.data().held_out();
    if (!held_out || pictures_.have_changed()) return {};
    progress("asking the discriminator", -1);
    const auto gap = discriminator_gap(*this, pictures_.data(), *held_out, out.pictures, kScoredSeed, stop);
    if (!gap) return gap.error();
    if (*gap) {
        out.d_gap = (*gap)->gap;
        out.d_gap_error = (*gap)->error;
        out.d_recognised = (*gap)->recognised;
        out.d_recognised_error = (*gap)->recognised_error;
    }
    return {};
}

Result<void> PictureTrainer::in_reserve(const std::function<Result<void>()>& work, const Error& no_room,
                                        const std::string& when) {
    auto done = on_device([&] { return as_preview(work); }, no_room, when);
    return !done && done.error().code == ErrorCode::OutOfMemory ? no_room : done;
}

std::optional<Bytes> PictureTrainer::room_for_features() const {
    if (!memory_.on_cpu()) return std::nullopt;
    const Bytes of_reserve{memory_.reserve().count / 2};
    return config_.budget.count > 0 ? of_reserve : std::max(of_reserve, Bytes{memory_.budget().count / 100});
}

Result<RunScores> PictureTrainer::scores_by_features(const ProgressFn& progress, std::stop_token stop) {
    const auto turn = memory_.memory().turn();
    // Passes have shrunk to single pictures by then. Features and figures lie on the host: there alone fewer pictures need less.
    const Error no_room = make_error(
        ErrorCode::OutOfMemory, "there was no room to score the run",
        memory_.on_cpu()
            ? "The run goes on. Fewer pictures (scores.count) need less."
            : "The run goes on. A larger budget helps, or random features (scores.features), which need least.");
    std::optional<RunScores> out;
    const auto score = [&]() -> Result<void> {
        const PhaseScope phase(Phase::Score);
        RunScorer::Setting setting{pictures_.data(), data_mark(), memory_.device()};
        setting.step = step_;
        setting.keep = room_for_features();
        auto found = scorer_.score(
            config_, setting, [this](std::int64_t first, std::int64_t count) { return draw_scored(first, count); },
            progress, stop);
        if (!found) return found.error();
        out = *std::move(found);
        return {};
    };
    if (const auto done = in_reserve(score, no_room, "while the run was scored"); !done) return done.error();
    return *std::move(out);
}

Result<void> PictureTrainer::look_through(std::int64_t total, std::int64_t at_once, const std::stop_token& stop,
                                          const std::function<void(std::int64_t first, std::int64_t count)>& take) {
    const auto turn = memory_.memory().turn();
    const auto no_room = make_error(ErrorCode::OutOfMemory, "there was no room to look at pictures",
                                    "Not even one picture at a time had room: raise the budget.");
    const auto look = [&]() -> Result<void> {
        const at::NoGradGuard no_grad;
        in_pieces(total, at_once, [&](std::int64_t first, std::int64_t count) {
            if (!stop.stop_requested()) take(first, count);
        });
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "looking at pictures was stopped");
        return {};
    };
    return in_reserve(look, no_room, "while pictures were looked at");
}

Result<ImageList> PictureTrainer::scored(std::int64_t count, const ProgressFn& progress, const std::stop_token& stop) {
    ImageList out;
    const auto drawn = look_through(count, 16, stop, [&](std::int64_t first, std::int64_t n) {
        progress("drawing", static_cast<double>(first) / static_cast<double>(count));
        out.resize(static_cast<std::size_t>(first));  // what was drawn before room was made is drawn again
        const ImageList piece = draw_scored(first, n);
        out.insert(out.end(), piece.begin(), piece.end());
    });
    if (!drawn) return drawn.error();
    return out;
}

Result<std::vector<double>> PictureTrainer::judge(const PackedDataset& data, const std::vector<std::int64_t>& indices,
                                                  const std::stop_token& stop) {
    std::vector<double> out;
    const auto looked = look_through(std::ssize(indices), 32, stop, [&](std::int64_t first, std::int64_t count) {
        out.resize(std::min(out.size(), static_cast<std::size_t>(first)));
        const at::Tensor logits = logits_of(stored_pictures(
            data, {indices.begin() + first, indices.begin() + first + count}, memory_.device(), picture_layout()));
        if (!logits.defined()) return;
        const at::Tensor each = logits.reshape({count, -1}).mean(1, false, at::kDouble).cpu();
        out.insert(out.end(), each.const_data_ptr<double>(), each.const_data_ptr<double>() + each.numel());
    });
    if (!looked) return looked.error();
    return out;
}

/// The picture that was drawn, and beside it what of the data is near.
Result<SampleReady> PictureTrainer::with_nearest(SampleReady drawn, int count) const {
    if (drawn.ema.empty()) drawn.ema = std::move(drawn.raw);
    const PackedDataset& data = pictures_.data();
    const std::int64_t threads = config_.threads > 0 ? config_.threads : std::thread::hardware_concurrency();
    auto nearest = nearest_pictures(data, drawn.ema.front(), count, threads);
    if (!nearest) return nearest.error();
    drawn.raw.clear();
    for (const Neighbour& one : *nearest) drawn.raw.push_back(picture_of(data, one.index));
    drawn.nearest = *std::move(nearest);
    return drawn;
}

}  // namespace headroom
