// GridPage: see grid_page.h.
#include "ui/panels/samples/grid_page.h"

#include "ui/panels/samples/picture_actions.h"
#include "ui/panels/samples/zoom_bar.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/image_grid.h"

#include <QHBoxLayout>
#include <QLabel>

namespace headroom::ui {

GridPage::GridPage(EmptyState* empty, const QString& name, const QString& file, QWidget* parent)
    : QStackedWidget(parent),
      empty_(empty),
      grid_(new ImageGrid(this)),
      tools_(new QHBoxLayout),
      text_(new QLabel(this)) {
    auto* full = new QWidget(this);
    auto* column = columnIn(full, {8, 4, 8, 8}, 4);
    auto* row = rowIn(nullptr, {4, 0, 4, 0});
    row->addLayout(tools_);
    row->addWidget(text_);
    row->addStretch();
    row->addWidget(new ZoomBar(grid_, this));
    column->addLayout(row);
    column->addWidget(grid_, 1);
    addWidget(empty_);
    addWidget(full);
    text_->setProperty("role", "hint");
    grid_->setAccessibleName(name);
    connect(grid_, &ImageGrid::activated, this, [this] { grid_->setSingle(!grid_->single()); });
    connect(grid_, &ImageGrid::menuRequested, this,
            [this, file](int i, const QPoint& at) { showPictureMenu(grid_, i, at, file); });
}

void GridPage::addTool(QWidget* tool) { tools_->addWidget(tool); }
void GridPage::setText(const QString& text) { text_->setText(text); }
QString GridPage::text() const { return text_->text(); }

}  // namespace headroom::ui
