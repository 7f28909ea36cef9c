// Pictures, forecasts and parts of the upscale dialog.
#include "ui/panels/upscale/upscale_parts.h"

#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/picture_store.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/widgets/kit.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QImageReader>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTemporaryDir>

namespace headroom::ui {
namespace {

struct UpscaleText {
    Q_DECLARE_TR_FUNCTIONS(Upscale)
};

QString tilesText(int tiles, int tile, int overlap, bool exact) {
    if (tile == 0) return UpscaleText::tr("in one piece");
    return UpscaleText::tr("%Ln tile(s) of %1 px that overlap by %2, %3", nullptr, tiles)
        .arg(countText(tile), countText(overlap),
             exact ? UpscaleText::tr("exactly as in one piece")
                   : UpscaleText::tr("blended, as the network sees further than that"));
}

QString sidesText(int width, int height) {
    return UpscaleText::tr("%1 × %2 px").arg(countText(width), countText(height));
}

/// Upright; null: `why` says why not.
QImage readWhole(const QString& path, QString* why = nullptr) {
    QImageReader reader(path);
    reader.setAutoTransform(true);
    QString too_large;
    QImage whole = readPicture(reader, too_large);
    if (whole.isNull() && why)
        *why = too_large.isEmpty()
                   ? UpscaleText::tr("%1 cannot be shown: %2.").arg(fileNameText(path), reader.errorString())
                   : too_large;
    return whole;
}

}  // namespace

UpscalePicture readUpscalePicture(const QString& path) {
    QString problem;
    const QImage whole = readWhole(path, &problem);
    UpscalePicture out = upscalePictureOf(whole);
    out.problem = problem;
    return out;
}

UpscalePicture upscalePictureOf(const QImage& whole) {
    UpscalePicture out;
    out.size = whole.size();
    out.small = whole.width() > kUpscaleSmall || whole.height() > kUpscaleSmall
                    ? whole.scaled(kUpscaleSmall, kUpscaleSmall, Qt::KeepAspectRatio, Qt::SmoothTransformation)
                    : whole;
    return out;
}

QRect upscalePartOf(const QSize& picture, const QPointF& centre) {
    const QSize part = picture.boundedTo(QSize(kUpscalePart, kUpscalePart));
    const auto from = [](double at, int length, int side) {
        return std::clamp(static_cast<int>(at * length) - side / 2, 0, length - side);
    };
    return {QPoint(from(centre.x(), picture.width(), part.width()), from(centre.y(), picture.height(), part.height())),
            part};
}

UpscaleLook lookAtUpscale(Services* services, UpscaleRequest request, const QPointF& centre, std::stop_token stop) {
    UpscaleLook out;
    const QTemporaryDir folder;
    const QImage whole = readWhole(fromUtf8(request.picture));
    const QImage part = whole.copy(upscalePartOf(whole.size(), centre));
    request.picture = folder.filePath(QStringLiteral("part.png")).toStdString();
    request.target = folder.filePath(QStringLiteral("larger.png")).toStdString();
    if (!folder.isValid() || !part.save(fromUtf8(request.picture), "PNG")) {
        out.problem = UpscaleText::tr("There is no room for a temporary file to try a part in.");
        return out;
    }
    const auto done = services->upscale(
        request, [](const std::string&, double) {}, std::move(stop));
    if (!done) {
        out.problem = errorText(done.error());
        return out;
    }
    out.after = QImage(fromUtf8(request.target));
    out.before = part.scaled(part.size() * request.scale, Qt::IgnoreAspectRatio, Qt::FastTransformation);
    return out;
}

QString upscaleTarget(const QString& picture, int scale) {
    const QFileInfo file(picture);
    const bool beside =
        QFileInfo(file.absolutePath()).isWritable() && !file.absolutePath().startsWith(QDir::tempPath());
    const QString folder = beside ? file.absolutePath() : picturesFolder();
    const QString stem = QStringLiteral("%1/%2-%3x").arg(folder, file.completeBaseName(), QString::number(scale));
    QString path = stem + QStringLiteral(".png");
    for (int i = 2; QFileInfo::exists(path); ++i) path = QStringLiteral("%1-%2.png").arg(stem, QString::number(i));
    return QDir::toNativeSeparators(path);
}

QString upscaleWords(const UpscaleDone& f, const QSize& picture) {
    const QString network = coreText(f.network);
    if (f.peak.count == 0) {  // Lanczos makes no tensors
        const auto pixels = std::int64_t{picture.width()} * picture.height() + std::int64_t{f.width} * f.height;
        return UpscaleText::tr("%1: the picture and its result take %2.").arg(network, tensorText(Bytes{4 * pixels}));
    }
    return UpscaleText::tr("%1: at most %2 at once, %3.")
        .arg(network, tensorText(f.peak), tilesText(f.tiles, f.tile, f.overlap, f.exact));
}

QString upscaleDoneWords(const UpscaleDone& done) {
    QString out =
        UpscaleText::tr("Written: %1, %2.").arg(fileNameText(fromUtf8(done.path)), sidesText(done.width, done.height));
    if (done.peak.count == 0) return out;
    out +=
        QLatin1Char(' ') + UpscaleText::tr("It took %1 at most, %2.")
                               .arg(tensorText(done.peak), tilesText(done.tiles, done.tile, done.overlap, done.exact));
    if (done.halvings > 0)
        out += QLatin1Char(' ') + UpscaleText::tr("Memory ran out %Ln time(s); tiles of half the side went on.",
                                                  nullptr, static_cast<int>(done.halvings));
    return out;
}

constexpr int kChooserHeight = 144;  // of the widget, at 100 % text
constexpr double kPartStep = 0.05;   // of the picture, per arrow key

PartChooser::PartChooser(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Part to look at"));
    setAccessibleDescription(tr("Arrow keys move it"));
    setToolTip(tr("Click where to look; arrow keys move the frame"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::get(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize PartChooser::sizeHint() const { return {scaled(200), scaled(kChooserHeight)}; }

void PartChooser::setPicture(const QImage& small, const QSize& size) {
    size_ = size;
    small_ = small;
    centre_ = {0.5, 0.5};
    setEnabled(!small.isNull());
    update();
}

void PartChooser::setCentre(QPointF centre) {
    centre_ = {std::clamp(centre.x(), 0.0, 1.0), std::clamp(centre.y(), 0.0, 1.0)};
    update();
}

QRect PartChooser::area() const {
    const QSize room = size() - QSize(4, 4);
    const QSize shown = small_.size().scaled(room, Qt::KeepAspectRatio);
    return {QPoint((width() - shown.width()) / 2, (height() - shown.height()) / 2), shown};
}

void PartChooser::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themeColor(Token::Win));
    if (small_.isNull()) return;
    const QRect picture = area();
    painter.setRenderHint(QPainter::SmoothPixmapTransform,
                          picture.width() < small_.width());  // enlarged: pixels stay pixels
    painter.drawImage(picture, small_);
    const QRect part = upscalePartOf(size_, centre_);
    const double x = static_cast<double>(picture.width()) / size_.width(),
                 y = static_cast<double>(picture.height()) / size_.height();
    const QRectF frame(picture.left() + part.left() * x, picture.top() + part.top() * y, part.width() * x,
                       part.height() * y);
    // Two lines, so that it is seen on any picture.
    painter.setPen(QPen(themeColor(Token::Panel), 3));
    painter.drawRect(frame);
    painter.setPen(QPen(themeColor(Token::Acc), 1));
    painter.drawRect(frame);
    paintFocusFrame(painter, this);
}

void PartChooser::take(QPointF at) {
    const QPointF before = centre_;
    setCentre(at);
    if (centre_ != before) Q_EMIT centreChanged();
}

void PartChooser::mousePressEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton) || small_.isNull()) return;
    const QRect picture = area();
    take({(event->position().x() - picture.left()) / std::max(1, picture.width()),
          (event->position().y() - picture.top()) / std::max(1, picture.height())});
}

void PartChooser::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left: return take(centre_ - QPointF(kPartStep, 0));
        case Qt::Key_Right: return take(centre_ + QPointF(kPartStep, 0));
        case Qt::Key_Up: return take(centre_ - QPointF(0, kPartStep));
        case Qt::Key_Down: return take(centre_ + QPointF(0, kPartStep));
        default: break;
    }
    QWidget::keyPressEvent(event);
}

}  // namespace headroom::ui
