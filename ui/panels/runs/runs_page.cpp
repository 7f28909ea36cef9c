// RunsPage: reading in the background, actions on the chosen run, and the layout by width.
#include "ui/panels/runs/runs_page.h"

#include "ui/bridge/session_bridge.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/picture_store.h"
#include "ui/panels/runs/checkpoint_list.h"
#include "ui/panels/runs/run_compare.h"
#include "ui/panels/runs/runs_table.h"
#include "ui/widgets/column_widths.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/splitter.h"

#include <QAction>
#include <QComboBox>
#include <QDesktopServices>
#include <QFileInfo>
#include <QImageReader>
#include <QMessageBox>
#include <QSignalBlocker>
#include <QTabWidget>
#include <QUrl>

namespace headroom::ui {
namespace {

constexpr int kCompareBeside = 1000;  // below, at 100 % text: the comparison stands below the list
constexpr int kWatchMs = 2000;
constexpr double kReadAgain = 20;  // times what reading a compared run took

/// `most`: the newest pictures are read too, with at most so many pixels a side; 0: only how large they are.
Result<RunDetailsData> readRun(Services& services, const std::string& dir, int most = 0) {
    auto history = services.load_run(dir);
    if (!history) return history.error();
    RunDetailsData data{*std::move(history)};
    const std::vector<std::string>& sheets = data.history.sample_paths;
    const QString path = sheets.empty() ? QString() : fromUtf8(sheets.back());
    if (!QFileInfo::exists(path)) return data;  // or it has gone since
    data.newest_sheet = path;
    QImageReader reader(path);
    data.newest_size = reader.size();
    if (most == 0) return data;
    QImage& sheet = data.newest_samples;
    sheet = readPicture(reader, data.newest_problem);
    if (sheet.isNull()) data.newest_problem = whyUnreadable(path, data.newest_problem);
    if (std::max(sheet.width(), sheet.height()) > most)
        sheet = sheet.scaled(most, most, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    return data;
}

}  // namespace

RunsPage::RunsPage(Services* services, SessionBridge* bridge, QWidget* parent)
    : QWidget(parent),
      services_(services),
      bridge_(bridge),
      model_(new RunsModel(this)),
      filter_(new RunsFilter(this)),
      tabs_(new QTabWidget(this)),
      search_(named(new QLineEdit(this), tr("Find a run"))),
      tags_(named(new QComboBox(this), tr("Tag"))),
      states_(named(new QComboBox(this), tr("State"))),
      new_run_(makePrimaryButton(tr("New run"), QStringLiteral("plus"), this)),
      count_(makeTag("tag", this)),
      empty_(new EmptyState(QStringLiteral("list-details"), {}, {}, this)),
      details_(new RunDetails(services, this)),
      compare_(new RunCompare(services, this)) {
    confirm_ = [this](const QString& name) {
        QMessageBox box(QMessageBox::Question, tr("Delete run"),
                        tr("Delete %1 with its checkpoints and samples? This cannot be undone.").arg(nameText(name)),
                        QMessageBox::Cancel, this);
        const auto* yes = box.addButton(tr("Delete run"), QMessageBox::DestructiveRole);
        box.setDefaultButton(QMessageBox::Cancel);
        box.exec();
        return box.clickedButton() == yes;
    };
    filter_->setSourceModel(model_);
    list_ = new RunsTable(model_, filter_, this);
    const auto make = [this](const QString& text, const char* icon, const QKeySequence& key, auto act) {
        auto* action = new QAction(text, this);
        setThemedIcon(action, QLatin1String(icon));
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);  // of the list
        connect(action, &QAction::triggered, this, act);
        return action;
    };
    attach_ = make(tr("Attach"), "plug-connected", Qt::Key_Return, [this] { Q_EMIT attachRequested(currentRun()); });
    continue_ = make(tr("Continue"), "player-play", {}, [this] { Q_EMIT continueRequested(currentRun()); });
    duplicate_ = make(tr("Duplicate as new"), "copy", {}, [this] {
        if (config_) Q_EMIT duplicateRequested(*config_);
    });
    export_ = make(tr("Export…"), "file-export", {}, [this] { Q_EMIT exportRequested(currentRun()); });
    animate_ = make(tr("Animate between checkpoints"), "route", {}, [this] {
        showDetails();
        details_->goToBlends();
    });
    open_ =
        make(tr("Open folder"), "folder", {}, [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(currentRun())); });
    delete_ = make(tr("Delete…"), "trash", QKeySequence::Delete, [this] { removeCurrent(); });
    build();
    connectAll();
    refreshActions();
}

