// ExportDialog: facts of the run to a plan, the plan to files.
#include "ui/panels/export/export_dialog.h"

#include "core/families/registry.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/shown_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/export/export_forms.h"
#include "ui/panels/export/export_parts.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/path_drop.h"

#include <QDir>
#include <QFileInfo>
#include <QListView>
#include <QStorageInfo>

namespace headroom::ui {
namespace {

constexpr int kTypingMs = 150;

/// Free bytes where `folder` will be, or -1: the nearest folder that exists decides. Waits for the disk, or for a network.
qint64 freeBytes(QString folder) {
    while (!folder.isEmpty() && !QFileInfo::exists(folder)) {
        const QString parent = QFileInfo(folder).path();
        if (parent == folder) break;
        folder = parent;
    }
    const QStorageInfo storage(folder);
    return storage.isValid() && storage.isReady() ? storage.bytesAvailable() : -1;
}

}  // namespace

ExportDialog::ExportDialog(Services* services, SessionBridge* bridge, QWidget* parent)
    : QDialog(parent),
      services_(services),
      bridge_(bridge),
      model_(new ExportListModel(&plan_, &source_, this)),
      list_(named(new QListView(this), tr("What to export"))),
      forms_(new ExportForms(&plan_, services->export_formats(ExportKind::Timelapse), this)),
      preview_(new ExportPreview(this)),
      count_(makeLabel("small", this)),
      form_title_(makeLabel("strong", this)),
      note_(makeLabel("small", this, Wrap::On)),
      room_(makeLabel("small", this)),
      status_(makeLabel("small", this, Wrap::On)),
      folder_(named(new QLineEdit(this), tr("Target folder"))),
      files_(new FileRow(this)),
      again_(new QPushButton(tr("Try again"), this)),
      cancel_(new QPushButton(tr("Cancel"), this)),
      export_(makePrimaryButton({}, QStringLiteral("file-export"), this)) {
    setWindowTitle(tr("Export"));
    resize(1184, 784);
    setMinimumSize(760, 480);
    columnIn(this, {}, 0, {{columns(), 1}, hairline(this), files_, footer()});
    connect(model_, &ExportListModel::dataChanged, this, [this](const QModelIndex& from, const QModelIndex& to) {
        if (from == to) refresh();
    });
    connect(forms_, &ExportForms::planChanged, this, [this] {
        model_->refresh();
        refresh();
    });
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, &ExportDialog::refresh);
    connect(folder_, &QLineEdit::textChanged, this, &ExportDialog::refreshFolder);
    onRest(soon_, kTypingMs, this, &ExportDialog::lookAtDisk);
    connect(folder_, &QLineEdit::textEdited, this, [this] { folder_chosen_ = true; });
    new PathDrop(this, PathDrop::Takes::Folder, [this](const QString& path) {
        if (files_->busy()) return tr("Files are being written; wait until they are there.");
        setFolder(QDir::toNativeSeparators(path));
        return QString();
    });
    connect(bridge_, &SessionBridge::stateChanged, this, &ExportDialog::refresh);
    connect(bridge_, &SessionBridge::checkpointSaved, this, [this](const CheckpointSaved& saved) {
        if (!fromUtf8(saved.path).startsWith(source_.run_dir + QLatin1Char('/'))) return;
        source_.drawn = saved.step;
        forms_->setSource(source_);
    });
    connect(again_, &QPushButton::clicked, this, [this] { setRun(QString(source_.run_dir)); });
    connect(cancel_, &QPushButton::clicked, this, &ExportDialog::reject);
    connect(export_, &QPushButton::clicked, this, &ExportDialog::startExport);
    connect(files_, &FileRow::begun, this, &ExportDialog::refresh);
    connect(files_, &FileRow::ended, this, &ExportDialog::refresh);
    list_->setCurrentIndex(model_->index(0));
    refresh();
}

void ExportDialog::setRun(const QString& run_dir) {
    source_ = {};
    source_.run_dir = run_dir;
    source_.place = place_;
    source_.name = QFileInfo(run_dir).fileName();
    setWindowTitle(run_dir.isEmpty() ? tr("Export") : tr("Export from %1").arg(nameText(source_.name)));
    if (!place_.same_machine) {
        takeConfig(*bridge_->config());
        source_.samples = 2;  // how many there are only its machine knows, which says so when there are none
        source_.steps = 1;
        source_.checkpoint = Bytes{1};
        if (!folder_chosen_) folder_->setText(QStringLiteral("%1/%2").arg(QDir::homePath(), source_.name));
        setStatus(tr("The files are made on %1 and fetched").arg(nameText(fromUtf8(place_.host))), "small");
        forms_->setSource(source_);
    } else if (!run_dir.isEmpty()) {
        reading_.start(
            [services = services_, dir = run_dir.toStdString()] {
                Result<RunHistory> history = services->load_run(dir);
                const bool drawn = history && !history->sample_paths.empty();
                const qint64 bytes = drawn ? QFileInfo(fromUtf8(history->sample_paths.back())).size() : 0;
                return std::pair(std::move(history), bytes);
            },
            [this](const std::pair<Result<RunHistory>, qint64>& read) { takeHistory(read.first, read.second); });
        setStatus(tr("Reading the run"), "small");
    }
    model_->refresh();
    refresh();
}

