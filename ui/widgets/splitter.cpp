// Splitter: places are reckoned along what is read, as Qt does for splitters.
#include "ui/widgets/splitter.h"

#include "ui/bridge/qt_format.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/mirrored.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QKeyEvent>
#include <QPainter>
#include <QShowEvent>

#include <algorithm>

namespace headroom::ui {
namespace {

class Divider final : public QSplitterHandle {
public:
    Divider(Splitter* parts, const QString& name) : QSplitterHandle(parts->orientation(), parts), parts_(parts) {
        setFocusPolicy(Qt::TabFocus);  // a drag takes the focus from nobody
        setAccessibleName(name);
        setWhatsThis(Splitter::tr(
            "Arrow keys move the divider, with Ctrl or Shift further. Home and End take it as far as it goes."));
    }
    int share() { return parts_->share(parts_->indexOf(this)); }
    void setShare(int percent) { parts_->setShare(parts_->indexOf(this), percent); }

protected:
    void keyPressEvent(QKeyEvent* event) override {
        const bool across = orientation() == Qt::Horizontal;
        const int towards = across ? (isRightToLeft() ? Qt::Key_Right : Qt::Key_Left) : Qt::Key_Up;
        const int away = across ? (isRightToLeft() ? Qt::Key_Left : Qt::Key_Right) : Qt::Key_Down;
        const bool far = event->modifiers().testAnyFlags(Qt::ControlModifier | Qt::ShiftModifier);
        const int step = scaled(far ? kBorderLeap : kBorderStep);
        if (event->key() == towards)
            parts_->moveBy(parts_->indexOf(this), -step);
        else if (event->key() == away)
            parts_->moveBy(parts_->indexOf(this), step);
        else if (event->key() == Qt::Key_Home)
            setShare(0);
        else if (event->key() == Qt::Key_End)
            setShare(100);
        else
            QSplitterHandle::keyPressEvent(event);
    }
    void paintEvent(QPaintEvent* event) override {
        QSplitterHandle::paintEvent(event);
        if (focusShown(this)) QPainter(this).fillRect(rect(), themeColor(Token::Acc));  // too thin for a ring
    }

private:
    Splitter* parts_;
};

class DividerInterface final : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    explicit DividerInterface(Divider* divider) : QAccessibleWidget(divider, QAccessible::Splitter) {}

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::ValueInterface) return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Value ? percentText(divider()->share()) : QAccessibleWidget::text(kind);
    }
    QVariant currentValue() const override { return divider()->share(); }
    void setCurrentValue(const QVariant& value) override { divider()->setShare(value.toInt()); }
    QVariant maximumValue() const override { return 100; }
    QVariant minimumValue() const override { return 0; }
    QVariant minimumStepSize() const override { return 1; }

private:
    Divider* divider() const { return static_cast<Divider*>(widget()); }
};

QAccessibleInterface* makeDivider(const QString&, QObject* object) {
    auto* divider = dynamic_cast<Divider*>(object);
    return divider ? new DividerInterface(divider) : nullptr;
}

/// Where Tab comes to `part`; null: nowhere.
QWidget* entryOf(QWidget* part) {
    if (part->focusPolicy() != Qt::NoFocus && !part->focusProxy()) return part;
    const QList<QWidget*> stops = stopsIn(part);
    return stops.isEmpty() ? nullptr : stops.first();
}

}  // namespace

Splitter::Splitter(Qt::Orientation orientation, const QString& divider, QWidget* parent)
    : QSplitter(orientation, parent), divider_(divider) {
    static const bool installed = (QAccessible::installFactory(makeDivider), true);  // once for the application
    Q_UNUSED(installed);
    connect(this, &QSplitter::splitterMoved, this, [this](int, int index) {
        QAccessibleValueChangeEvent moved(handle(index), share(index));
        QAccessible::updateAccessibility(&moved);
    });
}

QSplitterHandle* Splitter::createHandle() { return new Divider(this, divider_); }

void Splitter::showEvent(QShowEvent* event) {
    QSplitter::showEvent(event);
    for (int i = 1; i < count(); ++i) {
        QWidget* entry = entryOf(widget(i));
        if (!entry) continue;
        QWidget* before = entry->previousInFocusChain();
        while (before != entry && before->focusPolicy() == Qt::NoFocus) before = before->previousInFocusChain();
        if (before != handle(i)) setTabOrder(before, handle(i));
    }
}

int Splitter::position(int index) const {
    const QSplitterHandle* divider = handle(index);
    const QRect at = mirrored(this, divider->geometry().marginsRemoved(divider->contentsMargins()));
    return orientation() == Qt::Horizontal ? at.left() : at.top();
}

void Splitter::setParts(QWidget* first, int share_of_first, QWidget* second, int share_of_second) {
    addWidget(first);
    addWidget(second);
    setStretchFactor(0, share_of_first);
    setStretchFactor(1, share_of_second);
    setChildrenCollapsible(false);
}

int Splitter::share(int index) const {
    int least = 0, most = 0;
    getRange(index, &least, &most);
    return most > least ? std::clamp(100 * (position(index) - least) / (most - least), 0, 100) : 0;
}

void Splitter::setShare(int index, int percent) {
    int least = 0, most = 0;
    getRange(index, &least, &most);
    moveSplitter(least + (most - least) * std::clamp(percent, 0, 100) / 100, index);
}

void Splitter::moveBy(int index, int pixels) {
    int least = 0, most = 0;
    getRange(index, &least, &most);
    const int from = position(index);
    int to = from + pixels;
    // A part that is folded away shows from some size on: that far the divider leaves its end at once.
    const bool leaves = pixels > 0 ? from <= least : from >= most;
    while (leaves && closestLegalPosition(to, index) == from && to > least && to < most) to += pixels;
    to = closestLegalPosition(to, index);
    if (to != from) moveSplitter(to, index);
}

}  // namespace headroom::ui
