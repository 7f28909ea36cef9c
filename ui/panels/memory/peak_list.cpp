// PeakList; see peak_list.h.
#include "ui/panels/memory/peak_list.h"

#include "ui/bridge/qt_format.h"
#include "ui/shell/theme.h"
#include "ui/widgets/memory_bar.h"
#include "ui/widgets/memory_bar_paint.h"
#include "ui/widgets/step_timeline_view_layout.h"

#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace headroom::ui {

PeakList::PeakList(const StepTimeline& timeline, QWidget* parent) : QFrame(parent, Qt::Popup), list_(new QTreeWidget(this)) {
    const Theme& theme = Theme::get();
    setFrameShape(QFrame::StyledPanel);
    setAttribute(Qt::WA_DeleteOnClose);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    auto* title = new QLabel(tr("Alive at the peak of step %1").arg(countText(timeline.step)), this);
    title->setFont(theme.font(TextSize::Body, true));
    column->addWidget(title);
    column->addWidget(list_);
    list_->setColumnCount(3);
    list_->setHeaderLabels({tr("Tensor"), tr("Phase"), tr("Size")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setFont(theme.font(TextSize::Small));
    list_->setAccessibleName(title->text());
    const int swatch = theme.scaled(12);
    list_->setIconSize(QSize(swatch, swatch));
    for (const PeakTensor& tensor : timeline.largest) {
        const BarRole role = bar_role(tensor.role);
        const QString name = tensor.label.empty() ? roleName(role) : QString::fromStdString(tensor.label);
        auto* item = new QTreeWidgetItem(list_, {name, phaseName(tensor.phase), tensorText(tensor.bytes)});
        item->setIcon(0, QIcon(roleSwatch(role, swatch, devicePixelRatioF())));
        item->setToolTip(0, roleName(role) + QLatin1Char('\n') + name);
        item->setToolTip(2, exactText(tensor.bytes));
        item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
    }
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    list_->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    list_->headerItem()->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
    if (timeline.largest.empty()) {
        list_->hide();
        auto* none = new QLabel(tr("The engine named no tensors for this step."), this);
        none->setFont(theme.font(TextSize::Small));
        column->addWidget(none);
    }
    resize(theme.scaled(420), timeline.largest.empty() ? sizeHint().height() : theme.scaled(300));
}

}  // namespace headroom::ui
