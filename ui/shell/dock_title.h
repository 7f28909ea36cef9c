// DockTitle: title bar of a dock: title, tag, float, close.
#pragma once

#include "ui/forward.h"

#include <QWidget>

namespace headroom::ui {

class DockTitle : public QWidget {
    Q_OBJECT
public:
    explicit DockTitle(QDockWidget* dock);
    /// A grey tag behind the title ("NVIDIA RTX 4060"); empty: none.
    void setTag(const QString& text);

private:
    QLabel* tag_;
};

}  // namespace headroom::ui
