// PictureFrame: where the picture will be, before there is one: a grey frame of the chosen size with a sentence in it.
#pragma once

#include <QRect>
#include <QSize>
#include <QString>
#include <QWidget>

namespace headroom::ui {

class PictureFrame : public QWidget {
    Q_OBJECT
public:
    explicit PictureFrame(QWidget* parent = nullptr);

    void setPictureSize(const QSize& size);
    void setTexts(const QString& title, const QString& text);
    QString title() const { return title_; }
    /// Whether the frame is drawn: it is wide enough for the words.
    bool framed() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int kBetween = 4;  // pixels between title and text
    /// Heights in pixels of what is shown; 0: there is no room for it. The title always is.
    struct Texts {
        int icon = 0, head = 0, body = 0;
        int height() const { return icon + head + (body > 0 ? kBetween + body : 0); }
    };
    Texts textsIn(const QSize& room) const;
    QRect frame() const;
    /// Where words stand within a place.
    QRect wordsWithin(const QRect& around) const;

    QSize size_{64, 64};
    QString title_, text_;
};

}  // namespace headroom::ui
