// What the upscale dialog does off the window's thread: reading a picture, a forecast, and one part enlarged to look at.
#pragma once

#include "core/api/services.h"

#include <QImage>
#include <QPointF>
#include <QString>

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

}  // namespace headroom::ui
