// OomBanner: what an out-of-memory error cost, with Keep, Undo when it fits and a card of details. Stays until answered.
#pragma once

#include "core/api/event.h"

#include <QWidget>

class QAction;
class QPushButton;

namespace headroom::ui {

class NoticeBar;
class OomCard;
class SessionBridge;

class OomBanner : public QWidget {
    Q_OBJECT
public:
    /// `snapshot`, `make_fit`: the window's commands, for the card's buttons; null leaves a button out.
    OomBanner(const OomRecovered& event, SessionBridge* bridge, QAction* snapshot, QAction* make_fit,
              QWidget* parent = nullptr);

    /// "Out of memory at step 2,964: survived, effective batch still 256".
    static QString sentence(const OomRecovered& event, const TrainConfig& config);
    /// Bytes of this process, reserve included, that the old settings need.
    Bytes needed() const;
    /// True from "Undo when it fits" until the old settings are back.
    bool waiting() const { return waiting_; }
    void setDetailsShown(bool shown);
    OomCard* card() const { return card_; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void answer(OomAnswer answer);
    void goWhenUndone();

    OomRecovered event_;
    SessionBridge* bridge_;
    NoticeBar* bar_;
    OomCard* card_;
    QPushButton *undo_ = nullptr, *details_ = nullptr;
    bool waiting_ = false;
};

}  // namespace headroom::ui
