// From probes to forecasts.
#include "core/train/forecast/step_forecaster.h"

#include "core/base/clock.h"
#include "core/families/words.h"
#include "core/memory/ledger.h"
#include "core/models/nn/winograd/strided.h"
#include "core/train/family.h"
#include "core/train/forecast/probe_store.h"
#include "core/train/run/device_pictures.h"

#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace headroom {
namespace {

constexpr double kUncertainShare = 0.02;        ///< of the step's own bytes
constexpr Bytes kUncertainContext{16ll << 20};  ///< libraries grow a little while a run goes on
constexpr Bytes kMostWarmth{96ll << 20};        ///< growth beyond this was something else's
constexpr Bytes kKernels{4ll << 20};            ///< compiled for the shapes of a run that has not begun
constexpr double kRunIsUnderWaySeconds = 60;    ///< what the latest steps measured of the process holds this long
constexpr std::int64_t kContextEvery = 16;      ///< steps
constexpr std::int64_t kSettling = 4;           ///< steps
constexpr std::int64_t kFilled = 3;             ///< steps
constexpr int kProbeAttempts = 3;
constexpr double kFewUnmatched = 0.01;  ///< of the peak in blocks of only one probe: no other pair is tried

/// What decides what a step's process holds.
std::string exact_settings(const StepPlan& plan) {
    return plan.kinds.back() + "|" + plan.exact + (plan.recorded ? "|recorded" : "") +
           (plan.data_set.count > 0 ? "|data there" : "");
}

/// What decides a step's time.
std::string timed_settings(const StepPlan& plan) { return exact_settings(plan) + "|" + plan.rhythm; }

/// a + (b - a) * times, role by role and phase by phase: what every further micro-batch adds.
TapePeak extended(const TapePeak& a, const TapePeak& b, std::int64_t times) {
    const auto along = [times](Bytes x, Bytes y) { return x + Bytes{(y - x).count * times}; };
    TapePeak out = b;
    out.tensors = along(a.tensors, b.tensors);
    out.held = along(a.held, b.held);
    out.held_first = along(a.held_first, b.held_first);
    for (std::size_t i = 0; i < kRoleCount; ++i) out.roles.bytes[i] = along(a.roles.bytes[i], b.roles.bytes[i]);
    for (std::size_t i = 0; i < std::min(a.by_phase.size(), b.by_phase.size()); ++i)
        out.by_phase[i].tensors = along(a.by_phase[i].tensors, b.by_phase[i].tensors);
    return out;
}

/// Ends the kinds of probes that are of the very units asked for.
std::string of_units(const std::string& kind, std::int64_t units) {
    return kind + "|as asked " + std::to_string(units);
}
constexpr std::string_view kAsAsked = "|as asked ";

/// What the process holds beyond tensors and the allocator's cache.
Bytes beyond_tensors(DeviceMemory& memory) {
    return std::max(memory.figures().process - memory.counts().live.total(), Bytes{0});
}

/// The same right after probes, whose memory the driver's older figures would still count.
Bytes beyond_tensors_now(DeviceMemory& memory) {
    (void)memory.fresh_figures();
    return beyond_tensors(memory);
}

}  // namespace

StepForecaster::StepForecaster(std::string folder, ProbeElsewhere elsewhere, GpuRegistry* gpus)
    : folder_(std::move(folder)), elsewhere_(std::move(elsewhere)), given_gpus_(gpus) {
    nn::set_up_own_kernels();
    for (const TrainFamily* family : train_families()) models_.emplace(family->kind(), family->make_step_model());
}

std::shared_ptr<const KindProbe> StepForecaster::find(const std::string& kind) {
    {
        const std::lock_guard lock(mutex_);
        if (const auto it = probes_.find(kind); it != probes_.end()) return it->second;
    }
    auto stored = load_probe(folder_, kind);
    if (!stored) return nullptr;
    const std::lock_guard lock(mutex_);
    return probes_.emplace(kind, std::move(stored)).first->second;
}

std::optional<TrainDevice> StepForecaster::device_for(const std::string& name) {
    const std::lock_guard lock(mutex_);
    const auto it = devices_.find(name);
    return it == devices_.end() ? std::nullopt : std::optional(it->second);
}

bool StepForecaster::has_context(const TrainDevice& device) {
    return device.device.has_index() && gpus().has_context(device.device.index());
}

