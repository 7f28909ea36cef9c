// ExportPreview: how the chosen row will look: the grid as it will be written, words for the rest.
#include "ui/panels/export/export_preview.h"

#include "ui/bridge/qt_format.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"

#include <QPainter>

#include <algorithm>

namespace headroom::ui {
namespace {

constexpr int kCellGap = 2;
constexpr int kMostSide = 2048;  ///< of the picture that is shown, in pixels

/// The size of the grid of cells like `cell`.
QSize written(const QSize& cell, const ExportPlan& plan) {
    return {plan.columns * (cell.width() + kCellGap) + kCellGap, plan.rows * (cell.height() + kCellGap) + kCellGap};
}

}  // namespace

ExportPreview::ExportPreview(QWidget* parent)
    : QWidget(parent),
      size_(makeLabel("small", this)),
      stack_(new QStackedWidget(this)),
      grid_(new ImageGrid(this)),
      words_(new EmptyState(QStringLiteral("photo"), QString(), QString(), this)) {
    auto* title = makeLabel("strong", tr("Preview"), this);
    title->setMinimumHeight(scaled(40));
    auto* picture = new QWidget(this);
    columnIn(picture, {16, 16, 16, 12}, -1, {{grid_, 1}, {new ZoomBar(grid_, this), 0, Qt::AlignHCenter}});
    grid_->setSingle(true);
    grid_->setAccessibleName(tr("Preview of the sample grid"));
    stack_->addWidget(words_);
    stack_->addWidget(picture);
    auto* line = hairline(this);
    columnIn(this, {}, 0, {rowOf({title, stretch(), size_}, -1, {16, 0, 16, 0}), line, {stack_, 1}});
}

void ExportPreview::setPictures(const QList<QImage>& ema, const QList<QImage>& raw) {
    ema_ = ema;
    raw_ = raw;
}

QImage ExportPreview::compose(const QList<QImage>& pictures, const ExportPlan& plan) const {
    // As small as the eye allows: it is made anew with every key in a field.
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

void ExportPreview::showRow(ExportRow row, const ExportPlan& plan, const ExportSource& source) {
    if (row == ExportRow::Grid && source.single() && !source.picture.isEmpty()) {
        const QImage image = raw_.isEmpty() ? QImage(source.picture) : raw_.first();
        grid_->setImages({image});
        size_->setText(tr("%1 × %2 px").arg(countText(image.width()), countText(image.height())));
        stack_->setCurrentIndex(1);
        return;
    }
    const QList<QImage>& pictures = plan.ema && !ema_.isEmpty() ? ema_ : raw_;
    size_->clear();
    if (row == ExportRow::Grid && !source.single() && plan.seed == 0 && !pictures.isEmpty()) {
        const QSize whole = written(pictures.first().size(), plan);
        grid_->setImages({compose(pictures, plan)});
        size_->setText(tr("%1 × %2 px").arg(countText(whole.width()), countText(whole.height())));
        stack_->setCurrentIndex(1);
        return;
    }
    grid_->setImages({});
    words_->setIcon(exportIcon(row));
    words_->setTitle(exportTitle(row, source));
    words_->setText(plan.summary(row, source));
    stack_->setCurrentIndex(0);
}

QImage ExportPreview::picture() const { return grid_->images().value(0); }

}  // namespace headroom::ui
