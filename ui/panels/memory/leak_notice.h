// LeakNotice: the box in the memory panel that tells of memory that is left behind step by step.
#pragma once

#include <QFrame>

class QLabel;

namespace headroom::ui {

class LeakNotice : public QFrame {
    Q_OBJECT
public:
    explicit LeakNotice(QWidget* parent = nullptr);
    void show(const QString& message, const QString& hint);
    QString message() const;

Q_SIGNALS:
    void tensorsRequested();
    void snapshotRequested();

private:
    void applyTheme();
    QLabel *icon_, *title_, *text_;
};

}  // namespace headroom::ui