Result<TrainDevice> StepForecaster::open(const std::string& name) {
    // A GPU that was only looked at may have been started by a run since.
    if (auto device = device_for(name); device && (device->memory->computes() || !has_context(*device))) return *device;
    auto opened = elsewhere_ ? look_at_device(name, gpus()) : open_device(name, gpus());
    if (!opened) return opened.error();
    const std::lock_guard lock(mutex_);
    devices_.insert_or_assign(name, *opened);
    return opened;
}

Result<DeviceRoom> StepForecaster::room(const TrainConfig& config, const NetworkLayout& layout) {
    auto device = open(config.device);
    if (!device) return device.error();
    DeviceMemory& memory = *device->memory;
    const Bytes budget = config.budget.count > 0 ? config.budget : automatic_budget(memory.figures());
    const auto plan = model_of(config).plan(config, layout, memory.id());
    // known() may be asked by the window and goes to no drive: whether the data set has changed is seen here.
    if (plan && plan->whole) (void)models_.at(family_of(config).facts().kind)->look(config, layout, *device);
    return DeviceRoom{budget, reserve_of(budget, plan ? plan->preview : Bytes{}), memory.is_cpu(), memory.name()};
}

std::shared_ptr<const MemoryReport> StepForecaster::report(const TrainConfig& config, const DeviceRoom& room) {
    auto device = open(config.device);
    if (!device) return nullptr;
    LedgerInput in;
    in.counts = device->memory->counts();
    in.device = device->memory->figures();
    in.budget = room.budget;
    in.reserve = room.reserve;
    in.device_name = room.device_name;
    in.is_cpu = room.on_cpu;
    return std::make_shared<const MemoryReport>(make_report(in));
}

Bytes StepForecaster::context_of(const StepPlan& plan, DeviceMemory& memory, const TapePeak& peak,
                                 const KindProbe& probe, bool& measured) {
    const Bytes now = memory.computes() ? beyond_tensors(memory) : probe.context;
    // The allocator keeps less in the first step than later.
    const Bytes first_step = std::max(peak.held_first + plan.first_step - peak.held, Bytes{});
    const std::lock_guard lock(mutex_);
    const bool in_a_run = last_context_.count > 0 && seconds_since(last_learned_) < kRunIsUnderWaySeconds;
    if (const auto it = measured_.find(exact_settings(plan)); in_a_run && it != measured_.end() && it->second.context) {
        measured = true;
        return *it->second.context;
    }
    if (in_a_run) return std::max(now, last_context_) + first_step;
    // A process whose probes were made by another one has not read the code of a step yet.
    const Bytes cold = stepped_ ? Bytes{} : std::max(probe.warmed - warmed_, Bytes{});
    // A GPU's probes have loaded the very kernels of the run.
    return now + cold + first_step + (memory.is_cpu() ? kKernels : Bytes{});
}

std::optional<Forecast> StepForecaster::known(const TrainConfig& config, const NetworkLayout& layout) {
    const auto device = device_for(config.device);
    if (!device) return std::nullopt;
    const auto plan = plan_for(config, layout, *device->memory);
    if (!plan || !plan->whole) return std::nullopt;
    const auto tapes = tapes_for(*plan);
    if (tapes.empty()) return std::nullopt;
    return forecast_from(tapes, config, *plan, *device->memory);
}

std::optional<Forecast> StepForecaster::estimate(const TrainConfig& config, const NetworkLayout& layout) {
    if (auto forecast = known(config, layout)) return forecast;
    const auto device = device_for(config.device);
    if (!device) return std::nullopt;
    const auto plan = plan_for(config, layout, *device->memory);
    if (!plan || !plan->whole || !plan->probes_as_asked) return std::nullopt;
    const auto tapes = nearest_tapes(*plan);
    if (tapes.empty()) return std::nullopt;
    return forecast_from(tapes, config, *plan, *device->memory);
}

std::optional<StepPlan> StepForecaster::plan_for(const TrainConfig& config, const NetworkLayout& layout,
                                                 const DeviceMemory& memory) {
    auto plan = model_of(config).plan(config, layout, memory.id());
    if (!plan || !plan->probes_as_asked) return plan;
    plan->more = std::max<std::int64_t>(plan->units, 2);
    plan->few = plan->more / 2;
    for (std::string& kind : plan->kinds) kind = of_units(kind, plan->units);
    return plan;
}

