// ShortcutGuard: keeps keys without a modifier for the focused editor, button or list, so that Space in a field types a space.
#pragma once

#include <QObject>

namespace headroom::ui {

class ShortcutGuard : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace headroom::ui
