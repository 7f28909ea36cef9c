// PromptText: see prompt_text.h.
#include "ui/families/vqgan_clip/prompt_text.h"

#include <QAbstractTextDocumentLayout>
#include <QKeyEvent>
#include <QMimeData>
#include <QTextBlock>

#include <algorithm>
#include <cmath>

namespace headroom::ui {
namespace {

constexpr int kTextMargin = 2;  // of the document
constexpr int kBorder = 3;      // of the style sheet, focused or not
constexpr int kMostLines = 6;

}  // namespace

PromptText::PromptText(QWidget* parent) : QPlainTextEdit(parent) {
    setObjectName(QStringLiteral("prompt"));
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document()->setDocumentMargin(kTextMargin);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(this, &QPlainTextEdit::textChanged, this, &PromptText::fit);
    fit();
}

void PromptText::setWords(const QString& words) {
    if (editing()) return;
    shown_ = words;
    if (toPlainText() != words) setPlainText(words);
}

void PromptText::fit() {
    const double lines =
        std::clamp(document()->documentLayout()->documentSize().height(), 1.0, static_cast<double>(kMostLines));
    const int height = static_cast<int>(std::ceil(lines * fontMetrics().lineSpacing())) + 2 * kTextMargin + 2 * kBorder;
    if (height != minimumHeight()) setFixedHeight(height);
    const bool more = document()->documentLayout()->documentSize().height() > kMostLines;
    setVerticalScrollBarPolicy(more ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
}

QSize PromptText::sizeHint() const { return {160, minimumHeight()}; }
QSize PromptText::minimumSizeHint() const { return {60, minimumHeight()}; }

void PromptText::commit() {
    const QString words = toPlainText().simplified();
    if (words != shown_) Q_EMIT committed(words);
    Q_EMIT left();
}

void PromptText::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (event->modifiers() != Qt::NoModifier && event->modifiers() != Qt::KeypadModifier) return event->ignore();
        return commit();
    }
    if (event->key() == Qt::Key_Escape) {
        setPlainText(shown_);
        Q_EMIT escaped();
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

void PromptText::focusOutEvent(QFocusEvent* event) {
    QPlainTextEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) commit();
}

void PromptText::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    fit();
}

void PromptText::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange) fit();
}

void PromptText::insertFromMimeData(const QMimeData* source) { insertPlainText(source->text().simplified()); }

}  // namespace headroom::ui