std::vector<StepForecaster::Tape> StepForecaster::nearest_tapes(const StepPlan& plan) {
    std::vector<Tape> out;
    const std::lock_guard lock(mutex_);
    for (const std::string& kind : plan.kinds) {
        const std::string base = kind.substr(0, kind.rfind(kAsAsked)) + std::string(kAsAsked);
        auto best = probes_.end();
        const auto far = [&](auto it) { return std::abs(it->second->more - plan.units); };
        for (auto it = probes_.lower_bound(base); it != probes_.end() && it->first.starts_with(base); ++it) {
            if (best == probes_.end() || far(it) < far(best)) best = it;
        }
        if (best == probes_.end()) return {};
        out.emplace_back(*best);
    }
    return out;
}

std::optional<Forecast> StepForecaster::forecast_from(const std::vector<Tape>& tapes, const TrainConfig& config,
                                                      const StepPlan& of, DeviceMemory& memory, bool corrected) {
    const StepPlan* plan = &of;
    const KindProbe& probe = *tapes.back().second;
    RoleBytes fixed = plan->fixed;
    // Gradients, and what a step leaves to be shown, are on the tape.
    const auto resident = [&] {
        std::optional<std::vector<Bytes>> blocks = plan->fixed_blocks;
        for (const Bytes pictures : {fixed[Role::Dataset], fixed[Role::Inputs]})
            if (blocks && pictures.count > DevicePool::kSmallest) blocks->push_back(pictures);
        return Resident(fixed.total() - fixed[Role::Gradients] - fixed[Role::Preview], std::move(blocks));
    };
    const auto rules = memory.pool_rules();
    const auto peak_within = [&](Bytes limit) {
        std::vector<TapePeak> peaks;
        for (const auto& [kind, tape] : tapes)
            peaks.push_back(tape->tape.play(plan->units, resident(), limit, rules, plan->recorded));
        return peaks.size() == 1 ? peaks[0] : extended(peaks[0], peaks[1], plan->further);
    };
    TapePeak peak = peak_within({});
    Forecast out;
    bool measured = false;
    Bytes kept_less;
    if (corrected) {
        const Bytes beyond = context_of(*plan, memory, peak, probe, measured);
        out.context = std::max(beyond, Bytes{});
        kept_less = out.context - beyond;
    }
    const DeviceFigures device = memory.figures();
    const Bytes budget = config.budget.count > 0 ? config.budget : automatic_budget(device);
    const Bytes limit = std::max(budget - out.context - reserve_of(budget, plan->preview), Bytes{1});
    const bool data_there = plan->data_set.count > 0 && lies_there(config.data_on_device, plan->data_set, peak.tensors,
                                                                   limit, device.process - out.context, device);
    fixed[Role::Dataset] = data_there ? plan->data_set : Bytes{};
    fixed[Role::Inputs] += data_there ? Bytes{} : plan->arriving;
    out.data_left = plan->data_set - fixed[Role::Dataset];
    if (fixed.total() != plan->fixed.total()) peak = peak_within({});
    // Under a limit less is kept for reuse.
    if (config.budget.count > 0) {
        peak = peak_within(limit);
        if (!rules) peak.held = std::min(peak.held, std::max(peak.tensors, limit));
    }

    out.complete = true;
    out.by_role = peak.roles;
    for (std::size_t role = 0; role < kRoleCount; ++role) {
        if (static_cast<Role>(role) != Role::Gradients && static_cast<Role>(role) != Role::Preview)
            out.by_role.bytes[role] += fixed.bytes[role];
    }
    // What plain steps before the recording have left in use, a few small blocks, keeps a page from going back; if a picture is left,
    // the tape has played it.
    const Bytes left{plan->recorded && rules && peak.outlived.count == 0 ? DevicePool::kSmallSegment : 0};
    out.by_role[Role::Cache] = std::max(peak.held + left - peak.tensors - kept_less, Bytes{0});
    out.by_phase = peak.by_phase;
    out.static_after = fixed.total();
    // Of a recording the picture that it leaves is counted as shown.
    if (plan->recorded) out.between_steps = peak.tensors - resident().bytes - peak.outlived - peak.outlived;
    out.peak = out.context + out.by_role.total();
    const Bytes own = peak.tensors - resident().bytes;
    // Played for the units of its larger probe, a tape is that probe.
    const bool as_asked = plan->probes_as_asked && probe.more == std::max<std::int64_t>(plan->units, 2);
    const double uncertain = kUncertainShare + (as_asked ? 0.0 : probe.tape.unmatched());
    const Bytes range =
        Bytes{std::llround(uncertain * static_cast<double>(own.count))} + (measured ? Bytes{} : kUncertainContext);
    out.low = out.peak - range;
    out.high = out.peak + range;
    out.source = "2 probe " + step_word(config.model, 2) + " of " + std::to_string(probe.few) + " and " +
                 std::to_string(probe.more) + " " + plan->units_name +
                 (measured ? ", corrected by " + step_word(config.model, 2) + " of this run" : "");
    if (!memory.is_cpu() && !measured) {
        if (!as_asked)
            out.source += "; what cuDNN and cuBLAS take for " + std::to_string(plan->units) + " " + plan->units_name +
                          " is known after the first " + step_word(config.model);
        out.source += "; what the driver takes for kernels is known after the first " + step_word(config.model);
    }
    add_time(config, *plan, probe, out);
    return out;
}

