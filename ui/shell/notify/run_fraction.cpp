// RunFraction: the limit that is nearest ends the run.
#include "ui/shell/notify/run_fraction.h"

#include "core/families/registry.h"

#include <algorithm>

namespace headroom::ui {
namespace {

/// `done` of `limit`, where there is one, if that is further than `so_far`.
void take_nearer(std::optional<double>& so_far, double done, double limit) {
    if (limit > 0) so_far = std::max(so_far.value_or(0.0), done / limit);
}

}  // namespace

double partDone(const FrameProgress& f) {
    const double in_picture =
        static_cast<double>(f.iteration) / static_cast<double>(std::max<std::int64_t>(1, f.iterations));
    return (static_cast<double>(f.frame - 1) + in_picture) / static_cast<double>(std::max<std::int64_t>(1, f.frames));
}

std::optional<double> fractionDone(const TrainConfig& config, const StepDone& last) {
    if (last.frame && last.frame->frames > 0) return partDone(*last.frame);
    std::optional<double> out;
    if (!family_of(config).worked_folder(config).empty()) return out;  // its last picture ends it, whatever its steps
    take_nearer(out, static_cast<double>(last.step), static_cast<double>(config.steps));
    take_nearer(out, static_cast<double>(last.images), static_cast<double>(config.images));
    take_nearer(out, last.epoch, static_cast<double>(config.epochs));
    return out;
}

std::optional<double> fractionDone(const QueueItem& item, const LiveRun* live, std::int64_t now_unix_ms) {
    std::optional<double> out;
    if (live) {
        StepDone last;
        last.step = live->step;
        last.images = live->images;
        TrainConfig config = *item.request.config;
        config.epochs = 0;  // of these its process says nothing at once
        out = fractionDone(config, last);
    }
    if (item.started_unix_ms > 0)
        take_nearer(out, static_cast<double>(now_unix_ms - item.started_unix_ms) / 1000.0,
                    static_cast<double>(item.request.seconds));
    return out;
}

}  // namespace headroom::ui
