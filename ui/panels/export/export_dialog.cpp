// ExportDialog: state and work; the layout is in export_dialog_layout.cpp.
#include "ui/panels/export/export_dialog.h"
#include "ui/panels/samples/picture_actions.h"

#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/run_words.h"
#include "ui/panels/export/export_forms.h"
#include "ui/panels/export/export_list_model.h"
#include "ui/panels/export/export_preview.h"
#include "ui/widgets/image_grid.h"

#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QProgressBar>
#include <QPushButton>
#include <QStorageInfo>
#include <QStyle>

namespace headroom::ui {
namespace {

/// Free bytes where `folder` will be, or -1: the nearest folder that exists decides.
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
      job_(services),
      model_(new ExportListModel(&plan_, &source_, this)),
      list_(new QListView(this)),
      forms_(new ExportForms(&plan_, services->export_formats(ExportKind::Timelapse), this)),
      preview_(new ExportPreview(this)),
      count_(new QLabel(this)),
      form_title_(new QLabel(this)),
      note_(new QLabel(this)),
      room_(new QLabel(this)),
      status_(new QLabel(this)),
      folder_(new QLineEdit(this)),
      bar_(new QProgressBar(this)),
      cancel_(new QPushButton(tr("Cancel"), this)),
      export_(new QPushButton(this)),
      open_(new QPushButton(tr("Open folder"), this)) {
    build();
    connect(model_, &ExportListModel::dataChanged, this, [this](const QModelIndex& from, const QModelIndex& to) {
        if (from == to) refresh();
    });
    connect(forms_, &ExportForms::planChanged, this, [this] {
        model_->refresh();
        refresh();
    });
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, &ExportDialog::refresh);
    connect(folder_, &QLineEdit::textChanged, this, &ExportDialog::refresh);
    connect(folder_, &QLineEdit::textEdited, this, [this] { folder_chosen_ = true; });
    connect(bridge_, &SessionBridge::stateChanged, this, &ExportDialog::refresh);
    connect(cancel_, &QPushButton::clicked, this, &ExportDialog::reject);
    connect(export_, &QPushButton::clicked, this, &ExportDialog::startExport);
    connectJob();
    list_->setCurrentIndex(model_->index(0));
    refresh();
}

void ExportDialog::connectJob() {
    connect(&job_, &ExportJob::progress, this, [this](const QString& what, double fraction) {
        setStatus(what, "small");
        bar_->setRange(0, fraction < 0 ? 0 : 1000);
        if (fraction >= 0) bar_->setValue(qRound(fraction * 1000));
    });
    connect(&job_, &ExportJob::done, this, [this](const QStringList& files) {
        setStatus(tr("%1 files written to %2").arg(files.size()).arg(folder()), "small");
        open_->show();
        refresh();
    });
    connect(
        &job_, &ExportJob::failed, this, [this](const QString& message, const QString& hint, const QStringList& files) {
            setStatus(files.isEmpty() ? message + QLatin1Char(' ') + hint
                                      : tr("%1 %2 %3 files were written before.").arg(message, hint).arg(files.size()),
                      "bad");
            refresh();
        });
    connect(&job_, &ExportJob::cancelled, this, [this] {
        setStatus(tr("Export cancelled; files written before are complete."), "small");
        refresh();
    });
}

void ExportDialog::setRun(const QString& run_dir) {
    source_ = {};
    source_.run_dir = run_dir;
    source_.plots = static_cast<bool>(plot_writer_);
    source_.name = QFileInfo(run_dir).fileName();
    setWindowTitle(run_dir.isEmpty() ? tr("Export") : tr("Export from %1").arg(source_.name));
    if (!place_.same_machine) {
        takeLive();
    } else if (!run_dir.isEmpty()) {
        reading_.start([services = services_, dir = run_dir.toStdString()](
                           const BackgroundTask::Report&, std::stop_token) { return services->load_run(dir); },
                       [this](Result<RunHistory> history) { takeHistory(history); });
        setStatus(tr("Reading the run"), "small");
    }
    model_->refresh();
    refresh();
}

void ExportDialog::takeLive() {
    const TrainConfig& config = *bridge_->config();
    const QSize size = pictureSize(config);
    source_.image_size = std::max(size.width(), size.height());
    source_.latents = static_cast<int>(config.preview_grid);
    source_.ema = config.ema_half_life > 0;
    source_.kind = config.model;
    source_.samples = 2;  // how many there are only its machine knows, which says so when there are none
    source_.steps = 1;
    source_.checkpoint = Bytes{1};
    plan_.ema = plan_.ema && source_.ema;
    if (!folder_chosen_) folder_->setText(QStringLiteral("%1/%2").arg(QDir::homePath(), source_.name));
    setStatus(tr("The files are made on %1 and fetched").arg(fromUtf8(place_.host)), "small");
    forms_->setSource(source_);
}

void ExportDialog::takeHistory(const Result<RunHistory>& history) {
    if (!history) {
        setStatus(QString::fromStdString(history.error().message + " " + history.error().hint), "bad");
        return;
    }
    const RunInfo& info = history->info;
    source_.name = QString::fromStdString(info.name);
    source_.step = info.step;
    const QSize size = pictureSize(history->config);
    source_.image_size = std::max(size.width(), size.height());
    source_.latents = static_cast<int>(history->config.preview_grid);
    source_.samples = static_cast<int>(history->sample_paths.size());
    source_.frames = static_cast<int>(history->frame_paths.size());
    source_.steps = static_cast<qint64>(history->steps.size());
    source_.ema = history->config.ema_half_life > 0;
    source_.kind = history->config.model;
    if (source_.single() && !history->sample_paths.empty())
        source_.picture = QString::fromStdString(history->sample_paths.back());
    plan_.ema = plan_.ema && source_.ema;
    for (const CheckpointInfo& c : info.checkpoints) source_.checkpoint = std::max(source_.checkpoint, c.size);
    setWindowTitle(tr("Export from %1").arg(source_.name));
    if (!folder_chosen_)
        folder_->setText(
            QStringLiteral("%1/exports/%2-%3").arg(source_.run_dir, stepNoun(source_.kind)).arg(source_.step));
    setStatus({}, "small");
    forms_->setSource(source_);
    model_->refresh();
    refresh();
}

void ExportDialog::setPictures(const ImageList& ema, const ImageList& raw) {
    preview_->setPictures(toImages(ema), toImages(raw));
    refresh();
}

void ExportDialog::setPlotWriter(ExportJob::PlotWriter writer) {
    plot_writer_ = std::move(writer);
    source_.plots = static_cast<bool>(plot_writer_);
    model_->refresh();
    refresh();
}

void ExportDialog::setFolder(const QString& folder) {
    folder_chosen_ = true;
    folder_->setText(folder);
}

QString ExportDialog::folder() const { return QDir::fromNativeSeparators(folder_->text().trimmed()); }
QString ExportDialog::status() const { return status_->text(); }

void ExportDialog::setStatus(const QString& text, const char* role) {
    status_->setText(text);
    status_->setToolTip(text);
    status_->setProperty("role", role);
    status_->style()->unpolish(status_);
    status_->style()->polish(status_);
}

void ExportDialog::refresh() {
    const auto row = static_cast<ExportRow>(std::max(0, list_->currentIndex().row()));
    const int count = plan_.count(source_);
    count_->setText(tr("%1 of %2").arg(count).arg(kExportRows));
    form_title_->setText(exportTitle(row, source_));
    forms_->setCurrentIndex(static_cast<int>(row));
    preview_->show(row, plan_, source_);
    if (source_.single())
        note_->setText(tr("The newest kept picture is copied; the history is made of all kept ones."));
    else
        note_->setText(is_active(bridge_->state())
                           ? tr("The run goes on. Pictures are rendered from the newest checkpoint.")
                           : tr("Pictures are rendered from the newest checkpoint."));
    export_->setText(count == 1 ? tr("Export 1 item") : tr("Export %1 items").arg(count));
    bar_->setVisible(busy());
    cancel_->setText(busy() ? tr("Cancel") : tr("Close"));

    const Bytes total = plan_.total(source_);
    const qint64 room = folder().isEmpty() ? -1 : freeBytes(folder());
    const qsizetype replaced = plan_.replaced(source_, folder()).size();
    QString text = tr("about %1, %2 free").arg(totalText(total), room < 0 ? tr("n/a") : totalText(Bytes{room}));
    if (replaced > 0) text += tr(", %1 files replaced").arg(replaced);
    room_->setText(text);
    QString why;
    if (busy())
        why = tr("Files are being written");
    else if (source_.run_dir.isEmpty())
        why = tr("There is no run to export from");
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
    if (!export_->isEnabled()) return;
    open_->hide();
    bar_->setRange(0, 0);
    QStringList drawn = plan_.takes(ExportRow::Plots, source_) ? plan_.plotFiles(folder()) : QStringList();
    const QString picture = plan_.pictureFile(source_, folder());
    if (!picture.isEmpty()) drawn.prepend(picture);
    const auto write = [plots = plot_writer_, picture, from = source_.picture](const QString& path) {
        return path == picture ? copyPng(from, QImage(from), path).isEmpty() : plots(path);
    };
    setStatus(tr("Writing"), "small");
    std::vector<ExportRequest> requests = plan_.requests(source_, folder());
    if (!place_.same_machine) {
        for (ExportRequest& request : requests) request.address = place_.address;
    }
    job_.start(folder(), requests, drawn, write);
    refresh();
}

void ExportDialog::reject() {
    if (busy()) return job_.cancel();
    QDialog::reject();
}

}  // namespace headroom::ui
