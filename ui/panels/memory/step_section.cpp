// StepSection: the timeline with its heading, the list of tensors over it, and writing the picture.
#include "ui/panels/memory/step_section.h"

#include "core/api/step_tensors.h"
#include "ui/families/registry.h"
#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/export/file_row.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/memory_bar.h"
#include "ui/widgets/plot_view.h"
#include "ui/widgets/role_paint.h"
#include "ui/widgets/step_timeline_view.h"

#include <QScreen>
#include <QTreeWidget>

namespace headroom::ui {

PeakList::PeakList(const StepTimeline& timeline, double ms, ModelKind kind, QWidget* parent)
    : QFrame(parent, Qt::Popup), list_(new QTreeWidget(this)) {
    setObjectName(QStringLiteral("popup"));
    setAttribute(Qt::WA_DeleteOnClose);
    const bool peak = ms == timeline.peak_ms;
    const QString step = stepPhrase(kind, countText(timeline.step));
    const auto label = [this](const QString& text, TextSize size, bool medium) {
        auto* out = new QLabel(text, this);
        out->setFont(themeFont(size, medium));
        return out;
    };
    auto* title = label(peak ? tr("Alive at the peak of %1").arg(step)
                             : tr("Alive at %1 ms of %2").arg(numberText(ms, ms < 10 ? 1 : 0), step),
                        TextSize::Body, true);
    std::vector<PeakTensor> tensors = alive_at(timeline, ms);
    if (tensors.empty() && peak) tensors = timeline.largest;
    Bytes sum;
    for (const PeakTensor& tensor : tensors) sum += tensor.bytes;
    const QString count =
        tr("%1 in %2 tensors").arg(tensorText(sum), countText(static_cast<std::int64_t>(tensors.size())));
    auto* why = label(peak ? peakReason(timeline) : count, TextSize::Small, false);
    why->setObjectName(QStringLiteral("explained"));
    why->setWordWrap(true);
    named(list_, title->text())->setAccessibleDescription(why->text());
    auto* none = label(tr("The engine named no tensors for this %1.").arg(stepNoun(kind)), TextSize::Small, false);
    columnIn(this, {12, 12, 12, 12}, 8, {title, why, list_, none});
    list_->setColumnCount(5);
    list_->setHeaderLabels({tr("Tensor"), tr("Shape"), tr("Role"), tr("Phase"), tr("Size")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setFont(themeFont(TextSize::Small));
    const int swatch = scaled(12);
    list_->setIconSize(QSize(swatch, swatch));
    for (const PeakTensor& tensor : tensors) {
        const BarRole role = bar_role(tensor.role);
        const QString held_as = roleName(role);
        const QString name = tensor.label.empty() ? held_as : coreText(tensor.label);
        // A resident tensor was made in no phase of the step.
        auto* item = new QTreeWidgetItem(
            list_, {name, fromUtf8(tensor.shape), held_as, phaseName(tensor.phase), tensorText(tensor.bytes)});
        item->setIcon(0, QIcon(roleSwatch(role, swatch, devicePixelRatioF())));
        item->setToolTip(0, name);
        item->setToolTip(4, exactText(tensor.bytes));
    }
    shareWidth(list_->header(), 0);
    alignFigures(list_->model(), 4, 4);
    if (list_->topLevelItemCount() > 0) list_->setCurrentItem(list_->topLevelItem(0));
    const bool shapes = std::ranges::any_of(tensors, [](const PeakTensor& t) { return !t.shape.empty(); });
    list_->setColumnHidden(1, !shapes);
    list_->setVisible(!tensors.empty());
    none->setVisible(tensors.empty());
    resize(scaled(520), tensors.empty() ? sizeHint().height() : scaled(320));
    list_->setFocus();
}

StepSection::StepSection(QWidget* parent)
    : QWidget(parent),
      kind_(first_kind()),
      header_(new QWidget(this)),
      title_(makeLabel("strong", this)),
      hint_(shrinking(makeLabel("hint", this))),
      empty_(new EmptyState(QStringLiteral("chart-area-line"), {}, {}, this)) {
    snapshot_ = new IconButton(QStringLiteral("database"), tr("Memory snapshot… for PyTorch's memory viewer"), this);
    speed_ =
        new IconButton(QStringLiteral("gauge"), tr("Measure what its phases reach of what this machine can do"), this);
    save_ = new IconButton(QStringLiteral("file-export"), tr("Save this picture"), this);
    snapshot_->setObjectName(QStringLiteral("memory_snapshot"));
    speed_->setObjectName(QStringLiteral("step_speed"));
    rowIn(header_, {}, 8, {title_, {hint_, 1}, speed_, snapshot_, save_});
    view_ = new StepTimelineView(this);
    box_ = boxed(columnOf({view_}), this);
    columnIn(this, {}, 0, {header_, {empty_->inPlaceOf(box_), 1}});
    connect(snapshot_, &IconButton::clicked, this, &StepSection::snapshotRequested);
    connect(speed_, &IconButton::clicked, this, &StepSection::speedRequested);
    connect(save_, &IconButton::clicked, this, &StepSection::save);
    connect(view_, &StepTimelineView::momentActivated, this, &StepSection::showTensors);
    onResize(hint_, [this] { fitHint(); });
    refresh();
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
