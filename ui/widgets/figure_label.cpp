// FigureLabel; see figure_label.h. QLabel tells no layout about a new text while its least and greatest size are the same.
#include "ui/widgets/figure_label.h"

#include <QEvent>

#include <utility>

namespace headroom::ui {
namespace {

constexpr int kSpareDigits = 4;  // a text shorter by more than this gives the room back

}  // namespace

FigureLabel::FigureLabel(QWidget* parent) : QLabel(parent) {}

bool FigureLabel::setFigure(const QString& text) {
    if (text == this->text()) return false;
    setText(text);
    // All digits are equally wide, and measuring rich text is dear: texts that differ in digits alone need the same room.
    QString shape = text;
    for (QChar& letter : shape) letter = letter.isDigit() ? QLatin1Char('0') : letter;
    if (std::exchange(shape_, shape) == shape) return false;
    return fit();
}

bool FigureLabel::fit() {
    const QSize wanted = text().isEmpty() ? QSize(0, fontMetrics().height()) : QLabel::sizeHint();
    const int digit = fontMetrics().horizontalAdvance(QLatin1Char('0'));
    const bool roomy = wanted.width() <= maximumWidth() && wanted.width() >= maximumWidth() - kSpareDigits * digit;
    if (roomy && wanted.height() == maximumHeight()) return false;
    setFixedSize(wanted);
    return true;
}

void FigureLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fit();
}

}  // namespace headroom::ui
