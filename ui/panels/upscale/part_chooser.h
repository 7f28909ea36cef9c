// PartChooser: a small view of a picture with a frame around the part that is looked at; the frame moves by click, drag and arrow keys.
#pragma once

#include <QImage>
#include <QPointF>
#include <QWidget>

namespace headroom::ui {

class PartChooser : public QWidget {
    Q_OBJECT
public:
    explicit PartChooser(QWidget* parent = nullptr);

    /// `small`: all of a picture of `size` pixels.
    void setPicture(const QImage& small, const QSize& size);
    /// Of the part, 0..1 across and down.
    QPointF centre() const { return centre_; }
    void setCentre(QPointF centre);
    QSize sizeHint() const override;

Q_SIGNALS:
    void centreChanged();  ///< by the user

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override { mousePressEvent(event); }
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRect area() const;  ///< of the picture within the widget
    void take(QPointF at);

    QSize size_;  ///< of the picture, in its pixels
    QImage small_;
    QPointF centre_{0.5, 0.5};
};

}  // namespace headroom::ui
