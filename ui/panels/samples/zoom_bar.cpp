// ZoomBar: see zoom_bar.h.
#include "ui/panels/samples/zoom_bar.h"

#include "ui/widgets/boxes.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/image_grid.h"

#include <QLabel>
#include <QLocale>

namespace headroom::ui {

ZoomBar::ZoomBar(ImageGrid* grid, QWidget* parent) : QWidget(parent), grid_(grid), figure_(new QLabel(this)) {
    auto* row = rowIn(this, {0, 0, 0, 0}, 4);
    auto* out = new IconButton(QStringLiteral("zoom-out"), tr("Zoom out (−)"), this);
    auto* in = new IconButton(QStringLiteral("zoom-in"), tr("Zoom in (+)"), this);
    auto* fit = new IconButton(QStringLiteral("maximize"), tr("Fit into the panel"), this);
    figure_->setProperty("role", "small");
    figure_->setAlignment(Qt::AlignCenter);
    figure_->setToolTip(tr("Size of the pictures on screen; 100 % shows each pixel once (0)"));
    for (QWidget* w : {static_cast<QWidget*>(out), static_cast<QWidget*>(figure_), static_cast<QWidget*>(in),
                       static_cast<QWidget*>(fit)})
        row->addWidget(w);
    connect(out, &IconButton::clicked, grid_, &ImageGrid::zoomOut);
    connect(in, &IconButton::clicked, grid_, &ImageGrid::zoomIn);
    connect(fit, &IconButton::clicked, grid_, &ImageGrid::setFit);
    connect(grid_, &ImageGrid::viewChanged, this, &ZoomBar::refresh);
    refresh();
}

void ZoomBar::refresh() {
    figure_->setMinimumWidth(figure_->fontMetrics().horizontalAdvance(QStringLiteral("1,600 %")) + 8);
    figure_->setText(tr("%1 %").arg(QLocale().toString(qRound(grid_->zoom() * 100))));
}

}  // namespace headroom::ui
