// OomCard: all that is known of an out-of-memory error: what happened, what was tried in order, the ledger at the failure.
#pragma once

#include "core/api/event.h"
#include "ui/bridge/qt_format.h"

#include <QFrame>
#include <QStringList>

class QAction;
class QBoxLayout;
class QGridLayout;
class QLabel;
class QScrollArea;

namespace headroom::ui {

/// The facts are those of the event; nothing is guessed, what is not known is left out.
class OomCard : public QFrame {
    Q_OBJECT
public:
    /// `snapshot`, `make_fit`: the window's commands, whose buttons the card shows; null leaves a button out.
    OomCard(const OomRecovered& event, ModelKind kind, const QString& title, QAction* snapshot, QAction* make_fit,
            QWidget* parent = nullptr);

    /// How much of this process fits now, for the line about undoing.
    void setRoom(Bytes room);
    /// The report file's text, or where it cannot be read the card in words.
    QString report() const;

    /// What happened, one paragraph per line.
    static QStringList happenedText(const OomRecovered& event, ModelKind kind);
    /// The second line of a remedy: "0.06 GiB back, 82 MiB still missing".
    static QString outcomeText(const OomRemedy& remedy, ModelKind kind);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* happened();
    QWidget* tried();
    QWidget* ledger();
    QWidget* buttons(QAction* snapshot, QAction* make_fit);
    void addRemedy(QBoxLayout* column, RemedyOutcome outcome, const QString& title, const QString& detail);
    void fit();

    OomRecovered event_;
    ModelKind kind_;  ///< of the run, for its words
    QString title_;
    QBoxLayout* columns_;
    QScrollArea* scroll_;
    QLabel* undo_ = nullptr;
};

}  // namespace headroom::ui
