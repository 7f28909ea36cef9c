// Preparing, applying changes, reporting memory.
#include "core/train/dcgan_trainer.h"

#include "core/api/param_schema.h"
#include "core/memory/ledger.h"
#include "core/memory/role_scope.h"
#include "core/memory/timeline_builder.h"
#include "core/train/memory_snapshot.h"
#include "core/train/pictures.h"

#include <algorithm>
#include <thread>

namespace headroom {
namespace {

/// Whether two configurations see the same packed pictures; what else decides them changes only with a new run.
bool same_pictures(const TrainConfig& a, const TrainConfig& b) { return a.image_size == b.image_size && a.data_fit == b.data_fit; }

}  // namespace

DcganTrainer::DcganTrainer(std::string cache_dir) : cache_dir_(std::move(cache_dir)) {}

DcganTrainer::~DcganTrainer() {
    nets_.reset();
    parked_.reset();
    if (!device_.memory) return;
    device_.memory->set_limit({});
    device_.memory->release_cache();
    device_.memory->follow_this_thread(false);
}

Result<PreparedRun> DcganTrainer::prepare(const TrainConfig& config, const CheckpointContent* restored, bool weights_only,
                                          ProgressFn progress, EmitFn emit, std::stop_token stop) {
    config_ = config;
    emit_ = std::move(emit);
    if (auto opened = open_run_device(); !opened) return opened.error();
    if (auto opened = open_data(config_, progress, stop); !opened) return opened.error();
    progress("building the networks", -1);
    tuner_ = make_tuner();
    tuner_.begin_step();
    context_ = measured_context();
    if (auto enough = check_budget(config_); !enough) return enough.error();
    set_limits();
    try {
        if (restored) {
            if (auto ok = restore(*restored, weights_only); !ok) return ok.error();
        } else {
            nets_ = std::make_unique<GanNetworks>(spec_from_config(config_), config_, device_.device);
        }
    } catch (const c10::OutOfMemoryError&) {
        return make_error(ErrorCode::OutOfMemory, "the networks alone do not fit: " + to_text(static_memory_of(spec_from_config(config_), config_.ema_half_life > 0).total()) +
                              " of weights and optimiser state, budget " + to_text(budget_) + " less " + to_text(context_) + " for the program itself", "Use narrower networks or a larger budget.");
    }
    set_limits();  // the reserve is that of these networks
    const ParameterCounts n = count_parameters(nets_->spec);
    return PreparedRun{step_, images_, data_->count(), data_->name(), device_.memory->name(), n.g, n.d, elapsed_};
}

Result<void> DcganTrainer::open_run_device() {
    auto opened = open_device(config_.device);
    if (!opened) return opened.error();
    device_ = std::move(*opened);
    // "auto" may have ended on the CPU, which not every precision can be had on.
    for (const ParamError& problem : check_config(config_, device_.memory->is_cpu())) {
        return make_error(ErrorCode::InvalidArgument, problem.message);
    }
    if (!device_.note.empty() && emit_) emit_(Warning{"device", device_.note, "Training goes on with " + device_.memory->name() + "."});
    device_.memory->follow_this_thread(true);
    ladder_.set_on_cpu(device_.memory->is_cpu());
    set_tf32(config_.precision == Precision::Tf32);
    return {};
}

ThreadTuner DcganTrainer::make_tuner() const {
    // With a GPU the threads only feed it: there is nothing to choose between all and half of them.
    const auto all = static_cast<std::int64_t>(std::max(1u, std::thread::hardware_concurrency()));
    return make_thread_tuner(config_.threads == 0 && !device_.memory->is_cpu() ? all : config_.threads);
}

Bytes DcganTrainer::measured_context() const { return device_.memory->figures().process - device_.memory->counts().live.total(); }

Result<void> DcganTrainer::open_data(const TrainConfig& config, const ProgressFn& progress, std::stop_token stop) {
    if (given_data_) {
        data_ = given_data_;
    } else if (auto ready = take_ready(config)) {
        data_ = std::move(ready);
    } else {
        auto data = open_dataset(config, cache_dir_, progress, stop);
        if (!data) return data.error();
        data_ = std::move(*data);
    }
    sampler_.emplace(data_->count(), static_cast<std::uint64_t>(config.seed));
    if (!data_->rejected().empty() && emit_) {
        const RejectedFile& first = data_->rejected().front();
        emit_(Warning{"skipped-files", std::to_string(data_->rejected().size()) + " files were skipped, the first is " + first.path + ": " + first.reason,
                      "The data set inspector lists all of them."});
    }
    return {};
}

bool DcganTrainer::needs_other_data(const TrainConfig& next) const { return !given_data_ && !same_pictures(next, config_); }

Result<void> DcganTrainer::ready_data(const TrainConfig& next, ProgressFn progress, std::stop_token stop) {
    auto data = open_dataset(next, cache_dir_, progress, std::move(stop));
    if (!data) return data.error();
    const std::lock_guard lock(ready_mutex_);
    ready_data_ = std::move(*data);
    ready_for_ = next;
    return {};
}

std::shared_ptr<const PackedDataset> DcganTrainer::take_ready(const TrainConfig& config) {
    const std::lock_guard lock(ready_mutex_);
    auto ready = std::exchange(ready_data_, nullptr);
    return ready && same_pictures(config, ready_for_) ? ready : nullptr;
}

Result<void> DcganTrainer::check_budget(const TrainConfig& config) const {
    if (config.budget.count == 0) return {};
    const auto refused = [&](const std::string& what) {
        return make_error(ErrorCode::OutOfMemory, "memory.budget: " + to_text(config.budget) + " is not enough: " + what, "Allow more, or leave the budget to Headroom with 0.");
    };
    if (config.budget <= context_) return refused("the program and its libraries alone take " + to_text(context_));
    if (!nets_) return {};
    RoleBytes fixed = static_memory_of(spec_of(layout_of(nets_->spec), config), config.ema_half_life > 0);
    if (config.optimiser_on_host && !device_.memory->is_cpu()) fixed[Role::Optimiser] = {};
    if (config.budget > context_ + fixed.total() + reserve_of(config.budget, preview_bytes(nets_->spec))) return {};
    return refused("the program takes " + to_text(context_) + ", and weights, optimiser state and gradients of this run " + to_text(fixed.total()) + ", whatever the batch");
}

void DcganTrainer::set_limits() {
    budget_ = config_.budget.count > 0 ? config_.budget : automatic_budget(device_.memory->figures());
    reserve_ = reserve_of(budget_, nets_ ? preview_bytes(nets_->spec) : Bytes{});
    limit_allocator();
    settled_ = false;
}

void DcganTrainer::limit_allocator() {
    // The budget is for the whole process; the allocator limits what it counts, which is the rest after the libraries. On a
    // GPU those load their kernels as they are first called, so the rest shrinks during the first steps.
    last_limit_ = Clock::now();
    if (!device_.memory->is_cpu()) context_ = std::max(measured_context(), Bytes{0});
    device_.memory->set_limit(std::max(budget_ - context_ - reserve_, Bytes{1}));  // 0 would be no limit at all
}

Result<void> DcganTrainer::apply(const TrainConfig& next, ProgressFn progress, std::stop_token stop) {
    const auto turn = device_.memory->turn();
    if (auto enough = next.budget == config_.budget ? Result<void>() : check_budget(next); !enough) return enough;
    const bool resize = next.image_size != config_.image_size;
    const bool reload = resize || next.data_mirror != config_.data_mirror || next.data_fit != config_.data_fit;
    const auto old_data = data_;
    const auto old_sampler = sampler_;
    if (reload) {
        if (auto opened = open_data(next, progress, stop); !opened) return opened;
    }
    try {
        if (resize) {
            progress(next.image_size > config_.image_size ? "growing the networks" : "shrinking the networks", -1);
            resize_networks(next);
        } else {
            nets_->configure(next);
        }
    } catch (const c10::OutOfMemoryError&) {
        data_ = old_data;
        sampler_ = old_sampler;
        const DeviceLimitSuspension unlimited(*device_.memory);
        nets_->configure(config_);
        return make_error(ErrorCode::OutOfMemory, "the change does not fit in the budget of " + to_text(budget_), "Raise the budget or make the batch smaller first.");
    }
    const bool restart_epoch = !resize && reload;
    const bool new_threads = next.threads != config_.threads;
    config_ = next;
    ladder_.changed(config_, resize);
    if (restart_epoch) position_ -= position_ % data_->count();
    if (new_threads) tuner_ = make_tuner();
    set_tf32(config_.precision == Precision::Tf32);
    follow_fade();
    device_.memory->release_cache();  // blocks of the old shapes would only be in the way
    steps_since_change_ = 0;
    set_limits();
    return {};
}

void DcganTrainer::resize_networks(const TrainConfig& next) {
    const DcganSpec spec = spec_of(layout_of(nets_->spec), next);
    const bool fading = nets_->spec.fade_from > 0;
    auto fresh = std::make_unique<GanNetworks>(spec, next, device_.device);
    fresh->take_matching(*nets_);
    nets_ = std::move(fresh);
    fade_done_ = 0;
    if (fading && emit_) {
        emit_(Warning{"fade", "the resolution changed again before the last change had faded in; that fade-in ended early", "Pictures may jump; wait for image.fade_steps to pass to avoid it."});
    }
}

void DcganTrainer::follow_fade() {
    if (nets_->spec.fade_from == 0) return;
    if (fade_done_ >= config_.fade_steps) nets_->end_fade();
    else nets_->set_alpha(static_cast<double>(fade_done_) / static_cast<double>(config_.fade_steps));
}

std::shared_ptr<const MemoryReport> DcganTrainer::memory() {
    LedgerInput in;
    in.counts = device_.memory->counts();
    in.device = device_.memory->figures();
    in.budget = budget_;
    in.reserve = reserve_;
    in.run_peak = run_peak_;
    in.peak_context = peak_context_;
    in.oom_survived = oom_survived_;
    in.device_name = device_.memory->name();
    in.is_cpu = device_.memory->is_cpu();
    return std::make_shared<const MemoryReport>(make_report(in));
}

std::shared_ptr<const StepTimeline> DcganTrainer::timeline() {
    if (!log_) return nullptr;
    told_log_ = std::exchange(log_, std::nullopt);
    const auto named = nets_ ? nets_->named_blocks() : std::vector<NamedBlock>{};
    return std::make_shared<const StepTimeline>(build_timeline(*told_log_, log_step_, log_overhead_, named));
}

Result<std::string> DcganTrainer::memory_snapshot() {
    const auto named = nets_ ? nets_->named_blocks() : std::vector<NamedBlock>{};
    const std::string id = device_.memory->id();
    const auto colon = id.find(':');
    const SnapshotDevice device{colon == std::string::npos ? 0 : std::stoi(id.substr(colon + 1)), device_.memory->name(), device_.memory->limit()};
    const StepLog* log = log_ ? &*log_ : told_log_ ? &*told_log_ : nullptr;
    // While the model is parked a step of the past would say what is no longer so.
    if (log && nets_) return headroom::memory_snapshot(*log, named, device);
    return headroom::memory_snapshot(device_.memory->present(), named, device);
}

bool DcganTrainer::reached_limit() const {
    if (config_.steps > 0 && step_ >= config_.steps) return true;
    if (config_.images > 0 && images_ >= config_.images) return true;
    return config_.epochs > 0 && position_ >= config_.epochs * data_->count();
}

}  // namespace headroom
