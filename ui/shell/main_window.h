// MainWindow: tool bar, docks Run and Memory, centre with Welcome, Runs and the pages of runs, status bar, notices.
#pragma once

#include "core/api/event.h"
#include "ui/families/registry.h"
#include "ui/shell/actions.h"
#include "ui/shell/layout_store.h"

#include <QMainWindow>

#include <map>

class QDialog;
class QDockWidget;
class QLabel;
class QScrollArea;
class QStackedWidget;

namespace headroom {
class Services;
}

namespace headroom::ui {

class BackgroundTask;
class CentrePage;
class CloseGuard;
class DockTitle;
class EditDesk;
class EmptyState;
class KindDrafts;
class MemoryPanel;
class NoticeHost;
class RunPanel;
class RunsPage;
class SegmentedBar;
class SessionBridge;
class SituationWatch;
class StateChip;
class StatusItems;
class TrainPage;
class UpscaleDialog;
class WelcomePage;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    using Page = headroom::ui::Page;

    /// `remember`: keep layout and choices between starts.
    explicit MainWindow(SessionBridge* bridge, bool remember = true, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Devices, runs and exports; arrives once the window is shown. Must outlive the window.
    void setServices(Services* services);

    Actions* actions() const { return actions_; }
    /// The settings of a page of runs, and its centre.
    RunPanel* runPanel(Page page = Page::Train) const { return work_.at(page).panel; }
    CentrePage* centreOf(Page page) const { return work_.at(page).centre; }
    /// The centre in front; that of Train while a page without runs is.
    CentrePage* centre() const { return centreOf(works(page_) ? page_ : Page::Train); }
    TrainPage* trainPage() const { return train_; }
    NoticeHost* notices() const { return notices_; }
    CloseGuard* closeGuard() const { return guard_; }
    LayoutStore& store() { return store_; }
    Page page() const;

    void showPage(Page page);
    /// Starts the demo of a kind of run at once, where it has one.
    void startDemo(ModelKind kind = first_kind());
    /// Paints `prompts` with the built-in models at once; empty: the prompt the page begins with.
    void startPainting(const QString& prompts);
    void continueRun(const QString& run_dir);
    void startFrom(const TrainConfig& config, const QString& checkpoint);
    /// The default arrangement.
    void resetLayout();

protected:
    /// Tips stand beside what they are about, so that the status bar keeps its figures; pictures ask to be enlarged.
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A page whose runs have a centre and settings.
    struct Work {
        CentrePage* centre = nullptr;
        RunPanel* panel = nullptr;
        QScrollArea *centre_scroll = nullptr, *panel_scroll = nullptr;
    };
    /// The page that shows the session's run or draft.
    Page pageOfRun() const;
    bool works(Page page) const { return work_.contains(page); }
    void showDocks(Page page, bool mine);
    QWidget* widgetOf(Page page) const;
    void buildCentre();
    void buildDocks();
    void buildToolBar();
    void connectActions();
    void connectPanels();
    QDockWidget* addDock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area);
    bool isTight() const;
    void placeMemory();
    void suitWidth();
    void fitToolBar();
    void chooseData(const QString& folder);
    void askForRun();
    void inspectData();
    void bring(QDialog* dialog);
    void manageModels();
    /// The upscale dialog, with what it had before.
    UpscaleDialog* enlarge();
    /// At first with the picture or the grid that the page shows, then as it was left.
    void enlargeShown();
    /// How enlarging ended while its dialog was closed.
    void tellEnlarged(const QString& written, const QString& words);
    /// Takes a model of the manager for text to image; `path` empty: the built-in one.
    void useModel(const QString& kind, const QString& path);
    void makeFit();
    void exportRun(const QString& run_dir);
    void duplicateRun(const TrainConfig& config);
    void loadHistory(const QString& run_dir);
    void helpOnFocus();
    void movePanelFocus(int by);

    SessionBridge* bridge_;
    Services* services_ = nullptr;
    LayoutStore store_;
    Actions* actions_;
    QStackedWidget* stack_ = nullptr;
    NoticeHost* notices_ = nullptr;
    WelcomePage* welcome_ = nullptr;
    TrainPage* train_ = nullptr;
    std::map<Page, Work> work_;
    EmptyState* busy_ = nullptr;  ///< a run of another kind than the page's is going
    RunsPage* runs_ = nullptr;
    EditDesk* desk_ = nullptr;
    KindDrafts* drafts_ = nullptr;
    QStackedWidget* run_stack_ = nullptr;  ///< the settings of all pages in one dock
    MemoryPanel* memory_ = nullptr;
    QDockWidget *run_dock_ = nullptr, *memory_dock_ = nullptr;
    DockTitle* memory_title_ = nullptr;
    SituationWatch* watch_ = nullptr;
    CloseGuard* guard_ = nullptr;
    StatusItems* status_ = nullptr;
    QToolBar* tools_ = nullptr;
    QAction *tools_end_ = nullptr, *tools_gap_ = nullptr,
            *tools_name_ = nullptr;  ///< where Export, Lend and the name stand
    BackgroundTask* history_task_ = nullptr;
    SegmentedBar* spaces_ = nullptr;
    QLabel* name_ = nullptr;
    StateChip* chip_ = nullptr;
    SampleReady newest_;                 ///< of the newest run: its newest grid or picture, for the export preview
    ModelKind run_kind_ = first_kind();  ///< of the newest run
    Page page_ = Page::Welcome;
    bool run_dock_wanted_ = true, memory_dock_wanted_ = true, narrow_ = false, tight_ = false;
    bool auto_tabbed_ = false;  ///< Memory became a tab for want of room
    bool docks_on_ = true;      ///< the page shown has docks
};

}  // namespace headroom::ui
