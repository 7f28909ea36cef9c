// Workbench: making the parts that show a session, connecting them, and bringing them to the front. Benches: the same with workbenches.
#include "ui/shell/workbench.h"

#include "ui/bridge/session_bridge.h"
#include "ui/i18n/core_text.h"
#include "ui/models/kind_drafts.h"
#include "ui/models/picture_store.h"
#include "ui/panels/counsel/counsel_panel.h"
#include "ui/panels/log/log_panel.h"
#include "ui/panels/queue/queue_desk.h"
#include "ui/panels/queue/queue_panel.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/dialog_wait.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/situation_watch.h"
#include "ui/shell/status_items.h"
#include "ui/widgets/kit.h"

#include <QScrollBar>
#include <QTabWidget>

namespace headroom::ui {
namespace {

CentrePage* centre_for(Page page, SessionBridge* bridge, Actions* actions, QWidget* parent) {
    if (page == Page::Train) return new TrainPage(bridge, actions, parent);
    for (const WindowFamily* family : window_families())
        if (family->facts().page == page) return family->makePage(bridge, parent);
    return nullptr;
}

}  // namespace

Workbench::Workbench(SessionBridge* bridge, const Room& room, const std::vector<Page>& pages, QObject* parent)
    : QObject(parent),
      bridge_(bridge),
      editing_(new EditController(bridge, this)),
      drafts_(new KindDrafts(bridge, editing_->edits(), this)),
      log_(new LogModel(bridge, this)),
      room_(room),
      pages_(pages),
      notices_(room.notices),
      history_task_(new BackgroundTask(this)) {
    const Page drafted = page_of(bridge->config()->model);
    const Work& first = work(has(drafted) ? drafted : pages_.front());
    memory_ = new MemoryPanel(bridge_, room_.memories);
    room_.memories->addWidget(memory_);
    status_ = new StatusItems(bridge_, room_.status, this);
    watch_ = new SituationWatch(bridge_, room_.actions, editing_, this);
    watch_->addPanel(first.panel);
    auto* notices = new RunNotices(bridge_, room_.actions, room_.notices, this);
    connect(notices, &RunNotices::againRequested, watch_, [this] { watch_->continueRun(watch_->runDir()); });
    connect(notices, &RunNotices::exportRequested, this, &Workbench::exportRequested);
    connect(notices, &RunNotices::attachRequested, this, &Workbench::attachRequested);
    watch_->setQueue(room_.queue->available());
    connect(room_.queue, &QueueDesk::changed, watch_, [this] { watch_->setQueue(room_.queue->available()); });
    connect(watch_, &SituationWatch::queueRequested, room_.queue, &QueueDesk::addRun);
    connect(bridge_, &SessionBridge::kindChanged, this, [this](ModelKind kind) {
        if (has(page_of(kind))) work(page_of(kind));
    });
    connect(bridge_, &SessionBridge::runStarted, this, &Workbench::follow);
    // It may have the folder of one that was deleted, or go on from an older checkpoint and write its pictures again.
    connect(bridge_, &SessionBridge::runStarted, this,
            [](const RunStarted& run) { PictureStore::get().forget(fromUtf8(run.run_dir)); });
    connect(bridge_, &SessionBridge::sampleReady, this, [this](const SampleReady& sample) {
        PictureStore::get().forget(fromUtf8(sample.path));
        if (sample.kind == SampleKind::Grid || sample.kind == SampleKind::Picture) newest_ = sample;
    });
    connect(editing_->forecast(), &ForecastWatch::changed, this, [this] {
        const bool none = is_active(bridge_->state()) && editing_->edits()->staged().empty();
        if (none || bridge_->state() == RunState::Idle || !editing_->edits()->staged().empty())
            memory_->setForecast(none ? std::nullopt : editing_->forecast()->decisive());
        memory_->setForecastProblem(editing_->forecast()->error());
        status_->setForecast(*editing_->forecast());
    });
}

Workbench::~Workbench() {
    forgetTrouble();
    for (const auto& [page, work] : work_) {
        delete work.panel_scroll;  // first: its form has parts of the centre
        delete work.centre_scroll;
    }
    delete memory_;
}

const Workbench::Work& Workbench::work(Page page) {
    if (const auto made = work_.find(page); made != work_.end()) return made->second;
    const Work& made = work_.emplace(page, make(page)).first->second;
    if (!watch_) return made;  // the first, before what stands beside all pages
    watch_->addPanel(made.panel);
    tabOnTo(lastStopIn(made.panel), memory_);
    Q_EMIT pageMade();
    return made;
}

Workbench::Work Workbench::make(Page page) {
    Work made;
    made.centre_scroll = makeScroll(room_.centres);  // large text on a small screen scrolls rather than being clipped
    made.centre = centre_for(page, bridge_, room_.actions, made.centre_scroll->viewport());
    QTabWidget* tabs = made.centre->lower();
    tabs->addTab(new LogPanel(log_, pagesOf(tabs)), tr("Log"));
    tabs->addTab(new QueuePanel(
                     room_.queue, room_.actions, [this] { return edits()->ofNextRun(); }, pagesOf(tabs)),
                 tr("Queue"));
    made.centre_scroll->setWidget(made.centre);
    room_.centres->addWidget(made.centre_scroll);
    made.panel_scroll = makeScroll(room_.forms);
    QWidget* const view = made.panel_scroll->viewport();
    made.panel =
        new RunPanel(bridge_, room_.actions, editing_, kinds_on(page), made.centre->formParts(edits(), view), view);
    made.panel->offerProcesses(room_.start);
    made.panel->choice()->offerPresets(room_.presets);
    made.panel_scroll->setWidget(made.panel);
    room_.forms->addWidget(made.panel_scroll);
    connectPage(made);
    return made;
}

void Workbench::connectPage(const Work& made) {
    if (auto* train = qobject_cast<TrainPage*>(made.centre); train && services_)
        train->samples()->setServices(services_);
    if (CounselPanel* counsel = made.centre->counsel()) {
        connect(counsel, &CounselPanel::stageRequested, edits(), &ParamEdits::proposeAll);
        connect(counsel, &CounselPanel::nextRunRequested, edits(), &ParamEdits::stageForNext);
        connect(edits(), &ParamEdits::changed, counsel,
                [this, counsel] { counsel->setStagedForNext(edits()->stagedForNext()); });
    }
    connect(made.panel, &RunPanel::inspectRequested, this, &Workbench::inspectRequested);
    connect(made.panel->choice(), &ModelChoice::kindRequested, drafts_, &KindDrafts::want);
    connect(bridge_, &SessionBridge::runStarted, this, &Workbench::runNameChanged);  // the panel has heard of it
    connect(made.panel, &RunPanel::leastWidthGrew, this, &Workbench::leastPanelWidthGrew);
    connect(made.panel->header(), &RunHeader::detachRequested, this, &Workbench::detachRequested);
}

void Workbench::follow(const RunStarted& run) {
    newest_ = {};
    history_task_->cancel();  // of the run before
    forgetTrouble();
    Q_EMIT runStarted();
    if (bridge_->hasPast(run) && services_) loadPast(run.run_dir);
}

void Workbench::loadPast(const std::string& dir) {
    history_task_->start(
        [services = services_, dir] { return services->load_run(dir); },
        [this, dir](const Result<RunHistory>& history) {
            forgetTrouble();
            if (const std::string& why = history ? history->damage : history.error().message; !why.empty()) {
                const QString id =
                    bridge_->place().elsewhere ? QStringLiteral("past-elsewhere") : QStringLiteral("past");
                trouble_ =
                    notices_->post(id, Tone::Warn, tr("The run goes on, but its past is not all there"), coreText(why));
                onClick(trouble_->addButton(tr("Try again"), QStringLiteral("refresh")), this,
                        [this, dir] { loadPast(dir); });
            }
            if (!history) return;
            const auto work = work_.find(page_of(history->config.model));
            if (work != work_.end()) work->second.centre->setHistory(*history);
        });
}

void Workbench::forgetTrouble() {
    if (notices_ && trouble_) notices_->remove(notices_->idOf(trouble_));
}

std::vector<CentrePage*> Workbench::centres() const {
    std::vector<CentrePage*> out;
    for (const auto& [page, work] : work_) out.push_back(work.centre);
    return out;
}

Page Workbench::pageOfRun() const { return page_of(bridge_->config()->model); }

QString Workbench::runName() const {
    const auto work = work_.find(pageOfRun());
    return work == work_.end() ? QString() : work->second.panel->header()->runName();
}

void Workbench::setServices(Services* services) {
    services_ = services;
    for (const auto& [page, work] : work_)
        if (auto* train = qobject_cast<TrainPage*>(work.centre)) train->samples()->setServices(services);
}

void Workbench::setFront(bool front) {
    watch_->setFront(front);
    status_->setShown(front);
    if (front) room_.memories->setCurrentWidget(memory_);
}

void Workbench::showPage(Page page) {
    const Work& shown = work(page);
    room_.centres->setCurrentWidget(shown.centre_scroll);
    room_.forms->setCurrentWidget(shown.panel_scroll);
}

int Workbench::leastPanelWidth() const {
    int least = 0;
    for (const auto& [page, work] : work_) {
        const bool scrolls = work.panel->minimumSizeHint().height() > work.panel_scroll->height();
        const int bar = scrolls ? work.panel_scroll->verticalScrollBar()->sizeHint().width() : 0;
        least = std::max(least, work.panel->leastWidth() + bar);
    }
    return least;
}

Benches::Benches(SessionBridge* own, const Workbench::Room& room, const std::vector<Page>& pages, QObject* window)
    : QObject(window), room_(room), own_(new Workbench(own, room, pages, this)), front_(own_) {}

Benches::~Benches() {
    for (Workbench* bench : all()) delete bench;
}

QList<Workbench*> Benches::all() const {
    QList<Workbench*> out;
    for (Workbench* bench : {own_, beside_, attached_, coming_})
        if (bench) out << bench;
    return out;
}

Workbench* Benches::ofRun(const QString& run_dir) const {
    for (Workbench* bench : all())
        if (!run_dir.isEmpty() && bench->watch()->runDir() == run_dir) return bench;
    return nullptr;
}

void Benches::setFront(Workbench* bench) {
    front_ = bench;
    for (Workbench* each : all())
        if (each != bench) each->setFront(false);
    bench->setFront(true);
    Q_EMIT frontChanged();
}

Workbench* Benches::make(Page page) {
    auto* bridge = new SessionBridge;
    auto* bench = new Workbench(bridge, room_, {page}, this);
    bridge->setParent(bench);
    if (services_) bench->setServices(services_);
    return bench;
}

void Benches::put(Workbench*& place, Workbench* bench) {
    drop(place);
    place = bench;
    Q_EMIT made(bench);
}

Workbench* Benches::prepareBeside(Page page) {
    put(beside_, make(page));
    beside_->drafts()->take(*own_->drafts());
    if (!services_) return beside_;
    std::unique_ptr<Session> session = services_->make_session();  // quick: the tensor library is there by now
    const TrainConfig draft = own_->drafts()->draft(own_->drafts()->newestOn(page));
    (void)session->apply(difference(*session->snapshot(), draft), ChangeOrigin::User);
    beside_->bridge()->setSession(std::move(session));
    return beside_;
}

bool Benches::takePrepared() {
    if (!beside_ || is_active(own_->bridge()->state())) return false;
    const bool shown = front_ == beside_;
    if (shown) commitTextInFocus();
    own_->drafts()->take(*beside_->drafts());
    drop(beside_);
    return shown;
}

void Benches::attach(std::unique_ptr<Session> session) {
    drop(coming_);
    its_session_ = std::move(session);
    coming_ = make(page_of(its_session_->snapshot()->model));
    setFront(front_);  // a new one believes that it is
    turn_.start(0, this);
}

void Benches::timerEvent(QTimerEvent*) {
    turn_.stop();
    put(attached_, std::exchange(coming_, nullptr));
    attached_->bridge()->setSession(std::move(its_session_));
    Q_EMIT attachedNow();
}

void Benches::drop(Workbench*& place) {
    Workbench* gone = std::exchange(place, nullptr);
    if (!gone) return;
    if (front_ == gone) setFront(own_);
    gone->setFront(false);
    for (QObject* from : {static_cast<QObject*>(gone), static_cast<QObject*>(gone->bridge())})
        disconnect(from, nullptr, parent(), nullptr);
    // Later: it may have asked for this itself, or for a file.
    when_no_dialog(file_dialog_is_up, gone, [gone] { gone->deleteLater(); });
}

}  // namespace headroom::ui
