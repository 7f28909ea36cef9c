// ForecastWatch: forecasts come from shapes and remembered measurements; Session::forecast() makes no tensors and returns at once.
#include "ui/models/forecast_watch.h"

#include "core/families/speed_factor.h"
#include "ui/bridge/session_bridge.h"
#include "ui/i18n/core_text.h"
#include "ui/models/picture_store.h"

namespace headroom::ui {

constexpr int kSettleMs = 250;

ForecastWatch::ForecastWatch(SessionBridge* bridge, ParamEdits* edits, QObject* parent)
    : QObject(parent), bridge_(bridge), edits_(edits) {
    timer_.setSingleShot(true);
    timer_.setInterval(kSettleMs);
    connect(&timer_, &QTimer::timeout, this, &ForecastWatch::askNow);
    connect(edits, &ParamEdits::changed, this, [this] {
        problem_.clear();  // that of other settings
        timer_.start();
        Q_EMIT changed();
    });
    connect(bridge, &SessionBridge::forecastReady, this, [this](const QString& problem) {
        problem_ = problem;
        askNow();
    });
    connect(bridge, &SessionBridge::sessionReady, this, &ForecastWatch::askNow);
    connect(bridge, &SessionBridge::memoryChanged, this, [this](const std::shared_ptr<const MemoryReport>& report) {
        const bool first = !report_;
        report_ = report;
        if (first)
            askNow();
        else
            Q_EMIT changed();
    });
}

QString ForecastWatch::error() const {
    if (!error_.isEmpty()) return error_;
    // What failed may have been one edit alone, or a later stage of a run that grows.
    return staged_ && staged_->complete ? QString() : problem_;
}

void ForecastWatch::askNow() {
    timer_.stop();
    Session* session = bridge_->session();
    if (!session) return;
    const auto ask = [&](const ParamPatch& patch) -> std::optional<Forecast> {
        const Result<Forecast> answer = session->forecast(patch);
        error_ = answer ? QString() : coreText(answer.error().message);
        return answer ? std::optional<Forecast>(*answer) : std::nullopt;
    };
    const bool before_run = !is_active(bridge_->state());
    decisive_.reset();
    // First of all: what is asked last is measured first, and later stages matter less than what the run begins with.
    if (before_run) {
        if (auto run = session->forecast_run(edits_->staged())) decisive_ = *std::move(run);
    }
    base_ = ask({});
    each_.clear();
    for (const auto& [key, value] : edits_->staged())
        if (auto one = ask({{key, value}})) each_[key] = *one;
    staged_ = edits_->staged().empty() ? base_ : ask(edits_->staged());
    if (!before_run && staged_) decisive_ = RunForecast{*staged_, {}};
    if (!staged_ || staged_->complete) ghost_ = staged_;
    Q_EMIT changed();
}

Bytes ForecastWatch::pictures() const {
    const bool within = report_ && report_->is_cpu && !bridge_->place().elsewhere;
    return within ? Bytes{PictureStore::get().bytes()} : Bytes{};
}

std::optional<Bytes> ForecastWatch::toSpare(const Forecast& forecast) const {
    if (!forecast.complete || !report_) return std::nullopt;
    const Bytes limit = std::min(report_->budget, report_->device_total - report_->now.other_programs);
    return limit - forecast.peak - report_->reserve;
}

std::optional<double> ForecastWatch::speedFactor(const Forecast& forecast, const TrainConfig& config) const {
    if (!base_) return std::nullopt;
    return speed_factor(*base_, edits_->inForce(), forecast, config);
}

Fit ForecastWatch::fit(const Forecast& forecast) const {
    const std::optional<Bytes> spare = toSpare(forecast);
    if (!spare) return Fit::Unknown;
    if (spare->count < 0) return Fit::No;
    return forecast.is_tight(*spare, report_->budget) ? Fit::Tight : Fit::Fits;
}

EditController::EditController(SessionBridge* bridge, QObject* parent)
    : QObject(parent), edits_(new ParamEdits(this)), forecast_(new ForecastWatch(bridge, edits_, this)) {
    const auto take = [this, bridge] { edits_->setInForce(*bridge->config()); };
    connect(edits_, &ParamEdits::applyRequested, bridge,
            [bridge](const ParamPatch& patch, ChangeOrigin origin) { bridge->apply(patch, origin); });
    connect(bridge, &SessionBridge::changeAwaited, edits_, &ParamEdits::awaited);
    connect(bridge, &SessionBridge::draftChanged, this, take);
    connect(bridge, &SessionBridge::runStarted, this, [this, bridge] { edits_->beginRun(*bridge->config()); });
    // What is attached to runs already, before any of its events has come.
    connect(bridge, &SessionBridge::sessionReady, this, [this, bridge, take] {
        take();
        edits_->setStaging(is_active(bridge->state()));
    });
    connect(bridge, &SessionBridge::stateChanged, this, [this, bridge, take](RunState state) {
        // What was staged for a run that has ended is an edit of the settings for the next one.
        const bool ended = edits_->staging() && !is_active(state) && !bridge->place().elsewhere;
        ParamPatch left = ended ? edits_->staged() : ParamPatch();
        if (ended)
            for (const auto& [key, value] : edits_->stagedForNext()) left[key] = value;
        edits_->setStaging(is_active(state));
        take();
        if (ended) edits_->offerPrepared();
        if (!left.empty()) edits_->proposeAll(left);
    });
    connect(bridge, &SessionBridge::paramApplied, this,
            [this](const ParamApplied& change) { edits_->applied(change); });
    connect(bridge, &SessionBridge::paramRefused, this,
            [this](const ParamRefused& refusal) { edits_->refused(refusal.keys); });
    take();
    edits_->setStaging(is_active(bridge->state()));
}

}  // namespace headroom::ui
