// PicturePanel: the pictures of the centre while painting: Picture, Cutouts and History grid.
#pragma once

#include "core/api/event.h"
#include "ui/models/background_task.h"

#include <QWidget>

class QLabel;
class QTabWidget;

namespace headroom::ui {

class CutoutsPage;
class ImageGrid;
class PicturePage;
class SessionBridge;
class TabCorner;

class PicturePanel : public QWidget {
    Q_OBJECT
public:
    explicit PicturePanel(SessionBridge* bridge, QWidget* parent = nullptr);

    PicturePage* picture() const { return picture_; }
    CutoutsPage* cutouts() const { return cutouts_; }
    ImageGrid* history() const { return grid_; }
    QTabWidget* tabs() const { return tabs_; }
    /// The kept pictures of a run that goes on, as files; read off the window's thread.
    void setPast(const std::vector<std::string>& paths);

public Q_SLOTS:
    void toggleGrid();  ///< the history grid, or back to the picture
    void toggleCompare();
    void older();
    void newer();
    void peek(bool on, qint64 step);
    void zoomIn();
    void zoomOut();
    void zoomReset();  ///< 1:1

private:
    void connectBridge();
    void refreshTexts();
    void refreshGrid();
    ImageGrid* activeGrid() const;
    bool gridShown() const;

    SessionBridge* bridge_;
    BackgroundTask past_task_{this};
    QTabWidget* tabs_;
    QLabel* corner_;
    TabCorner* corner_fit_;
    PicturePage* picture_;
    CutoutsPage* cutouts_;
    ImageGrid* grid_;
    QString wait_, error_;
    bool grid_stale_ = true;
};

}  // namespace headroom::ui
