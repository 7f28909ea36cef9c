// OomBanner: what an out-of-memory error cost, with Keep, Undo when it fits and a card of details. Stays until answered.
#pragma once

#include "core/api/event.h"
#include "core/api/place.h"
#include "ui/bridge/qt_format.h"
#include "ui/forward.h"
#include "ui/models/background_task.h"

#include <QFrame>
#include <QStringList>
#include <QWidget>

namespace headroom::ui {

/// The facts are those of the event; nothing is guessed, what is not known is left out.
class OomCard : public QFrame {
    Q_OBJECT
public:
    /// `snapshot`, `make_fit`: the window's commands, whose buttons the card shows; null leaves a button out. `place`: where the run lives.
    OomCard(const OomRecovered& event, ModelKind kind, const SessionPlace& place, const QString& title,
            QAction* snapshot, QAction* make_fit, QWidget* parent = nullptr);

    /// How much of this process fits now, for the line about undoing.
    void setRoom(Bytes room);
    /// All of it as plain text.
    QString asText() const;

    /// What happened, one paragraph per line.
    static QStringList happenedText(const OomRecovered& event, ModelKind kind);
    /// The second line of a remedy: "0.06 GiB back, 82 MiB still missing".
    static QString outcomeText(const OomRemedy& remedy, ModelKind kind);

private:
    QWidget* happened();
    QWidget* tried();
    QWidget* ledger();
    QWidget* buttons(QAction* snapshot, QAction* make_fit);
    void addRemedy(QBoxLayout* column, RemedyOutcome outcome, const QString& title, const QString& detail);
    void fit();

    OomRecovered event_;
    ModelKind kind_;  ///< of the run, for its words
    SessionPlace place_;
    QString title_;
    BackgroundTask reading_;
    QBoxLayout* columns_ = nullptr;
    QScrollArea* scroll_ = nullptr;
    QLabel* undo_ = nullptr;
};

class OomBanner : public QWidget {
    Q_OBJECT
public:
    /// `snapshot`, `make_fit`: the window's commands, for the card's buttons; null leaves a button out.
    OomBanner(const OomRecovered& event, SessionBridge* bridge, QAction* snapshot, QAction* make_fit,
              QWidget* parent = nullptr);

    /// "Out of memory at step 2,964: survived, effective batch still 256".
    static QString sentence(const OomRecovered& event, const TrainConfig& config);
    /// Bytes of this process, reserve included, that the old settings need.
    Bytes needed() const { return event_.undo_needs.count > 0 ? event_.undo_needs : event_.live + event_.requested; }
    /// True from "Undo when it fits" until the old settings are back.
    bool waiting() const { return waiting_; }
    void setDetailsShown(bool shown);
    OomCard* card() const { return card_; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void answer(OomAnswer answer);

    OomRecovered event_;
    SessionBridge* bridge_;
    NoticeBar* bar_;
    OomCard* card_;
    QPushButton *undo_ = nullptr, *details_ = nullptr;
    bool waiting_ = false;
};

}  // namespace headroom::ui
