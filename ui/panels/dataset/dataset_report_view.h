// DatasetReportView: what an inspection found: facts, files left out, a contact sheet as training sees it.
#pragma once

#include "core/api/services.h"

#include <QWidget>

class QFormLayout;
class QLabel;
class QTreeView;

namespace headroom::ui {

class ImageGrid;
class RejectedModel;

class DatasetReportView : public QWidget {
    Q_OBJECT
public:
    explicit DatasetReportView(QWidget* parent = nullptr);

    void setReport(const DatasetReport& report, int image_size);
    ImageGrid* sheet() const { return sheet_; }
    QTreeView* rejectedView() const { return rejected_view_; }
    QString fact(const QString& name) const;  ///< for tests: "Images" -> "8,412"

public Q_SLOTS:
    void copyRejected();

private:
    QLabel* addFact(QFormLayout* form, const QString& name);

    QLabel *kind_, *images_, *left_out_, *sides_, *trained_;
    QWidget* rejected_box_;
    RejectedModel* rejected_;
    QTreeView* rejected_view_;
    ImageGrid* sheet_;
};

}  // namespace headroom::ui
