// Icons that follow the theme. A second call for the same object replaces the first.
#include "ui/widgets/themed_icon.h"

#include <QAbstractButton>
#include <QAction>
#include <QLabel>

namespace headroom::ui {
namespace {

/// Runs `draw` now and at each theme change, once per object. The carrier is a child, so it dies with its object.
template <class F>
void follow(QObject* object, F draw) {
    static const QString name = QStringLiteral("themedIcon");
    delete object->findChild<QObject*>(name, Qt::FindDirectChildrenOnly);
    auto* carrier = new QObject(object);
    carrier->setObjectName(name);
    QObject::connect(&Theme::get(), &Theme::changed, carrier, draw);
    draw();
}

}  // namespace

void setThemedIcon(QAbstractButton* button, const QString& name, Token token, int size) {
    follow(button, [=] {
        button->setIcon(Theme::get().icon(name, token));
        const int side = Theme::get().scaled(size);
        button->setIconSize(QSize(side, side));
    });
}

void setThemedIcon(QAction* action, const QString& name, Token token) {
    action->setProperty("iconName", name);
    follow(action, [=] { action->setIcon(Theme::get().icon(name, token)); });
}

void setThemedIcon(QLabel* label, const QString& name, Token token, int size) {
    follow(label, [=] { label->setPixmap(Theme::get().pixmap(name, token, Theme::get().scaled(size), label->devicePixelRatioF())); });
}

}  // namespace headroom::ui
