// ExportPreview: how the chosen row will look: the grid as it will be written, words for the rest.
#pragma once

#include "ui/models/background_task.h"
#include "ui/models/picture_store.h"
#include "ui/panels/export/export_plan.h"

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
    void showFile(const QString& path);
    /// `written`: its size as a file.
    void showPicture(const QImage& image, const QSize& written);

    QList<QImage> ema_, raw_;
    QString file_;  ///< whose picture is shown, or awaited
    BackgroundTask composing_;
    PictureShare share_;
    QLabel* size_;
    ImageGrid* grid_;
    EmptyState* words_;
};

}  // namespace headroom::ui
