// The rows of the export dialog, model and delegate, the preview beside them, and the engine's SVG with drawings of it on a page as large as it is.
#include "ui/panels/export/export_parts.h"

#include "ui/panels/samples/picture_pane.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"

#include <QBuffer>
#include <QFile>
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

constexpr int kCellGap = 2;
constexpr int kMostSide = 2048;  ///< of the picture that is shown, in pixels

/// The size of the grid of cells like `cell`.
QSize written(const QSize& cell, const ExportPlan& plan) {
    return {plan.columns * (cell.width() + kCellGap) + kCellGap, plan.rows * (cell.height() + kCellGap) + kCellGap};
}

/// As small as the eye allows. Any thread.
QImage compose(const QList<QImage>& pictures, const ExportPlan& plan) {
    const QSize whole = written(pictures.first().size(), plan);
    const double scale = std::min(1.0, static_cast<double>(kMostSide) / std::max(whole.width(), whole.height()));
    const QSize cell = pictures.first().size() * scale;
    QImage out(written(cell, plan), QImage::Format_RGB888);
    out.fill(Qt::white);  // as the engine writes it
    QPainter painter(&out);
    for (int i = 0; i < std::min<int>(plan.rows * plan.columns, static_cast<int>(pictures.size())); ++i) {
        const QPoint at(kCellGap + i % plan.columns * (cell.width() + kCellGap),
                        kCellGap + i / plan.columns * (cell.height() + kCellGap));
        const QImage& picture = pictures[i];
        painter.drawImage(at,
                          scale < 1 ? picture.scaled(cell, Qt::IgnoreAspectRatio, Qt::SmoothTransformation) : picture);
    }
    return out;
}

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

QVariant ExportListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto row = static_cast<ExportRow>(index.row());
    const bool wanted = plan_->wanted[static_cast<std::size_t>(index.row())];
    const QString why = plan_->problem(row, *source_);
    switch (role) {
        case Qt::DisplayRole: return exportTitle(row, *source_);
        case Qt::CheckStateRole: return wanted && why.isEmpty() ? Qt::Checked : Qt::Unchecked;
        case Qt::ToolTipRole: return why.isEmpty() ? QVariant() : QVariant(plan_->summary(row, *source_));
        case Qt::AccessibleTextRole:
            return exportTitle(row, *source_) + QStringLiteral(", ") + plan_->summary(row, *source_);
        case SummaryRole: return plan_->summary(row, *source_);
        case IconRole: return exportIcon(row);
        case SizeRole: {
            if (!plan_->takes(row, *source_)) return tr("off");
            const Bytes size = plan_->size(row, *source_);
            return size.mib() < 0.1  ? tr("under 0.1 MiB")
                   : size.mib() < 10 ? tr("%1 MiB").arg(numberText(size.mib(), 1))
                                     : totalText(size);
        }
        default: return {};
    }
}

bool ExportListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !index.isValid()) return false;
    plan_->wanted[static_cast<std::size_t>(index.row())] = value.toInt() == Qt::Checked;
    Q_EMIT dataChanged(index, index);
    return true;
}

Qt::ItemFlags ExportListModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    const bool possible = plan_->problem(static_cast<ExportRow>(index.row()), *source_).isEmpty();
    return Qt::ItemIsSelectable | Qt::ItemIsEnabled | (possible ? Qt::ItemIsUserCheckable : Qt::NoItemFlags);
}

void ExportDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    RowPainter row(painter, option);
    const QRect r = row.rect();
    const bool able = index.flags() & Qt::ItemIsUserCheckable;
    row.fillGround();
    row.hairline();
    row.check(index.data(Qt::CheckStateRole).toInt() == Qt::Checked, themeColor(Token::Fill), Token::OnFill,
              able ? Token::Ctl : Token::Line);
    const int icon = scaled(20), left = r.left() + 16 + scaled(16) + 12;
    row.icon(index.data(ExportListModel::IconRole).toString(), Token::T2, {left, r.center().y() - icon / 2}, icon);
    const QFont body = themeFont(TextSize::Body, true), small = themeFont(TextSize::Small);
    const QString size = index.data(ExportListModel::SizeRole).toString();
    const int size_width = QFontMetrics(small).horizontalAdvance(size), line = QFontMetrics(body).height();
    const QRect text(left + icon + 12, r.top(), r.right() - 16 - size_width - 8 - (left + icon + 12), r.height());
    row.setText(body, able ? Token::T1 : Token::T3);
    row.text({text.left(), r.center().y() - line, text.width(), line}, index.data().toString());
    row.setText(small, able ? Token::T2 : Token::T3);
    row.text({text.left(), r.center().y() + 1, text.width(), line},
             index.data(ExportListModel::SummaryRole).toString());
    row.text({r.right() - 16 - size_width, r.top(), size_width, r.height()}, size, Qt::ElideNone, Qt::AlignRight);
    row.focusFrame();
}

ExportPreview::ExportPreview(QWidget* parent)
    : QWidget(parent),
      size_(makeLabel("small", this)),
      grid_(named(new ImageGrid(this), tr("Preview of the sample grid"))),
      words_(new EmptyState(QStringLiteral("photo"), QString(), QString(), this)) {
    auto* title = makeLabel("strong", tr("Preview"), this);
    title->setMinimumHeight(scaled(40));
    auto* picture = columnOf({{grid_, 1}, {new ZoomBar(grid_, this), 0, Qt::AlignHCenter}}, -1, {16, 16, 16, 12});
    grid_->setSingle(true);
    connect(&PictureStore::get(), &PictureStore::pictureRead, this, &ExportPreview::showFile);
    connect(words_->addRetry(tr("Try again")), &QPushButton::clicked, this, [this] {
        if (PictureStore::get().forgive(file_)) showFile(file_);
    });
    columnIn(this, {}, 0,
             {rowOf({title, stretch(), size_}, -1, {16, 0, 16, 0}),
              hairline(this),
              {words_->inPlaceOf(boxed(picture, this)), 1}});
}

void ExportPreview::setPictures(const QList<QImage>& ema, const QList<QImage>& raw) {
    ema_ = ema;
    raw_ = raw;
}

void ExportPreview::showRow(ExportRow row, const ExportPlan& plan, const ExportSource& source) {
    composing_.cancel();
    file_.clear();
    size_->clear();
    if (row == ExportRow::Grid && source.single() && !source.picture.isEmpty()) {
        if (!raw_.isEmpty()) return showPicture(raw_.first(), raw_.first().size());
        file_ = source.picture;
        return showFile(file_);
    }
    const QList<QImage>& pictures = plan.ema && !ema_.isEmpty() ? ema_ : raw_;
    if (row == ExportRow::Grid && !source.single() && plan.seed == 0 && !pictures.isEmpty()) {
        const QSize whole = written(pictures.first().size(), plan);
        composing_.start([pictures, plan] { return compose(pictures, plan); },
                         [this, whole](const QImage& image) { showPicture(image, whole); });
        return words_->giveWay(true);
    }
    words_->setIcon(exportIcon(row));
    words_->say(exportTitle(row, source), plan.summary(row, source));
    showWords();
}

void ExportPreview::showFile(const QString& path) {
    if (path.isEmpty() || path != file_) return;
    PictureStore& store = PictureStore::get();
    const QImage image = store.picture(path);
    if (!image.isNull()) return showPicture(image, image.size());
    if (!store.unreadable(path)) return;  // being read: what was shown stays
    words_->sayUnreadable(path);
    showWords();
}

void ExportPreview::showWords() {
    grid_->setImages({});
    share_.set(0);
    size_->clear();
    words_->giveWay(false);
}

void ExportPreview::showPicture(const QImage& image, const QSize& written) {
    grid_->setImages({image});
    share_.set(file_.isEmpty() ? image.sizeInBytes() : 0);  // that of a file is the store's
    size_->setText(tr("%1 × %2 px").arg(countText(written.width()), countText(written.height())));
    words_->giveWay(true);
}

QImage ExportPreview::picture() const { return grid_->images().value(0); }

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
