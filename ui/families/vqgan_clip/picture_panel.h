// PicturePanel: the pictures of the centre while painting: Picture, Cutouts and History grid.
#pragma once

#include "core/api/event.h"
#include "ui/bridge/sample_ask.h"
#include "ui/models/background_task.h"
#include "ui/models/picture_store.h"
#include "ui/panels/samples/picture_pane.h"

#include <QElapsedTimer>

namespace headroom::ui {

/// What CLIP sees: the newest iteration's cutouts, asked for at most once a second while the page is in view.
class CutoutsPage : public GridPage {
    Q_OBJECT
public:
    static constexpr int kMost = 64;  ///< shown at once
    static constexpr int kEveryMs = 1000;

    explicit CutoutsPage(SessionBridge* bridge, QWidget* parent = nullptr);

private:
    bool able() const;
    void ask();
    void tryAgain();
    void showCutouts(const SampleReady& sample);
    void clear();
    /// The newest cutouts, or why there are none; those that are there stay when later ones fail.
    void refresh();

    SessionBridge* bridge_;
    SampleAsk ask_;
    PictureShare share_;
    QPushButton* again_;   ///< beside the line above pictures
    QString words_;        ///< of the cutouts that are shown
    Error problem_;        ///< of the newest request; empty: none
    QElapsedTimer asked_;  ///< since the latest request; invalid: none yet
};

class PicturePanel : public PictureTabs {
    Q_OBJECT
public:
    explicit PicturePanel(SessionBridge* bridge, QWidget* parent = nullptr);

    PicturePage* picture() const { return picture_; }
    CutoutsPage* cutouts() const { return cutouts_; }
    ImageGrid* history() const { return grid_; }
    /// The kept pictures of a run that goes on, as files; read off the window's thread.
    void setPast(const std::vector<std::string>& paths);
    bool askToEnlargeShown() override;
    void toggleSingle() override;  ///< the history grid, or back to the picture
    void toggleCompare() override;

protected:
    ImageGrid* activeGrid() const override;
    HistoryRow* historyRow() const override;

private:
    void refreshTexts();
    void refreshGrid();
    bool gridShown() const;

    SessionBridge* bridge_;
    BackgroundTask past_task_{this};
    PicturePage* picture_;
    CutoutsPage* cutouts_;
    ImageGrid* grid_;
    QString wait_, error_;
    bool grid_stale_ = true;
};

}  // namespace headroom::ui
