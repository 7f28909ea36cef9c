// DockTitle: title bar of a dock.
#include "ui/shell/dock_title.h"

#include "ui/widgets/kit.h"

#include <QDockWidget>

namespace headroom::ui {

DockTitle::DockTitle(QDockWidget* dock) : QWidget(dock), tag_(makeTag("tag", this)) {
    setObjectName(QStringLiteral("dockTitle"));
    setAttribute(Qt::WA_StyledBackground);
    auto* title = makeLabel("strong", dock->windowTitle(), this);
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
    rowIn(this, {16, 4, 8, 4}, 8, {title, tag_, stretch(), detach, close});
}

void DockTitle::setTag(const QString& text) { sayOrHide(tag_, text); }

}  // namespace headroom::ui
