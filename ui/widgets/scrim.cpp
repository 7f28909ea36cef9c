// Scrim: see scrim.h.
#include "ui/widgets/scrim.h"

#include "ui/shell/theme.h"

#include <QDialog>
#include <QEvent>
#include <QPainter>

namespace headroom::ui {

Scrim::Scrim(QDialog* dialog) : QWidget(dialog->parentWidget()->window()) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setGeometry(parentWidget()->rect());
    parentWidget()->installEventFilter(this);
    connect(dialog, &QDialog::finished, this, &QObject::deleteLater);
    connect(dialog, &QObject::destroyed, this, &QObject::deleteLater);
    raise();
    show();
}

void Scrim::paintEvent(QPaintEvent*) {
    QColor shade = Theme::get().dark() ? Theme::get().color(Token::Win) : Theme::get().color(Token::T1);
    shade.setAlphaF(0.55F);
    QPainter(this).fillRect(rect(), shade);
}

bool Scrim::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parentWidget() && event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

}  // namespace headroom::ui
