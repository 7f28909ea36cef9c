// HistoryRow: play, previous, slider, newest and the text "Step 4,200 · newest · 42 kept" below the samples.
#include "ui/panels/samples/history_row.h"

#include "ui/bridge/session_bridge.h"
#include "ui/families/registry.h"
#include "ui/models/mark_text.h"
#include "ui/widgets/history_slider.h"
#include "ui/widgets/kit.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace headroom::ui {

HistoryRow::HistoryRow(QWidget* parent) : HistoryRow(new HistorySlider, tr("Step %1"), parent) {}

HistoryRow::HistoryRow(HistorySlider* slider, const QString& step, QWidget* parent)
    : QFrame(parent),
      slider_(slider),
      play_(new IconButton(QStringLiteral("player-play"), tr("Play the history"), this)),
      previous_(new IconButton(QStringLiteral("player-skip-back"), tr("Older sample ([)"), this)),
      next_(new IconButton(QStringLiteral("player-skip-forward"), tr("Newest sample"), this)),
      text_(makeLabel("small", this)),
      step_(step) {
    slider_->setStepName(step);
    rowIn(this, {12, 4, 12, 4}, 4, {play_, previous_, {slider_, 1}, next_, gap(8), text_});
    timer_.setInterval(150);
    connect(play_, &IconButton::clicked, this, &HistoryRow::togglePlay);
    connect(previous_, &IconButton::clicked, this, &HistoryRow::older);
    connect(next_, &IconButton::clicked, this, &HistoryRow::newest);
    connect(slider_, &HistorySlider::valueChanged, this, &HistoryRow::refresh);
    connect(&timer_, &QTimer::timeout, this, [this] {
        if (slider_->atNewest() || !isVisible()) return setPlaying(false);
        slider_->setValue(slider_->value() + 1);
    });
    refresh();
}

void HistoryRow::setSteps(const QList<qint64>& steps) {
    steps_ = steps;
    slider_->setSteps(steps);
    refresh();
}

QString HistoryRow::text() const { return text_->text(); }

void HistoryRow::markEvents(SessionBridge* bridge, Page page) {
    connect(bridge, &SessionBridge::paramApplied, this, [this, bridge, page](const ParamApplied& change) {
        const ModelKind kind = bridge->config()->model;
        if (const auto mark = markOf(change, kind); mark && page_of(kind) == page) slider_->addMark(*mark);
    });
    connect(bridge, &SessionBridge::oomRecovered, this, [this, bridge, page](const OomRecovered& event) {
        if (page_of(bridge->config()->model) == page) slider_->addMark(markOf(event));
    });
}

void HistoryRow::clear() {
    before_peek_.reset();
    slider_->clear();
    setSteps({});
}

void HistoryRow::peek(bool on, qint64 step) {
    if (!on) {
        if (const auto before = std::exchange(before_peek_, std::nullopt))
            *before == kFollow ? newest() : showNearest(*before);
        return;
    }
    if (steps_.isEmpty() || playing()) return;
    if (!before_peek_) before_peek_ = slider_->atNewest() ? kFollow : steps_.value(slider_->value());
    showNearest(step);
}

void HistoryRow::showNearest(qint64 step) {
    const auto away = [step](qint64 kept) { return std::abs(kept - step); };
    slider_->setValue(static_cast<int>(std::ranges::min_element(steps_, {}, away) - steps_.begin()));
}

void HistoryRow::older() { slider_->setValue(slider_->value() - 1); }
void HistoryRow::newer() { slider_->setValue(slider_->value() + 1); }
void HistoryRow::newest() { slider_->setValue(slider_->count() - 1); }
void HistoryRow::togglePlay() { setPlaying(!playing()); }

void HistoryRow::setPlaying(bool on) {
    if (on && slider_->atNewest()) slider_->setValue(0);
    on && slider_->count() > 1 ? timer_.start() : timer_.stop();
    play_->setIconName(playing() ? QStringLiteral("player-pause") : QStringLiteral("player-play"));
    play_->setToolTip(playing() ? tr("Hold the history") : tr("Play the history"));
    play_->setAccessibleName(play_->toolTip());
}

void HistoryRow::refresh() {
    const int current = slider_->value();
    previous_->setEnabled(current > 0);
    next_->setEnabled(current >= 0 && !slider_->atNewest());
    play_->setEnabled(slider_->count() > 1);
    if (current < 0) return text_->setText(tr("No samples yet"));
    const QString kept = tr("%1 kept").arg(countText(slider_->count()));
    const QString step = step_.arg(countText(steps_.value(current)));
    text_->setText(slider_->atNewest()
                       ? tr("%1 · newest · %2").arg(step, kept)
                       : tr("%1 · %2 of %3").arg(step, countText(current + 1), countText(slider_->count())));
    // The longest text keeps the slider's end where it is while the figures change.
    const QString longest = tr("%1 · newest · %2").arg(step_.arg(countText(steps_.last())), kept);
    text_->setMinimumWidth(text_->fontMetrics().horizontalAdvance(longest) + 4);
}

QWidget* pageWithHistory(QWidget* tools, QWidget* pictures, HistoryRow* history, QWidget* parent) {
    return boxed(columnOf({tools, {columnOf({pictures}, 0, {8, 0, 8, 8}), 1}, hairline(parent), history}, 0), parent);
}

}  // namespace headroom::ui
