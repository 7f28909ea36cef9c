// CentrePage: the centre of a page with a run: pictures above, curves and log below.
#pragma once

#include <QSplitter>

class QTabWidget;

namespace headroom::ui {

class TimelinePanel;

class CentrePage : public QSplitter {
    Q_OBJECT
public:
    QTabWidget* lower() const { return lower_; }
    /// The share of the two halves as first shown.
    void resetSizes();
    /// In a low window the lower half folds to a strip, so that pictures stay in view.
    void setFolded(bool folded);

protected:
    CentrePage(const QString& name, QWidget* parent);
    /// Once, first in the constructor: the tabs below are there afterwards.
    void setUpper(QWidget* upper);
    /// A tab of curves whose controls stand in the bar's corner while it is shown.
    void addCurves(TimelinePanel* panel, const QString& title);

private:
    void keepHeights();

    QWidget* upper_ = nullptr;
    QTabWidget* lower_ = nullptr;
    bool folded_ = false;
    QList<int> unfolded_sizes_;
};

}  // namespace headroom::ui
