// RunsPage: reading and actions; the layout is in runs_page_layout.cpp.
#include "ui/panels/runs/runs_page.h"

#include "ui/bridge/session_bridge.h"
#include "ui/families/registry.h"
#include "ui/models/runs_model.h"
#include "ui/panels/runs/notes_page.h"
#include "ui/panels/runs/run_compare.h"
#include "ui/widgets/kit.h"

#include <QAction>
#include <QComboBox>
#include <QDesktopServices>
#include <QImageReader>
#include <QLineEdit>
#include <QMessageBox>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTreeView>
#include <QUrl>

namespace headroom::ui {
namespace {

constexpr int kSheetGap = 2;  // around the pictures of a sheet

/// The upper left part of a picture file, square, small: a thumbnail of a grid shows some pictures, not all as dots.
QImage thumbnail(const std::string& path) {
    if (path.empty()) return {};
    QImage image(QString::fromStdString(path));
    if (image.isNull()) return {};
    const int shorter = std::min(image.width(), image.height()) - kSheetGap;
    const int side = std::max(1, std::min(shorter, std::max(64, shorter / 4 - kSheetGap)));
    return image.copy(kSheetGap, kSheetGap, side, side).scaled(96, 96, Qt::KeepAspectRatio, Qt::SmoothTransformation);
}

Result<RunDetailsData> readRun(Services& services, const std::string& dir) {
    auto history = services.load_run(dir);
    if (!history) return history.error();
    RunDetailsData data{*std::move(history), {}};
    if (!data.history.sample_paths.empty()) data.newest_samples = QImage(fromUtf8(data.history.sample_paths.back()));
    return data;
}

}  // namespace

RunsPage::RunsPage(Services* services, SessionBridge* bridge, QWidget* parent)
    : QWidget(parent),
      services_(services),
      bridge_(bridge),
      model_(new RunsModel(this)),
      filter_(new RunsFilter(this)),
      search_(new QLineEdit(this)),
      tags_(new QComboBox(this)),
      states_(new QComboBox(this)),
      count_(makeTag("tag", this)),
      list_(new QTreeView(this)),
      stack_(new QStackedWidget(this)),
      empty_(new EmptyState(QStringLiteral("list-details"), tr("No runs yet"),
                            tr("Each run you start is kept here with its checkpoints, samples and curves."), this)),
      details_(new RunDetails(services, this)),
      compare_(new RunCompare(this)) {
    confirm_ = [this](const QString& name) {
        return QMessageBox::question(this, tr("Delete run"),
                                     tr("Delete %1 with its checkpoints and samples? This cannot be undone.").arg(name),
                                     QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel) == QMessageBox::Yes;
    };
    filter_->setSourceModel(model_);
    makeActions();
    build();
    connectAll();
    refreshActions();
}

void RunsPage::connectAll() {
    connect(search_, &QLineEdit::textChanged, filter_, &RunsFilter::setWords);
    connect(states_, &QComboBox::currentIndexChanged, this,
            [this] { filter_->setState(states_->currentData().toString()); });
    connect(tags_, &QComboBox::currentIndexChanged, this, [this] { filter_->setTag(tags_->currentData().toString()); });
    connect(model_, &RunsModel::tagsChanged, this, &RunsPage::offerTags);
    connect(details_, &RunDetails::notesEdited, this, &RunsPage::saveNotes);
    connect(details_, &RunDetails::startFromRequested, this, [this](const QString& checkpoint) {
        if (history_) Q_EMIT startFromRequested(history_->config, checkpoint);
    });
    connect(details_, &RunDetails::continueRequested, continue_, &QAction::trigger);
    connect(details_, &RunDetails::failed, this, &RunsPage::failed);
    offerTags();
    const auto recount = [this] {
        const int shown = filter_->rowCount(), all = model_->rowCount();
        count_->setText(shown == all ? QString::number(all) : tr("%1 of %2").arg(shown).arg(all));
        stack_->setCurrentIndex(shown > 0 ? 1 : 0);
        empty_->setTitle(all == 0 ? tr("No runs yet") : tr("No run matches"));
        empty_->setText(all == 0 ? tr("Each run you start is kept here with its checkpoints, samples and curves.")
                                 : tr("Clear the search or the filters."));
    };
    connect(filter_, &RunsFilter::rowsInserted, this, recount);
    connect(filter_, &RunsFilter::rowsRemoved, this, recount);
    connect(filter_, &RunsFilter::modelReset, this, recount);
    connect(filter_, &RunsFilter::layoutChanged, this, recount);
    recount();
    connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { loadDetails(); });
    connect(list_, &QTreeView::doubleClicked, this, [this] { continue_->trigger(); });
    connect(model_, &RunsModel::checkedChanged, this, &RunsPage::loadChecked);
    connect(model_, &RunsModel::checkedChanged, this, &RunsPage::fitWidth);
    connect(bridge_, &SessionBridge::stateChanged, this, [this](RunState state) {
        refreshActions();
        if (isVisible() && (state == RunState::Running || !is_active(state))) refresh();
    });
}

QString RunsPage::currentRun() const { return list_->currentIndex().data(RunsModel::DirRole).toString(); }

void RunsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void RunsPage::refresh() {
    const auto work = [services = services_](const BackgroundTask::Report&, std::stop_token stop) {
        std::vector<RunRow> rows;
        for (RunInfo& info : services->list_runs()) {
            if (stop.stop_requested()) break;
            RunRow row{std::move(info), {}};
            row.thumbnail = thumbnail(row.info.thumbnail_path);
            rows.push_back(std::move(row));
        }
        return rows;
    };
    listing_.start(work, [this](std::vector<RunRow> rows) {
        const QString chosen = currentRun();
        model_->setRuns(std::move(rows));
        const int row = std::max(0, model_->rowOf(chosen));
        const QModelIndex at = filter_->mapFromSource(model_->index(row, 0));
        list_->setCurrentIndex(at.isValid() ? at : filter_->index(0, 0));
        if (!list_->currentIndex().isValid()) loadDetails();
    });
}

void RunsPage::loadDetails() {
    const QString dir = currentRun();
    history_.reset();
    refreshActions();
    if (dir.isEmpty()) {
        detailing_.cancel();
        return details_->clear(tr("No run chosen"), tr("Choose a run above."));
    }
    if (details_->dir() != dir) details_->clear(tr("Reading the run"), dir);
    const auto work = [services = services_, path = dir.toStdString()](const BackgroundTask::Report&, std::stop_token) {
        return readRun(*services, path);
    };
    detailing_.start(work, [this](Result<RunDetailsData> data) {
        if (!data)
            return details_->clear(QString::fromStdString(data.error().message),
                                   QString::fromStdString(data.error().hint));
        history_ = data->history;
        details_->show(*data);
        refreshActions();
    });
}

void RunsPage::loadChecked() {
    for (std::size_t slot = 0; slot < comparing_.size(); ++slot) {
        const QString dir = model_->checked().value(static_cast<qsizetype>(slot));
        if (compared_[slot] == dir) continue;
        compared_[slot] = dir;
        comparing_[slot].cancel();
        compare_->setRun(static_cast<int>(slot), std::nullopt);
        if (dir.isEmpty()) continue;
        comparing_[slot].start([services = services_, path = dir.toStdString()](
                                   const BackgroundTask::Report&, std::stop_token) { return readRun(*services, path); },
                               [this, slot](Result<RunDetailsData> run) {
                                   if (run) return compare_->setRun(static_cast<int>(slot), *std::move(run));
                                   Q_EMIT failed(fromUtf8(run.error().message), fromUtf8(run.error().hint));
                               });
    }
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
    details_->offerTags(model_->tags());
}

void RunsPage::saveNotes(const QString& dir, const RunNotes& notes) {
    auto* task = new BackgroundTask(this, BackgroundTask::records());
    task->start([services = services_, path = dir.toStdString(),
                 notes](const BackgroundTask::Report&, std::stop_token) { return services->annotate_run(path, notes); },
                [this, task, dir, notes](Result<void> saved) {
                    task->deleteLater();
                    details_->notes()->saved(dir, saved ? QString() : fromUtf8(saved.error().message));
                    if (saved) return model_->setNotes(dir, notes);
                    Q_EMIT failed(fromUtf8(saved.error().message), fromUtf8(saved.error().hint));
                });
}

void RunsPage::refreshActions() {
    const RunInfo* info = model_->run(filter_->mapToSource(list_->currentIndex()).row());
    const bool busy = is_active(bridge_->state());
    const bool live = info && info->state == "running";
    const auto set = [](QAction* action, const QString& why, const QString& tip) {
        action->setEnabled(why.isEmpty());
        action->setToolTip(why.isEmpty() ? tip : why);
        action->setStatusTip(action->toolTip());
    };
    const QString none = info ? QString() : tr("Choose a run first");
    QString why = none;
    if (info && live)
        why = tr("This run is under way");
    else if (info && busy)
        why = tr("Another run is under way; stop it first");
    else if (info && info->checkpoints.empty())
        why = tr("This run has no checkpoint to continue from");
    set(continue_, why, tr("Go on from its newest checkpoint"));
    details_->allowStarts(info && !family_of(info->model).facts().trains ? words_of(info->model).no_weights()
                          : busy                                         ? tr("Another run is under way; stop it first")
                                                                         : QString(),
                          why);
    set(duplicate_, none.isEmpty() && !history_ ? tr("The run is still being read") : none,
        tr("A new run with the same settings"));
    set(export_, none, tr("Export pictures, weights and metrics"));
    set(open_, none, tr("Show its files"));
    set(delete_, live ? tr("This run is under way") : none, tr("Delete the run with its checkpoints and samples"));
}

void RunsPage::removeCurrent() {
    const QString dir = currentRun();
    if (dir.isEmpty() || !confirm_(list_->currentIndex().siblingAtColumn(0).data().toString())) return;
    deleting_.start([services = services_, path = dir.toStdString()](
                        const BackgroundTask::Report&, std::stop_token) { return services->delete_run(path); },
                    [this](Result<void> result) {
                        if (!result)
                            Q_EMIT failed(QString::fromStdString(result.error().message),
                                          QString::fromStdString(result.error().hint));
                        refresh();
                    });
}

}  // namespace headroom::ui
