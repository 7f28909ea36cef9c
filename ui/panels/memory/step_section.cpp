// StepSection: the timeline with its heading, the list of tensors over it, and writing the picture.
#include "ui/panels/memory/step_section.h"

#include "core/families/registry.h"
#include "ui/families/registry.h"
#include "ui/models/run_words.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/memory/peak_list.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/plot_view.h"
#include "ui/widgets/step_timeline_view.h"

#include <QScreen>

namespace headroom::ui {

StepSection::StepSection(QWidget* parent)
    : QWidget(parent),
      kind_(first_kind()),
      header_(new QWidget(this)),
      title_(makeLabel("strong", this)),
      hint_(shrinking(makeLabel("hint", this))),
      empty_(new EmptyState(QStringLiteral("chart-area-line"), {}, {}, this)) {
    auto* snapshot =
        new IconButton(QStringLiteral("database"), tr("Memory snapshot… for PyTorch's memory viewer"), this);
    auto* speed =
        new IconButton(QStringLiteral("gauge"), tr("Measure what its phases reach of what this machine can do"), this);
    auto* save = new IconButton(QStringLiteral("file-export"), tr("Save this picture"), this);
    snapshot_ = snapshot;
    save_ = save;
    speed_ = speed;
    snapshot->setObjectName(QStringLiteral("memory_snapshot"));
    speed->setObjectName(QStringLiteral("step_speed"));
    rowIn(header_, {}, 8, {title_, {hint_, 1}, speed_, snapshot_, save_});
    view_ = new StepTimelineView(this);
    box_ = boxed(columnOf({view_}), this);
    columnIn(this, {}, 0, {header_, {empty_->inPlaceOf(box_), 1}});
    connect(snapshot, &IconButton::clicked, this, &StepSection::snapshotRequested);
    connect(speed, &IconButton::clicked, this, &StepSection::speedRequested);
    connect(save, &IconButton::clicked, this, &StepSection::save);
    connect(view_, &StepTimelineView::momentActivated, this, &StepSection::showTensors);
    onResize(hint_, [this] { fitHint(); });
    refresh();
}

void StepSection::setTimeline(std::shared_ptr<const headroom::StepTimeline> timeline) {
    timeline_ = timeline && !timeline->points.empty() ? std::move(timeline) : nullptr;
    refresh();
}

void StepSection::setKind(ModelKind kind) {
    if (std::exchange(kind_, kind) != kind) refresh();
}

void StepSection::setUnit(MemoryUnit unit) {
    if (std::exchange(unit_, unit) != unit) refresh();
}

void StepSection::setActive(bool active, bool watched) {
    active_ = active;
    watched_ = watched;
    snapshot_->setVisible(timeline_ && active_);
    speed_->setVisible(timeline_ && active_ && watched_);
}

void StepSection::setPadding(int pixels) {
    header_->layout()->setContentsMargins(pixels, 4, pixels - 4, 0);
    box_->layout()->setContentsMargins(pixels, 4, pixels, 4);
}

void StepSection::refresh() {
    const QString noun = stepNoun(kind_);
    title_->setText(tr("One %1").arg(noun));
    empty_->say(tr("No %1 measured yet").arg(noun),
                tr("After the first %1 its memory is drawn here by phase, with its peak explained.").arg(noun));
    view_->setStepName(noun);
    empty_->giveWay(timeline_ != nullptr);
    save_->setVisible(timeline_ != nullptr);
    setActive(active_, watched_);
    fitHint();
    view_->setTimeline(timeline_, unit_);
}

void StepSection::fitHint() {
    if (!timeline_) return hint_->clear();
    // The step is named: it is the newest recorded one, which may lie some steps before the ledger's.
    const QString step = stepPhrase(kind_, countText(timeline_->step));
    const QString time = tr("%1 ms").arg(numberText(timeline_->duration_ms, timeline_->duration_ms < 10.0 ? 1 : 0));
    const QString unit = tr("%1 by phase").arg(unitName(unit_));
    const QString comma = QStringLiteral(", ");
    const QString speed = speedSentence(*timeline_, Phase::None);
    hint_->setToolTip(step + comma + time + comma + unit + (speed.isEmpty() ? speed : QStringLiteral("\n") + speed));
    QStringList texts{step + comma + time + comma + unit, step + comma + time + comma + unitName(unit_),
                      step + comma + unitName(unit_), step};
    if (!speed.isEmpty())
        texts.prepend(
            step + comma + time + comma +
            tr("%1 % of this machine's limit").arg(numberText(100 * shareOfLimit(*timeline_, Phase::None), 0)));
    for (const QString& text : std::as_const(texts)) {
        hint_->setText(text);
        if (hint_->fontMetrics().horizontalAdvance(text) <= hint_->width()) return;
    }
}

void StepSection::showLastTensors(const QPoint& global) {
    if (timeline_) showTensors(timeline_->duration_ms, global);
}

void StepSection::showTensors(double ms, const QPoint& global) {
    if (!timeline_) return;
    auto* list = new PeakList(*timeline_, ms, kind_, this);
    QPoint corner = global + QPoint(-list->width() / 2, 12);
    if (const QScreen* on = screen()) {
        const QRect area = on->availableGeometry();
        corner.setX(std::clamp(corner.x(), area.left(), std::max(area.left(), area.right() - list->width())));
        if (corner.y() + list->height() > area.bottom()) corner.setY(global.y() - 12 - list->height());
    }
    list->move(corner);
    list->show();
}

void StepSection::save() {
    const QString path = askWhereToWrite(this, QStringLiteral("plots"), tr("Save this picture"),
                                         QStringLiteral("%1-%2.svg")
                                             .arg(fromUtf8(family_of(kind_).facts().step.one))
                                             .arg(timeline_ ? timeline_->step : 0),
                                         tr("Pictures (*.svg *.png *.pdf)"));
    if (path.isEmpty()) return;
    const QSize size(640, 400);
    FileRow::of(this)->write(path, drawnFile(path, size, [&](QCPPainter& painter) {
                                 painter.translate(16, 16);
                                 view_->draw(painter, QSizeF(size.width() - 32, size.height() - 32));
                             }));
}

}  // namespace headroom::ui
