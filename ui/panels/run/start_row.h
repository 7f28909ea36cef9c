// StartRow: whether Start starts the run in a process of its own, and in how many.
#pragma once

#include <QWidget>

namespace headroom::ui {

class StartChoice;

class StartRow : public QWidget {
    Q_OBJECT
public:
    /// `choice` must outlive the row.
    explicit StartRow(StartChoice* choice, QWidget* parent = nullptr);
};

}  // namespace headroom::ui
