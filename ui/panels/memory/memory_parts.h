// Parts of the memory panel: the headline, the processes that share a run, what other programs hold.
#pragma once

#include "core/api/memory_report.h"
#include "core/api/session.h"
#include "ui/bridge/qt_format.h"
#include "ui/forward.h"
#include "ui/shell/theme.h"

#include <QTreeView>
#include <QWidget>

#include <deque>

namespace headroom::ui {

/// "1.83", "GiB to spare", "peak 4.02 + reserve 0.15 of 6.00 GiB budget".
struct Headline {
    QString figure, words, line;
    Token color = Token::T1;
};

/// The headline of a report; `forecast` (complete, before the start) stands in for a peak that has not been yet.
Headline headlineOf(const MemoryReport* report, bool at_peak, MemoryUnit unit, const Forecast* forecast);

class MemoryHeadline : public QWidget {
    Q_OBJECT
public:
    explicit MemoryHeadline(QWidget* parent = nullptr);
    void setHeadline(const Headline& headline);
    /// The sum below the figure; whoever builds the panel gives it a place.
    QLabel* line() const { return line_; }

private:
    FigureLabel *figure_, *words_;
    QLabel* line_;
};

/// The same report with the memory of one of its processes; its rows add up to that one's device.
MemoryReport reportOfRank(const MemoryReport& report, const RankMemory& rank);

/// The processes that share a run, the one with the least to spare first; the chosen one's memory is shown. Out of sight while there is one.
class RankList : public QTreeView {
    Q_OBJECT
public:
    explicit RankList(QWidget* parent = nullptr);

    void setRanks(const std::vector<RankMemory>& ranks, MemoryUnit unit);
    /// The rank chosen by the user; -1: the one that has the least to spare.
    int chosen() const { return chosen_; }
    /// Which of `ranks` is shown; null: there are none.
    const RankMemory* shown(const std::vector<RankMemory>& ranks) const;

    QSize sizeHint() const override;

Q_SIGNALS:
    void rankChosen();

private:
    QStandardItemModel* model_;
    int chosen_ = -1;
};

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

/// What other programs hold and how it moved, with the button that lends them the device.
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
