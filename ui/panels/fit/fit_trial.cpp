// FitTrial: one rehearsal at a time; the newest one that ended well is kept.
#include "ui/panels/fit/fit_trial.h"

#include "ui/families/registry.h"
#include "ui/models/run_words.h"
#include "ui/panels/fit/fit_words.h"

namespace headroom::ui {

constexpr int kAgeMs = 20000;

FitTrial::FitTrial(QObject* parent) : QObject(parent), task_(nullptr, BackgroundTask::workshop()) {
    ages_.setInterval(kAgeMs);
    connect(&ages_, &QTimer::timeout, this, &FitTrial::aged);
    connect(&task_, &BackgroundTask::progress, this, [this](const QString& what, double fraction) {
        doing_ = what;
        Q_EMIT progress(fraction);
    });
}

void FitTrial::start(std::shared_ptr<Planner> planner, const RehearsalRequest& request) {
    const ModelKind kind = request.config.model;
    failure_.reset();
    doing_ = words_of(kind).rehearsing().arg(stepsText(kind, request.steps),
                                             window_family_of(request.config).pieces(request.config),
                                             totalText(request.budget));
    task_.start(
        [planner = std::move(planner), request](const BackgroundTask::Report& report,
                                                std::stop_token stop) -> Result<Rehearsal> {
            if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "Cancelled.");
            return planner->rehearse(request, report, stop);
        },
        [this, config = request.config](Result<Rehearsal> result) {
            if (result) {
                config_ = config;
                last_ = *std::move(result);
                when_ = QDateTime::currentDateTime();
                ages_.start();
            } else if (result.error().code != ErrorCode::Cancelled) {
                failure_ = result.error();
            }
            Q_EMIT ended();
        });
    Q_EMIT progress(-1);
}

bool FitTrial::tried(const TrainConfig& config) const { return last_ && difference(config, config_).empty(); }

QString FitTrial::text(MemoryUnit unit, const QDateTime& now) const {
    const ModelKind kind = config_.model;
    const qint64 minutes = when_.secsTo(now) / 60;
    const QString when = minutes < 1 ? tr("just now") : tr("%1 min ago").arg(countText(minutes));
    QString text = tr("Chosen plan measured with %1 %2: %3, %4 %5.")
                       .arg(stepsText(kind, last_->steps), when, measuredText(*last_, unit),
                            secondsText(last_->seconds_per_step), perStepText(kind));
    if (last_->oom_survived > 0)
        text += QLatin1Char(' ') + tr("It ran out of memory %Ln time(s) and went on as %1.", nullptr,
                                      static_cast<int>(last_->oom_survived))
                                       .arg(planTitle(last_->used, config_));
    return text + QLatin1Char(' ') + tr("The other rows are forecasts.");
}

FileWriter FitTrial::stampTo(const QString& path) const {
    return bytesTo(path, QByteArray::fromStdString(last_->stamp + "\n"));
}

}  // namespace headroom::ui
