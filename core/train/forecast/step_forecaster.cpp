// From probes to forecasts.
#include "core/train/forecast/step_forecaster.h"

#include "core/base/clock.h"
#include "core/memory/cpu_allocator.h"
#include "core/memory/ledger.h"
#include "core/train/forecast/probe.h"
#include "core/train/forecast/probe_store.h"
#include "core/train/gan_networks.h"
#include "core/train/pictures.h"
#include "core/train/step_rules.h"

#include <torch/version.h>

#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace headroom {
namespace {

constexpr double kUncertainShare = 0.02;              ///< of the step's own bytes
constexpr Bytes kUncertainContext{16ll << 20};        ///< libraries grow a little while a run goes on
constexpr Bytes kKernels{4ll << 20};                  ///< compiled for the shapes of a run that has not begun
constexpr double kRunIsUnderWaySeconds = 60;          ///< what the latest steps told of the process holds this long
constexpr std::int64_t kContextEvery = 16;            ///< steps
constexpr std::int64_t kManyPictures = 16;            ///< from here on ATen gives more convolutions of second derivatives to oneDNN

bool has_penalty(const TrainConfig& c) { return (c.loss == GanLoss::WganGp && c.gp_weight > 0) || c.r1_gamma > 0; }

/// Whether the micro-batch is large enough for another choice of convolution (`ConvParams::use_mkldnn` in ATen's
/// Convolution.cpp); those of first derivatives have filters that never ask.
bool many(const TrainConfig& c) { return has_penalty(c) && c.batch_micro >= kManyPictures; }

/// Pictures of the two probes. One picture alone has no order of its dimensions in memory, so some copies are left out for it.
std::pair<std::int64_t, std::int64_t> probe_pictures(const TrainConfig& c, const DcganSpec& spec) {
    if (many(c)) return {kManyPictures, kManyPictures + StepTape::kPaddedChannels / 2};
    return {2, spec.size <= 64 ? 8 : spec.size <= 128 ? 4 : 3};
}

/// Settings beyond the kind that decide a step's time.
std::string exact_settings(const std::string& kind, const TrainConfig& config) {
    return kind + "|" + std::to_string(config.batch_micro) + "x" + std::to_string(config.batch_accumulate);
}

/// a + (b - a) * times, role by role and phase by phase: what every further micro-batch adds.
TapePeak extended(const TapePeak& a, const TapePeak& b, std::int64_t times) {
    const auto along = [times](Bytes x, Bytes y) { return x + Bytes{(y - x).count * times}; };
    TapePeak out = b;
    out.tensors = along(a.tensors, b.tensors);
    out.held = along(a.held, b.held);
    out.held_first = along(a.held_first, b.held_first);
    for (std::size_t i = 0; i < kRoleCount; ++i) out.roles.bytes[i] = along(a.roles.bytes[i], b.roles.bytes[i]);
    for (std::size_t i = 0; i < std::min(a.by_phase.size(), b.by_phase.size()); ++i) out.by_phase[i].tensors = along(a.by_phase[i].tensors, b.by_phase[i].tensors);
    return out;
}

/// Seconds of a whole step by its probes.
double modelled_seconds(const TrainConfig& config, const KindProbe& probe) {
    return along(probe.few_seconds, probe.few, probe.more_seconds, probe.more, config.batch_micro).of_step(config);
}

}  // namespace

std::string kind_of(const TrainConfig& c, const DcganSpec& spec, const std::string& device, std::int64_t micro_batches) {
    const StepRules rules = rules_of(c);
    std::ostringstream out;
    out << "dcgan|torch " << TORCH_VERSION << "|" << device << "|" << spec.size << "," << spec.latent << "," << spec.channels << "|g";
    for (const std::int64_t w : spec.widths_g) out << "," << w;
    out << "|d";
    for (const std::int64_t w : spec.widths_d) out << "," << w;
    out << "|" << name_of(spec.norm_g) << "," << name_of(spec.norm_d) << "," << spec.spectral_norm << "," << name_of(spec.conv) << "," << spec.fade_from << "|"
        << name_of(c.loss) << "," << (c.loss == GanLoss::WganGp && c.gp_weight > 0) << "," << (c.r1_gamma > 0) << "," << (rules.noise > 0) << ","
        << (rules.smoothing > 0) << "," << (rules.clip > 0) << "|" << c.diffaug_colour << c.diffaug_translation << c.diffaug_cutout << "|"
        << name_of(c.train) << "," << name_of(c.precision) << "," << c.channels_last << "," << name_of(c.checkpointing) << "," << rules.keep_fakes << "|"
        << micro_batches << (many(c) ? "|many" : "");
    return out.str();
}

StepForecaster::StepForecaster(std::string folder) : folder_(std::move(folder)) { cpu_allocator::install(); }

