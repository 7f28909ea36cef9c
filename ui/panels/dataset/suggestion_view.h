// SuggestionView: the recipe that is proposed for a data set, each matter with its reason.
#pragma once

#include "core/api/dataset_facts.h"
#include "ui/forward.h"

#include <QWidget>

namespace headroom::ui {

class SuggestionView : public QWidget {
    Q_OBJECT
public:
    explicit SuggestionView(QWidget* parent = nullptr);
    void setRecipe(const SuggestedRecipe& recipe);
    /// For tests: what is proposed, and why, line after line.
    QStringList lines() const;

private:
    QLabel* title_;
    QWidget* list_;
    QVBoxLayout* column_;
};

}  // namespace headroom::ui