void RunsPage::build() {
    setObjectName(QStringLiteral("page"));
    setAttribute(Qt::WA_StyledBackground);
    auto* upper = new QWidget(tabs_);
    upper->setObjectName(QStringLiteral("panel"));
    const QList<QAction*> commands{attach_, continue_, duplicate_, export_, open_, delete_};
    list_->addActions(commands);
    list_->insertAction(open_, animate_);  // in the row of a checkpoint it has its button
    list_->addAction(makeColumnWidths(list_));
    list_->addAction(makeSorting(list_));
    columnIn(upper, {}, 0,
             {searchRow(), {empty_->inPlaceOf(list_), 1}, makeCommandBar(commands, delete_, {12, 8, 12, 8}, upper)});
    tabs_->addTab(upper, tr("Runs"));
    tabs_->setCornerWidget(boxed(rowOf({count_}, -1, {0, 0, 16, 0}), tabs_));

    auto* left = new Splitter(Qt::Vertical, tr("Divider between the list of runs and the details"), this);
    left->setParts(tabs_, 5, details_, 2);
    left->setSizes({620, 260});  // as drawn: five checkpoints are seen
    across_ = new Splitter(Qt::Horizontal, tr("Divider between the list of runs and the comparison"), this);
    across_->setParts(left, 5, compare_, 3);
    keep(left, QStringLiteral("runs/details"));
    keep(across_, QStringLiteral("runs/compare"));
    columnIn(this, {}, 0, {across_});
    onRoom(this, [this] { fitWidth(); });
}

QWidget* RunsPage::searchRow() {
    search_->setPlaceholderText(tr("Find by name, tag or setting"));
    search_->setClearButtonEnabled(true);
    search_->setMaximumWidth(scaled(260));
    states_->addItem(tr("State: any"), QString());
    for (const char* state : {"running", RunsModel::kElsewhere, "stopped", "finished", "failed", "crashed"})
        states_->addItem(runStateText(state), QLatin1String(state));
    tags_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(new_run_, &QPushButton::clicked, this, &RunsPage::newRunRequested);
    connect(search_, &QLineEdit::textChanged, filter_, &RunsFilter::setWords);
    connect(states_, &QComboBox::currentIndexChanged, this,
            [this] { filter_->setState(states_->currentData().toString()); });
    connect(tags_, &QComboBox::currentIndexChanged, this, [this] { filter_->setTag(tags_->currentData().toString()); });
    connect(model_, &RunsModel::tagsChanged, this, &RunsPage::offerTags);
    offerTags();
    return boxed(rowOf({{search_, 1}, tags_, states_, stretch(), new_run_}, 8, {12, 8, 12, 8}), this);
}

void RunsPage::offerTags() {
    const QString chosen = tags_->currentData().toString();
    {
        const QSignalBlocker quiet(tags_);
        tags_->clear();
        tags_->addItem(tr("Tag: any"), QString());
        for (const QString& tag : model_->tags()) tags_->addItem(tag, tag);
        tags_->setCurrentIndex(std::max(0, tags_->findData(chosen)));
    }
    filter_->setTag(tags_->currentData().toString());
    details_->notes()->offerTags(model_->tags());
}

void RunsPage::connectAll() {
    connect(details_->notes(), &NotesPage::edited, this, [this](const QString& dir, const RunNotes& notes) {
        BackgroundTask::once(
            this, BackgroundTask::records(),
            [services = services_, path = dir.toStdString(), notes] { return services->annotate_run(path, notes); },
            [this, dir, notes](Result<void> saved) {
                details_->notes()->saved(dir, saved ? QString() : coreText(saved.error().message));
                if (saved) return model_->setNotes(dir, notes);
                Q_EMIT failed(saved.error());
            });
    });
    connect(details_->checkpoints(), &CheckpointList::startFromRequested, this, [this](const QString& checkpoint) {
        if (config_) Q_EMIT startFromRequested(*config_, checkpoint);
    });
    connect(details_->checkpoints(), &CheckpointList::continueRequested, continue_, &QAction::trigger);
    connect(details_, &RunDetails::readAgainRequested, this, &RunsPage::loadDetails);
    connect(compare_, &RunCompare::readAgainRequested, this, [this] {
        for (Compared& one : compared_) {
            if (!one.failed) continue;
            one.step = -1;  // as if it had gone on
            one.seconds = 0;
        }
        loadChecked();
    });
    for (auto signal : {&RunsFilter::rowsInserted, &RunsFilter::rowsRemoved})
        connect(filter_, signal, this, &RunsPage::recount);
    connect(filter_, &RunsFilter::modelReset, this, &RunsPage::recount);
    connect(filter_, &RunsFilter::layoutChanged, this, [this] { recount(); });
    recount();
    connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { loadDetails(); });
    connect(list_, &QTreeView::activated, this, [this] { attach_->isEnabled() ? attach_->trigger() : showDetails(); });
    connect(model_, &RunsModel::checkedChanged, this, &RunsPage::loadChecked);
    connect(model_, &RunsModel::checkedChanged, this, &RunsPage::fitWidth);
    connect(tabs_, &QTabWidget::currentChanged, this, [this](int tab) { count_->setVisible(tab == 0); });
    connect(bridge_, &SessionBridge::stateChanged, this, [this](RunState state) {
        refreshActions();
        if (isVisible() && (state == RunState::Running || !is_active(state))) refresh();
    });
    watch_.setInterval(kWatchMs);
    connect(&watch_, &QTimer::timeout, this, [this] {
        if (watching_.running() || listing_.running()) return;
        watching_.start([services = services_] { return services->list_runs(); },
                        [this](const std::vector<RunInfo>& runs) {
                            if (!model_->update(runs)) return refresh();
                            refreshActions();
                            loadChecked();
                        });
    });
}

