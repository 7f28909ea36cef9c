// PlainLabels: Qt guesses a label's format from its text; here the guess is taken away before the label is first shown.
#include "ui/shell/plain_labels.h"

#include <QEvent>
#include <QLabel>

namespace headroom::ui {

bool PlainLabels::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Polish) return false;
    auto* label = qobject_cast<QLabel*>(watched);
    if (!label || label->textFormat() != Qt::AutoText) return false;
    const bool tip = label->inherits("QTipLabel");
    if (!tip || !label->text().startsWith(QLatin1Char('<'))) label->setTextFormat(Qt::PlainText);
    return false;
}

}  // namespace headroom::ui
