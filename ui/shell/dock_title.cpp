// DockTitle: title bar of a dock.
#include "ui/shell/dock_title.h"

#include "ui/widgets/boxes.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/tag.h"

#include <QDockWidget>
#include <QLabel>

namespace headroom::ui {

DockTitle::DockTitle(QDockWidget* dock) : QWidget(dock), tag_(new Tag({}, this)) {
    setObjectName(QStringLiteral("dockTitle"));
    setAttribute(Qt::WA_StyledBackground);
    auto* title = new QLabel(dock->windowTitle(), this);
    title->setProperty("role", "strong");
    auto* detach = new IconButton(QStringLiteral("external-link"), {}, this);
    auto* close = new IconButton(QStringLiteral("x"), {}, this);
    const auto name = [=] {
        title->setText(dock->windowTitle());
        detach->setToolTip(tr("Float or dock %1").arg(dock->windowTitle()));
        close->setToolTip(tr("Close %1 (View menu brings it back)").arg(dock->windowTitle()));
        for (IconButton* button : {detach, close}) button->setAccessibleName(button->toolTip());
    };
    connect(dock, &QDockWidget::windowTitleChanged, this, name);
    name();
    connect(detach, &QToolButton::clicked, dock, [dock] { dock->setFloating(!dock->isFloating()); });
    connect(close, &QToolButton::clicked, dock, &QDockWidget::close);
    tag_->hide();
    auto* row = rowIn(this, {16, 4, 8, 4}, 8);
    row->addWidget(title);
    row->addWidget(tag_);
    row->addStretch();
    row->addWidget(detach);
    row->addWidget(close);
}

void DockTitle::setTag(const QString& text) {
    tag_->setText(text);
    tag_->setVisible(!text.isEmpty());
}

}  // namespace headroom::ui
