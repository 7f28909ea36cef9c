// FigureLabel: QLabel tells no layout about a new text while its least and greatest size are the same.
#include "ui/widgets/figure_label.h"

#include "ui/shell/theme.h"

#include <QEvent>
#include <QRegularExpression>
#include <QTextDocument>

#include <cmath>

namespace headroom::ui {

constexpr int kSpareDigits = 4;  // a text shorter by more than this gives the room back

QString strongText(const QString& plain) {
    return QStringLiteral("<span style='font-weight:500;color:%1'>%2</span>")
        .arg(themeColor(Token::T1).name(), plain.toHtmlEscaped());
}

QString recoloured(QString html) {
    static const QRegularExpression strong(QStringLiteral("(font-weight:500;color:)#[0-9a-f]{6}"));
    return html.replace(strong, QStringLiteral("\\1") + themeColor(Token::T1).name());
}

FigureLabel::FigureLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::RichText);
    connect(&Theme::get(), &Theme::changed, this, [this] { setText(recoloured(text())); });
}

bool FigureLabel::setFigure(const QString& text) {
    if (text == this->text()) return false;
    setText(text);
    // All digits are equally wide, and measuring rich text is dear: texts that differ in digits alone need the same room.
    QString shape = text;
    for (QChar& letter : shape) letter = letter.isDigit() ? QLatin1Char('0') : letter;
    if (std::exchange(shape_, shape) == shape) return false;
    return fit();
}

QSize FigureLabel::wantedSize() const {
    if (text().isEmpty()) return {0, fontMetrics().height()};
    QTextDocument words;  // as QLabel's own; QLabel::sizeHint() is never less than the size it was given
    words.setDocumentMargin(0);
    words.setDefaultFont(font());
    words.setHtml(text());
    return QSizeF(std::ceil(words.idealWidth()), std::ceil(words.size().height())).toSize().grownBy(contentsMargins());
}

bool FigureLabel::fit() {
    const QSize wanted = wantedSize();
    const int digit = fontMetrics().horizontalAdvance(QLatin1Char('0'));
    const bool roomy = wanted.width() <= maximumWidth() && wanted.width() >= maximumWidth() - kSpareDigits * digit;
    if (roomy && wanted.height() == maximumHeight()) return false;
    setFixedSize(wanted);
    return true;
}

void FigureLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange) return;
    setMaximumWidth(0);  // the room that another font left is no spare room
    fit();
}

}  // namespace headroom::ui
