// PanelFocus: see panel_focus.h.
#include "ui/shell/panel_focus.h"

#include <QApplication>
#include <QWhatsThis>
#include <QWidget>

namespace headroom::ui {

void help_on_focus() {
    for (QWidget* w = QApplication::focusWidget(); w; w = w->parentWidget()) {
        const QString text = w->whatsThis().isEmpty() ? w->toolTip() : w->whatsThis();
        if (text.isEmpty()) continue;
        QWhatsThis::showText(w->mapToGlobal(QPoint(0, w->height())), text, w);
        return;
    }
}

void move_focus(const QList<QWidget*>& panels, int by) {
    const QWidget* focus = QApplication::focusWidget();
    qsizetype at = -1;
    for (qsizetype i = 0; i < panels.size(); ++i) {
        if (focus && panels[i]->isAncestorOf(focus)) at = i;
    }
    for (qsizetype step = 1; step <= panels.size(); ++step) {
        QWidget* panel = panels[(at + by * step + 2 * panels.size()) % panels.size()];
        if (!panel->isVisible()) continue;
        for (QWidget* w = panel->nextInFocusChain(); w && w != panel; w = w->nextInFocusChain()) {
            if (!panel->isAncestorOf(w)) continue;
            if (!w->isVisible() || !w->isEnabled() || !(w->focusPolicy() & Qt::TabFocus)) continue;
            w->setFocus(Qt::TabFocusReason);
            return;
        }
    }
}

}  // namespace headroom::ui
