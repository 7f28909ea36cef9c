// QtSvg knows no palette colour for `currentColor`, so the text of the SVG is changed before it is rendered.
#include "ui/shell/icon_cache.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

namespace headroom::ui {
namespace {

QPixmap render(const QByteArray& svg, int size, qreal ratio) {
    QPixmap out(qRound(size * ratio), qRound(size * ratio));
    out.fill(Qt::transparent);
    QSvgRenderer renderer(svg);
    QPainter painter(&out);
    renderer.render(&painter, QRectF(0, 0, out.width(), out.height()));
    painter.end();
    out.setDevicePixelRatio(ratio);
    return out;
}

/// Renders at whatever size and ratio the style asks for.
class SvgEngine : public QIconEngine {
public:
    SvgEngine(QByteArray normal, QByteArray disabled) : normal_(std::move(normal)), disabled_(std::move(disabled)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        QSvgRenderer renderer(svgFor(mode));
        const int side = qMin(rect.width(), rect.height());
        renderer.render(painter, QRectF(rect.x(), rect.y() + (rect.height() - side) / 2.0, side, side));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override { return placed(size, mode); }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal) override {
        return placed(size, mode);
    }
    QIconEngine* clone() const override { return new SvgEngine(*this); }

private:
    /// A button asks for more width than height where text follows: the rest is the gap between icon and text.
    QPixmap placed(const QSize& size, QIcon::Mode mode) {
        if (size.width() <= size.height()) return render(svgFor(mode), size.width(), 1.0);
        QPixmap out(size);
        out.fill(Qt::transparent);
        QPainter painter(&out);
        painter.drawPixmap(0, 0, render(svgFor(mode), size.height(), 1.0));
        return out;
    }
    const QByteArray& svgFor(QIcon::Mode mode) const { return mode == QIcon::Disabled ? disabled_ : normal_; }

    QByteArray normal_, disabled_;
};

}  // namespace

QByteArray IconCache::svg(const QString& name, const QColor& color) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        qWarning("icon %s is missing", qUtf8Printable(name));
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"/>";
    }
    QByteArray text = file.readAll();
    text.replace("currentColor", color.name().toLatin1());
    text.replace("stroke-width=\"2\"", "stroke-width=\"1.75\"");
    return text;
}

QPixmap IconCache::pixmap(const QString& name, const QColor& color, int size, qreal device_pixel_ratio) {
    const QString key = QStringLiteral("%1|%2|%3|%4").arg(name, color.name()).arg(size).arg(device_pixel_ratio);
    const auto found = pixmaps_.constFind(key);
    if (found != pixmaps_.constEnd()) return *found;
    return *pixmaps_.insert(key, render(svg(name, color), size, device_pixel_ratio));
}

QIcon IconCache::icon(const QString& name, const QColor& color, const QColor& disabled) {
    const QString key = name + QLatin1Char('|') + color.name();
    const auto found = icons_.constFind(key);
    if (found != icons_.constEnd()) return *found;
    return *icons_.insert(key, QIcon(new SvgEngine(svg(name, color), svg(name, disabled))));
}

void IconCache::clear() {
    pixmaps_.clear();
    icons_.clear();
}

}  // namespace headroom::ui