std::vector<std::int64_t> StepForecaster::needed_for(const TrainConfig& config) {
    if (config.batch_accumulate <= 1) return {1};
    if (!rules_of(config).keep_fakes || config.batch_accumulate == 2) return {2};
    return {2, 3};
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

Result<TrainDevice> StepForecaster::open(const std::string& name) {
    if (auto device = device_for(name)) return *device;
    auto opened = open_device(name);
    if (!opened) return opened.error();
    const std::lock_guard lock(mutex_);
    devices_.emplace(name, *opened);
    return opened;
}

Result<DeviceRoom> StepForecaster::room(const TrainConfig& config, const NetworkLayout& layout) {
    auto device = open(config.device);
    if (!device) return device.error();
    DeviceMemory& memory = *device->memory;
    const Bytes budget = config.budget.count > 0 ? config.budget : automatic_budget(memory.figures());
    const Bytes preview = config.model == ModelKind::Dcgan ? preview_bytes(spec_of(layout, config)) : Bytes{};
    return DeviceRoom{budget, reserve_of(budget, preview), memory.is_cpu(), memory.name()};
}

std::shared_ptr<const MemoryReport> StepForecaster::report(const TrainConfig& config, const NetworkLayout& layout) {
    auto device = open(config.device);
    auto available = room(config, layout);
    if (!device || !available) return nullptr;
    LedgerInput in;
    in.counts = device->memory->counts();
    in.device = device->memory->figures();
    in.budget = available->budget;
    in.reserve = available->reserve;
    in.device_name = available->device_name;
    in.is_cpu = available->on_cpu;
    return std::make_shared<const MemoryReport>(make_report(in));
}

Bytes StepForecaster::context_of(const TrainConfig& config, const DcganSpec& spec, const std::string& kind, DeviceMemory& memory, const TapePeak& peak, bool& measured) {
    const Bytes now = std::max(memory.figures().process - memory.counts().live.total(), Bytes{0});
    // Until a step has shown that G's phase fits, D's weights and moments are kept as they were before it. The allocator keeps
    // less in that step than later.
    const Bytes copy = memory.is_cpu() && config.train != Train::OnlyG ? Bytes{12 * count_parameters(spec).d} : Bytes{};
    const Bytes first_step = std::max(peak.held_first + copy - peak.held, Bytes{});
    const std::lock_guard lock(mutex_);
    const bool in_a_run = last_context_.count > 0 && seconds_since(last_learned_) < kRunIsUnderWaySeconds;
    if (const auto it = measured_.find(exact_settings(kind, config)); in_a_run && it != measured_.end() && it->second.context.count > 0) {
        measured = true;
        return it->second.context;
    }
    if (in_a_run) return std::max(now, last_context_) + first_step;
    return now + first_step + kKernels;
}

std::optional<Forecast> StepForecaster::known(const TrainConfig& config, const NetworkLayout& layout) {
    const auto device = device_for(config.device);
    if (!device || config.model != ModelKind::Dcgan) return std::nullopt;
    const DcganSpec spec = spec_of(layout, config);
    const RoleBytes fixed = static_memory_of(spec, config.ema_half_life > 0);
    const Bytes resident = fixed.total() - fixed[Role::Gradients];  // gradients are on the tape

    const auto tapes = tapes_for(config, spec, device->memory->id());
    if (tapes.empty()) return std::nullopt;
    const auto peak_within = [&](Bytes limit) {
        std::vector<TapePeak> peaks;
        for (const auto& [kind, probe] : tapes) peaks.push_back(probe->tape.play(config.batch_micro, resident, limit));
        return peaks.size() == 1 ? peaks[0] : extended(peaks[0], peaks[1], config.batch_accumulate - 2);
    };
    TapePeak peak = peak_within({});
    Forecast out;
    bool measured = false;
    out.context = context_of(config, spec, tapes.back().first, *device->memory, peak, measured);
    // Under a limit less is kept for reuse.
    if (config.budget.count > 0) {
        const Bytes reserve = reserve_of(config.budget, preview_bytes(spec));
        const Bytes limit = std::max(config.budget - out.context - reserve, Bytes{1});
        peak = peak_within(limit);
        peak.held = std::min(peak.held, std::max(peak.tensors, limit));
    }

    out.complete = true;
    out.by_role = peak.roles;
    for (const Role role : {Role::Weights, Role::Buffers, Role::Ema, Role::Optimiser}) out.by_role[role] += fixed[role];
    out.by_role[Role::Cache] = std::max(peak.held - peak.tensors, Bytes{0});
    out.by_phase = peak.by_phase;
    out.static_after = fixed.total();
    out.peak = out.context + out.by_role.total();
    const Bytes own = peak.tensors - resident;
    const Bytes range = Bytes{std::llround(kUncertainShare * static_cast<double>(own.count))} + (measured ? Bytes{} : kUncertainContext);
    out.low = out.peak - range;
    out.high = out.peak + range;
    const KindProbe& probe = *tapes.back().second;
    out.source = "2 probe steps of " + std::to_string(probe.few) + " and " + std::to_string(probe.more) + " pictures" + (measured ? ", corrected by steps of this run" : "");
    add_time(config, tapes.back().first, probe, out);
    return out;
}

std::vector<StepForecaster::Tape> StepForecaster::tapes_for(const TrainConfig& config, const DcganSpec& spec, const std::string& device) {
    std::vector<Tape> out;
    for (const std::int64_t micro_batches : needed_for(config)) {
        std::string kind = kind_of(config, spec, device, micro_batches);
        auto probe = find(kind);
        if (!probe) return {};
        out.emplace_back(std::move(kind), std::move(probe));
    }
    return out;
}

void StepForecaster::add_time(const TrainConfig& config, const std::string& kind, const KindProbe& probe, Forecast& out) {
    const std::lock_guard lock(mutex_);
    if (const auto it = measured_.find(exact_settings(kind, config)); it != measured_.end()) {
        out.seconds_per_step = it->second.seconds;
        out.seconds_measured = true;
        return;
    }
    // How much slower or quicker than its probes a step of this kind, or failing that of any kind, has been.
    auto pace = pace_.find(kind);
    if (pace == pace_.end()) pace = pace_.find("");
    if (!probe.calm) out.source += "; the machine was busy meanwhile, so the time is rough";
    out.seconds_per_step = modelled_seconds(config, probe) * (pace == pace_.end() ? 1.0 : pace->second);
}

Result<void> StepForecaster::probe(const TrainConfig& config, const NetworkLayout& layout, std::stop_token stop) {
    if (config.model != ModelKind::Dcgan)
        return make_error(ErrorCode::InvalidArgument, "text to image has no forecast beforehand yet: its first iteration tells what it takes");
    auto device = open(config.device);
    if (!device) return device.error();
    const DcganSpec spec = spec_of(layout, config);
    const std::lock_guard one_at_a_time(probing_);
    for (const std::int64_t micro_batches : needed_for(config)) {
        const std::string kind = kind_of(config, spec, device->memory->id(), micro_batches);
        if (const auto known = find(kind); known && known->calm) continue;
        const auto [few, more] = probe_pictures(config, spec);
        ProbeStep steps[2];
        for (int i = 0; i < 2; ++i) {
            if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the forecast was stopped");
            auto step = probe_step(spec, config, *device, i == 0 ? few : more, micro_batches);
            if (!step) return step.error();
            steps[i] = std::move(*step);
        }
        auto tape = StepTape::from_probes(steps[0].log, few, steps[1].log, more);
        if (!tape) return make_error(ErrorCode::Internal, "two probe steps of the same settings took different courses", "Save the log and report it.", kind);
        const KindProbe probe{micro_batches, few, more, steps[0].seconds, steps[1].seconds, std::move(*tape), steps[0].calm && steps[1].calm};
        save_probe(folder_, kind, probe);
        const std::lock_guard lock(mutex_);
        probes_[kind] = std::make_shared<const KindProbe>(probe);
    }
    malloc_trim(0);  // what the probes freed is not theirs any more
    return {};
}

void StepForecaster::learn(const TrainConfig& config, const NetworkLayout& layout, double step_seconds, Bytes peak) {
    const auto device = device_for(config.device);
    if (!device || config.model != ModelKind::Dcgan || !(step_seconds > 0)) return;
    const DcganSpec spec = spec_of(layout, config);
    const auto tapes = tapes_for(config, spec, device->memory->id());
    const std::string kind = kind_of(config, spec, device->memory->id(), needed_for(config).back());
    const std::string exact = exact_settings(kind, config);
    std::int64_t steps = 0;
    {
        const std::lock_guard lock(mutex_);
        Measured& m = measured_[exact];
        // A mean that forgets: one disturbed step counts little.
        m.seconds += (m.steps == 0 ? 1.0 : 0.1) * (step_seconds - m.seconds);
        steps = ++m.steps;
        if (tapes.empty()) return;
        if (const double modelled = modelled_seconds(config, *tapes.back().second); modelled > 0) pace_[kind] = pace_[""] = m.seconds / modelled;
    }
    // Playing a tape takes a millisecond: not at every step.
    if (steps % kContextEvery != 1) return;
    const auto forecast = known(config, layout);
    const std::lock_guard lock(mutex_);
    last_learned_ = Clock::now();
    last_context_ = measured_[exact].context = std::max(peak - forecast->by_role.total(), Bytes{1});
}

}  // namespace headroom