void ExportDialog::takeConfig(const TrainConfig& config) {
    const QSize size = pictureSize(config);
    source_.image_size = std::max(size.width(), size.height());
    source_.latents = static_cast<int>(config.preview_grid);
    source_.ema = config.ema_half_life > 0;
    source_.kind = config.model;
    plan_.ema = plan_.ema && source_.ema;
}

void ExportDialog::takeHistory(const Result<RunHistory>& history, qint64 picture_bytes) {
    source_.failed = !history;
    if (!history) {
        setStatus(errorText(history.error()), "bad");
        model_->refresh();
        return refresh();
    }
    const RunInfo& info = history->info;
    source_.name = fromUtf8(info.name);
    source_.step = info.step;
    takeConfig(history->config);
    source_.samples = static_cast<int>(history->sample_paths.size());
    source_.frames = static_cast<int>(history->frame_paths.size());
    source_.steps = static_cast<qint64>(history->steps.size());
    if (source_.single() && !history->sample_paths.empty()) {
        source_.picture = fromUtf8(history->sample_paths.back());
        source_.picture_bytes = Bytes{picture_bytes};
    }
    for (const CheckpointInfo& c : info.checkpoints) {
        source_.checkpoint = std::max(source_.checkpoint, c.size);
        if (c.problem.empty()) source_.drawn = std::max<qint64>(source_.drawn.value_or(0), c.step);
        source_.checkpoints += c.size;
    }
    setWindowTitle(tr("Export from %1").arg(nameText(source_.name)));
    if (!folder_chosen_)
        folder_->setText(QStringLiteral("%1/exports/%2-%3")
                             .arg(source_.run_dir, fromUtf8(family_of(source_.kind).facts().step.one),
                                  QString::number(source_.step)));
    setStatus({}, "small");
    forms_->setSource(source_);
    model_->refresh();
    refresh();
}

void ExportDialog::setPictures(const ImageList& ema, const ImageList& raw) {
    preview_->setPictures(toImages(ema), toImages(raw));
    refresh();
}

void ExportDialog::setFolder(const QString& folder) {
    folder_chosen_ = true;
    folder_->setText(folder);
}

QString ExportDialog::folder() const { return QDir::fromNativeSeparators(folder_->text().trimmed()); }
QString ExportDialog::status() const { return files_->isHidden() ? status_->text() : files_->text(); }
QString ExportDialog::room() const { return room_->text(); }
bool ExportDialog::busy() const { return files_->busy(); }

void ExportDialog::setStatus(const QString& text, const char* role) {
    status_->setText(text);
    status_->setToolTip(text);
    restyle(status_, "role", role);
}

void ExportDialog::refresh() {
    const auto row = static_cast<ExportRow>(std::max(0, list_->currentIndex().row()));
    const int count = plan_.count(source_);
    count_->setText(tr("%1 of %2").arg(countText(count), countText(kExportRows)));
    form_title_->setText(exportTitle(row, source_));
    forms_->setCurrentIndex(static_cast<int>(row));
    preview_->showRow(row, plan_, source_);
    if (source_.single())
        note_->setText(tr("The newest kept picture is copied; the history is made of all kept ones."));
    else
        note_->setText(is_active(bridge_->state())
                           ? tr("The run goes on. Pictures are rendered from the newest checkpoint.")
                           : tr("Pictures are rendered from the newest checkpoint."));
    export_->setText(tr("Export %Ln item(s)", nullptr, static_cast<int>(count)));
    again_->setVisible(source_.failed);
    cancel_->setText(busy() ? tr("Cancel") : tr("Close"));
    refreshFolder();
}

void ExportDialog::lookAtDisk() {
    if (folder().isEmpty()) return;
    // One at a time: a disk that does not answer holds one thread, not one for each pause in typing.
    look_again_ = looking_.running();
    if (look_again_) return;
    looking_.start(
        [plan = plan_, source = source_, folder = folder()] {
            return Disk{folder, freeBytes(folder), plan.replaced(source, folder).size()};
        },
        [this](const Disk& disk) {
            if (disk.folder == folder()) disk_ = disk;
            if (look_again_) lookAtDisk();
            showRoom();
        });
}

