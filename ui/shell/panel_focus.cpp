// The next panel that can have the focus, and the tip of the widget that has it.
#include "ui/shell/panel_focus.h"

#include "ui/bridge/shown_text.h"
#include "ui/shell/guide_places.h"

#include <QApplication>
#include <QWhatsThis>
#include <QWidget>

namespace headroom::ui {

bool help_on_focus() {
    for (QWidget* w = QApplication::focusWidget(); w; w = w->parentWidget()) {
        const QString text = w->whatsThis().isEmpty() ? w->toolTip() : w->whatsThis();
        if (text.isEmpty()) continue;
        QString rich = isRichTip(text) ? text : text.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"));
        if (const QString place = guidePlaceOf(w); !place.isEmpty())
            rich += QStringLiteral("<p><a href=\"guide:%1\">%2</a></p>")
                        .arg(place, QCoreApplication::translate("Guide", "More in the guide"));
        QWhatsThis::showText(w->mapToGlobal(QPoint(0, w->height())), rich, w);
        return true;
    }
    return false;
}

void move_focus(const QList<QWidget*>& panels, int by) {
    const QWidget* focus = QApplication::focusWidget();
    qsizetype at = by > 0 ? -1 : 0;
    for (qsizetype i = 0; i < panels.size(); ++i)
        if (focus && panels[i]->isAncestorOf(focus)) at = i;
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
