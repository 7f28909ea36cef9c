// MainWindow: puts the parts together; what they do lives in the parts.
#include "ui/shell/main_window.h"

#include "ui/bridge/session_bridge.h"
#include "ui/bridge/shown_text.h"
#include "ui/models/kind_drafts.h"
#include "ui/models/runs_model.h"
#include "ui/panels/counsel/counsel_panel.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/presets/preset_desk.h"
#include "ui/panels/queue/queue_desk.h"
#include "ui/panels/queue/queue_panel.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/runs/run_compare.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/upscale/enlarge_event.h"
#include "ui/panels/welcome/welcome_page.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/close_guard.h"
#include "ui/shell/dialog_wait.h"
#include "ui/shell/drop/drop_desk.h"
#include "ui/shell/elsewhere_desk.h"
#include "ui/shell/event_filters.h"
#include "ui/shell/find/find_dialog.h"
#include "ui/shell/menus.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/notify/run_word.h"
#include "ui/shell/run_starts.h"
#include "ui/shell/session_keeper.h"
#include "ui/shell/situation_watch.h"
#include "ui/shell/status_items.h"
#include "ui/shell/window_dialogs.h"
#include "ui/shell/window_docks.h"
#include "ui/shell/window_tools.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QScopeGuard>
#include <QStatusBar>
#include <QTabWidget>