void ExportDialog::refreshFolder() {
    if (disk_.folder != folder()) disk_ = {};  // what is known is of another one
    showRoom();
    soon_.start();
}

void ExportDialog::showRoom() {
    const int count = plan_.count(source_);
    const Bytes total = plan_.total(source_);
    const qint64 room = disk_.free;
    QString text = tr("about %1, %2 free").arg(totalText(total), room < 0 ? tr("n/a") : totalText(Bytes{room}));
    if (disk_.replaced > 0) text += tr(", %Ln file(s) replaced", nullptr, static_cast<int>(disk_.replaced));
    room_->setText(text);
    QString why;
    if (busy())
        why = tr("Files are being written");
    else if (source_.run_dir.isEmpty())
        why = tr("There is no run to export from");
    else if (source_.failed)
        why = capitalised(plan_.problem(ExportRow::Run, source_));
    else if (count == 0)
        why = tr("Choose what to export");
    else if (folder().isEmpty())
        why = tr("Choose a folder");
    else if (room >= 0 && total.count > room)
        why = tr("The folder's disk has too little room");
    export_->setEnabled(why.isEmpty());
    export_->setToolTip(why);
}

void ExportDialog::startExport() {
    commitTextInFocus();
    if (!export_->isEnabled()) return;
    FileWork work{folder()};
    if (const QString picture = plan_.pictureFile(source_, folder()); !picture.isEmpty())
        work.add(picture, [from = source_.picture, picture] { return copyPng(from, QImage(), picture); });
    const QStringList plots = plan_.plotFiles(source_, folder());
    if (plot_writer_) {
        for (const QString& path : plots) work.add(path, plot_writer_(path));
    } else {
        addStoredPlots(work, services_, exportRequest(ExportKind::Metrics, source_.run_dir, {}, "svg", source_.place),
                       plots);
    }
    for (const ExportRequest& request : plan_.requests(source_, folder())) work.add(services_, request);
    files_->write(std::move(work));
}

void ExportDialog::reject() {
    if (busy()) return files_->stop();
    QDialog::reject();
}

QWidget* ExportDialog::columns() {
    const auto head = [this](std::initializer_list<BoxItem> items) {
        QWidget* box = boxed(rowOf(items, -1, {16, 0, 16, 0}), this);
        box->setMinimumHeight(scaled(40));
        return box;
    };
    list_->setModel(model_);
    list_->setItemDelegate(new ExportDelegate(list_));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setMouseTracking(true);
    auto* notice = new QFrame(this);
    notice->setObjectName(QStringLiteral("notice"));
    notice->setProperty("tone", "info");
    auto* icon = makeIcon(QStringLiteral("info-circle"), Token::Acc, 16, notice);
    rowIn(notice, {12, 8, 12, 8}, -1, {{icon, 0, Qt::AlignTop}, {note_, 1}});
    QWidget* left = boxed(columnOf({head({makeLabel("strong", tr("What to export"), this), stretch(), count_}),
                                    hairline(this),
                                    {list_, 1},
                                    columnOf({notice}, 0, {16, 12, 16, 12})},
                                   0),
                          this);
    QScrollArea* scroll = makeScroll(forms_, this);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    QWidget* middle = boxed(columnOf({head({form_title_, stretch()}), hairline(this), {scroll, 1}}, 0), this);
    QWidget* right = boxed(rowOf({hairline(this, Qt::Vertical), {preview_, 1}}, 0), this);
    onResize(this, [this, right] { right->setVisible(width() >= scaled(960)); });
    return boxed(rowOf({{left, 344}, hairline(this, Qt::Vertical), {middle, 392}, {right, 448}}, 0), this);
}

QWidget* ExportDialog::footer() {
    folder_->setPlaceholderText(tr("Folder"));
    QPushButton* browse = named(makeButton({}, QStringLiteral("folder"), this), tr("Choose the target folder"),
                                tr("Choose the target folder"));
    export_->setDefault(true);
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString chosen = askForFolder(this, QStringLiteral("export"), tr("Export to"), folder());
        if (!chosen.isEmpty()) setFolder(chosen);
    });
    return boxed(columnOf({rowOf({makeLabel("label", tr("To"), this), {folder_, 1}, browse, room_}, 8),
                           rowOf({{shrinking(status_), 1}, again_, cancel_, export_}, 8)},
                          8, {16, 8, 16, 12}),
                 this);
}

}  // namespace headroom::ui
