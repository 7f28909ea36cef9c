// StepSection: the timeline with its heading, the list of tensors over it, and writing the picture.
#include "ui/panels/memory/step_section.h"

#include "ui/families/registry.h"
#include "ui/models/run_words.h"
#include "ui/panels/memory/peak_list.h"
#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/plot_view.h"
#include "ui/widgets/plot_view_library.h"
#include "ui/widgets/step_timeline_view.h"

#include <QEvent>
#include <QLabel>
#include <QScreen>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace headroom::ui {

StepSection::StepSection(QWidget* parent) : QWidget(parent), kind_(first_kind()), stack_(new QStackedWidget(this)) {
    auto* column = columnIn(this, {0, 0, 0, 0}, 0);
    column->addWidget(header_ = header());
    empty_ = new EmptyState(QStringLiteral("chart-area-line"), {}, {}, stack_);
    stack_->addWidget(empty_);
    box_ = new QWidget(stack_);
    view_ = new StepTimelineView(box_);
    columnIn(box_, {0, 0, 0, 0})->addWidget(view_);
    stack_->addWidget(box_);
    column->addWidget(stack_, 1);
    connect(view_, &StepTimelineView::momentActivated, this, &StepSection::showTensors);
    connect(&Theme::get(), &Theme::changed, this, &StepSection::applyTheme);
    applyTheme();
    refresh();
}

QWidget* StepSection::header() {
    auto* out = new QWidget(this);
    auto* row = rowIn(out, {0, 0, 0, 0}, 8);
    title_ = new QLabel(out);
    hint_ = new QLabel(out);
    hint_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    hint_->installEventFilter(this);
    auto* snapshot =
        new IconButton(QStringLiteral("database"), tr("Memory snapshot… for PyTorch's memory viewer"), out);
    snapshot->setObjectName(QStringLiteral("memory_snapshot"));
    auto* save = new IconButton(QStringLiteral("file-export"), tr("Save this picture"), out);
    row->addWidget(title_);
    row->addWidget(hint_, 1);
    row->addWidget(snapshot_ = snapshot);
    row->addWidget(save_ = save);
    connect(snapshot, &IconButton::clicked, this, &StepSection::snapshotRequested);
    connect(save, &IconButton::clicked, this, &StepSection::save);
    return out;
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

void StepSection::setActive(bool active) {
    active_ = active;
    snapshot_->setVisible(timeline_ && active_);
}

void StepSection::setPadding(int pixels) {
    header_->layout()->setContentsMargins(pixels, 4, pixels - 4, 0);
    box_->layout()->setContentsMargins(pixels, 4, pixels, 4);
}

void StepSection::refresh() {
    const QString noun = stepNoun(kind_);
    title_->setText(tr("One %1").arg(noun));
    empty_->setTitle(tr("No %1 measured yet").arg(noun));
    empty_->setText(tr("After the first %1 its memory is drawn here by phase, with its peak explained.").arg(noun));
    view_->setStepName(noun);
    stack_->setCurrentIndex(timeline_ ? 1 : 0);
    save_->setVisible(timeline_ != nullptr);
    setActive(active_);
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
    hint_->setToolTip(step + comma + time + comma + unit);
    for (const QString& text : {step + comma + time + comma + unit, step + comma + time + comma + unitName(unit_),
                                step + comma + unitName(unit_), step}) {
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
    const QString path =
        askWhereToWrite(this, QStringLiteral("plots"), tr("Save this picture"),
                        QStringLiteral("%1-%2.svg").arg(stepNoun(kind_)).arg(timeline_ ? timeline_->step : 0),
                        tr("Pictures (*.svg *.png *.pdf)"));
    if (path.isEmpty()) return;
    const QSize size(640, 400);
    const FileWriter write = drawnFile(path, size, [&](QCPPainter& painter) {
        painter.translate(16, 16);
        view_->draw(painter, QSizeF(size.width() - 32, size.height() - 32));
    });
    saving_.start(write, [this](const Result<void>& saved) {
        if (!saved) Q_EMIT failed(fromUtf8(saved.error().message), fromUtf8(saved.error().hint));
    });
}

void StepSection::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitHint();
}

bool StepSection::eventFilter(QObject* watched, QEvent* event) {
    if (watched == hint_ && event->type() == QEvent::Resize) fitHint();
    return QWidget::eventFilter(watched, event);
}

void StepSection::applyTheme() {
    styleLabel(title_, TextSize::Body, true, Token::T1);
    styleLabel(hint_, TextSize::Small, false, Token::T3);
}

}  // namespace headroom::ui
