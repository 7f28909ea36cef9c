// Event filters of the application: ShortcutGuard and PlainLabels.
#include "ui/shell/event_filters.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace headroom::ui {
namespace {

bool is_editor(const QObject* o) {
    return qobject_cast<const QLineEdit*>(o) || qobject_cast<const QAbstractSpinBox*>(o) ||
           qobject_cast<const QPlainTextEdit*>(o) || qobject_cast<const QComboBox*>(o);
}

bool uses_space(const QObject* o) {
    return qobject_cast<const QAbstractButton*>(o) || qobject_cast<const QAbstractItemView*>(o);
}

}  // namespace

bool ShortcutGuard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride) return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    const auto modifiers = key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    const bool printable = !key->text().isEmpty() && key->text().at(0).isPrint();
    if (modifiers != Qt::NoModifier || !printable) return false;
    if (is_editor(watched) || (key->key() == Qt::Key_Space && uses_space(watched))) {
        event->accept();
        return true;
    }
    return false;
}

bool PlainLabels::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Polish) return false;
    auto* label = qobject_cast<QLabel*>(watched);
    if (!label || label->textFormat() != Qt::AutoText) return false;
    const bool tip = label->inherits("QTipLabel");
    if (!tip || !label->text().startsWith(QLatin1Char('<'))) label->setTextFormat(Qt::PlainText);
    return false;
}

}  // namespace headroom::ui
