// MainWindow: tool bar, docks Run and Memory, centre with Welcome, Runs and the pages of runs, status bar, notices. What shows a session
// is a workbench; which of them stands on which page is known to its Benches.
#pragma once

#include "ui/models/start_choice.h"
#include "ui/shell/actions.h"
#include "ui/shell/layout_store.h"
#include "ui/shell/workbench.h"

#include <QMainWindow>

namespace headroom::ui {

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    using Page = headroom::ui::Page;

    /// `bridge`: of the window's own session. `remember`: keep layout and choices between starts.
    explicit MainWindow(SessionBridge* bridge, bool remember = true, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Devices, runs and exports; arrives once the window is shown. Must outlive the window.
    void setServices(Services* services);
    Services* services() const { return services_; }  ///< null until then

    Actions* actions() const { return actions_; }
    /// See Benches.
    Workbench* benchOn(Page page) const { return benches_->on(page); }
    Workbench* ownBenchOn(Page page) const { return benches_->ownOn(page); }
    Workbench* benchOfRun(const QString& run_dir) const { return benches_->ofRun(run_dir); }
    Workbench* front() const { return benches_->front(); }
    Workbench* own() const { return benches_->own(); }
    Workbench* attached() const { return benches_->attached(); }
    RunPanel* runPanel(Page page = Page::Train) const { return benchOn(page)->panel(page); }
    CentrePage* centreOf(Page page) const { return benchOn(page)->centre(page); }
    /// The centre in front; null while a page without runs is.
    CentrePage* centre() const { return works(page_) ? centreOf(page_) : nullptr; }
    TrainPage* trainPage() const;
    NoticeHost* notices() const { return notices_; }
    CloseGuard* closeGuard() const { return guard_; }
    QueueDesk* queue() const { return queue_; }
    PresetDesk* presets() const { return presets_; }
    /// Made when it is first wanted; null until there are services.
    RunsPage* runs();
    RunStarts* starts() const { return starts_; }
    DropDesk* drops() const { return drops_; }
    SessionKeeper* keeper() const { return keeper_; }
    RunWord* word() const { return word_; }
    WindowDialogs* dialogs() const { return dialogs_; }
    WindowDocks* docks() const { return docks_; }
    StartChoice* startChoice() { return &start_; }
    LayoutStore& store() { return store_; }
    Page page() const { return page_; }
    bool works(Page page) const { return own()->has(page); }

    void showPage(Page page);
    /// To the field of a setting, whatever is folded above it.
    void revealSetting(Page page, const std::string& key);
    /// To a run in Runs.
    void showRunInList(const QString& run_dir);
    /// To a run folder, or "unix:PATH" of the socket of a run.
    void attach(const QString& run_or_address);
    void detach();
    /// Offers to attach to what trains in other processes.
    void offerRunning();
    /// The default arrangement.
    void resetLayout();

Q_SIGNALS:
    void pageShown();
    /// The window has closed and is wanted again, from a process that holds nothing on a GPU.
    void newProcessRequested();

protected:
    /// Tips stand beside what they are about, so that the status bar keeps its figures; pictures ask to be enlarged.
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void connectBench(Workbench* bench);
    void connectOwn();
    void connectActions();
    /// Settings for `page` beside the run that has the window's session.
    void prepareBeside(Page page);
    void start(Workbench* from, RunRequest request);
    void suitWidth();
    /// To those that are there now, as it was with them.
    void suitScreens();
    /// In a low window the lower half of its pages is folded.
    void suitHeight(Workbench* bench);
    void showRun();
    void movePanelFocus(int by);
    /// Brings the form of `page` to the front, its dock too.
    RunPanel* showForm(Page page);

    SessionBridge* bridge_;
    Services* services_ = nullptr;
    LayoutStore store_;
    StartChoice start_;
    Actions* actions_;
    QStackedWidget *stack_ = nullptr, *forms_ = nullptr, *memories_ = nullptr;
    NoticeHost* notices_ = nullptr;
    QueueDesk* queue_ = nullptr;
    PresetDesk* presets_ = nullptr;
    WelcomePage* welcome_ = nullptr;
    RunsPage* runs_ = nullptr;
    Benches* benches_ = nullptr;
    WindowDocks* docks_ = nullptr;
    WindowTools* tools_ = nullptr;
    WindowDialogs* dialogs_ = nullptr;
    RunStarts* starts_ = nullptr;
    DropDesk* drops_ = nullptr;
    SessionKeeper* keeper_ = nullptr;
    RunWord* word_ = nullptr;
    ElsewhereDesk* elsewhere_ = nullptr;
    CloseGuard* guard_ = nullptr;
    Page page_ = Page::Welcome;
};

}  // namespace headroom::ui
