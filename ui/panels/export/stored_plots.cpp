// Drawing of the engine's SVG on a page as large as it is, on any thread.
#include "ui/panels/export/stored_plots.h"

#include "ui/bridge/qt_format.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFile>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTemporaryDir>

namespace headroom::ui {
namespace {

constexpr int kPixelsEach = 2;        // pixels of a PNG for one of the SVG
constexpr int kPixelsOfInch = 96;     // of an SVG, by its standard
constexpr double kPointsOfInch = 72;  // of a page

struct PlotsText {
    Q_DECLARE_TR_FUNCTIONS(StoredPlots)
};

/// Without the tips of browsers, which would be drawn as further words.
QByteArray without_tips(const QByteArray& svg) {
    QString text = QString::fromUtf8(svg);
    text.remove(QRegularExpression(QStringLiteral("<title>[^<]*</title>")));
    return text.toUtf8();
}

bool png_of(QSvgRenderer& svg, QIODevice& to) {
    QImage image(svg.defaultSize() * kPixelsEach, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    svg.render(&painter, QRectF(image.rect()));
    painter.end();
    return image.save(&to, "PNG");
}

bool pdf_of(QSvgRenderer& svg, QIODevice& to) {
    const QSizeF size(svg.defaultSize());
    QPdfWriter pdf(&to);
    pdf.setTitle(QStringLiteral("Headroom"));
    pdf.setResolution(kPixelsOfInch);
    pdf.setPageMargins(QMarginsF(0, 0, 0, 0));
    pdf.setPageSize(QPageSize(size * kPointsOfInch / kPixelsOfInch, QPageSize::Point, {}, QPageSize::ExactMatch));
    QPainter painter(&pdf);
    svg.render(&painter, QRectF(QPointF(0, 0), size));
    return painter.end();
}

Result<void> write_drawing(const QString& from, const QString& to) {
    QFile file(from);
    QSvgRenderer svg;
    QBuffer drawn;
    drawn.open(QIODevice::WriteOnly);
    const bool pdf = to.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive);
    if (!file.open(QIODevice::ReadOnly) || !svg.load(without_tips(file.readAll())) ||
        !(pdf ? pdf_of(svg, drawn) : png_of(svg, drawn)))
        return make_error(ErrorCode::BadFile, PlotsText::tr("The plots could not be drawn.").toStdString(),
                          PlotsText::tr("Export them as SVG.").toStdString());
    return bytesTo(to, drawn.data())();
}

}  // namespace

FileMaker pictureOfPlots(Services* services, ExportRequest svg, const QString& path) {
    return [services, svg = std::move(svg), path](const BackgroundTask::Report& report,
                                                  const std::stop_token& stop) -> Result<MadeFile> {
        const QTemporaryDir folder;
        ExportRequest request = svg;
        request.target = folder.filePath(QStringLiteral("plots.svg")).toStdString();
        if (const auto made = services->export_run(request, report, stop); !made) return made.error();
        if (const auto drawn = write_drawing(fromUtf8(request.target), path); !drawn) return drawn.error();
        return MadeFile{path};
    };
}

}  // namespace headroom::ui
