// MemoryPanel: from reports, forecasts and steps to what is shown.
#include "ui/bridge/session_bridge.h"
#include "ui/models/ledger_model.h"
#include "ui/models/run_words.h"
#include "ui/panels/memory/leak_notice.h"
#include "ui/panels/memory/ledger_view.h"
#include "ui/panels/memory/memory_headline.h"
#include "ui/panels/memory/memory_panel.h"
#include "ui/panels/memory/others_row.h"
#include "ui/panels/memory/peak_list.h"
#include "ui/shell/theme.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/memory_bar.h"
#include "ui/widgets/plot_view.h"
#include "ui/widgets/plot_view_library.h"
#include "ui/widgets/segmented_bar.h"
#include "ui/widgets/step_timeline_view.h"

#include <QFileDialog>
#include <QLabel>
#include <QScreen>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::ui {

void MemoryPanel::setReport(std::shared_ptr<const MemoryReport> report) {
    const QString before = deviceName();
    report_ = std::move(report);
    if (deviceName() != before) Q_EMIT deviceNameChanged(deviceName());
    refresh();
}

void MemoryPanel::setTimeline(std::shared_ptr<const headroom::StepTimeline> timeline) {
    timeline_ = std::move(timeline);
    refreshStep();
}

QString MemoryPanel::deviceName() const { return report_ ? QString::fromStdString(report_->device_name) : QString(); }

void MemoryPanel::setForecast(const std::optional<Forecast>& forecast) {
    takeForecast(forecast);
    before_start_ = !is_active(bridge_->state());
    refresh();
}

void MemoryPanel::takeForecast(std::optional<Forecast> forecast) {
    forecast_ = std::move(forecast);
    if (!forecasting()) ghost_ = forecast_ && forecast_->complete ? forecast_ : std::nullopt;
}

void MemoryPanel::setForecastProblem(const QString& problem) {
    if (problem == forecast_problem_) return;
    forecast_problem_ = problem;
    refresh();
}

void MemoryPanel::forecastDraft() {
    const RunState state = bridge_->state();
    others_->setState(state);
    const bool before_start = !is_active(state);
    if (!before_start && before_start_) takeForecast({});  // the draft's forecast ends with the start
    before_start_ = before_start;
    if (before_start && state == RunState::Idle && bridge_->session()) {
        const Result<Forecast> forecast = bridge_->session()->forecast({});
        takeForecast(forecast ? std::optional(*forecast) : std::nullopt);
    } else if (before_start) {
        takeForecast({});
    }
    refresh();
}

void MemoryPanel::onRunStarted() {
    leak_->hide();
    timeline_.reset();
    refreshStep();
}

void MemoryPanel::showAtPeak(bool at_peak) {
    at_peak_ = at_peak;
    switch_->setCurrent(at_peak ? 1 : 0);
    refresh();
}

void MemoryPanel::refresh() {
    stale_ = !isVisible();
    if (report_) {
        Bytes largest = std::max(report_->at_peak.this_process(), report_->now.this_process());
        if (forecast_ && forecast_->complete) largest = std::max(largest, forecast_->peak);
        if (std::exchange(unit_, unitFor(largest, unit_)) != unit_) refreshStep();
    }
    const std::optional<Forecast>& drawn = forecasting() ? ghost_ : forecast_;
    const Forecast* forecast = drawn ? &*drawn : nullptr;
    const bool peak_known = report_ && report_->at_peak.this_process().count > 0 && !(before_start_ && forecast);
    Headline headline = headlineOf(report_.get(), at_peak_, unit_, before_start_ ? forecast : nullptr);
    make_fit_->setVisible(before_start_ && forecast && forecast->complete && headline.color == Token::Err &&
                          !forecasting());
    if (before_start_ && forecasting()) {
        headline.color = Token::T3;
        headline.line = tr("forecasting: two short %1 are being measured").arg(stepNoun(bridge_->config()->model, 2));
    } else if (before_start_ && !forecast_problem_.isEmpty()) {
        headline.line = tr("No forecast: %1").arg(forecast_problem_);
    }
    headline_->setHeadline(headline);
    switch_->setVisible(peak_known);
    stackHeadline();
    note_->setVisible(report_ && report_->is_cpu && before_start_);
    note_->setText(tr("No GPU found: %1 on the CPU, budget is on RAM").arg(words_of(bridge_->config()->model).doing()));
    bar_->setData(report_ ? deviceBar(*report_, at_peak_, unit_, forecast) : BarData{});
    bar_->setGhostDim(forecasting());
    model_->setKind(bridge_->config()->model);
    model_->setUnit(unit_);
    model_->setReport(report_);
    model_->setForecast(forecast_, before_start_);
    ledger_view_->fitColumns(peak_known);
    if (report_) others_->setPrograms(report_->programs, unit_);
    if (report_)
        others_->setAmount(report_->now.other_programs, unit_, clock_.elapsed(),
                           QString::fromStdString(report_->neighbours.program));
    refreshClosure();
    setAccessibleDescription(bar_->accessibleDescription());
}

