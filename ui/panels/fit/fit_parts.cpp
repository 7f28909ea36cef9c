// FitBudget: between two stops the budget runs linearly; close to a stop the slider means it. FitTrial: the newest rehearsal that ended well is kept.
#include "ui/panels/fit/fit_parts.h"

#include "ui/models/run_words.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/mirrored.h"

#include <QPainter>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace headroom::ui {

constexpr int kPerStop = 100;  // slider positions between two stops
constexpr int kSnap = 4;       // positions around a stop that mean it
constexpr int kKnob = 8;       // half the knob's width: where the groove's ends are
constexpr int kAgeMs = 20000;  // after which what a trial says is of another time

FitBudget::FitBudget(QWidget* parent)
    : QWidget(parent), slider_(named(new QSlider(Qt::Horizontal, this), tr("Budget to plan for"))) {
    slider_->setPageStep(kPerStop);
    slider_->setSingleStep(5);
    setFocusProxy(slider_);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(slider_, &QSlider::valueChanged, this, [this](int position) {
        const int rest = position % kPerStop;
        if (slider_->isSliderDown() && rest != 0 && (rest <= kSnap || rest >= kPerStop - kSnap)) {
            const QSignalBlocker quiet(slider_);
            position += rest <= kSnap ? -rest : kPerStop - rest;
            slider_->setValue(position);
        }
        const Bytes budget = at(position);
        if (budget == budget_) return;
        budget_ = budget;
        moved_ = true;
        slider_->setToolTip(totalText(budget_));
        slider_->setAccessibleDescription(totalText(budget_));
        Q_EMIT budgetChanged();
    });
    onTheme(this, [this] {
        setFixedHeight(slider_->sizeHint().height() + QFontMetrics(themeFont(TextSize::Small)).height() + 6);
        setMinimumWidth(scaled(240));
        update();
    });
    onResize(this, [this] { slider_->setGeometry(0, 0, width(), slider_->sizeHint().height()); });
}

void FitBudget::setStops(std::vector<BudgetStop> stops) {
    stops_ = std::move(stops);
    const QSignalBlocker quiet(slider_);
    slider_->setRange(0, kPerStop * std::max<int>(1, static_cast<int>(stops_.size()) - 1));
    setBudget(budget_);
}

void FitBudget::setBudget(Bytes budget) {
    budget_ = budget;
    moved_ = false;
    const QSignalBlocker quiet(slider_);
    slider_->setValue(positionOf(budget));
    slider_->setToolTip(totalText(budget_));
    slider_->setAccessibleDescription(totalText(budget_));
    update();
}

void FitBudget::choose(Bytes budget) {
    setBudget(budget);
    moved_ = true;
    Q_EMIT budgetChanged();
}

Bytes FitBudget::at(int position) const {
    if (stops_.empty()) return budget_;
    const auto last = stops_.size() - 1;
    const auto stop = std::min(static_cast<std::size_t>(position / kPerStop), last);
    const int rest = position - static_cast<int>(stop) * kPerStop;
    if (stop == last || rest == 0) return stops_[stop].budget;
    const Bytes low = stops_[stop].budget, high = stops_[stop + 1].budget;
    const double share = static_cast<double>(rest) / kPerStop;
    return {low.count + std::llround(static_cast<double>((high - low).count) * share)};
}

int FitBudget::positionOf(Bytes budget) const {
    if (stops_.empty() || budget <= stops_.front().budget) return 0;
    const auto above = std::ranges::lower_bound(stops_, budget, {}, &BudgetStop::budget);
    if (above == stops_.end()) return slider_->maximum();
    const Bytes low = std::prev(above)->budget;
    const double share = static_cast<double>((budget - low).count) / static_cast<double>((above->budget - low).count);
    return static_cast<int>(std::lround((static_cast<double>(above - stops_.begin()) - 1.0 + share) * kPerStop));
}

void FitBudget::paintEvent(QPaintEvent*) {
    if (stops_.empty()) return;
    QPainter painter(this);
    painter.setFont(themeFont(TextSize::Small));
    const QFontMetrics metrics = painter.fontMetrics();
    const double span = width() - 2.0 * kKnob;
    const double y = slider_->height() + 2.0 + metrics.ascent();
    const auto place = [&](std::size_t i) {
        const double x =
            stops_.size() > 1 ? kKnob + span * static_cast<double>(i) / static_cast<double>(stops_.size() - 1) : kKnob;
        const double w = metrics.horizontalAdvance(stops_[i].label);
        return std::clamp(x - w / 2, 0.0, std::max(0.0, width() - w));
    };
    const std::size_t last = stops_.size() - 1;
    double end = -1e9;
    const double last_begin = place(last);
    for (std::size_t i = 0; i <= last; ++i) {
        const double w = metrics.horizontalAdvance(stops_[i].label), x = place(i);
        if (i != last && (x < end + 12 || x + w + 12 > last_begin))
            continue;  // a label that would touch another is left out
        painter.setPen(themeColor(stops_[i].budget == budget_ ? Token::T1 : Token::T2));
        painter.drawText(mirrored(this, QRectF(x, y, w, 0)).topLeft(), stops_[i].label);
        end = x + w;
    }
}

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
