// Pictures of plots as files; see plot_view_picture.h.
#include "ui/widgets/plot_view_picture.h"

#include "ui/shell/theme.h"
#include "ui/widgets/plot_view_library.h"

#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace headroom::ui {
namespace {

using Draw = std::function<void(QCPPainter&)>;

bool writePng(QIODevice& file, const QSize& size, const Draw& draw) {
    QImage image(size * 2, QImage::Format_RGB32);
    image.setDevicePixelRatio(2.0);
    image.fill(Theme::get().color(Token::Panel));
    QCPPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing, true);
    draw(painter);
    painter.end();
    return image.save(&file, "PNG");
}

bool writeSvg(QIODevice& file, const QSize& size, const Draw& draw) {
    QSvgGenerator svg;
    svg.setOutputDevice(&file);
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(0, 0), size));
    svg.setTitle(QStringLiteral("Headroom"));
    QCPPainter painter(&svg);
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
    painter.fillRect(QRect(QPoint(0, 0), size), Theme::get().color(Token::Panel));
    draw(painter);
    return painter.end();
}

bool writePdf(QIODevice& file, const QSize& size, const Draw& draw) {
    QPdfWriter pdf(&file);
    pdf.setTitle(QStringLiteral("Headroom"));
    pdf.setResolution(96);
    pdf.setPageMargins(QMarginsF(0, 0, 0, 0));
    pdf.setPageSize(QPageSize(QSizeF(size) * 72.0 / 96.0, QPageSize::Point, {}, QPageSize::ExactMatch));
    QCPPainter painter(&pdf);
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
    painter.fillRect(QRect(QPoint(0, 0), size), Theme::get().color(Token::Panel));
    draw(painter);
    return painter.end();
}

}  // namespace

Result<void> savePicture(const QString& path, const QSize& size, const Draw& draw) {
    const QString ending = QFileInfo(path).suffix().toLower();
    const bool known =
        ending == QStringLiteral("png") || ending == QStringLiteral("svg") || ending == QStringLiteral("pdf");
    if (!known) {
        return make_error(ErrorCode::InvalidArgument, "'" + path.toStdString() + "' does not end in png, svg or pdf",
                          "Choose one of these endings.");
    }
    QSaveFile file(path);
    const auto failed = [&] {
        return make_error(ErrorCode::Disk,
                          "'" + path.toStdString() + "' cannot be written: " + file.errorString().toStdString(),
                          "Choose another folder.");
    };
    if (!file.open(QIODevice::WriteOnly)) return failed();
    const bool drawn = ending == QStringLiteral("png")   ? writePng(file, size, draw)
                       : ending == QStringLiteral("svg") ? writeSvg(file, size, draw)
                                                         : writePdf(file, size, draw);
    if (!drawn) {
        file.cancelWriting();
        return failed();
    }
    if (!file.commit()) return failed();
    return {};
}

}  // namespace headroom::ui
