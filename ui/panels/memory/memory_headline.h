// The memory panel's headline: the one big figure, its words and the line that explains it.
#pragma once

#include "core/api/session.h"
#include "ui/bridge/qt_format.h"
#include "ui/shell/theme.h"

#include <QWidget>

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

}  // namespace headroom::ui
