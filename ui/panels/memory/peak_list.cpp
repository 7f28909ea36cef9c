// PeakList: rows of the tensors, and where the popup opens.
#include "ui/panels/memory/peak_list.h"

#include "core/api/step_tensors.h"
#include "ui/models/run_words.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/memory_bar.h"
#include "ui/widgets/role_paint.h"
#include "ui/widgets/step_timeline_view_layout.h"

#include <QHeaderView>
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
    fill(tensors);
    list_->setVisible(!tensors.empty());
    none->setVisible(tensors.empty());
    resize(scaled(520), tensors.empty() ? sizeHint().height() : scaled(320));
    list_->setFocus();
}

void PeakList::fill(const std::vector<PeakTensor>& tensors) {
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
        const QString kind = roleName(role);
        const QString name = tensor.label.empty() ? kind : fromUtf8(tensor.label);
        // A resident tensor was made in no phase of the step.
        auto* item = new QTreeWidgetItem(
            list_, {name, fromUtf8(tensor.shape), kind, phaseName(tensor.phase), tensorText(tensor.bytes)});
        item->setIcon(0, QIcon(roleSwatch(role, swatch, devicePixelRatioF())));
        item->setToolTip(0, name);
        item->setToolTip(4, exactText(tensor.bytes));
    }
    QHeaderView* header = list_->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(0, QHeaderView::Stretch);
    for (int column = 1; column < 5; ++column) header->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    alignFigures(list_->model(), 4, 4);
    if (list_->topLevelItemCount() > 0) list_->setCurrentItem(list_->topLevelItem(0));
    const bool shapes =
        std::any_of(tensors.begin(), tensors.end(), [](const PeakTensor& t) { return !t.shape.empty(); });
    list_->setColumnHidden(1, !shapes);
}

}  // namespace headroom::ui
