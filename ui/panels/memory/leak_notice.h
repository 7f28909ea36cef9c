// LeakNotice: the box in the memory panel that tells of memory that is left behind step by step.
#pragma once

#include "ui/forward.h"

#include <QFrame>

namespace headroom::ui {

class LeakNotice : public QFrame {
    Q_OBJECT
public:
    explicit LeakNotice(QWidget* parent = nullptr);

    void showLeak(const QString& message, const QString& hint);
    QString message() const;

Q_SIGNALS:
    void tensorsRequested();
    void snapshotRequested();

private:
    QLabel* text_;
};

}  // namespace headroom::ui
