// What the export dialog is made of: the list of what can be exported, how the chosen row will look, and plots that no panel shows.
#pragma once

#include "ui/models/picture_store.h"
#include "ui/panels/export/export_plan.h"
#include "ui/panels/export/file_row.h"
#include "ui/widgets/row_painter.h"

#include <QAbstractListModel>

namespace headroom::ui {

class ExportListModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { SummaryRole = Qt::UserRole, IconRole, SizeRole };

    ExportListModel(ExportPlan* plan, const ExportSource* source, QObject* parent = nullptr)
        : QAbstractListModel(parent), plan_(plan), source_(source) {}

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kExportRows; }
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    void refresh() { Q_EMIT dataChanged(index(0), index(kExportRows - 1)); }

private:
    ExportPlan* plan_;
    const ExportSource* source_;
};

/// Paints a row of the export list: check box, icon, title and summary, size.
class ExportDelegate : public CheckDelegate {
public:
    using CheckDelegate::CheckDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {200, scaled(64)}; }
};

/// How the chosen row will look: the grid as it will be written, words for the rest.
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
    /// In place of a picture.
    void showWords();
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

/// Adds the plots at `paths`, as SVG, PNG and PDF by their endings. The engine draws them once for all: `svg`, whose target is left to this.
void addStoredPlots(FileWork& work, Services* services, const ExportRequest& svg, const QStringList& paths);

}  // namespace headroom::ui
