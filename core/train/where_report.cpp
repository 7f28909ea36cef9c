// Rates and shares.
#include "core/train/where_report.h"

#include "core/base/enum_names.h"
#include "core/memory/where/operation_watch.h"
#include "core/memory/where/roof.h"

#include <nlohmann/json.hpp>

namespace headroom {
namespace {

using nlohmann::json;

/// What some operations took, computed and moved, and the least that it would take.
struct Sum {
    double seconds = 0, flops = 0, bytes = 0, least = 0;

    void add(const Sum& other) {
        flops += other.flops;
        bytes += other.bytes;
        least += other.least;
    }
};

/// Of all that a phase has done.
Sum sum_of(const WatchedPhase& phase, const Roof& roof) {
    Sum sum{phase.seconds};
    for (const WatchedOperation& o : phase.operations)
        sum.add({o.seconds, o.work.flops, o.work.bytes, roof.seconds(o.work)});
    return sum;
}

PhaseSpeed speed_of(Phase phase, const Sum& of) {
    if (of.seconds <= 0) return {phase};
    return {phase, of.seconds * 1e3, of.flops / of.seconds * 1e-9, of.bytes / of.seconds * 1e-9, of.least / of.seconds};
}

json figures(const Sum& of, double step_seconds, int steps) {
    const double n = steps;
    return {{"ms", of.seconds / n * 1e3},
            {"share", of.seconds / step_seconds},
            {"gflop", of.flops / n * 1e-9},
            {"gflops", of.seconds > 0 ? of.flops / of.seconds * 1e-9 : 0.0},
            {"gb", of.bytes / n * 1e-9},
            {"gb_s", of.seconds > 0 ? of.bytes / of.seconds * 1e-9 : 0.0},
            {"share_of_roof", of.least > 0 && of.seconds > 0 ? json(of.least / of.seconds) : json()}};
}

std::string precision_of(at::ScalarType type) {
    return type == at::kFloat ? "fp32" : type == at::kBFloat16 ? "bf16" : c10::toString(type);
}

json operation_figures(const WatchedOperation& o, const Sum& sum, double step_seconds, int steps) {
    json out = figures(sum, step_seconds, steps);
    out.update({{"operation", o.name},
                {"shape", o.work.shape},
                {"precision", o.work.flops > 0 ? json(precision_of(o.work.type)) : json()},
                {"calls", static_cast<double>(o.calls) / steps},
                {"direct_gflop", o.work.direct_flops / steps * 1e-9}});
    return out;
}

}  // namespace

json where_report(const std::vector<WatchedPhase>& phases, int steps, const Roof& roof) {
    Sum step;
    for (const WatchedPhase& phase : phases) step.seconds += phase.seconds;
    json told = json::array();
    for (const WatchedPhase& phase : phases) {
        const Sum sum = sum_of(phase, roof);
        json operations = json::array();
        for (const WatchedOperation& o : phase.operations) {
            const Sum own{o.seconds, o.work.flops, o.work.bytes, roof.seconds(o.work)};
            operations.push_back(operation_figures(o, own, step.seconds, steps));
        }
        step.add(sum);
        json out = figures(sum, step.seconds, steps);
        out.update({{"phase", name_of(phase.phase)},
                    {"between_ms", phase.between / steps * 1e3},
                    {"operations", std::move(operations)}});
        told.push_back(std::move(out));
    }
    json out = figures(step, step.seconds, steps);
    out.update({{"steps", steps},
                {"step_ms", step.seconds / steps * 1e3},
                {"roof",
                 {{"fp32_gflops", roof.fp32_flops * 1e-9},
                  {"bf16_gflops", roof.bf16_flops * 1e-9},
                  {"fp32_gb_s", roof.fp32_bytes * 1e-9},
                  {"bf16_gb_s", roof.bf16_bytes * 1e-9}}},
                {"phases", std::move(told)}});
    out.erase("ms");
    out.erase("share");
    return out;
}

StepSpeed speed_of(const std::vector<WatchedPhase>& phases, const Roof& roof) {
    StepSpeed out;
    Sum step;
    for (const WatchedPhase& phase : phases) {
        const Sum sum = sum_of(phase, roof);
        out.phases.push_back(speed_of(phase.phase, sum));
        step.seconds += sum.seconds;
        step.add(sum);
    }
    out.whole = speed_of(Phase::None, step);
    out.fp32_gflops = roof.fp32_flops * 1e-9;
    out.bf16_gflops = roof.bf16_flops * 1e-9;
    out.gb_s = roof.fp32_bytes * 1e-9;
    return out;
}

}  // namespace headroom
