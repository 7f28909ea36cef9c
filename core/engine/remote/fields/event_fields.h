// The fields of events: what is sent to watchers, and under the same names what the command line prints for scripts.
#pragma once

#include "core/api/event.h"
#include "core/engine/remote/fields/memory_fields.h"
#include "core/engine/remote/fields/names.h"

namespace headroom::remote {

template <> struct Fields<Error> {
    static void each(auto& e, auto& field) {
        field("code", e.code);
        field("message", e.message);
        field("hint", e.hint);
        field("detail", e.detail);
    }
};

template <> struct Fields<FrameProgress> {
    static void each(auto& f, auto& field) {
        field("number", f.frame);
        field("of", f.frames);
        field("iteration", f.iteration);
        field("iterations", f.iterations);
        field("file", f.file);
        field("done", f.done);
    }
};

template <> struct Fields<StateChanged> {
    static constexpr const char* name = "state";
    static void each(auto& e, auto& field) {
        field("from", e.from);
        field("to", e.to);
        field("reason", e.reason);
    }
};

template <> struct Fields<RunStarted> {
    static constexpr const char* name = "started";
    static void each(auto& e, auto& field) {
        field("run", e.run_dir);
        field("name", e.name);
        field("step", e.step);
        field("images", e.images);
        field("data", e.data_name);
        field("data_count", e.data_count);
        field("parameters_g", e.parameters_g);
        field("parameters_d", e.parameters_d);
        field("device", e.device_name);
        field("config", e.config);
    }
};

template <> struct Fields<Progress> {
    static constexpr const char* name = "progress";
    static void each(auto& e, auto& field) {
        field("what", e.what);
        field("fraction", e.fraction);
    }
};

template <> struct Fields<StepDone> {
    static constexpr const char* name = "step";
    static void each(auto& e, auto& field) {
        field("step", e.step);
        field("images", e.images);
        field("loss_g", e.loss_g);
        field("loss_d", e.loss_d);
        field("d_real", e.d_real);
        field("d_fake", e.d_fake);
        field("images_per_second", e.images_per_second);
        field.group("memory", [&](auto& memory) {
            memory("live", e.live);
            memory("peak", e.peak);
            memory("budget", e.budget);
            memory("others", e.others);
            memory("peak_tensors", e.peak_tensors);
        });
        field("step_seconds", e.step_seconds);
        field("grad_norm_g", e.grad_norm_g);
        field("grad_norm_d", e.grad_norm_d);
        field("epoch", e.epoch);
        field("scale_g", e.scale_g);
        field("scale_d", e.scale_d);
        field("threads", e.threads);
        field("elapsed_seconds", e.elapsed_seconds);
        field.own_figures(e);
        field("frame", e.frame);
    }
};

template <> struct Fields<MemorySampled> {
    static constexpr const char* name = "memory";
    static void each(auto& e, auto& field) { field("report", e.report); }
};

template <> struct Fields<TimelineReady> {
    static constexpr const char* name = "timeline";
    static void each(auto& e, auto& field) { field("timeline", e.timeline); }
};

template <> struct Fields<LatentId> {
    static void each(auto& l, auto& field) {
        field("seed", l.seed);
        field("index", l.index);
    }
};
template <> struct Fields<SampleTicket> {
    static void each(auto& t, auto& field) {
        field("asker", t.asker);
        field("number", t.number);
    }
};
template <> struct Fields<Neighbour> {
    static void each(auto& n, auto& field) {
        field("index", n.index);
        field("distance", n.distance);
    }
};
template <> struct Fields<SampleReady> {
    static constexpr const char* name = "sample";
    static void each(auto& e, auto& field) {
        field("kind", e.kind);
        field("step", e.step);
        field("images", e.images);
        field("size", e.size);
        field("ema", e.ema);
        field("raw", e.raw);
        field("path", e.path);
        field("nearest", e.nearest);
        field("ticket", e.ticket);
    }
};

template <> struct Fields<ParamApplied> {
    static constexpr const char* name = "param_applied";
    static void each(auto& e, auto& field) {
        field("key", e.key);
        field("old", e.old_value);
        field("new", e.new_value);
        field("step", e.step);
        field("images", e.images);
        field("origin", e.origin);
        field("by", e.by);
    }
};

template <> struct Fields<RefusalMark> {
    static void each(auto& m, auto& field) {
        field("step", m.step);
        field("images", m.images);
        field("text", m.text);
    }
};
template <> struct Fields<ParamRefused> {
    static constexpr const char* name = "param_refused";
    static void each(auto& e, auto& field) {
        field("keys", e.keys);
        field("message", e.message);
        field("mark", e.mark);
    }
    static const char* lacks(const ParamRefused& e) { return e.keys.empty() ? "keys" : nullptr; }
};

template <> struct Fields<CheckpointSaved> {
    static constexpr const char* name = "checkpoint_saved";
    static void each(auto& e, auto& field) {
        field("path", e.path);
        field("step", e.step);
        field("images", e.images);
        field("best", e.best);
        field("bytes", e.size);
        field("seconds", e.seconds);
    }
};

template <> struct Fields<SampleSaved> {
    static constexpr const char* name = "sample_saved";
    static void each(auto& e, auto& field) {
        field("path", e.path);
        field("step", e.step);
    }
};

template <> struct Fields<SampleFailed> {
    static constexpr const char* name = "sample_failed";
    static void each(auto& e, auto& field) {
        field("kind", e.kind);
        field("error", e.error);
        field("ticket", e.ticket);
    }
};

template <> struct Fields<ExportDone> {
    static constexpr const char* name = "export_done";
    static void each(auto& e, auto& field) {
        field("path", e.path);
        field("bytes", e.size);
    }
};

template <> struct Fields<ForecastReady> {
    static constexpr const char* name = "forecast_ready";
    static void each(auto& e, auto& field) { field("problem", e.problem); }
};

template <> struct Fields<Warning> {
    static constexpr const char* name = "warning";
    static void each(auto& e, auto& field) {
        field("id", e.id);
        field("message", e.message);
        field("hint", e.hint);
    }
};

template <> struct Fields<CounselFigure> {
    static void each(auto& f, auto& field) {
        field("name", f.name);
        field("value", f.value);
        field("limit", f.limit);
    }
};
template <> struct Fields<CounselNotice> {
    static void each(auto& n, auto& field) {
        field("rule", n.rule);
        field("from", n.from);
        field("step", n.step);
        field("figures", n.figures);
        field("seen", n.seen);
        field("why", n.why);
        field("advice", n.advice);
        field("change", n.change);
        field("samples", n.samples);
    }
};
template <> struct Fields<CounselTold> {
    static constexpr const char* name = "counsel";
    static void each(auto& e, auto& field) {
        field("state", e.state);
        field("notice", e.notice);
        field("before", e.before);
        field("after", e.after);
        field("score_before", e.score_before);
        field("score_after", e.score_after);
        field("score_error", e.score_error);
        field("score_name", e.score_name);
        field("better", e.better);
        field("automatic", e.automatic);
    }
};

template <> struct Fields<ScoresDone> {
    static constexpr const char* name = "scores";
    static void each(auto& e, auto& field) {
        field("step", e.step);
        field("images", e.images);
        field("elapsed_seconds", e.elapsed_seconds);
        field("features", e.scores.features);
        field("pictures", e.scores.pictures);
        field("side", e.scores.side);
        field("copies_among", e.scores.copies_among);
        field("feature_width", e.scores.feature_width);
        for (const ScoreFigure& figure : kScoreFigures) field(figure.name.data(), e.scores.*figure.of);
    }
};

template <> struct Fields<LogLine> {
    static constexpr const char* name = "log";
    static void each(auto& e, auto& field) {
        field("level", e.level);
        field("unix_ms", e.unix_ms);
        field("text", e.text);
    }
};

template <> struct Fields<Finished> {
    static constexpr const char* name = "finished";
    static void each(auto& e, auto& field) {
        field("reason", e.reason);
        field("step", e.step);
        field("images", e.images);
        field("run", e.run_dir);
    }
};

template <> struct Fields<Failed> {
    static constexpr const char* name = "failed";
    static void each(auto& e, auto& field) {
        Fields<Error>::each(e.error, field);
        field("step", e.step);
        field("last_checkpoint_step", e.last_checkpoint_step);
        field("run", e.run_dir);
    }
};

}  // namespace headroom::remote