namespace headroom::ui {
namespace {

constexpr int kLow = 720;      // pixels; below: the timeline folds
constexpr int kLowText = 520;  // at 100 % text; larger text needs so much for both halves and the bars around them

/// Sets what the user chose once as it was, and keeps each change.
void keep_choices(LayoutStore& store, StartChoice& start, QueueDesk& queue) {
    const QString own = QStringLiteral("start/ownProcess"), processes = QStringLiteral("start/processes"),
                  too_big = QStringLiteral("queue/whenTooBig");
    start.setOwnProcess(store.text(own, {}) == QLatin1String("true"));
    start.setProcesses(std::clamp(store.text(processes, {}).toInt(), 1, StartChoice::kMostProcesses));
    QObject::connect(&start, &StartChoice::changed, &store, [&store, &start, own, processes] {
        store.setText(own, start.ownProcess() ? QStringLiteral("true") : QStringLiteral("false"));
        store.setText(processes, QString::number(start.processes()));
    });
    const auto kept = enum_from_name<WhenTooBig>(store.text(too_big, {}).toStdString());
    queue.setWhenTooBig(kept.value_or(WhenTooBig::Wait));
    QObject::connect(&queue, &QueueDesk::whenTooBigChanged, &store,
                     [&store, too_big](WhenTooBig what) { store.setText(too_big, fromUtf8(name_of(what))); });
}

}  // namespace

MainWindow::MainWindow(SessionBridge* bridge, bool remember, QWidget* parent)
    : QMainWindow(parent), bridge_(bridge), store_(remember), actions_(new Actions(this)) {
    // With a style sheet, QWidget::setParent() styles the whole subtree again (QWidgetPrivate::inheritStyle), once for every level of layouts,
    // scroll areas and stacks that it is put into; without, each widget is styled once, when the sheet is back.
    const auto style_at_last = qScopeGuard([sheet = qApp->styleSheet()] { qApp->setStyleSheet(sheet); });
    qApp->setStyleSheet({});
    qApp->installEventFilter(new PlainLabels(this));
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(tr("Headroom"));
    setWindowIcon(QIcon(QStringLiteral(":/logo.svg")));
    setMinimumSize(960, 600);
    onTheme(this, [this] {
        setDockOptions(AllowNestedDocks | AllowTabbedDocks |
                       (Theme::get().reducedMotion() ? DockOptions() : DockOptions(AnimatedDocks)));
    });
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    for (Qt::Corner corner : {Qt::TopLeftCorner, Qt::BottomLeftCorner}) setCorner(corner, Qt::LeftDockWidgetArea);
    for (Qt::Corner corner : {Qt::TopRightCorner, Qt::BottomRightCorner}) setCorner(corner, Qt::RightDockWidgetArea);
    build();
    const auto bus = remember ? QDBusConnection::sessionBus() : QDBusConnection(QString());
    useFileManager(bus);
    auto* notifier = new DesktopNotifier(bus, this);
    word_ = new RunWord(bridge_, notifier, &store_, this);
    word_->follow(queue_);
    connect(notifier, &DesktopNotifier::clicked, guard_, &CloseGuard::showWindow);
    guard_->setTells(
        [this](bool failed) { return word_->chosen(failed ? RunWord::Choice::Failed : RunWord::Choice::Finished); });
    build_menus(*this, {docks_->run(), docks_->memory()});
    connectActions();
    connectOwn();
    keep_choices(store_, start_, *queue_);
    connect(&Theme::get(), &Theme::changed, this, &MainWindow::suitWidth);
    resize(1600, 1000);
    resetLayout();
    docks_->restoreWidths(store_);
    store_.restore(this);
    connect(&store_, &LayoutStore::screensLeft, this, [this] { docks_->keep(store_); });
    connect(&store_, &LayoutStore::screensKnown, this, &MainWindow::suitScreens);
    showPage(Page::Welcome);
    keeper_ =
        new SessionKeeper(this, store_.folder().isEmpty() ? QString() : store_.folder() + QStringLiteral("/open"));
}

MainWindow::~MainWindow() {
    hide();  // the focus leaves the fields while all is there that hears of it
    QList<QPointer<QDialog>> dialogs;
    for (QDialog* dialog : findChildren<QDialog*>()) dialogs << dialog;
    for (const auto& dialog : dialogs)
        if (dialog) dialog->hide();  // likewise: what is typed in it is taken, which wants its timers and the benches
    for (const auto& dialog : dialogs) delete dialog;
    delete benches_;  // before the stacks that their widgets stand in
}

void MainWindow::build() {
    auto* centre = new QWidget(this);
    notices_ = new NoticeHost(centre);
    stack_ = new PageStack(centre);
    forms_ = new PageStack(this);
    memories_ = new PageStack(this, PageStack::Held::ByAll);
    queue_ = new QueueDesk(this);
    presets_ = new PresetDesk(this);
    welcome_ = new WelcomePage(bridge_, stack_);
    stack_->addWidget(welcome_);
    columnIn(centre, {}, 4, {notices_, {stack_, 1}, new FileRow(centre)});
    setCentralWidget(centre);
    std::vector<Page> pages;
    for (const WindowFamily* family : window_families()) {
        const Page page = family->facts().page;
        if (std::ranges::find(pages, page) == pages.end()) pages.push_back(page);
    }
    docks_ = new WindowDocks(forms_, memories_, actions_->action(Cmd::HideDocks), this);
    tools_ = new WindowTools(actions_, this);
    dialogs_ = new WindowDialogs(this);
    starts_ = new RunStarts(this);
    drops_ = new DropDesk(this, centre);
    guard_ = new CloseGuard(bridge_, this);
    elsewhere_ = new ElsewhereDesk(
        notices_, [this](std::unique_ptr<Session> session) { benches_->attach(std::move(session)); }, this);
    benches_ = new Benches(
        bridge_, {actions_, stack_, forms_, memories_, statusBar(), notices_, &start_, queue_, presets_}, pages, this);
    connectBench(own());
    connect(benches_, &Benches::made, this, [this](Workbench* bench) {
        suitHeight(bench);
        connectBench(bench);
        if (keeper_) keeper_->watch(bench);
    });
    connect(benches_, &Benches::attachedNow, this, [this] { showPage(attached()->pages().front()); });
    connect(benches_, &Benches::frontChanged, this, [this] {
        docks_->setMemoryTag(front()->memory()->deviceName());
        showRun();
    });
    showQueueNotices(queue_, notices_, statusBar());
}

void MainWindow::connectBench(Workbench* bench) {
    if (word_) word_->follow(bench->bridge());  // the own one is from the start
    connect(bench, &Workbench::pageMade, this, [this, bench] {
        suitHeight(bench);
        docks_->widen(bench->leastPanelWidth());
    });
    connect(bench, &Workbench::runStarted, this, [this, bench] { showPage(bench->pageOfRun()); });
    connect(bench, &Workbench::runNameChanged, this, &MainWindow::showRun);
    connect(bench, &Workbench::leastPanelWidthGrew, this, [this, bench] { docks_->widen(bench->leastPanelWidth()); });
    connect(bench->bridge(), &SessionBridge::stateChanged, this, &MainWindow::showRun);
    connect(bench->bridge(), &SessionBridge::sessionReady, this, &MainWindow::showRun);
    connect(bench, &Workbench::inspectRequested, dialogs_, &WindowDialogs::inspectData);
    connect(bench, &Workbench::detachRequested, this, &MainWindow::detach);
    connect(bench, &Workbench::attachRequested, this, [this, bench] {
        const SessionPlace place = bench->bridge()->place();
        attach(place.same_machine ? bench->watch()->runDir() : fromUtf8(place.address));
    });
    connect(bench, &Workbench::exportRequested, this, [this, bench] { dialogs_->exportRun(bench->watch()->runDir()); });
    connect(bench->memory(), &MemoryPanel::makeFitRequested, actions_->action(Cmd::MakeFit), &QAction::trigger);
    connect(bench->memory(), &MemoryPanel::deviceNameChanged, this, [this, bench](const QString& device) {
        if (bench == front()) docks_->setMemoryTag(device);
    });
    bench->watch()->setStarter([this, bench](const RunRequest& request) { start(bench, request); });
}

void MainWindow::connectOwn() {
    connect(bridge_, &SessionBridge::stateChanged, this, [this](RunState state) {
        if (is_active(state)) return;
        when_no_dialog(any_dialog_is_up, this, [this] {
            if (benches_->takePrepared()) showPage(page_);  // the session has its draft now
        });
    });
    guard_->offerKeeping(
        [this] { elsewhere_->takeOver(bridge_); },
        [this] { return services_ && bridge_->state() != RunState::Preparing && !own()->watch()->runDir().isEmpty(); });
    FileRow* files = FileRow::of(centralWidget());
    guard_->watch(
        {files,
         [files] { return files->busy(); },
         [files] { files->stop(); },
         {},
         tr("Files are being written"),
         tr("Files are being written. What should happen to them?"),
         tr("Finish and quit closes the window when they are written. Stop and quit leaves out what is not.")});
    connect(files, &FileRow::ended, guard_, &CloseGuard::workEnded);
    connect(queue_, &QueueDesk::attachRequested, this, &MainWindow::attach);
    connect(queue_, &QueueDesk::runRequested, this, &MainWindow::showRunInList);
    connect(elsewhere_, &ElsewhereDesk::handedOver, guard_, &CloseGuard::handedOver);
    connect(elsewhere_, &ElsewhereDesk::continueRequested, starts_, &RunStarts::continueRun);
    starts_->follow(welcome_);
    connect(welcome_, &WelcomePage::paintRequested, this, [this] { showPage(Page::Imagine); });
    connect(welcome_, &WelcomePage::themeRequested, this,
            [this](ThemeChoice choice) { choose_look(*this, choice, Theme::get().textChoice()); });
    connect(welcome_, &WelcomePage::modelsRequested, actions_->action(Cmd::Models), &QAction::trigger);
    connect(welcome_, &WelcomePage::guideRequested, actions_->action(Cmd::Guide), &QAction::trigger);
    connect(starts_, &RunStarts::dataTaken, this, [this] { dialogs_->inspectData(); });
    connect(welcome_, &WelcomePage::allRunsRequested, this, [this] { showPage(Page::Runs); });
    const QString id = QStringLiteral("presets");
    connect(presets_, &PresetDesk::settingsRequested, starts_,
            [this](const TrainConfig& config, const QString& name, const QString& note) {
                starts_->offerSettings(config, nameText(name), note);
            });
    connect(presets_, &PresetDesk::saveRequested, actions_->action(Cmd::SavePreset), &QAction::trigger);
    connect(presets_, &PresetDesk::cardRequested, dialogs_, &WindowDialogs::planFor);
    connect(presets_, &PresetDesk::failed, this,
            [this, id](const QString& message) { notices_->post(id, Tone::Err, message, {}); });
    connect(presets_, &PresetDesk::saved, this, [this, id](const QString& name) {
        notices_->post(id, Tone::Ok, tr("%1 is kept as a preset").arg(nameText(name)),
                       tr("It is in the menu Presets of the form."));
    });
}

void MainWindow::connectActions() {
    const auto on = [this](Cmd cmd, auto what) { connect(actions_->action(cmd), &QAction::triggered, this, what); };
    on(Cmd::Quit, [this] { close(); });
    on(Cmd::ReleaseDevice, [this] {
        if (close()) Q_EMIT newProcessRequested();
    });
    on(Cmd::OpenRun, [this] { starts_->continueAnother(); });
    on(Cmd::OpenArchive, [this] { starts_->openAnArchive(); });
    on(Cmd::Paste, [this] { drops_->paste(); });
    on(Cmd::SavePreset, [this] { presets_->save(front()->edits()->preview()); });
    on(Cmd::OpenRecipe, [this] { presets_->openRecipe(); });
    on(Cmd::Presets, [this] { presets_->manage(); });
    on(Cmd::InspectData, [this] { dialogs_->inspectData(); });
    on(Cmd::Models, [this] { dialogs_->manageModels(); });
    on(Cmd::Upscale, [this] { dialogs_->enlargeShown(); });
    on(Cmd::MakeFit, [this] { dialogs_->makeFit(); });
    on(Cmd::Export, [this] { dialogs_->exportRun(front()->watch()->runDir()); });
    on(Cmd::Snapshot, [this] { front()->memory()->askForSnapshot(); });
    on(Cmd::ShowWelcome, [this] { showPage(Page::Welcome); });
    on(Cmd::ShowTrain, [this] { showPage(Page::Train); });
    on(Cmd::ShowImagine, [this] { showPage(Page::Imagine); });
    on(Cmd::ShowRuns, [this] { showPage(Page::Runs); });
    on(Cmd::ResetLayout, [this] {
        store_.forget();
        resetLayout();
    });
    on(Cmd::NextPanel, [this] { movePanelFocus(+1); });
    on(Cmd::PreviousPanel, [this] { movePanelFocus(-1); });
    on(Cmd::HelpOnFocus, [this] { dialogs_->helpOnFocus(); });
    on(Cmd::Guide, [this] { dialogs_->showGuide(); });
    on(Cmd::Find, [this] { openFinder(*this); });
    on(Cmd::FindSetting, [this] { showForm(works(page()) ? page() : Page::Train)->findSetting(); });
}

RunPanel* MainWindow::showForm(Page page) {
    if (page_ != page) showPage(page);
    docks_->run()->show();
    docks_->run()->raise();
    return runPanel(page);
}

void MainWindow::revealSetting(Page page, const std::string& key) { showForm(page)->reveal(key); }

void MainWindow::showRunInList(const QString& run_dir) {
    showPage(Page::Runs);
    if (runs_) runs_->choose(run_dir);
}

void MainWindow::setServices(Services* services) {
    const bool had = services_;
    services_ = services;
    if (!services_ || had) return;
    elsewhere_->setServices(services);
    queue_->setServices(services);
    presets_->setServices(services);
    benches_->setServices(services);
    keeper_->offer();
    const QString kept = store_.layoutText(QStringLiteral("page"));
    for (const Page page : {Page::Train, Page::Imagine, Page::Runs})
        if (kept == QString::number(static_cast<int>(page)) && page_ == Page::Welcome) showPage(page);
    welcome_->setServices(services);
}

RunsPage* MainWindow::runs() {
    if (runs_ || !services_) return runs_;
    runs_ = new RunsPage(services_, bridge_, stack_);
    QTabWidget* tabs = runs_->tabs();
    tabs->addTab(new QueuePanel(
                     queue_, actions_, [this] { return front()->edits()->ofNextRun(); }, pagesOf(tabs)),
                 tr("Queue"));
    stack_->addWidget(runs_);
    connect(runs_, &RunsPage::newRunRequested, this, [this] { showPage(Page::Train); });
    connect(runs_, &RunsPage::continueRequested, starts_, &RunStarts::continueRun);
    connect(runs_, &RunsPage::attachRequested, this, &MainWindow::attach);
    connect(runs_, &RunsPage::duplicateRequested, this, [this](const TrainConfig& config) {
        const RunInfo* run = runs_->model()->run(runs_->model()->rowOf(runs_->currentRun()));
        starts_->offerSettings(config, run ? nameText(fromUtf8(run->name)) : tr("the run"));
    });
    connect(runs_, &RunsPage::startFromRequested, starts_, &RunStarts::startFrom);
    connect(runs_, &RunsPage::exportRequested, dialogs_, &WindowDialogs::exportRun);
    connect(runs_, &RunsPage::failed, this,
            [this](const Error& error) { notices_->post(QStringLiteral("runs"), error); });
    return runs_;
}

TrainPage* MainWindow::trainPage() const { return qobject_cast<TrainPage*>(centreOf(Page::Train)); }

void MainWindow::showPage(Page page) {
    if (page == Page::Runs && !runs()) page = Page::Train;
    page_ = page;
    Workbench* bench = attached() ? attached() : own();
    if (works(page)) {
        // What is prepared beside the run stays what is edited until the session has it (connectOwn()).
        if (benchOn(page) == own() && !own()->drafts()->want(own()->drafts()->newestOn(page))) prepareBeside(page);
        bench = benchOn(page);
        bench->showPage(page);
        docks_->run()->setWindowTitle(words_of(bench->drafts()->newestOn(page)).dock());
    } else {
        stack_->setCurrentWidget(page == Page::Welcome ? static_cast<QWidget*>(welcome_) : runs_);
    }
    benches_->setFront(bench);
    const bool came = docks_->on() != works(page);
    if (came && !works(page) && isVisible()) store_.noteDocks();
    docks_->setOn(works(page));
    if (came && works(page)) suitWidth();
    tools_->bar()->setVisible(page != Page::Welcome);
    notices_->setTraining(works(page));
    actions_->action(Cmd::ShowTrain)->setChecked(page == Page::Train);
    actions_->action(Cmd::ShowImagine)->setChecked(page == Page::Imagine);
    actions_->action(Cmd::ShowRuns)->setChecked(page == Page::Runs);
    Q_EMIT pageShown();
}

void MainWindow::showRun() { tools_->showRun(front()->runName(), front()->bridge()->state()); }

void MainWindow::prepareBeside(Page page) {
    const Workbench* beside = benches_->prepareBeside(page);
    const QString busy = words_of(bridge_->config()->model).going();
    beside->watch()->setBusy(tr("%1; this one can wait for it in the queue").arg(busy));
    beside->status()->setBusy(busy);
}

void MainWindow::attach(const QString& run_or_address) {
    const Workbench* bench = benchOfRun(run_or_address);
    if (bench && is_active(bench->bridge()->state())) return showPage(bench->pageOfRun());
    elsewhere_->attach(run_or_address);
}

void MainWindow::detach() {
    if (!attached()) return;
    const Page page = attached()->pages().front();
    benches_->detach();
    showPage(works(page_) ? page : page_);
}

void MainWindow::offerRunning() {
    if (!is_active(bridge_->state())) elsewhere_->offerRunning();
}

void MainWindow::start(Workbench* from, RunRequest request) {
    if (start_.elsewhere()) {
        request.processes = start_.processes();
        return elsewhere_->start(std::move(request));
    }
    if (from == attached()) detach();
    bridge_->start(request);
}

void MainWindow::resetLayout() {
    docks_->reset();
    for (Workbench* bench : benches_->all())
        for (CentrePage* centre : bench->centres()) centre->resetSizes();
    suitWidth();
}

void MainWindow::suitWidth() {
    docks_->suit(std::max(own()->leastPanelWidth(), front()->leastPanelWidth()));
    tools_->setNarrow(docks_->narrow());
    for (Workbench* bench : benches_->all()) {
        bench->status()->setNarrow(docks_->narrow());
        suitHeight(bench);  // texts of another size are of another height, too
    }
}

void MainWindow::suitScreens() {
    docks_->setOn(true);  // what is kept is of pages that have them
    docks_->restoreWidths(store_);
    store_.restoreSizes();
    docks_->setOn(works(page_));
    suitWidth();
}

void MainWindow::movePanelFocus(int by) {
    QList<QWidget*> panels{tools_->bar(), notices_, welcome_};
    if (CentrePage* shown = centre())
        panels << runPanel(page_) << shown->upper() << shown->lower() << shown->counsel() << front()->memory();
    if (runs_) panels << runs_->tabs() << runs_->details() << runs_->compare();
    panels << FileRow::of(centralWidget());
    panels.removeAll(nullptr);
    const QWidget* focus = QApplication::focusWidget();
    qsizetype at = by > 0 ? -1 : 0;
    for (qsizetype i = 0; i < panels.size(); ++i)
        if (focus && panels[i]->isAncestorOf(focus)) at = i;
    for (qsizetype step = 1; step <= panels.size(); ++step) {
        QWidget* panel = panels[(at + by * step + 2 * panels.size()) % panels.size()];
        if (!panel->isVisible()) continue;
        for (QWidget* w = panel->nextInFocusChain(); w && w != panel; w = w->nextInFocusChain()) {
            if (!panel->isAncestorOf(w)) continue;
            if (!w->isVisible() || !w->isEnabled() || !(w->focusPolicy() & Qt::TabFocus)) continue;
            w->setFocus(Qt::TabFocusReason);
            return;
        }
    }
}

bool MainWindow::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest)  // tabs of docks that have gone with their page are no stop
        for (QTabBar* docks : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
            docks->setFocusPolicy(docks->count() > 0 ? Qt::TabFocus : Qt::NoFocus);
    if (event->type() == QEvent::StatusTip) return true;
    if (event->type() != EnlargeEvent::kind()) return QMainWindow::event(event);
    dialogs_->enlargeRequested(*static_cast<const EnlargeEvent*>(event));
    return true;
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (elsewhere_->takingOver() || !guard_->mayClose()) return event->ignore();
    if (services_) store_.setLayoutText(QStringLiteral("page"), QString::number(static_cast<int>(page_)));
    docks_->keep(store_);
    keeper_->end();
    event->accept();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    for (Workbench* bench : benches_->all()) suitHeight(bench);
    docks_->outdated() ? suitWidth() : tools_->fit();
}

void MainWindow::suitHeight(Workbench* bench) {
    const bool low = height() < std::max(kLow, scaled(kLowText));
    for (CentrePage* centre : bench->centres()) centre->setFolded(low);
}

}  // namespace headroom::ui
