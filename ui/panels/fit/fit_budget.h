// FitBudget: the budget slider of "Make it fit" with its named stops below it, evenly spaced whatever their sizes.
#pragma once

#include "ui/forward.h"
#include "ui/panels/fit/fit_words.h"

#include <QWidget>

namespace headroom::ui {

class FitBudget : public QWidget {
    Q_OBJECT
public:
    explicit FitBudget(QWidget* parent = nullptr);

    void setStops(std::vector<BudgetStop> stops);
    const std::vector<BudgetStop>& stops() const { return stops_; }
    /// Kept exactly until the slider is moved; emits nothing.
    void setBudget(Bytes budget);
    Bytes budget() const { return budget_; }
    /// The same as if the user had moved the slider there, beyond its stops too.
    void choose(Bytes budget);
    /// The user has moved the slider since setBudget().
    bool moved() const { return moved_; }
    QSlider* slider() const { return slider_; }

Q_SIGNALS:
    void budgetChanged();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Bytes at(int position) const;
    int positionOf(Bytes budget) const;
    void take(int position);

    QSlider* slider_;
    std::vector<BudgetStop> stops_;
    Bytes budget_;
    bool moved_ = false;
};

}  // namespace headroom::ui
