// Parts of the upscale dialog: what it does off the window's thread (reading a picture, a forecast, one part enlarged to look at), and where one
// chooses that part.
#pragma once

#include "core/api/services.h"

#include <QImage>
#include <QPointF>
#include <QString>
#include <QWidget>

namespace headroom::ui {

/// A picture as the dialog knows it; its pixels stay in its file.
struct UpscalePicture {
    QSize size;       ///< upright; empty: not readable
    QImage small;     ///< all of it, at most kUpscaleSmall a side
    QString problem;  ///< why not
};
inline constexpr int kUpscaleSmall = 1024;

/// Any thread. Formats and sizes that Qt reads; the engine's own answer to a file is that of the forecast.
UpscalePicture readUpscalePicture(const QString& path);
/// The same of a picture that was read.
UpscalePicture upscalePictureOf(const QImage& whole);

/// Pixels of a side of the part that is shown.
inline constexpr int kUpscalePart = 96;

/// The part of `picture` around `centre` (0..1 across and down): at most kUpscalePart a side, wholly within.
QRect upscalePartOf(const QSize& picture, const QPointF& centre);

/// One part before and after; both of the after's size. `problem`: why there is none.
struct UpscaleLook {
    QImage before, after;
    QString problem;
};

/// Enlarges that part of the picture as `request` asks, beside everything else, into a file that is gone afterwards. Blocks; any thread but
/// the window's.
UpscaleLook lookAtUpscale(Services* services, UpscaleRequest request, const QPointF& centre, std::stop_token stop);

/// "picture-2x.png" beside the picture, or in the folder of pictures where that one cannot be written; a name that is not taken.
QString upscaleTarget(const QString& picture, int scale);

/// What a forecast means: network, bytes, tiles. `picture`: its sides.
QString upscaleWords(const UpscaleDone& forecast, const QSize& picture);
/// What was done, after it is written.
QString upscaleDoneWords(const UpscaleDone& done);

/// A small view of a picture with a frame around the part that is looked at; the frame moves by click, drag and arrow keys.
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
