// DatasetReportView: what an inspection found: facts, files left out, a contact sheet as training sees it.
#pragma once

#include "core/api/services.h"
#include "ui/forward.h"
#include "ui/models/picture_store.h"

#include <QWidget>

namespace headroom::ui {

/// The recipe that is proposed for a data set, each matter with its reason.
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

class DatasetReportView : public QWidget {
    Q_OBJECT
public:
    explicit DatasetReportView(QWidget* parent = nullptr);

    void setReport(const DatasetReport& report, int image_size);
    ImageGrid* sheet() const { return sheet_; }
    QTreeView* rejectedView() const { return rejected_view_; }
    SuggestionView* suggestion() const { return suggestion_; }
    QString fact(const QString& name) const;  ///< for tests: "Images" -> "8,412"

public Q_SLOTS:
    void copyRejected();

private:
    QLabel* addFact(QFormLayout* form, const QString& name);

    QLabel *kind_, *images_, *left_out_, *repeated_, *look_, *ground_, *sides_, *trained_;
    SuggestionView* suggestion_;
    QWidget* rejected_box_;
    RejectedModel* rejected_;
    QTreeView* rejected_view_;
    ImageGrid* sheet_;
    PictureShare share_;  ///< of its pictures
};

}  // namespace headroom::ui
