// The probe's clock stops between gradients and optimisers.
#include "core/train/gan/gan_probe.h"

#include "core/train/forecast/lone_process.h"
#include "core/train/ranks/step_peers.h"

namespace headroom {
namespace {

bool adds_up(const TrainConfig& c, bool on_cpu) { return c.processes > 1 && on_cpu; }

/// A step whose phases run once each, and its parts' seconds; the penalty, if it has one, is in `d`.
StepSeconds run_phases(const GanProbe& probe, DeviceMemory& memory, bool with_penalty) {
    const auto micro_batches = static_cast<double>(probe.micro_batches);
    StepSeconds out;
    StepFigures figures;
    Lap lap(memory);
    probe.phases.before_optimiser = [&](bool is_d) { (is_d ? out.d : out.g) = lap.seconds() / micro_batches; };
    if (probe.d) {
        probe.d(with_penalty, figures);
        out.optimiser_d = lap.seconds();
    }
    if (probe.g) {
        probe.g(figures);
        out.optimiser_g = lap.seconds();
    }
    probe.phases.before_optimiser = nullptr;
    return out;
}

}  // namespace

std::unique_ptr<StepPeers> lone_peers(const TrainConfig& config, bool on_cpu) {
    if (!adds_up(config, on_cpu)) return nullptr;
    auto peers = std::make_unique<StepPeers>(lone_process());
    peers->begin_try(config.ordered_sums);
    return peers;
}

std::string added_up(const TrainConfig& config, bool on_cpu) {
    if (!adds_up(config, on_cpu)) return {};
    return std::string("|adds up") + (config.ordered_sums ? " in order" : "") +
           (config.sync_norms ? ", norms together" : "");
}

ProbeStep probe_step(const GanProbe& probe, DeviceMemory& memory) {
    const CalmWatch watch(memory);
    ProbeScope probing(memory);
    StepSeconds seconds = run_phases(probe, memory, probe.has_penalty);
    ProbeStep out{probing.end(), {}, watch.calm()};
    if (probe.has_penalty || watch.seconds() <= kRepeatBelowSeconds) {
        const ProbeScope again(memory);
        seconds = seconds.least(run_phases(probe, memory, probe.has_penalty));
        if (probe.has_penalty) {
            const double with = seconds.d;
            seconds = seconds.least(run_phases(probe, memory, false));
            seconds.penalty = with - seconds.d;
        }
        out.calm = watch.calm();
    }
    out.seconds = seconds.parts();
    return out;
}

}  // namespace headroom
