// PictureTabs: see picture_tabs.h.
#include "ui/panels/samples/picture_tabs.h"

#include "ui/panels/samples/history_row.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/tab_corner.h"

#include <QLabel>
#include <QTabWidget>

namespace headroom::ui {

PictureTabs::PictureTabs(QWidget* parent) : QWidget(parent), tabs_(new QTabWidget(this)), corner_(new QLabel(this)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // rows stack where it is narrow
    corner_->setProperty("role", "hint");
    corner_->setContentsMargins(8, 0, 12, 0);
    auto* column = columnIn(this, {0, 0, 0, 0});
    column->addWidget(tabs_);
}

void PictureTabs::setHint(const QString& text) {
    corner_->setText(text);
    if (!corner_fit_) corner_fit_ = new TabCorner(tabs_, corner_);
    corner_fit_->fit();
}

void PictureTabs::older() { historyRow()->older(); }
void PictureTabs::newer() { historyRow()->newer(); }
void PictureTabs::peek(bool on, qint64 step) { historyRow()->peek(on, step); }
void PictureTabs::zoomIn() { activeGrid()->zoomIn(); }
void PictureTabs::zoomOut() { activeGrid()->zoomOut(); }
void PictureTabs::zoomReset() { activeGrid()->setZoom(1.0); }

}  // namespace headroom::ui
