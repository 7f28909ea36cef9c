// FitTable: the plans of "Make it fit" as a grouped table: star and tag at the recommended one, icon and words for the result.
#pragma once

#include "ui/panels/fit/fit_model.h"

#include <QTreeView>

namespace headroom::ui {

class FitTable : public QTreeView {
    Q_OBJECT
public:
    explicit FitTable(FitModel* model, QWidget* parent = nullptr);

    /// The plan of the current row; -1: none.
    int chosen() const;
    void choose(int plan);
    /// Rows are those of an older question: drawn in the colour of hints.
    void setStale(bool stale);
    bool stale() const { return stale_; }
    /// Opens all groups and gives the columns their widths; call when the model's plans changed.
    void fit();

Q_SIGNALS:
    void planChosen(int plan);

private:
    void fitColumns();
    int columnNeeds(FitModel::Column column) const;

    FitModel* model_;
    bool stale_ = false;
};

}  // namespace headroom::ui
