// RunDetails: filling the tabs from what was read of a run.
#include "ui/panels/runs/run_details.h"

#include "core/config/config_io.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/mark_text.h"
#include "ui/models/metrics_model.h"
#include "ui/models/run_words.h"
#include "ui/panels/export/export_plan.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/runs/checkpoint_list.h"
#include "ui/panels/runs/notes_page.h"
#include "ui/panels/runs/table_cells.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/tab_corner.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QStandardItemModel>
#include <QTabWidget>

#include <tuple>

namespace headroom::ui {

RunDetails::RunDetails(Services* services, QWidget* parent)
    : QWidget(parent),
      empty_(new EmptyState(QStringLiteral("list-details"), tr("No run chosen"), tr("Choose a run above."), this)),
      tabs_(new QTabWidget(this)),
      corner_(makeLabel("hint", this)),
      checkpoints_(new CheckpointList(this)),
      event_model_(new QStandardItemModel(this)),
      events_(new QTreeView(this)),
      notes_(new NotesPage(this)),
      samples_(new ImageGrid(this)),
      recipe_(named(new QPlainTextEdit(this), tr("Recipe"))),
      services_(services) {
    event_model_->setHorizontalHeaderLabels({tr("Step"), tr("Images"), tr("Kind"), tr("What happened")});
    setUpTable(events_, tr("Events"));
    events_->setModel(event_model_);
    events_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    samples_->setSingle(true);
    samples_->setAccessibleName(tr("Newest samples"));
    offerPictures(samples_, [] { return QStringLiteral("samples"); });
    samples_->setFileOf([this](int) { return PictureFile{QFileInfo(sheet_).completeBaseName(), sheet_}; });
    recipe_->setReadOnly(true);
    onTheme(recipe_, [this] { recipe_->setFont(Theme::get().mono()); });
    const std::pair<QWidget*, QString> pages[] = {{checkpoints_, tr("Checkpoints")},
                                                  {samples_, tr("Samples")},
                                                  {recipe_, tr("Recipe")},
                                                  {notes_, tr("Notes")},
                                                  {events_, tr("Events")}};
    for (const auto& [page, title] : pages) tabs_->addTab(page, title);
    ask_path_ = [this](const QString& proposal) {
        return askWhereToWrite(this, QStringLiteral("export"), tr("Write weights"), proposal,
                               QStringLiteral("*.%1").arg(QFileInfo(proposal).suffix()));
    };
    connect(empty_->addRetry(tr("Try again")), &QPushButton::clicked, this, &RunDetails::readAgainRequested);
    connect(checkpoints_, &CheckpointList::exportRequested, this,
            [this](const QString& checkpoint, qint64 step, const QString& format) {
                const QString part = QLatin1String(window_family_of(model_).facts().weights_part);
                const QString target = ask_path_(name_ + QStringLiteral("-step-%1%2.%3").arg(step).arg(part, format));
                if (target.isEmpty()) return;
                FileRow::of(this)->write(
                    services_, {exportRequest(ExportKind::Checkpoint, checkpoint, target, format.toStdString())});
            });
    connect(checkpoints_, &CheckpointList::blendRequested, this, [this](const QString& from, const QString& to) {
        const QString target = ask_path_(name_ + QStringLiteral("-way.webp"));
        if (target.isEmpty()) return;
        ExportRequest request =
            exportRequest(ExportKind::Walk, from, target, QFileInfo(target).suffix().toLower().toStdString());
        request.blend_with = to.toStdString();
        request.rows = request.cols = 4;
        request.max_frames = 48;
        FileRow::of(this)->write(services_, {request});
    });
    corner_->setContentsMargins(8, 0, 12, 0);
    corner_fit_ = new TabCorner(tabs_, corner_);
    columnIn(this, {}, 0, {empty_->inPlaceOf(tabs_)});
}

void RunDetails::clear(const QString& title, const QString& text) {
    empty_->say(title, text);
    notes_->clear();
    dir_.clear();
    empty_->giveWay(false);
}

void RunDetails::showTrouble(const Error& error) {
    clear({}, {});
    empty_->sayTrouble(coreText(error.message), coreText(error.hint));
}

void RunDetails::setRun(const RunDetailsData& data) {
    const RunInfo& info = data.history.info;
    dir_ = fromUtf8(info.dir);
    name_ = fromUtf8(info.name);
    model_ = info.model;
    const FamilyWords& words = words_of(info.model);
    event_model_->setHeaderData(0, Qt::Horizontal, capitalised(stepNoun(info.model)));
    events_->setColumnHidden(1, !allSeeImages({info.model}));
    notes_->setRun(dir_, info.notes);
    tabs_->setTabText(0, tr("Checkpoints of %1").arg(toCaption(nameText(name_))));
    checkpoints_->setRun(info);
    fillEvents(data.history);
    const bool any = data.newest_size.isValid();
    sheet_ = any ? fromUtf8(data.history.sample_paths.back()) : QString();
    samples_->setImages(
        QList<QImage>(any ? 1 : 0), [this](int) { return PictureStore::get().picture(sheet_); }, data.newest_size);
    tabs_->setTabText(1, words.kept());
    samples_->setAccessibleName(words.kept_newest());
    tabs_->setTabEnabled(1, any);
    tabs_->setTabToolTip(1, any ? QString() : words.kept_none());
    if (const QString text = fromUtf8(write_config(data.history.config)); text != recipe()) recipe_->setPlainText(text);
    setStatus({});
    empty_->giveWay(true);
}

void RunDetails::setStatus(const QString& text) {
    corner_->setText(text.isEmpty() ? checkpoints_->summary() : text);
    corner_->setToolTip(text);
    corner_fit_->fit();
}

QString RunDetails::status() const { return corner_->text(); }

void RunDetails::goToBlends() {
    tabs_->setCurrentWidget(checkpoints_);
    checkpoints_->goToBlends();
}

/// Rows that stand there already stay, with what is chosen and scrolled to.
void RunDetails::fillEvents(const RunHistory& history) {
    int row = 0;
    for (const HistoryMark& mark : history.marks) {
        const MetricsMark shown = markOf(mark, history.config.model);
        const bool saved = shown.kind == MetricsMark::Kind::Checkpoint, edit = shown.kind == MetricsMark::Kind::Edit;
        const auto [kind, icon, token] = edit    ? std::tuple(tr("Change"), "triangle", Token::Acc)
                                         : saved ? std::tuple(tr("Checkpoint"), "device-floppy", Token::T2)
                                                 : std::tuple(tr("Recovery"), "lifebuoy", Token::Warn);
        // How a recovery went is told in the engine's words, which say more than the mark.
        const QStringList words{countText(mark.step), imagesText(mark.images), kind,
                                edit    ? shown.text
                                : saved ? fromUtf8(mark.text)
                                        : recoveryText(mark.text)};
        QStringList there;
        for (int column = 0; column < words.size(); ++column)
            there << event_model_->index(row, column).data().toString();
        if (there != words) {
            event_model_->removeRows(row, event_model_->rowCount() - row);
            event_model_->appendRow({new TableCell(words[0]), new TableCell(words[1]), new TableCell(kind, icon, token),
                                     new TableCell(words[3])});
        }
        ++row;
    }
    event_model_->removeRows(row, event_model_->rowCount() - row);
    alignFigures(event_model_, 0, 1);
}

QString RunDetails::recipe() const { return recipe_->toPlainText(); }

}  // namespace headroom::ui
