// PeakList: rows of the tensors, and where the popup opens.
#include "ui/panels/memory/peak_list.h"

#include "core/api/step_tensors.h"
#include "ui/bridge/qt_format.h"
#include "ui/models/run_words.h"
#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/memory_bar.h"
#include "ui/widgets/role_paint.h"
#include "ui/widgets/step_timeline_view_layout.h"

#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>

#include <algorithm>

namespace headroom::ui {

PeakList::PeakList(const StepTimeline& timeline, double ms, ModelKind kind, QWidget* parent)
    : QFrame(parent, Qt::Popup), list_(new QTreeWidget(this)) {
    const Theme& theme = Theme::get();
    setObjectName(QStringLiteral("popup"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* column = columnIn(this, {12, 12, 12, 12}, 8);
    const bool peak = ms == timeline.peak_ms;
    const QString step = stepPhrase(kind, countText(timeline.step));
    auto* title = new QLabel(peak ? tr("Alive at the peak of %1").arg(step)
                                  : tr("Alive at %1 ms of %2").arg(numberText(ms, ms < 10 ? 1 : 0), step),
                             this);
    title->setFont(theme.font(TextSize::Body, true));
    column->addWidget(title);
    std::vector<PeakTensor> tensors = alive_at(timeline, ms);
    if (tensors.empty() && peak) tensors = timeline.largest;
    Bytes sum;
    for (const PeakTensor& tensor : tensors) sum += tensor.bytes;
    const QString count =
        tr("%1 in %2 tensors").arg(tensorText(sum), countText(static_cast<std::int64_t>(tensors.size())));
    auto* why = new QLabel(peak ? QString::fromStdString(explain_peak(timeline)) : count, this);
    why->setObjectName(QStringLiteral("explained"));
    why->setWordWrap(true);
    why->setFont(theme.font(TextSize::Small));
    column->addWidget(why);
    column->addWidget(list_);
    list_->setAccessibleName(title->text());
    list_->setAccessibleDescription(why->text());
    fill(tensors);
    if (tensors.empty()) {
        list_->hide();
        auto* none = new QLabel(tr("The engine named no tensors for this %1.").arg(stepNoun(kind)), this);
        none->setFont(theme.font(TextSize::Small));
        column->addWidget(none);
    }
    resize(theme.scaled(520), tensors.empty() ? sizeHint().height() : theme.scaled(320));
    list_->setFocus();
}

void PeakList::fill(const std::vector<PeakTensor>& tensors) {
    const Theme& theme = Theme::get();
    list_->setColumnCount(5);
    list_->setHeaderLabels({tr("Tensor"), tr("Shape"), tr("Role"), tr("Phase"), tr("Size")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setFont(theme.font(TextSize::Small));
    const int swatch = theme.scaled(12);
    list_->setIconSize(QSize(swatch, swatch));
    for (const PeakTensor& tensor : tensors) {
        const BarRole role = bar_role(tensor.role);
        const QString kind = roleName(role);
        const QString name = tensor.label.empty() ? kind : QString::fromStdString(tensor.label);
        // A resident tensor was made in no phase of the step.
        auto* item = new QTreeWidgetItem(list_, {name, QString::fromStdString(tensor.shape), kind,
                                                 phaseName(tensor.phase), tensorText(tensor.bytes)});
        item->setIcon(0, QIcon(roleSwatch(role, swatch, devicePixelRatioF())));
        item->setToolTip(0, name);
        item->setToolTip(4, exactText(tensor.bytes));
        item->setTextAlignment(4, Qt::AlignRight | Qt::AlignVCenter);
    }
    QHeaderView* header = list_->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(0, QHeaderView::Stretch);
    for (int column = 1; column < 5; ++column) header->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    list_->headerItem()->setTextAlignment(4, Qt::AlignRight | Qt::AlignVCenter);
    if (list_->topLevelItemCount() > 0) list_->setCurrentItem(list_->topLevelItem(0));
    const bool shapes =
        std::any_of(tensors.begin(), tensors.end(), [](const PeakTensor& t) { return !t.shape.empty(); });
    list_->setColumnHidden(1, !shapes);
}

}  // namespace headroom::ui
