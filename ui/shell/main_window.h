// MainWindow: tool bar, docks Run and Memory, centre with Welcome, Train, Text to image and Runs, status bar, notices.
#pragma once

#include "core/api/event.h"
#include "ui/shell/actions.h"
#include "ui/shell/layout_store.h"

#include <QMainWindow>

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
class CloseGuard;
class DockTitle;
class EditDesk;
class EmptyState;
class ImaginePage;
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
    enum class Page { Welcome, Train, Imagine, Runs };

    /// `remember`: keep layout and choices between starts.
    explicit MainWindow(SessionBridge* bridge, bool remember = true, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Devices, runs and exports; arrives once the window is shown. Must outlive the window.
    void setServices(Services* services);

    Actions* actions() const { return actions_; }
    RunPanel* runPanel() const { return run_; }
    RunPanel* paintPanel() const { return paint_; }
    TrainPage* trainPage() const { return train_; }
    ImaginePage* imaginePage() const { return imagine_; }
    NoticeHost* notices() const { return notices_; }
    CloseGuard* closeGuard() const { return guard_; }
    LayoutStore& store() { return store_; }
    Page page() const;

    void showPage(Page page);
    /// Starts the demo of a kind of training at once.
    void startDemo(ModelKind kind = ModelKind::Dcgan);
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
    /// The kind of run whose draft `page` shows.
    ModelKind kindOf(Page page) const;
    static Page pageOf(ModelKind kind) { return kind == ModelKind::Imagine ? Page::Imagine : Page::Train; }
    static bool works(Page page) { return page == Page::Train || page == Page::Imagine; }
    void showDocks(Page page, bool mine);
    QWidget* centreOf(Page page) const;
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
    ImaginePage* imagine_ = nullptr;
    QScrollArea *train_scroll_ = nullptr, *imagine_scroll_ = nullptr;
    EmptyState* busy_ = nullptr;  ///< a run of another kind than the page's is going
    RunsPage* runs_ = nullptr;
    EditDesk* desk_ = nullptr;
    KindDrafts* drafts_ = nullptr;
    RunPanel *run_ = nullptr, *paint_ = nullptr;
    QStackedWidget* run_stack_ = nullptr;  ///< the panels of both kinds in one dock
    MemoryPanel* memory_ = nullptr;
    QDockWidget *run_dock_ = nullptr, *memory_dock_ = nullptr;
    DockTitle* memory_title_ = nullptr;
    SituationWatch* watch_ = nullptr;
    CloseGuard* guard_ = nullptr;
    StatusItems* status_ = nullptr;
    QToolBar* tools_ = nullptr;
    QAction *tools_end_ = nullptr, *tools_gap_ = nullptr, *tools_name_ = nullptr;  ///< where Export, Lend and the name stand
    BackgroundTask* history_task_ = nullptr;
    SegmentedBar* spaces_ = nullptr;
    QLabel* name_ = nullptr;
    StateChip* chip_ = nullptr;
    SampleReady newest_;  ///< of the newest run: its newest grid or picture, for the export preview
    ModelKind run_kind_ = ModelKind::Dcgan;  ///< of the newest run
    Page page_ = Page::Welcome;
    bool run_dock_wanted_ = true, memory_dock_wanted_ = true, narrow_ = false, tight_ = false;
    bool auto_tabbed_ = false;  ///< Memory became a tab for want of room
    bool docks_on_ = true;  ///< the page shown has docks
};

}  // namespace headroom::ui
