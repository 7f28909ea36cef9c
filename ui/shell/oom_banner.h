// OomBanner: what an out-of-memory error cost, with Keep, Undo when it fits and a card of details. Stays until answered.
#pragma once

#include "core/api/event.h"

#include <QWidget>

class QPushButton;

namespace headroom::ui {

class NoticeBar;
class SessionBridge;

class OomBanner : public QWidget {
    Q_OBJECT
public:
    OomBanner(const OomRecovered& event, SessionBridge* bridge, QWidget* parent = nullptr);

    /// "Out of memory at step 2,964: survived, effective batch still 256".
    static QString sentence(const OomRecovered& event, const TrainConfig& config);
    /// Bytes that the old settings needed at the failure.
    Bytes needed() const { return event_.live + event_.requested; }
    /// True from "Undo when it fits" until it was done.
    bool waiting() const { return waiting_; }
    void setDetailsShown(bool shown);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* card();
    QWidget* happened();
    QWidget* tried();
    QWidget* ledger();
    void undoWhenItFits(const MemoryReport& report);

    OomRecovered event_;
    SessionBridge* bridge_;
    NoticeBar* bar_;
    QWidget* card_;
    QPushButton *undo_, *details_;
    bool waiting_ = false;
};

}  // namespace headroom::ui
