// Event filters of the application: keys stay with the focused editor, and labels show text as it is.
#pragma once

#include <QObject>

namespace headroom::ui {

/// Keeps keys without a modifier for the focused editor, button or list, so that Space in a field types a space.
class ShortcutGuard : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// An application-wide event filter. Labels that mean rich text say so with setTextFormat(); of tool tips those that begin with a tag do.
class PlainLabels : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace headroom::ui
