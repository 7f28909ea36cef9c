// Icons that follow the theme. A second call for the same object replaces the first.
#include "ui/widgets/themed_icon.h"

#include <QAbstractButton>
#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace headroom::ui {
namespace {

/// Runs `draw` now and at each theme change, once per object and `what`. The carrier is a child, so it dies with its object.
template <class F> void follow(QObject* object, const QString& what, F draw) {
    static const QString name = QStringLiteral("themedIcon");
    QObject* before = object->findChild<QObject*>(name, Qt::FindDirectChildrenOnly);
    if (before && before->property("what").toString() == what)
        return;  // already shown: live figures come here each time
    delete before;
    auto* carrier = new QObject(object);
    carrier->setObjectName(name);
    carrier->setProperty("what", what);
    QObject::connect(&Theme::get(), &Theme::changed, carrier, draw);
    draw();
}

constexpr int kGap = 4;  // beside the style's own, between icon and words

bool hasWords(const QAbstractButton* button) {
    const auto* tool = qobject_cast<const QToolButton*>(button);
    if (tool) return tool->toolButtonStyle() == Qt::ToolButtonTextBesideIcon && !tool->text().isEmpty();
    return qobject_cast<const QPushButton*>(button) != nullptr;  // some get their words later
}

QString whatOf(const QString& name, Token token, int size) {
    return QStringLiteral("%1 %2 %3").arg(name).arg(static_cast<int>(token)).arg(size);
}

}  // namespace

void setThemedIcon(QAbstractButton* button, const QString& name, Token token, int size) {
    follow(button, whatOf(name, token, size), [=] {
        button->setIcon(Theme::get().icon(name, token));
        const int side = Theme::get().scaled(size);
        button->setIconSize(QSize(side + (hasWords(button) ? Theme::get().scaled(kGap) : 0), side));
    });
}

void setThemedIcon(QAction* action, const QString& name, Token token) {
    action->setProperty("iconName", name);
    follow(action, whatOf(name, token, 0), [=] { action->setIcon(Theme::get().icon(name, token)); });
}

void setThemedIcon(QLabel* label, const QString& name, Token token, int size) {
    follow(label, whatOf(name, token, size), [=] {
        label->setPixmap(Theme::get().pixmap(name, token, Theme::get().scaled(size), label->devicePixelRatioF()));
    });
}

}  // namespace headroom::ui
