// ExportPreview: how the chosen row will look: the grid as it will be written, words for the rest.
#pragma once

#include "ui/forward.h"
#include "ui/panels/export/export_plan.h"

#include <QImage>
#include <QWidget>

namespace headroom::ui {

class ExportPreview : public QWidget {
    Q_OBJECT
public:
    explicit ExportPreview(QWidget* parent = nullptr);

    /// Pictures known to the window, for the grid; may be empty.
    void setPictures(const QList<QImage>& ema, const QList<QImage>& raw);
    void showRow(ExportRow row, const ExportPlan& plan, const ExportSource& source);
    QImage picture() const;

private:
    QImage compose(const QList<QImage>& pictures, const ExportPlan& plan) const;

    QList<QImage> ema_, raw_;
    QLabel* size_;
    QStackedWidget* stack_;
    ImageGrid* grid_;
    EmptyState* words_;
};

}  // namespace headroom::ui
