// FigureLabel: a label whose text changes many times a second. It keeps its size unless the text outgrows it, so a new figure
// repaints this label alone; a plain QLabel would have every layout up to the window worked out again.
#pragma once

#include "ui/shell/theme.h"

#include <QEvent>
#include <QLabel>
#include <QRegularExpression>
#include <QTextDocument>

#include <cmath>
#include <utility>

namespace headroom::ui {

/// `plain` as the strong part of a label's rich text: medium weight, the theme's main colour.
inline QString strongText(const QString& plain) {
    return QStringLiteral("<span style='font-weight:500;color:%1'>%2</span>")
        .arg(themeColor(Token::T1).name(), plain.toHtmlEscaped());
}
/// Rich text whose strong parts have the colour of the theme in force.
inline QString recoloured(QString html) {
    static const QRegularExpression strong(QStringLiteral("(font-weight:500;color:)#[0-9a-f]{6}"));
    return html.replace(strong, QStringLiteral("\\1") + themeColor(Token::T1).name());
}

/// Strong parts follow the theme.
class FigureLabel : public QLabel {
    Q_OBJECT
public:
    explicit FigureLabel(QWidget* parent = nullptr) : QLabel(parent) {
        setTextFormat(Qt::RichText);
        connect(&Theme::get(), &Theme::changed, this, [this] { setText(recoloured(text())); });
    }

    /// Shows `text`, which is rich text. True when the label's size had to change.
    bool setFigure(const QString& text) {
        if (text == this->text()) return false;
        setText(text);
        // All digits are equally wide, and measuring rich text is dear: texts that differ in digits alone need the same room.
        QString shape = text;
        for (QChar& letter : shape) letter = letter.isDigit() ? QLatin1Char('0') : letter;
        if (std::exchange(shape_, shape) == shape) return false;
        return fit();
    }

protected:
    void changeEvent(QEvent* event) override {
        QLabel::changeEvent(event);
        if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange) return;
        setMaximumWidth(0);  // the room that another font left is no spare room
        fit();
    }

private:
    /// QLabel tells no layout about a new text while its least and greatest size are the same.
    bool fit() {
        constexpr int kSpareDigits = 4;  // a text shorter by more than this gives the room back
        const QSize wanted = wantedSize();
        const int digit = fontMetrics().horizontalAdvance(QLatin1Char('0'));
        const bool roomy = wanted.width() <= maximumWidth() && wanted.width() >= maximumWidth() - kSpareDigits * digit;
        if (roomy && wanted.height() == maximumHeight()) return false;
        setFixedSize(wanted);
        return true;
    }
    QSize wantedSize() const {
        if (text().isEmpty()) return {0, fontMetrics().height()};
        QTextDocument words;  // as QLabel's own; QLabel::sizeHint() is never less than the size it was given
        words.setDocumentMargin(0);
        words.setDefaultFont(font());
        words.setHtml(text());
        return QSizeF(std::ceil(words.idealWidth()), std::ceil(words.size().height()))
            .toSize()
            .grownBy(contentsMargins());
    }

    QString shape_;
};

}  // namespace headroom::ui
