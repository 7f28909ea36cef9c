// Rows of the welcome page: one recent run, one device.
#pragma once

#include "core/api/services.h"

#include <QFrame>

class QRadioButton;
class QVBoxLayout;

namespace headroom::ui {

class RecentRunRow : public QFrame {
    Q_OBJECT
public:
    explicit RecentRunRow(const RunInfo& run, QWidget* parent = nullptr);

Q_SIGNALS:
    void opened(const QString& run_dir);
};

class DeviceCard : public QFrame {
    Q_OBJECT
public:
    DeviceCard(const DeviceInfo& device, Bytes budget, QWidget* parent = nullptr);
    QRadioButton* radio() const { return radio_; }
    const std::string& id() const { return id_; }

Q_SIGNALS:
    void budgetChosen(qint64 bytes);  ///< slider released

private:
    void addBudget(const DeviceInfo& device, Bytes budget, QVBoxLayout* column);

    std::string id_;
    QRadioButton* radio_;
};

/// "today", "yesterday", "3 days ago", then the date.
QString agoText(std::int64_t unix_ms, std::int64_t now_ms);

}  // namespace headroom::ui
