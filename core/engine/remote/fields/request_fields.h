// The fields of commands and of what is planned, exported and begun.
#pragma once

#include "core/api/command.h"
#include "core/api/planner.h"
#include "core/api/services.h"
#include "core/engine/remote/fields/event_fields.h"

namespace headroom::remote {

template <> struct Fields<Pause> {
    static constexpr const char* name = "pause";
    static void each(auto&, auto&) {}
};
template <> struct Fields<Resume> {
    static constexpr const char* name = "resume";
    static void each(auto&, auto&) {}
};
template <> struct Fields<StepOnce> {
    static constexpr const char* name = "step";
    static void each(auto&, auto&) {}
};
template <> struct Fields<Lend> {
    static constexpr const char* name = "lend";
    static void each(auto&, auto&) {}
};
template <> struct Fields<SaveCheckpoint> {
    static constexpr const char* name = "checkpoint";
    static void each(auto&, auto&) {}
};
template <> struct Fields<Stop> {
    static constexpr const char* name = "stop";
    static void each(auto& c, auto& field) { field("mode", c.mode); }
};
template <> struct Fields<ChangeSource> {
    static void each(auto& s, auto& field) {
        field("origin", s.origin);
        field("by", s.by);
    }
};
template <> struct Fields<ApplyParams> {
    static constexpr const char* name = "apply";
    static void each(auto& c, auto& field) {
        field("patch", c.patch);
        field("source", c.source);
    }
};
template <> struct Fields<SampleRequest> {
    static void each(auto& r, auto& field) {
        field("kind", r.kind);
        field("count", r.count);
        field("seed", r.seed);
        field("truncation", r.truncation);
        field("first", r.first);
        field("latents", r.latents);
        field("closed", r.closed);
        field("ticket", r.ticket);
        field("truncations", r.truncations);
    }
};
template <> struct Fields<TakeSample> {
    static constexpr const char* name = "sample";
    static void each(auto& c, auto& field) { field("request", c.request); }
};
template <> struct Fields<MeasureStep> {
    static constexpr const char* name = "measure_step";
    static void each(auto&, auto&) {}
};
template <> struct Fields<TakeScores> {
    static constexpr const char* name = "score";
    static void each(auto&, auto&) {}
};
template <> struct Fields<TakeSnapshot> {
    static constexpr const char* name = "snapshot";
    static void each(auto& c, auto& field) { field("path", c.path); }
};
template <> struct Fields<AnswerOom> {
    static constexpr const char* name = "answer_oom";
    static void each(auto& c, auto& field) { field("answer", c.answer); }
};

template <> struct Fields<RunRequest> {
    static void each(auto& r, auto& field) {
        field("config", r.config);
        field("run_dir", r.run_dir);
        field("resume_from", r.resume_from);
        field("weights_from", r.weights_from);
        field("name", r.name);
        field("generator_from", r.generator_from);
        field("discriminator_from", r.discriminator_from);
        field("processes", r.processes);
        field("seconds", r.seconds);
        field("memory_snapshot", r.memory_snapshot);
        field("of_draft", r.of_draft);
    }
};

template <> struct Fields<ExportRequest> {
    static constexpr const char* name = "export";
    static void each(auto& r, auto& field) {
        field("kind", r.kind);
        field("run_dir", r.run_dir);
        field("target", r.target);
        field("format", r.format);
        field("rows", r.rows);
        field("cols", r.cols);
        field("seed", r.seed);
        field("ema", r.ema);
        field("truncation", r.truncation);
        field("device", r.device);
        field("seconds_per_frame", r.seconds_per_frame);
        field("max_frames", r.max_frames);
        field("latents", r.latents);
        field("closed", r.closed);
        field("blend_with", r.blend_with);
        field("licence", r.licence);
        field("truncations", r.truncations);
    }
};

template <> struct Fields<PhasePeak> {
    static void each(auto& p, auto& field) {
        field("phase", p.phase);
        field("tensors", p.tensors);
    }
};

template <> struct Fields<Forecast> {
    static void each(auto& f, auto& field) {
        field("static_before", f.static_before);
        field("static_after", f.static_after);
        field("between_steps", f.between_steps);
        field("complete", f.complete);
        field("pending", f.pending);
        field("peak", f.peak);
        field("low", f.low);
        field("high", f.high);
        field("context", f.context);
        field("data_left", f.data_left);
        field("by_role", f.by_role);
        field("by_phase", f.by_phase);
        field("seconds_per_step", f.seconds_per_step);
        field("seconds_measured", f.seconds_measured);
        field("source", f.source);
    }
};

template <> struct Fields<Sacrifices> {
    static void each(auto& s, auto& field) {
        field("checkpointing", s.checkpointing);
        field("recompute_fakes", s.recompute_fakes);
        field("lower_precision", s.lower_precision);
        field("smaller_picture", s.smaller_picture);
        field("smaller_network", s.smaller_network);
    }
};

template <> struct Fields<FitRequest> {
    static constexpr const char* name = "fit";
    static void each(auto& r, auto& field) {
        field("config", r.config);
        field("budget", r.budget);
        field("effective_batch", r.effective_batch);
        field("allow", r.allow);
    }
};

template <> struct Fields<FitPlan> {
    static void each(auto& p, auto& field) {
        field("group", p.group);
        field("config", p.config);
        field("forecast", p.forecast);
        field("to_spare", p.to_spare);
        field("tight", p.tight);
        field("as_asked", p.as_asked);
        field("recommended", p.recommended);
        field("result", p.result);
        field("stage", p.stage);
    }
};

template <> struct Fields<FitReport> {
    static constexpr const char* name = "plans";
    static void each(auto& r, auto& field) {
        field("budget", r.budget);
        field("reserve", r.reserve);
        field("plans", r.plans);
        field("any_fits", r.any_fits);
        field("missing", r.missing);
        field("tried", r.tried);
        field("sentence", r.sentence);
        field("device", r.device);
    }
};

template <> struct Fields<RehearsalRequest> {
    static constexpr const char* name = "rehearse";
    static void each(auto& r, auto& field) {
        field("config", r.config);
        field("budget", r.budget);
        field("steps", r.steps);
    }
};

template <> struct Fields<Rehearsal> {
    static constexpr const char* name = "rehearsal";
    static void each(auto& r, auto& field) {
        field("used", r.used);
        field("steps", r.steps);
        field("budget", r.budget);
        field("forecast", r.forecast);
        field("peak", r.peak);
        field("seconds_per_step", r.seconds_per_step);
        field("images_per_second", r.images_per_second);
        field("oom_survived", r.oom_survived);
        field("stamp", r.stamp);
    }
};

template <> struct Fields<SessionPlace> {
    static void each(auto& p, auto& field) {
        field("address", p.address);
        field("host", p.host);
        field("pid", p.pid);
        field("watchers", p.watchers);
    }
};

template <> struct Fields<LiveRun> {
    static void each(auto& r, auto& field) {
        field("place", r.place);
        field("state", r.state);
        field("step", r.step);
        field("images", r.images);
        field("images_per_second", r.images_per_second);
        field.group("memory", [&](auto& memory) {
            memory("live", r.live);
            memory("peak", r.peak);
            memory("budget", r.budget);
        });
        field("survived", r.survived);
    }
};

}  // namespace headroom::remote
