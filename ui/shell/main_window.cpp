// MainWindow: puts the parts together; what they do lives in the parts.
#include "ui/shell/main_window.h"

#include "ui/bridge/session_bridge.h"
#include "ui/models/background_task.h"
#include "ui/models/forecast_watch.h"
#include "ui/models/kind_drafts.h"
#include "ui/panels/memory/memory_panel.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/welcome/welcome_page.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/close_guard.h"
#include "ui/shell/dock_title.h"
#include "ui/shell/event_filters.h"
#include "ui/shell/menus.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/sheet_pause.h"
#include "ui/shell/situation_watch.h"
#include "ui/shell/status_items.h"
#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/segmented_bar.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>

namespace headroom::ui {
namespace {

/// Large text on a small screen: a panel scrolls as a whole rather than being clipped.
QScrollArea* scrolling(QWidget* panel) {
    auto* scroll = new QScrollArea(panel->parentWidget());
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(panel);
    return scroll;
}

}  // namespace

MainWindow::MainWindow(SessionBridge* bridge, bool remember, QWidget* parent)
    : QMainWindow(parent),
      bridge_(bridge),
      store_(remember),
      actions_(new Actions(this)),
      history_task_(new BackgroundTask(this)) {
    const SheetPause pause;
    qApp->installEventFilter(new PlainLabels(this));
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(tr("Headroom"));
    setWindowIcon(QIcon(QStringLiteral(":/logo.svg")));
    setMinimumSize(960, 600);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    for (Qt::Corner corner : {Qt::TopLeftCorner, Qt::BottomLeftCorner}) setCorner(corner, Qt::LeftDockWidgetArea);
    for (Qt::Corner corner : {Qt::TopRightCorner, Qt::BottomRightCorner}) setCorner(corner, Qt::RightDockWidgetArea);
    desk_ = new EditDesk(bridge, this);
    drafts_ = new KindDrafts(bridge, this);
    buildCentre();
    buildDocks();
    buildToolBar();
    status_ = new StatusItems(bridge, statusBar());
    std::vector<RunPanel*> panels;
    for (const auto& [page, work] : work_) panels.push_back(work.panel);
    watch_ = new SituationWatch(bridge, actions_, desk_, std::move(panels), this);
    guard_ = new CloseGuard(bridge, this);
    new RunNotices(bridge, actions_, notices_);
    build_menus(*this, {run_dock_, memory_dock_});
    connectActions();
    connectPanels();
    connect(&Theme::get(), &Theme::changed, this, &MainWindow::suitWidth);
    resize(1600, 1000);
    resetLayout();
    store_.restore(*this, *train_);
    showPage(Page::Welcome);
}

MainWindow::~MainWindow() = default;

void MainWindow::buildCentre() {
    auto* centre = new QWidget(this);
    notices_ = new NoticeHost(centre);
    stack_ = new QStackedWidget(centre);
    welcome_ = new WelcomePage(bridge_, stack_);
    work_[Page::Train].centre = train_ = new TrainPage(bridge_, stack_);
    for (const WindowFamily* family : window_families()) {
        const Page page = family->facts().page;
        if (!works(page)) work_[page].centre = family->make_page(bridge_, stack_);
    }
    stack_->addWidget(welcome_);
    for (auto& [page, work] : work_) stack_->addWidget(work.centre_scroll = scrolling(work.centre));
    busy_ = new EmptyState(QStringLiteral("progress"), {}, {}, stack_);
    connect(busy_->addButton(tr("Show the run"), QStringLiteral("chart-line")), &QPushButton::clicked, this,
            [this] { showPage(pageOfRun()); });
    stack_->addWidget(busy_);
    auto* column = columnIn(centre, {0, 0, 0, 0}, 4);
    column->addWidget(notices_);
    column->addWidget(stack_, 1);
    setCentralWidget(centre);
}

QDockWidget* MainWindow::addDock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(content);
    dock->setTitleBarWidget(new DockTitle(dock));
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::buildDocks() {
    run_stack_ = new QStackedWidget(this);
    for (auto& [page, work] : work_) {
        work.panel =
            new RunPanel(bridge_, actions_, desk_, kinds_on(page), work.centre->formParts(desk_->edits(), this), this);
        run_stack_->addWidget(work.panel_scroll = scrolling(work.panel));
    }
    memory_ = new MemoryPanel(bridge_, this);
    run_dock_ = addDock(QStringLiteral("runDock"), tr("Run"), run_stack_, Qt::LeftDockWidgetArea);
    memory_dock_ = addDock(QStringLiteral("memoryDock"), tr("Memory"), memory_, Qt::RightDockWidgetArea);
    memory_title_ = static_cast<DockTitle*>(memory_dock_->titleBarWidget());
}

void MainWindow::buildToolBar() {
    tools_ = addToolBar(tr("Tool bar"));
    tools_->setObjectName(QStringLiteral("toolBar"));
    tools_->setMovable(false);
    tools_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    tools_->setContextMenuPolicy(Qt::PreventContextMenu);
    auto* group = new QActionGroup(this);
    spaces_ = new SegmentedBar(false, tools_);
    for (Cmd cmd : {Cmd::ShowTrain, Cmd::ShowImagine, Cmd::ShowRuns}) {
        group->addAction(actions_->action(cmd));
        spaces_->addSegment(actions_->action(cmd));
    }
    group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
    tools_->addWidget(spaces_);
    tools_->addSeparator();
    for (Cmd cmd : {Cmd::Sample, Cmd::Checkpoint, Cmd::Export}) tools_->addAction(actions_->action(cmd));
    tools_end_ = tools_->addSeparator();
    for (Cmd cmd : {Cmd::MakeFit, Cmd::Lend}) tools_->addAction(actions_->action(cmd));
    auto* gap = new QWidget(tools_);
    gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    tools_gap_ = tools_->addWidget(gap);
    name_ = new QLabel(tools_);
    name_->setProperty("role", "small");
    chip_ = new StateChip(tools_);
    tools_name_ = tools_->addWidget(name_);
    tools_->addWidget(chip_);
}

void MainWindow::connectActions() {
    const auto on = [this](Cmd cmd, auto what) { connect(actions_->action(cmd), &QAction::triggered, this, what); };
    on(Cmd::Quit, [this] { close(); });
    on(Cmd::OpenRun, [this] { askForRun(); });
    on(Cmd::InspectData, [this] { inspectData(); });
    on(Cmd::Models, [this] { manageModels(); });
    on(Cmd::Upscale, [this] { enlargeShown(); });
    on(Cmd::MakeFit, [this] { makeFit(); });
    on(Cmd::Export, [this] { exportRun(watch_->runDir()); });
    on(Cmd::Snapshot, [this] { memory_->askForSnapshot(); });
    on(Cmd::ShowWelcome, [this] { showPage(Page::Welcome); });
    on(Cmd::ShowTrain, [this] { showPage(Page::Train); });
    on(Cmd::ShowImagine, [this] { showPage(Page::Imagine); });
    on(Cmd::ShowRuns, [this] { showPage(Page::Runs); });
    on(Cmd::ResetLayout, [this] {
        store_.forget();
        resetLayout();
    });
    on(Cmd::HideDocks, [this](bool hide) {
        run_dock_->setVisible(!hide);
        memory_dock_->setVisible(!hide);
    });
    on(Cmd::NextPanel, [this] { movePanelFocus(+1); });
    on(Cmd::PreviousPanel, [this] { movePanelFocus(-1); });
    on(Cmd::HelpOnFocus, [this] { helpOnFocus(); });
    on(Cmd::FindSetting, [this] {
        if (!works(page())) showPage(Page::Train);
        run_dock_->show();
        run_dock_->raise();
        runPanel(page())->findSetting();
    });
}

void MainWindow::connectPanels() {
    for (const auto& [page, work] : work_) {
        connect(work.panel, &RunPanel::inspectWanted, this, &MainWindow::inspectData);
        connect(work.panel, &RunPanel::kindWanted, drafts_, &KindDrafts::want);
        connect(work.panel, &RunPanel::runNameChanged, this, [this] {
            name_->setText(runPanel(pageOfRun())->runName());
            fitToolBar();
        });
    }
    connect(bridge_, &SessionBridge::stateChanged, this, [this](RunState state) {
        chip_->setState(state);
        fitToolBar();  // the chip's width follows its word
        if (!is_active(state) && stack_->currentWidget() == busy_) showPage(page_);  // the page may have its draft now
    });
    connect(bridge_, &SessionBridge::runStarted, this, [this](const RunStarted& run) {
        run_kind_ = bridge_->config()->model;
        newest_ = {};
        showPage(pageOfRun());
        if (run.step > 0) loadHistory(QString::fromStdString(run.run_dir));
    });
    connect(bridge_, &SessionBridge::sampleReady, this, [this](const SampleReady& sample) {
        if (sample.kind == SampleKind::Grid || sample.kind == SampleKind::Picture) newest_ = sample;
    });
    connect(desk_->forecast(), &ForecastWatch::changed, this, [this] {
        const bool none = is_active(bridge_->state()) && desk_->edits()->staged().empty();
        if (none || bridge_->state() == RunState::Idle || !desk_->edits()->staged().empty()) {
            memory_->setForecast(none ? std::nullopt : desk_->forecast()->staged());
        }
        memory_->setForecastProblem(desk_->forecast()->error());
        status_->setForecast(*desk_->forecast());
    });
    connect(memory_, &MemoryPanel::makeFitWanted, actions_->action(Cmd::MakeFit), &QAction::trigger);
    connect(memory_, &MemoryPanel::deviceNameChanged, memory_title_, &DockTitle::setTag);
    connect(welcome_, &WelcomePage::demoWanted, this, [this] { startDemo(); });
    connect(welcome_, &WelcomePage::paintWanted, this, [this] { showPage(Page::Imagine); });
    connect(welcome_, &WelcomePage::themeWanted, this,
            [this](ThemeChoice choice) { choose_look(*this, choice, Theme::get().textPercent()); });
    connect(welcome_, &WelcomePage::dataChosen, this, &MainWindow::chooseData);
    connect(welcome_, &WelcomePage::runChosen, this, &MainWindow::continueRun);
    connect(welcome_, &WelcomePage::openRunWanted, this, &MainWindow::askForRun);
    connect(welcome_, &WelcomePage::allRunsWanted, this, [this] { showPage(Page::Runs); });
}

void MainWindow::setServices(Services* services) {
    services_ = services;
    if (!services_ || runs_) return;
    welcome_->setServices(services);
    train_->samples()->setServices(services);
    runs_ = new RunsPage(services, bridge_, stack_);
    runs_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    stack_->addWidget(runs_);
    connect(runs_, &RunsPage::newRunRequested, this, [this] { showPage(Page::Train); });
    connect(runs_, &RunsPage::continueRequested, this, &MainWindow::continueRun);
    connect(runs_, &RunsPage::duplicateRequested, this, &MainWindow::duplicateRun);
    connect(runs_, &RunsPage::startFromRequested, this, &MainWindow::startFrom);
    connect(runs_, &RunsPage::exportRequested, this, &MainWindow::exportRun);
    connect(runs_, &RunsPage::failed, this, [this](const QString& message, const QString& hint) {
        notices_->post(QStringLiteral("runs"), Tone::Err, message, hint);
    });
}

MainWindow::Page MainWindow::page() const { return page_; }

MainWindow::Page MainWindow::pageOfRun() const { return page_of(bridge_->config()->model); }

QWidget* MainWindow::widgetOf(Page page) const {
    if (works(page)) return work_.at(page).centre_scroll;
    return page == Page::Welcome ? static_cast<QWidget*>(welcome_) : runs_;
}

void MainWindow::showPage(Page page) {
    if (page == Page::Runs && !runs_) page = Page::Train;
    page_ = page;
    const bool mine = !works(page) || drafts_->want(drafts_->newestOn(page));
    if (!mine) {
        busy_->setTitle(words_of(bridge_->config()->model).going());
        busy_->setText(words_of(drafts_->newestOn(page)).waits());
    }
    stack_->setCurrentWidget(mine ? widgetOf(page) : busy_);
    for (int i = 0; i < stack_->count(); ++i) {  // a page that is not shown must not hold the window wide
        const auto policy =
            stack_->widget(i) == stack_->currentWidget() ? QSizePolicy::Preferred : QSizePolicy::Ignored;
        stack_->widget(i)->setSizePolicy(policy, policy);
    }
    showDocks(page, mine);
    tools_->setVisible(page != Page::Welcome);
    notices_->setTraining(works(page));
    actions_->action(Cmd::ShowTrain)->setChecked(page == Page::Train);
    actions_->action(Cmd::ShowImagine)->setChecked(page == Page::Imagine);
    actions_->action(Cmd::ShowRuns)->setChecked(page == Page::Runs);
}

/// Docks belong to runs; the other pages have the whole width.
void MainWindow::showDocks(Page page, bool mine) {
    const bool before = docks_on_, now = works(page) && mine;
    if (before && !now) {
        run_dock_wanted_ = !run_dock_->isHidden();
        memory_dock_wanted_ = !memory_dock_->isHidden();
    }
    docks_on_ = now;
    if (now) {
        run_stack_->setCurrentWidget(work_.at(page).panel_scroll);
        for (int i = 0; i < run_stack_->count(); ++i) {
            const auto policy = i == run_stack_->currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored;
            run_stack_->widget(i)->setSizePolicy(policy, policy);
        }
        run_dock_->setWindowTitle(words_of(drafts_->newestOn(page)).dock());
    }
    if (before == now) return;
    run_dock_->setVisible(now && run_dock_wanted_);
    memory_dock_->setVisible(now && memory_dock_wanted_);
    run_dock_->toggleViewAction()->setEnabled(now);
    memory_dock_->toggleViewAction()->setEnabled(now);
    actions_->action(Cmd::HideDocks)->setEnabled(now);
    if (now) suitWidth();
}

void MainWindow::chooseData(const QString& folder) {
    showPage(Page::Train);  // first: the data set is its draft's
    bridge_->apply({{"data.path", folder.toStdString()}});
    inspectData();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!guard_->mayClose()) return event->ignore();
    if (!docks_on_) showPage(pageOfRun());  // the layout is that of the docks
    store_.save(*this, *train_);
    event->accept();
}

}  // namespace headroom::ui
