// RunsSearch: the row above the list of runs: which of them are shown, and a new one.
#pragma once

#include "ui/forward.h"

#include <QWidget>

namespace headroom::ui {

class RunsSearch : public QWidget {
    Q_OBJECT
public:
    RunsSearch(RunsModel* runs, RunsFilter* filter, QWidget* parent = nullptr);

    /// Shows all runs.
    void clear();
    QLineEdit* words() const { return words_; }
    QComboBox* tags() const { return tags_; }

Q_SIGNALS:
    void newRunRequested();

private:
    void offerTags();

    RunsModel* runs_;
    RunsFilter* filter_;
    QLineEdit* words_;
    QComboBox *tags_, *states_;
};

}  // namespace headroom::ui
