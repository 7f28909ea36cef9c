// The fields of what is told about memory.
#pragma once

#include "core/api/memory_report.h"
#include "core/api/oom.h"
#include "core/engine/remote/fields/fields.h"

namespace headroom::remote {

template <> struct Fields<LedgerColumn> {
    static void each(auto& c, auto& field) {
        field("other_programs", c.other_programs);
        field("context", c.context);
        field("roles", c.roles);
        field("free", c.free);
        field("activations", c.activations);
    }
};

template <> struct Fields<OtherProgram> {
    static void each(auto& p, auto& field) {
        field("pid", p.pid);
        field("name", p.name);
        field("bytes", p.bytes);
    }
};

template <> struct Fields<NeighbourGrowth> {
    static void each(auto& n, auto& field) {
        field("grown", n.grown);
        field("seconds", n.seconds);
        field("program", n.program);
        field("pid", n.pid);
        field("left", n.left);
    }
};

template <> struct Fields<RankMemory> {
    static void each(auto& r, auto& field) {
        field("rank", r.rank);
        field("host", r.host);
        field("device", r.device);
        field("now", r.now);
        field("at_peak", r.at_peak);
        field("budget", r.budget);
        field("to_spare", r.to_spare);
    }
};

template <> struct Fields<MemoryReport> {
    static void each(auto& m, auto& field) {
        field("device_name", m.device_name);
        field("is_cpu", m.is_cpu);
        field("device_total", m.device_total);
        field("budget", m.budget);
        field("reserve", m.reserve);
        field("now", m.now);
        field("at_peak", m.at_peak);
        field("peak_tensors", m.peak_tensors);
        field("run_peak", m.run_peak);
        field("to_spare", m.to_spare);
        field("others_are_tighter", m.others_are_tighter);
        field("closure_error", m.closure_error);
        field("driver_age_seconds", m.driver_age_seconds);
        field("driver_source", m.driver_source);
        field("oom_survived", m.oom_survived);
        field("allocator_retries", m.allocator_retries);
        field("unknown_reason", m.unknown_reason);
        field("programs", m.programs);
        field("neighbours", m.neighbours);
        field("live_tensors", m.live_tensors);
        field("utilisation", m.utilisation);
        field("celsius", m.celsius);
        field("ranks", m.ranks);
    }
};

template <> struct Fields<PeakTensor> {
    static void each(auto& t, auto& field) {
        field("role", t.role);
        field("phase", t.phase);
        field("bytes", t.bytes);
        field("label", t.label);
        field("shape", t.shape);
    }
};

template <> struct Fields<StepTensor> {
    static void each(auto& t, auto& field) {
        Fields<PeakTensor>::each(t, field);
        field("born_ms", t.born_ms);
        field("died_ms", t.died_ms);
    }
};

template <> struct Fields<StepTimeline::PhaseSpan> {
    static void each(auto& s, auto& field) {
        field("phase", s.phase);
        field("micro_batch", s.micro_batch);
        field("begin_ms", s.begin_ms);
        field("end_ms", s.end_ms);
    }
};

template <> struct Fields<StepTimeline::Point> {
    static void each(auto& p, auto& field) {
        field("ms", p.ms);
        field("bytes", p.bytes);
    }
};

template <> struct Fields<PhaseSpeed> {
    static void each(auto& s, auto& field) {
        field("phase", s.phase);
        field("ms", s.ms);
        field("gflops", s.gflops);
        field("gb_s", s.gb_s);
        field("share_of_limit", s.share_of_limit);
    }
};

template <> struct Fields<StepSpeed> {
    static void each(auto& s, auto& field) {
        field("step", s.step);
        field("whole", s.whole);
        field("phases", s.phases);
        field("fp32_gflops", s.fp32_gflops);
        field("bf16_gflops", s.bf16_gflops);
        field("gb_s", s.gb_s);
    }
};

/// Hundreds of points and thousands of tensors a second.
template <> struct Fields<StepTimeline> {
    static constexpr bool kBinary = true;
    static void each(auto& t, auto& field) {
        field("step", t.step);
        field("duration_ms", t.duration_ms);
        field("phases", t.phases);
        field("points", t.points);
        field("peak_ms", t.peak_ms);
        field("peak_tensors", t.peak_tensors);
        field("peak_overhead", t.peak_overhead);
        field("peak_phase", t.peak_phase);
        field("largest", t.largest);
        field("tensors", t.tensors);
        field("peak_activations", t.peak_activations);
        field("speed", t.speed);
    }
};

template <> struct Fields<OomRemedy> {
    static void each(auto& r, auto& field) {
        field("rung", r.rung);
        field("outcome", r.outcome);
        field("words", r.words);
        field("gave", r.gave);
        field("missing", r.missing);
        field("peak_before", r.peak_before);
        field("peak_after", r.peak_after);
        field("seconds_before", r.seconds_before);
        field("seconds_after", r.seconds_after);
    }
};

template <> struct Fields<OomRecovered> {
    static constexpr const char* name = "oom_recovered";
    static void each(auto& e, auto& field) {
        field("survived", e.survived);
        field("step", e.step);
        field("images", e.images);
        field("phase", e.phase);
        field("role", e.role);
        field("requested", e.requested);
        field("live", e.live);
        field("budget", e.budget);
        field("tried", e.tried);
        field("before", e.before);
        field("after", e.after);
        field("changes_batch_statistics", e.changes_batch_statistics);
        field("note", e.statistics_note);
        field("micro_batch", e.micro_batch);
        field("micro_batches", e.micro_batches);
        field("tensor", e.tensor);
        field("process", e.process);
        field("allowed", e.allowed);
        field("missing", e.missing);
        field("cause", e.cause);
        field("why", e.why);
        field("others_before", e.others_before);
        field("others_now", e.others_now);
        field("forecast", e.forecast);
        field("remedies", e.remedies);
        field("seconds", e.seconds);
        field("undo_needs", e.undo_needs);
        field("calm_steps", e.calm_steps);
        field("report", e.report_path);
        field("ledger", e.ledger);
    }
};

}  // namespace headroom::remote
