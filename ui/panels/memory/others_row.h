// OthersRow: what other programs hold and how it moved, with the button that lends them the device.
#pragma once

#include "core/api/memory_report.h"
#include "ui/bridge/qt_format.h"
#include "ui/forward.h"

#include <QWidget>

#include <deque>

namespace headroom::ui {

/// How an amount moved lately: "steady for 12 min", "+1.17 in 40 s", or nothing while it is too early to say.
class OthersTrend {
public:
    void note(Bytes amount, std::int64_t now_ms);
    QString text(MemoryUnit unit) const;

private:
    struct Sample {
        std::int64_t ms;
        Bytes amount;
    };
    std::deque<Sample> recent_;  ///< of the last minute
    Bytes reference_;
    std::int64_t steady_since_ = 0;
};

class OthersRow : public QWidget {
    Q_OBJECT
public:
    explicit OthersRow(QWidget* parent = nullptr);
    /// `grower`: the program that grew most lately; empty: none, or not known.
    void setAmount(Bytes amount, MemoryUnit unit, std::int64_t now_ms, const QString& grower = {});
    /// Who holds it, for the tooltip; empty: not known.
    void setPrograms(const std::vector<OtherProgram>& programs, MemoryUnit unit);
    void setState(RunState state);
    void setPadding(int pixels);

Q_SIGNALS:
    void lendRequested();
    void takeBackRequested();

private:
    OthersTrend trend_;
    QString programs_;  ///< lines of the tooltip
    RunState state_ = RunState::Idle;
    QLabel* text_;
    QPushButton* lend_;
};

}  // namespace headroom::ui
