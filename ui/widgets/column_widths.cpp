// ColumnWidths: the menu is made anew each time, for other columns may be shown.
#include "ui/widgets/column_widths.h"

#include "ui/shell/theme.h"
#include "ui/widgets/kept.h"

#include <QCoreApplication>
#include <QMenu>
#include <QTreeView>

#include <algorithm>

namespace headroom::ui {
namespace {

constexpr int kColumnStep = 40;  // pixels at 100 % text

struct ColumnText {
    Q_DECLARE_TR_FUNCTIONS(ColumnWidths)
};

void widen(QHeaderView* header, int column, int pixels) {
    header->setProperty(kUserSized, true);
    header->resizeSection(column, std::max(header->minimumSectionSize(), header->sectionSize(column) + pixels));
}

}  // namespace

QAction* makeColumnWidths(QTreeView* list) {
    auto* menu = new QMenu(ColumnText::tr("Column widths"), list);
    const auto offer = [list, menu] {
        menu->clear();
        QHeaderView* header = list->header();
        const int step = scaled(kColumnStep);
        int last = header->count() - 1;
        while (last > 0 && header->isSectionHidden(last)) --last;
        for (int column = 0; column <= last; ++column) {
            const bool fits_itself = header->sectionResizeMode(column) != QHeaderView::Interactive ||
                                     (column == last && header->stretchLastSection());
            if (header->isSectionHidden(column) || fits_itself) continue;
            const QString title = list->model()->headerData(column, Qt::Horizontal).toString();
            menu->addAction(ColumnText::tr("%1: wider").arg(title), header, [=] { widen(header, column, step); });
            menu->addAction(ColumnText::tr("%1: narrower").arg(title), header, [=] { widen(header, column, -step); });
        }
    };
    QObject::connect(menu, &QMenu::aboutToShow, list, offer);
    offer();
    return menu->menuAction();
}

}  // namespace headroom::ui
