// KeyboardDialog: a plain table; it cannot go stale because it asks the actions.
#include "ui/shell/keyboard_dialog.h"

#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTreeWidget>

namespace headroom::ui {

KeyboardDialog::KeyboardDialog(QWidget* window) : QDialog(window) {
    setWindowTitle(tr("Keyboard"));
    auto* list = new QTreeWidget(this);
    list->setHeaderLabels({tr("Key"), tr("Does")});
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setAccessibleName(tr("Keys"));
    for (const QAction* action : window->findChildren<QAction*>()) {
        if (action->shortcut().isEmpty()) continue;
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts()) keys << key.toString(QKeySequence::NativeText);
        new QTreeWidgetItem(list, {keys.join(QStringLiteral(", ")), action->text().remove(QLatin1Char('&'))});
    }
    new QTreeWidgetItem(list, {tr("Esc"), tr("Take this edit back, close a card")});
    list->sortItems(0, Qt::AscendingOrder);
    list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = columnIn(this, {16, 16, 16, 16});
    column->addWidget(list);
    column->addWidget(buttons);
    resize(Theme::get().scaled(480), Theme::get().scaled(560));
}

}  // namespace headroom::ui