void RunsPage::recount() {
    const int shown = filter_->rowCount(), all = model_->rowCount();
    count_->setText(shown == all ? countText(all) : tr("%1 of %2").arg(countText(shown), countText(all)));
    empty_->giveWay(shown > 0);
    if (all == 0)
        empty_->say(listed_ ? tr("No runs yet") : tr("Reading the runs"),
                    tr("Each run you start is kept here with its checkpoints, samples and curves."));
    else
        empty_->say(tr("No run matches"), tr("Clear the search or the filters."));
}

void RunsPage::choose(const QString& run_dir) {
    tabs_->setCurrentIndex(0);
    const QModelIndex at = indexOf(run_dir);
    wanted_ = at.isValid() ? QString() : run_dir;
    if (at.isValid()) list_->setCurrentIndex(at);
}

/// In the list, which shows it whatever was searched for before. Invalid: there is no such run.
QModelIndex RunsPage::indexOf(const QString& run_dir) {
    const QModelIndex row = model_->index(model_->rowOf(run_dir), 0);
    if (row.isValid() && !filter_->mapFromSource(row).isValid()) {
        search_->clear();
        tags_->setCurrentIndex(0);
        states_->setCurrentIndex(0);
    }
    return filter_->mapFromSource(row);
}

QString RunsPage::currentRun() const { return list_->currentIndex().data(RunsModel::DirRole).toString(); }

void RunsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
    watch_.start();
}

void RunsPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    watch_.stop();
}

void RunsPage::refresh() {
    const auto work = [services = services_](const BackgroundTask::Report&, std::stop_token stop) {
        std::vector<RunRow> rows;
        for (RunInfo& info : services->list_runs()) {
            if (stop.stop_requested()) break;
            RunRow row{std::move(info), {}};
            row.thumbnail = runThumbnail(row.info.thumbnail_path);
            rows.push_back(std::move(row));
        }
        return rows;
    };
    listing_.start(work, [this](std::vector<RunRow> rows) {
        listed_ = true;
        const QString before = currentRun(), wanted = std::exchange(wanted_, {});
        model_->setRuns(std::move(rows));
        QModelIndex at = wanted.isEmpty() ? QModelIndex() : indexOf(wanted);
        if (!at.isValid()) at = list_->currentIndex();
        list_->setCurrentIndex(at.isValid() ? at : filter_->index(0, 0));
        if (currentRun() == before) loadDetails();  // of another one they are read as it becomes the current one
        loadChecked();
        recount();
    });
}

void RunsPage::loadDetails() {
    const QString dir = currentRun();
    config_.reset();
    if (dir.isEmpty()) {
        detailing_.cancel();
        details_->clear(tr("No run chosen"), tr("Choose a run above."));
        return refreshActions();
    }
    if (details_->dir() != dir) details_->clear(tr("Reading the run"), dir);
    const auto work = [services = services_, path = dir.toStdString()] { return readRun(*services, path); };
    detailing_.start(work, [this](Result<RunDetailsData> data) {
        if (data) {
            config_ = data->history.config;
            details_->setRun(*data);
            if (!data->history.damage.empty()) details_->setStatus(coreText(data->history.damage));
        } else {
            details_->showTrouble(data.error());
        }
        refreshActions();
    });
    refreshActions();
}

/// In their place the comparison may stand, where it is narrow: until another run is checked.
void RunsPage::showDetails() {
    compare_->setVisible(across_->orientation() == Qt::Horizontal);
    details_->show();
    details_->tabs()->setFocus();
}

