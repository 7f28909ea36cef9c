// RunDetails: tabs of one run: checkpoints, samples, recipe, events.
#pragma once

#include "core/api/services.h"

#include <QImage>
#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QStackedWidget;
class QStandardItemModel;
class QTabWidget;
class QTreeView;

namespace headroom::ui {

class EmptyState;
class ImageGrid;
class TabCorner;

/// A run's history and its newest sample sheet, as read in the background.
struct RunDetailsData {
    RunHistory history;
    QImage newest_samples;
};

class RunDetails : public QWidget {
    Q_OBJECT
public:
    explicit RunDetails(QWidget* parent = nullptr);

    void clear(const QString& title, const QString& text);
    void show(const RunDetailsData& data);
    QTabWidget* tabs() const { return tabs_; }
    QTreeView* checkpoints() const { return checkpoints_; }
    QTreeView* events() const { return events_; }
    QString recipe() const;

private:
    QTreeView* table(QStandardItemModel* model, const QString& name, const QStringList& columns, int figures);
    void fillCheckpoints(const RunInfo& info);
    void fillEvents(const RunHistory& history);

    QStackedWidget* stack_;
    EmptyState* empty_;
    QTabWidget* tabs_;
    QLabel* corner_;
    TabCorner* corner_fit_;
    QStandardItemModel *checkpoint_model_, *event_model_;
    QTreeView *checkpoints_, *events_;
    ImageGrid* samples_;
    QPlainTextEdit* recipe_;
};

}  // namespace headroom::ui