std::vector<StepForecaster::Tape> StepForecaster::tapes_for(const StepPlan& plan) {
    std::vector<Tape> out;
    for (const std::string& kind : plan.kinds) {
        auto probe = find(kind);
        if (!probe) return {};
        out.emplace_back(kind, std::move(probe));
    }
    return out;
}

void StepForecaster::add_time(const TrainConfig& config, const StepPlan& plan, const KindProbe& probe, Forecast& out) {
    const std::lock_guard lock(mutex_);
    if (const auto it = seconds_.find(timed_settings(plan)); it != seconds_.end()) {
        out.seconds_per_step = it->second;
        out.seconds_measured = true;
        return;
    }
    // How much slower or quicker than its probes a step of this kind, or failing that of any kind, has been.
    auto pace = pace_.find(plan.kinds.back());
    if (pace == pace_.end()) pace = pace_.find("");
    if (!probe.calm) out.source += "; the machine was busy meanwhile, so the time is rough";
    out.seconds_per_step = model_of(config).seconds(config, plan, probe) * (pace == pace_.end() ? 1.0 : pace->second);
    // Steps that were made show in their pace whether the part that waits has joined.
    if (!plan.waits || pace != pace_.end()) return;
    StepPlan joined = plan;
    joined.waits = false;
    char text[96];
    std::snprintf(text, sizeof text, "; %.3g s per step once the discriminator takes part",
                  model_of(config).seconds(config, joined, probe));
    out.source += text;
}

namespace {

/// Two steps of kind number `kind`. Libraries choose other algorithms for very small pictures: where the two take different courses,
/// larger ones are tried.
Result<KindProbe> probe_pair(const StepModel& model, const TrainConfig& config, const NetworkLayout& layout,
                             const TrainDevice& device, const StepPlan& plan, std::size_t kind,
                             const std::stop_token& stop) {
    std::int64_t few = plan.few, more = plan.more;
    std::optional<ProbeStep> first;
    std::optional<KindProbe> best;
    for (int attempt = 0; attempt < kProbeAttempts; ++attempt) {
        ProbeStep steps[2];
        for (int k = 0; k < 2; ++k) {
            if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the forecast was stopped");
            auto step = k == 0 && first ? Result<ProbeStep>(std::move(*first))
                                        : model.probe(config, layout, device, k == 0 ? few : more, kind);
            if (!step && step.error().code == ErrorCode::OutOfMemory && plan.probes_as_asked && few > 1) {
                // Smaller ones say less of what libraries take, which the forecast tells.
                const std::int64_t less = few;
                few = std::max<std::int64_t>(less / 2, 1);
                more = std::max<std::int64_t>(less, 2);
                first.reset();
                k = -1;
                continue;
            }
            if (!step) return step.error();
            steps[k] = std::move(*step);
        }
        auto tape = plan.few_is_asked ? std::optional(StepTape::from_probe(steps[0].log))
                                      : StepTape::from_probes(steps[0].log, few, steps[1].log, more);
        if (tape && (!best || tape->unmatched() < best->tape.unmatched()))
            best = KindProbe{
                few, more, steps[0].seconds, steps[1].seconds, std::move(*tape), steps[0].calm && steps[1].calm};
        if (best && (best->tape.unmatched() <= kFewUnmatched || plan.probes_as_asked || plan.few_is_asked)) break;
        if (plan.probes_as_asked) {
            // Too different for one tape: what is asked for is known all the same.
            return KindProbe{few,
                             more,
                             steps[0].seconds,
                             steps[1].seconds,
                             StepTape::from_probe(steps[1].log),
                             steps[0].calm && steps[1].calm};
        }
        first = std::move(steps[1]);
        const std::int64_t next = more * more / few;  // in the same proportion
        few = std::exchange(more, next);
    }
    if (best) return std::move(*best);
    return make_error(ErrorCode::Internal, "probes of the same settings took different courses",
                      "Save the log and report it.", plan.kinds[kind]);
}

}  // namespace

