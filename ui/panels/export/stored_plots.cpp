// The engine's SVG, and drawings of it on a page as large as it is, on any thread.
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

#include <memory>
#include <utility>

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

Error not_drawn() {
    return make_error(ErrorCode::BadFile, PlotsText::tr("The plots could not be drawn.").toStdString(),
                      PlotsText::tr("Export them as SVG.").toStdString());
}

/// As the engine draws them.
Result<QByteArray> drawn_by(Services& services, ExportRequest request, const BackgroundTask::Report& report,
                            const std::stop_token& stop) {
    const QTemporaryDir folder;
    request.target = folder.filePath(QStringLiteral("plots.svg")).toStdString();
    if (const auto made = services.export_run(request, report, stop); !made) return made.error();
    QFile file(fromUtf8(request.target));
    if (!file.open(QIODevice::ReadOnly)) return not_drawn();
    return file.readAll();
}

/// What the file `path` of them holds.
Result<QByteArray> as_file(const QString& path, const QByteArray& svg) {
    const auto ends = [&](const char* ending) { return path.endsWith(QLatin1String(ending), Qt::CaseInsensitive); };
    if (ends(".svg")) return svg;
    QSvgRenderer renderer;
    QBuffer drawn;
    drawn.open(QIODevice::WriteOnly);
    if (!renderer.load(without_tips(svg)) || !(ends(".pdf") ? pdf_of(renderer, drawn) : png_of(renderer, drawn)))
        return not_drawn();
    return drawn.data();
}

}  // namespace

void addStoredPlots(FileWork& work, Services* services, const ExportRequest& svg, const QStringList& paths) {
    const auto drawn = std::make_shared<QByteArray>();  // by the first of the files, which are made one after the other
    for (const QString& path : paths) {
        const auto make = [services, svg, path, drawn](const BackgroundTask::Report& report,
                                                       const std::stop_token& stop) -> Result<MadeFile> {
            if (drawn->isEmpty()) {
                auto made = drawn_by(*services, svg, report, stop);
                if (!made) return made.error();
                *drawn = *std::move(made);
            }
            const auto bytes = as_file(path, *drawn);
            if (!bytes) return bytes.error();
            if (auto written = bytesTo(path, *bytes)(); !written) return written.error();
            return MadeFile{path};
        };
        work.files.emplace_back(path, make);
    }
}

}  // namespace headroom::ui
