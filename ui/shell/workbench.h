// Workbench: all that shows one session: its pages with their forms, its memory, its figures in the status bar, its notices and commands.
// The window has one for its own session; a run of another process gets one while it is attached, and so do the settings of a page
// whose runs have to wait because the window's own session is busy with a run of another kind. A page's widgets are made when they are first
// asked for or shown, and before a session tells of a run or a draft that belongs there; what came before stands in models and the session.
// Benches has the workbenches of a window: which of them stands on which page, and whose commands are the window's.
#pragma once

#include "ui/families/registry.h"
#include "ui/models/forecast_watch.h"
#include "ui/panels/memory/memory_panel.h"

#include <QBasicTimer>
#include <QPointer>
#include <QScrollArea>

#include <algorithm>

namespace headroom::ui {

class Workbench : public QObject {
    Q_OBJECT
public:
    /// Where its widgets stand, and what all benches of a window share.
    struct Room {
        Actions* actions;
        QStackedWidget *centres, *forms, *memories;
        QStatusBar* status;
        NoticeHost* notices;
        StartChoice* start;
        QueueDesk* queue;
        PresetDesk* presets;
    };

    Workbench(SessionBridge* bridge, const Room& room, const std::vector<Page>& pages, QObject* parent);
    /// Its widgets go with it.
    ~Workbench() override;

    SessionBridge* bridge() const { return bridge_; }
    ParamEdits* edits() const { return editing_->edits(); }
    ForecastWatch* forecast() const { return editing_->forecast(); }
    KindDrafts* drafts() const { return drafts_; }
    MemoryPanel* memory() const { return memory_; }
    SituationWatch* watch() const { return watch_; }
    StatusItems* status() const { return status_; }
    bool has(Page page) const { return std::ranges::find(pages_, page) != pages_.end(); }
    const std::vector<Page>& pages() const { return pages_; }
    /// Of a page that it has.
    RunPanel* panel(Page page) { return work(page).panel; }
    CentrePage* centre(Page page) { return work(page).centre; }
    /// Of the pages that are made.
    std::vector<CentrePage*> centres() const;
    /// Its newest run or draft is shown there.
    Page pageOfRun() const;
    QString runName() const;
    /// Of the newest run: its newest grid or picture, for the export's preview.
    const SampleReady& newest() const { return newest_; }

    void setServices(Services* services);
    /// Its commands, its figures in the status bar and its memory are the window's; or those of another bench are.
    void setFront(bool front);
    /// Brings the widgets of `page` to the front of their stacks.
    void showPage(Page page);
    /// The narrowest that cuts nothing off of its forms.
    int leastPanelWidth() const;

Q_SIGNALS:
    void pageMade();
    void runNameChanged();
    void leastPanelWidthGrew();
    /// A run began, perhaps where an earlier one ended.
    void runStarted();
    void inspectRequested();
    void detachRequested();
    void attachRequested();
    void exportRequested();

private:
    struct Work {
        CentrePage* centre = nullptr;
        RunPanel* panel = nullptr;
        QPointer<QScrollArea> centre_scroll, panel_scroll;
    };
    /// What stands on the page, made if it is not there yet.
    const Work& work(Page page);
    Work make(Page page);
    void connectPage(const Work& made);
    void follow(const RunStarted& run);
    /// What the run did before it began here.
    void loadPast(const std::string& dir);
    /// The past of the run before, or what was read of it, says nothing any more.
    void forgetTrouble();

    SessionBridge* bridge_;
    Services* services_ = nullptr;
    EditController* editing_;
    KindDrafts* drafts_;
    LogModel* log_;
    Room room_;
    std::vector<Page> pages_;
    std::map<Page, Work> work_;  ///< what is made of them
    QPointer<MemoryPanel> memory_;
    QPointer<NoticeHost> notices_;
    QPointer<NoticeBar> trouble_;  ///< with the past of its run
    SituationWatch* watch_ = nullptr;
    StatusItems* status_ = nullptr;
    BackgroundTask* history_task_;
    SampleReady newest_;
};

/// That of the window's own session, settings that wait beside its run, and a run of another process.
class Benches : public QObject {
    Q_OBJECT
public:
    /// `own`: of the window's own session, which is shown on `pages`.
    Benches(SessionBridge* own, const Workbench::Room& room, const std::vector<Page>& pages, QObject* window);
    ~Benches() override;

    void setServices(Services* services) {
        services_ = services;
        for (Workbench* bench : all()) bench->setServices(services);
    }
    Workbench* own() const { return own_; }
    Workbench* attached() const { return attached_; }
    /// Its commands are those of the window.
    Workbench* front() const { return front_; }
    QList<Workbench*> all() const;
    /// What shows the page: a run that is attached, else the window's own session, else settings that wait for it.
    Workbench* on(Page page) const { return attached_ && attached_->has(page) ? attached_ : ownOn(page); }
    /// The same whatever run elsewhere is attached there: where this window prepares its own.
    Workbench* ownOn(Page page) const { return beside_ && beside_->has(page) ? beside_ : own_; }
    /// What shows a run; null: none.
    Workbench* ofRun(const QString& run_dir) const;

    void setFront(Workbench* bench);
    /// Makes a bench for settings of `page`, which has none yet, beside the run that has the window's session.
    Workbench* prepareBeside(Page page);
    /// What was prepared becomes the session's, which is free again. True: it was in front.
    bool takePrepared();
    /// In two turns of the event loop, for all its parts are made and shown: they are made in this one. In the next they have their session and are
    /// attached(), and attachedNow() is told; until then everything stays as it is.
    void attach(std::unique_ptr<Session> session);
    void detach() { drop(attached_); }

Q_SIGNALS:
    void made(headroom::ui::Workbench* bench);  ///< it has no session yet
    void frontChanged();
    void attachedNow();

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    Workbench* make(Page page);
    void put(Workbench*& place, Workbench* bench);
    void drop(Workbench*& place);

    Workbench::Room room_;
    Services* services_ = nullptr;
    Workbench *own_, *beside_ = nullptr, *attached_ = nullptr, *front_;
    Workbench* coming_ = nullptr;  ///< is attached in the next turn
    std::unique_ptr<Session> its_session_;
    QBasicTimer turn_;
};

}  // namespace headroom::ui
