// StartRow: whether Start starts the run in a process of its own, and in how many.
#pragma once

#include <QWidget>

class QBoxLayout;

namespace headroom::ui {

class StartChoice;

class StartRow : public QWidget {
    Q_OBJECT
public:
    /// `choice` must outlive the row.
    explicit StartRow(StartChoice* choice, QWidget* parent = nullptr);

protected:
    /// The number stands below where there is no room beside.
    void resizeEvent(QResizeEvent* event) override;

private:
    QBoxLayout* parts_;
    QWidget *own_, *count_;
};

}  // namespace headroom::ui