void RunsPage::loadChecked() {
    for (std::size_t slot = 0; slot < comparing_.size(); ++slot) {
        const QString dir = model_->checked().value(static_cast<qsizetype>(slot));
        const RunInfo* info = dir.isEmpty() ? nullptr : model_->run(model_->rowOf(dir));
        const std::int64_t step = !info ? -1 : info->elsewhere ? info->elsewhere->step : info->step;
        const std::string state = info ? info->state : std::string();
        Compared& now = compared_[slot];
        if (now.dir == dir) {
            // What it has done since then is read too, a long history less often.
            const bool soon = seconds_since(now.began) < kReadAgain * now.seconds;
            if ((now.step == step && now.state == state) || comparing_[slot].running() || soon) continue;
        } else {
            comparing_[slot].cancel();
            compare_->setRun(static_cast<int>(slot), std::nullopt);
        }
        now = {dir, step, state, Clock::now()};
        if (dir.isEmpty()) continue;
        comparing_[slot].start(
            [services = services_, path = dir.toStdString()] {
                return readRun(*services, path, 2 * ComparePictures::kSide);  // sharp on fine screens
            },
            [this, slot](Result<RunDetailsData> run) {
                compared_[slot].seconds = seconds_since(compared_[slot].began);
                compared_[slot].failed = !run || !run->newest_problem.isEmpty();
                if (run) return compare_->setRun(static_cast<int>(slot), *std::move(run));
                compare_->setProblem(static_cast<int>(slot), errorText(run.error()));
            });
    }
}

QString RunsPage::whyNoContinue(const RunInfo& run, bool busy) {
    if (run.state == "running" || run.elsewhere) return tr("This run is under way");
    if (busy) return tr("Another run is under way; stop it first");
    return run.checkpoints.empty() ? tr("This run has no checkpoint to continue from") : QString();
}

void RunsPage::refreshActions() {
    const RunInfo* info = model_->run(filter_->mapToSource(list_->currentIndex()).row());
    const bool busy = is_active(bridge_->state());
    const bool live = info && (info->state == "running" || info->elsewhere);
    const auto set = [](QAction* action, const QString& why, const QString& tip) {
        action->setEnabled(why.isEmpty());
        action->setToolTip(why.isEmpty() ? tip : why);
        action->setStatusTip(action->toolTip());
    };
    const QString none = info ? QString() : tr("Choose a run first");
    set(attach_,
        !info             ? none
        : info->elsewhere ? QString()
        : live            ? tr("It does not answer, or it is this window's own run")
                          : tr("No process trains this run"),
        tr("Show and steer it in this window, as if it were its own"));
    const QString why = info ? whyNoContinue(*info, busy) : none;
    set(continue_, why, tr("Go on from its newest checkpoint"));
    const bool weights = !info || family_of(info->model).facts().trains;
    details_->checkpoints()->allow(!weights ? words_of(info->model).no_weights()
                                   : busy   ? tr("Another run is under way; stop it first")
                                            : QString(),
                                   why);
    const QString unread = !info || config_       ? none
                           : detailing_.running() ? tr("The run is still being read")
                                                  : tr("The run could not be read");
    set(duplicate_, unread, tr("A new run with the same settings"));
    set(animate_, info && unread.isEmpty() ? CheckpointList::whyNoBlend(*info) : unread,
        tr("Choose the checkpoint from which the way to another one is animated"));
    set(export_, none, tr("Export pictures, weights and metrics"));
    set(open_, none, tr("Show its files"));
    set(delete_,
        !info                                     ? none
        : deleting_.contains(fromUtf8(info->dir)) ? tr("This run is being deleted")
        : live                                    ? tr("This run is under way")
                                                  : QString(),
        tr("Delete the run with its checkpoints and samples"));
}

void RunsPage::removeCurrent() {
    const QString dir = currentRun();
    if (dir.isEmpty() || !confirm_(list_->currentIndex().siblingAtColumn(0).data().toString())) return;
    deleting_.append(dir);
    refreshActions();
    // A large run takes a while, and another one may follow.
    BackgroundTask::once(
        this, BackgroundTask::calls(),
        [services = services_, path = dir.toStdString()] { return services->delete_run(path); },
        [this, dir](Result<void> result) {
            deleting_.removeAll(dir);
            if (!result) Q_EMIT failed(result.error());
            PictureStore::get().forget(dir);  // the next run may be called the same
            refreshActions();
            refresh();
        });
}

void RunsPage::fitWidth() {
    // Where it is narrow the comparison stands below, and only when there is one: the details give way to it.
    const bool narrow = width() < scaled(kCompareBeside);
    const bool comparing = model_->checkedCount() >= 2;
    const auto direction = narrow ? Qt::Vertical : Qt::Horizontal;
    if (across_->orientation() != direction) across_->setOrientation(direction);
    compare_->setVisible(!narrow || comparing);
    details_->setVisible(!narrow || !comparing);
}

}  // namespace headroom::ui