Result<void> StepForecaster::probe_stage(const TrainConfig& run, const TrainConfig& config, const NetworkLayout& layout,
                                         std::stop_token stop) {
    auto device = open(config.device);
    if (!device) return device.error();
    device->memory = device->memory->for_another();  // the probes of other threads have theirs
    StepModel& model = *models_.at(family_of(config).facts().kind);
    if (auto looked = model.look(config, layout, *device); !looked) return looked;
    const auto plan = plan_for(config, layout, *device->memory);
    if (!plan)
        return make_error(ErrorCode::Internal, "the networks that were just looked at are not known",
                          "Save the log and report it.");
    const std::lock_guard one_at_a_time(probing_);
    if (!device->memory->computes()) {
        if (!tapes_for(*plan).empty()) return {};
        const auto made = elsewhere_(run, device->memory->id(), stop);
        // It probes each stage of the run, and may have failed at a later one.
        if (!tapes_for(*plan).empty()) return {};
        if (!made) return made;
        return make_error(ErrorCode::Environment, "the process that made the probes left none",
                          "Check that the folder of caches can be written: " + folder_);
    }
    for (std::size_t i = 0; i < plan->kinds.size(); ++i) {
        const std::string& kind = plan->kinds[i];
        if (const auto known = find(kind); known && known->calm) continue;
        const Bytes before = beyond_tensors_now(*device->memory);
        auto probed = probe_pair(model, config, layout, *device, *plan, i, stop);
        if (!probed) return probed.error();
        KindProbe& probe = *probed;
        malloc_trim(0);  // what the probes freed is not theirs any more
        probe.context = beyond_tensors_now(*device->memory);
        probe.warmed = note_warmth(std::max(probe.context - before, Bytes{}));
        if (probe.calm) save_probe(folder_, kind, probe);  // the next program measures a rough one again
        const std::lock_guard lock(mutex_);
        probes_[kind] = std::make_shared<const KindProbe>(probe);
    }
    return {};
}

Bytes StepForecaster::note_warmth(Bytes grown) {
    const std::lock_guard lock(mutex_);
    warmed_ += std::min(grown, kMostWarmth);
    return warmed_ = std::min(warmed_, kMostWarmth);
}

void StepForecaster::learn(const TrainConfig& config, const NetworkLayout& layout, double step_seconds, Bytes peak) {
    const auto device = device_for(config.device);
    if (!device || !(step_seconds > 0)) return;
    const auto plan = plan_for(config, layout, *device->memory);
    if (!plan) return;
    const auto tapes = tapes_for(*plan);
    const std::string exact = exact_settings(*plan);
    std::int64_t steps = 0;
    {
        const std::lock_guard lock(mutex_);
        // A mean that forgets: one disturbed step counts little.
        double& seconds = seconds_.try_emplace(timed_settings(*plan), step_seconds).first->second;
        seconds += 0.1 * (step_seconds - seconds);
        steps = ++measured_[exact].steps;
        if (tapes.empty()) return;
        if (const double modelled = model_of(config).seconds(config, *plan, *tapes.back().second); modelled > 0) {
            pace_[plan->kinds.back()] = seconds / modelled;
            // Seconds of a busy moment are wrong by as much as they like: that says nothing about other kinds.
            if (tapes.back().second->calm) pace_[""] = seconds / modelled;
        }
    }
    // Playing a tape takes a millisecond: not at every step. On a GPU the first ones load kernels and choose algorithms.
    const bool settling = !device->memory->is_cpu() && steps <= kSettling;
    if (steps % kContextEvery != 1 && !settling) return;
    if (!plan->whole) return;
    const auto forecast = forecast_from(tapes, config, *plan, *device->memory, /*corrected=*/false);
    if (!forecast) return;
    const Bytes beyond = peak - forecast->by_role.total();
    const std::lock_guard lock(mutex_);
    stepped_ = true;
    last_learned_ = Clock::now();
    last_context_ = std::max(beyond, Bytes{1});
    // What the allocator keeps may still grow: a step is recorded when it comes for the third time.
    measured_[exact].context = steps < kFilled ? last_context_ : beyond;
}

}  // namespace headroom
