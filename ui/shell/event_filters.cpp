// Event filters of the application: ShortcutGuard, FocusRings, PixelRatioWatch and PlainLabels.
#include "ui/shell/event_filters.h"

#include "ui/bridge/shown_text.h"
#include "ui/widgets/kit.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QUrl>

#include <algorithm>

namespace headroom::ui {
namespace {

/// What takes letters as text; a list searches its rows by them.
bool takes_text(const QObject* o) {
    return qobject_cast<const QLineEdit*>(o) || qobject_cast<const QAbstractSpinBox*>(o) ||
           qobject_cast<const QPlainTextEdit*>(o) || qobject_cast<const QComboBox*>(o) ||
           qobject_cast<const QAbstractItemView*>(o);
}

/// Words that can be selected and copied alone.
bool is_read_only(const QObject* o) {
    const auto* text = qobject_cast<const QPlainTextEdit*>(o);
    return qobject_cast<const QLabel*>(o) || (text && text->isReadOnly());
}

/// A key that text claims also where it cannot be edited.
bool edits(const QKeyEvent& key) {
    return key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo) || key.matches(QKeySequence::Cut) ||
           key.matches(QKeySequence::Paste);
}

/// The clipboard holds a picture or files, and no words beside them but where the files are: that is not for a field.
bool things_in_clipboard() {
    const QMimeData* mime = QGuiApplication::clipboard()->mimeData();
    if (!mime) return false;
    QStringList places;
    for (const QUrl& url : mime->urls())
        if (url.isLocalFile()) places << url.toLocalFile() << url.toString() << QString::fromLatin1(url.toEncoded());
    if (places.isEmpty() && !mime->hasImage()) return false;
    const QString words = mime->hasFormat(QStringLiteral("text/plain")) ? mime->text() : QString();
    const QStringList lines = words.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    return std::ranges::all_of(lines, [&](const QString& line) { return places.contains(line.trimmed()); });
}

bool is_modifier(int key) {
    return key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt || key == Qt::Key_AltGr ||
           key == Qt::Key_Meta;
}

void set_ring(QWidget* widget, bool shown) {
    if (!widget || widget->property(kFocusRing).toBool() == shown) return;
    restyle(widget, kFocusRing, shown);
    widget->update();  // painted ones have no style that would
}

}  // namespace

bool ShortcutGuard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride) return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    if (is_read_only(watched) && edits(*key)) return true;  // not accepted: the window's
    // A field would claim the key and paste nothing, or a path as words: left alone it is the window's.
    if (key->matches(QKeySequence::Paste) && takes_text(watched)) return things_in_clipboard();
    const auto modifiers = key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    const bool printable = !key->text().isEmpty() && key->text().at(0).isPrint();
    if (modifiers != Qt::NoModifier || !printable) return false;
    if (takes_text(watched) || (key->key() == Qt::Key_Space && qobject_cast<const QAbstractButton*>(watched))) {
        event->accept();
        return true;
    }
    return false;
}

bool FocusRings::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::KeyPress:
            if (is_modifier(static_cast<QKeyEvent*>(event)->key())) break;
            keys_ = true;
            set_ring(QApplication::focusWidget(), true);
            break;
        case QEvent::MouseButtonPress: keys_ = false; break;
        case QEvent::FocusIn: set_ring(qobject_cast<QWidget*>(watched), keys_); break;
        default: break;
    }
    return false;
}

bool PixelRatioWatch::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Show && event->type() != QEvent::ScreenChangeInternal) return false;
    auto* window = qobject_cast<QWidget*>(watched);
    if (!window || !window->isWindow()) return false;
    constexpr const char* kRatio = "drawnForRatio";
    const QVariant before = window->property(kRatio);
    const qreal ratio = window->devicePixelRatioF();
    if (before.isValid() && qFuzzyCompare(before.toDouble(), ratio)) return false;
    window->setProperty(kRatio, ratio);
    if (before.isValid()) Theme::get().redraw();
    return false;
}

bool PlainLabels::eventFilter(QObject* watched, QEvent* event) {
    const bool polished = event->type() == QEvent::Polish;
    if (!polished && event->type() != QEvent::StyleChange) return false;
    auto* label = qobject_cast<QLabel*>(watched);
    if (!label) return false;
    const bool tip = label->inherits("QTipLabel");
    // One label shows tip after tip. Qt polishes it while it has no text, and styles it anew with each before it is measured.
    if (tip && !polished) label->setTextFormat(isRichTip(label->text()) ? Qt::RichText : Qt::PlainText);
    if (!tip && polished && label->textFormat() == Qt::AutoText) label->setTextFormat(Qt::PlainText);
    return false;
}

}  // namespace headroom::ui
