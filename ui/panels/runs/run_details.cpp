// RunDetails: filling the tabs from what was read of a run. NotesPage: when what was typed is told, and what became of it.
#include "ui/panels/runs/run_details.h"

#include "core/config/config_io.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/mark_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/runs/checkpoint_list.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/tab_corner.h"

#include <QCompleter>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QStandardItemModel>
#include <QTabWidget>

#include <tuple>

namespace headroom::ui {
namespace {

/// Completes the tag that is being typed, not the whole line.
class TagCompleter : public QCompleter {
public:
    using QCompleter::QCompleter;
    QStringList splitPath(const QString& path) const override { return {path.section(QLatin1Char(','), -1).trimmed()}; }
    QString pathFromIndex(const QModelIndex& index) const override {
        const auto* line = qobject_cast<QLineEdit*>(widget());
        const QString before = line ? line->text().section(QLatin1Char(','), 0, -2) : QString();
        return before.isEmpty() ? index.data().toString()
                                : QStringLiteral("%1, %2").arg(before, index.data().toString());
    }
};

}  // namespace

NotesPage::NotesPage(QWidget* parent)
    : QWidget(parent),
      tags_(named(new QLineEdit(this), tr("Tags"), tr("Words to find the run by, with commas between them"))),
      text_(named(new QPlainTextEdit(this), tr("Notes"))),
      status_(makeLabel("small", this)) {
    tags_->setPlaceholderText(tr("baseline, keep"));
    text_->setPlaceholderText(tr("What was tried, what came of it"));
    text_->setTabChangesFocus(true);
    text_->setObjectName(QStringLiteral("field"));
    auto* form = new QFormLayout(this);
    form->setContentsMargins(16, 12, 16, 8);
    form->setSpacing(8);
    form->addRow(tr("Tags"), tags_);
    form->addRow(tr("Notes"), text_);
    form->addRow(QString(), status_);
    onRest(rest_, 800, this, &NotesPage::flush);
    const auto touched = [this] {
        if (written() == reported_) return;
        rest_.start();
        setStatus(tr("Not saved yet"), "small");
    };
    connect(tags_, &QLineEdit::textEdited, this, touched);
    connect(tags_, &QLineEdit::editingFinished, this, &NotesPage::flush);
    connect(text_, &QPlainTextEdit::textChanged, this, touched);
    setEnabled(false);
}

RunNotes NotesPage::written() const {
    RunNotes out;
    for (const QString& tag : tags_->text().split(QLatin1Char(',')))
        if (const std::string words = tag.simplified().toStdString(); !words.empty()) out.tags.push_back(words);
    out.text = text_->toPlainText().toStdString();
    return out;
}

void NotesPage::setRun(const QString& dir, const RunNotes& notes) {
    if (dir == dir_) return;  // what stands here is the newest there is
    flush();
    dir_ = dir;
    reported_ = notes;
    tags_->setText(textsOf(notes.tags, fromUtf8).join(QStringLiteral(", ")));
    text_->setPlainText(fromUtf8(notes.text));
    reported_ = written();  // as these fields give it back
    refused_ = false;
    rest_.stop();
    setEnabled(!dir.isEmpty());
    setStatus({}, "small");
}

void NotesPage::flush() {
    rest_.stop();
    if (dir_.isEmpty()) return;
    const RunNotes now = written();
    if (now == reported_ && !refused_) return;
    reported_ = now;
    refused_ = false;
    Q_EMIT edited(dir_, now);
}

void NotesPage::saved(const QString& dir, const QString& problem) {
    if (dir != dir_ || rest_.isActive()) return;
    refused_ = !problem.isEmpty();
    setStatus(problem.isEmpty() ? tr("Saved") : tr("Not saved: %1").arg(problem), problem.isEmpty() ? "small" : "bad");
}

void NotesPage::offerTags(const QStringList& tags) {
    if (tags == known_tags_) return;
    known_tags_ = tags;
    auto* completer = new TagCompleter(tags, this);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    delete tags_->completer();
    tags_->setCompleter(completer);
}

void NotesPage::setStatus(const QString& text, const char* role) {
    status_->setText(text);
    restyle(status_, "role", role);
}

void NotesPage::hideEvent(QHideEvent* event) {
    flush();
    QWidget::hideEvent(event);
}

RunDetails::RunDetails(Services* services, QWidget* parent)
    : QWidget(parent),
      empty_(new EmptyState(QStringLiteral("list-details"), tr("No run chosen"), tr("Choose a run above."), this)),
      tabs_(new QTabWidget(this)),
      corner_(makeLabel("hint", this)),
      checkpoints_(new CheckpointList(this)),
      event_model_(new QStandardItemModel(this)),
      events_(new QTreeView(this)),
      notes_(new NotesPage(this)),
      samples_(new PicturePane(this)),
      recipe_(named(new QPlainTextEdit(this), tr("Recipe"))),
      services_(services) {
    event_model_->setHorizontalHeaderLabels({tr("Step"), tr("Images"), tr("Kind"), tr("What happened")});
    setUpTable(events_, tr("Events"));
    events_->setModel(event_model_);
    events_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    samples_->setName(tr("Newest samples"));
    samples_->grid()->setSingle(true);
    offerPictures(samples_->grid(), [] { return QStringLiteral("samples"); });
    samples_->grid()->setFileOf([this](int) { return PictureFile{QFileInfo(sheet_).completeBaseName(), sheet_}; });
    connect(samples_, &PicturePane::tryAgain, this, [this] {
        if (PictureStore::get().forgive(sheet_)) (void)PictureStore::get().picture(sheet_);
    });
    connect(&PictureStore::get(), &PictureStore::pictureRead, this, [this](const QString& path) {
        if (path == sheet_) showSheet();
    });
    recipe_->setReadOnly(true);
    onTheme(recipe_, [this] { recipe_->setFont(Theme::get().mono()); });
    tabs_->addTab(checkpoints_, tr("Checkpoints"));
    tabs_->addTab(samples_, tr("Samples"));
    tabs_->addTab(recipe_, tr("Recipe"));
    tabs_->addTab(notes_, tr("Notes"));
    tabs_->addTab(events_, tr("Events"));
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
                    services_, exportRequest(ExportKind::Checkpoint, checkpoint, target, format.toStdString()));
            });
    connect(checkpoints_, &CheckpointList::blendRequested, this, [this](const QString& from, const QString& to) {
        const QString target = ask_path_(name_ + QStringLiteral("-way.webp"));
        if (target.isEmpty()) return;
        ExportRequest request =
            exportRequest(ExportKind::Walk, from, target, QFileInfo(target).suffix().toLower().toStdString());
        request.blend_with = to.toStdString();
        request.rows = request.cols = 4;
        request.max_frames = 48;
        FileRow::of(this)->write(services_, request);
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
    sheet_ = data.newest_sheet;
    sheet_size_ = data.newest_size;
    samples_->setName(words.kept_newest());
    showSheet();
    tabs_->setTabText(1, words.kept());
    tabs_->setTabEnabled(1, !sheet_.isEmpty());
    tabs_->setTabToolTip(1, sheet_.isEmpty() ? words.kept_none() : QString());
    if (const QString text = fromUtf8(write_config(data.history.config)); text != recipe()) recipe_->setPlainText(text);
    setStatus({});
    empty_->giveWay(true);
}

/// It is read when it is looked at, and at once where its size is not known, which tells why.
void RunDetails::showSheet() {
    PictureStore& store = PictureStore::get();
    if (sheet_size_.isEmpty()) sheet_size_ = store.picture(sheet_).size();
    if (store.unreadable(sheet_)) return samples_->showUnreadable(sheet_);
    const auto read = [this](int) { return PictureStore::get().picture(sheet_); };
    samples_->showOne(QList<QImage>(sheet_size_.isEmpty() ? 0 : 1), read, sheet_size_);
}

void RunDetails::setStatus(const QString& text) {
    corner_->setText(text.isEmpty() ? checkpoints_->summary() : text);
    corner_->setToolTip(text);
    corner_fit_->fit();
}

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
