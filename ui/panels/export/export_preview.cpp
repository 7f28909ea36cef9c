// ExportPreview: how the chosen row will look: the grid as it will be written, words for the rest.
#include "ui/panels/export/export_preview.h"

#include "ui/panels/samples/picture_pane.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"

#include <QPainter>

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

}  // namespace

ExportPreview::ExportPreview(QWidget* parent)
    : QWidget(parent),
      size_(makeLabel("small", this)),
      grid_(new ImageGrid(this)),
      words_(new EmptyState(QStringLiteral("photo"), QString(), QString(), this)) {
    auto* title = makeLabel("strong", tr("Preview"), this);
    title->setMinimumHeight(scaled(40));
    auto* picture = new QWidget(this);
    columnIn(picture, {16, 16, 16, 12}, -1, {{grid_, 1}, {new ZoomBar(grid_, this), 0, Qt::AlignHCenter}});
    grid_->setSingle(true);
    grid_->setAccessibleName(tr("Preview of the sample grid"));
    connect(&PictureStore::get(), &PictureStore::pictureRead, this, &ExportPreview::showFile);
    auto* line = hairline(this);
    columnIn(this, {}, 0,
             {rowOf({title, stretch(), size_}, -1, {16, 0, 16, 0}), line, {words_->inPlaceOf(picture), 1}});
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
    grid_->setImages({});
    share_.set(0);
    words_->setIcon(exportIcon(row));
    words_->say(exportTitle(row, source), plan.summary(row, source));
    words_->giveWay(false);
}

void ExportPreview::showFile(const QString& path) {
    if (path.isEmpty() || path != file_) return;
    const QImage image = PictureStore::get().picture(path);
    if (!image.isNull()) showPicture(image, image.size());
}

void ExportPreview::showPicture(const QImage& image, const QSize& written) {
    grid_->setImages({image});
    share_.set(file_.isEmpty() ? image.sizeInBytes() : 0);  // that of a file is the store's
    size_->setText(tr("%1 × %2 px").arg(countText(written.width()), countText(written.height())));
    words_->giveWay(true);
}

QImage ExportPreview::picture() const { return grid_->images().value(0); }

}  // namespace headroom::ui