void MemoryPanel::refreshClosure() {
    closure_->setVisible(report_ != nullptr);
    if (!report_) return;
    const Bytes gap{std::abs(report_->closure_error.count)};
    const bool open = gap.gib() > 0.05;
    setThemedIcon(closure_icon_, open ? QStringLiteral("alert-triangle") : QStringLiteral("circle-check"),
                  open ? Token::Warn : Token::Ok, 14);
    const QString source = report_->driver_source == "driver"
                               ? tr("Driver figure")
                               : tr("Figure of %1").arg(QString::fromStdString(report_->driver_source));
    const QString age = tr("%1 %2 s old").arg(source, numberText(report_->driver_age_seconds, 1));
    const QString text =
        open ? tr("Does not add up: %1 unaccounted for. %2").arg(sizeText(report_->closure_error, unit_), age)
             : tr("Adds up. %1, closure error %2").arg(age, figureText(report_->closure_error, unit_));
    closure_text_->setText(text);
    closure_text_->setToolTip(
        tr("%1\nThe device's own figure less the sum of the rows: %2").arg(text, exactText(report_->closure_error)));
    styleLabel(closure_text_, TextSize::Small, false, open ? Token::Warn : Token::T3);
}

void MemoryPanel::refreshStep() {
    const bool known = timeline_ && !timeline_->points.empty();
    const QString noun = stepNoun(bridge_->config()->model);
    step_title_->setText(tr("One %1").arg(noun));
    step_empty_->setTitle(tr("No %1 measured yet").arg(noun));
    step_empty_->setText(
        tr("After the first %1 its memory is drawn here by phase, with its peak explained.").arg(noun));
    step_view_->setStepName(noun);
    step_stack_->setCurrentIndex(known ? 1 : 0);
    step_save_->setVisible(known);
    step_snapshot_->setVisible(known && is_active(bridge_->state()));
    fitStepHint();
    step_view_->setTimeline(known ? timeline_ : nullptr, unit_);
}

void MemoryPanel::fitStepHint() {
    if (!timeline_ || timeline_->points.empty()) return step_hint_->clear();
    // The step is named: it is the newest recorded one, which may lie some steps before the ledger's.
    const QString step = stepPhrase(bridge_->config()->model, countText(timeline_->step));
    const QString time = tr("%1 ms").arg(numberText(timeline_->duration_ms, timeline_->duration_ms < 10.0 ? 1 : 0));
    const QString unit = tr("%1 by phase").arg(unitName(unit_));
    const QString comma = QStringLiteral(", ");
    step_hint_->setToolTip(step + comma + time + comma + unit);
    for (const QString& text : {step + comma + time + comma + unit, step + comma + time + comma + unitName(unit_),
                                step + comma + unitName(unit_), step}) {
        step_hint_->setText(text);
        if (step_hint_->fontMetrics().horizontalAdvance(text) <= step_hint_->width()) return;
    }
}

void MemoryPanel::askForSnapshot() {
    if (!is_active(bridge_->state()) || !bridge_->session()) return;
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Memory snapshot for PyTorch's memory viewer"),
                                     QStringLiteral("memory.pickle"), tr("Memory snapshots (*.pickle)"));
    if (!path.isEmpty()) bridge_->session()->request_snapshot(path.toStdString());
}

void MemoryPanel::showTensors(double ms, const QPoint& global) {
    if (!timeline_) return;
    auto* list = new PeakList(*timeline_, ms, bridge_->config()->model, this);
    QPoint corner = global + QPoint(-list->width() / 2, 12);
    if (const QScreen* on = screen()) {
        const QRect area = on->availableGeometry();
        corner.setX(std::clamp(corner.x(), area.left(), std::max(area.left(), area.right() - list->width())));
        if (corner.y() + list->height() > area.bottom()) corner.setY(global.y() - 12 - list->height());
    }
    list->move(corner);
    list->show();
}

void MemoryPanel::saveStep() {
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save this picture"),
        QStringLiteral("%1-%2.svg").arg(stepNoun(bridge_->config()->model)).arg(timeline_ ? timeline_->step : 0),
        tr("Pictures (*.svg *.png *.pdf)"));
    if (path.isEmpty()) return;
    const QSize size(640, 400);
    const Result<void> saved = savePicture(path, size, [&](QCPPainter& painter) {
        painter.translate(16, 16);
        step_view_->draw(painter, QSizeF(size.width() - 32, size.height() - 32));
    });
    if (!saved)
        Q_EMIT bridge_->notice(QStringLiteral("picture"), QString::fromStdString(saved.error().message),
                               QString::fromStdString(saved.error().hint));
}

}  // namespace headroom::ui
