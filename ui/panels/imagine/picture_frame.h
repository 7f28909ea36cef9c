// PictureFrame: where the picture will be, before there is one: a grey frame of the chosen size with a sentence in it.
#pragma once

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

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QSize size_{64, 64};
    QString title_, text_;
};

}  // namespace headroom::ui
