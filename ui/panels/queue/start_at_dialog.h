// StartAtDialog: the time before which a run of the queue does not start.
#pragma once

#include "ui/forward.h"

#include <QDialog>

#include <cstdint>

namespace headroom::ui {

class StartAtDialog : public QDialog {
    Q_OBJECT
public:
    /// `unix_ms`: as it is now; 0: at once.
    StartAtDialog(const QString& name, std::int64_t unix_ms, QWidget* parent = nullptr);

    /// 0: at once.
    std::int64_t unixMs() const;
    QDateTimeEdit* time() const { return time_; }

private:
    QDateTimeEdit* time_;
    bool at_once_ = false;
};

}  // namespace headroom::ui
