// SetupDialog: asks pip for its index in the background, then waits for the user.
#include "app/setup_dialog.h"

#include "core/base/nvidia_driver.h"
#include "core/engine/setup/wheel_index.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"

#include <QCheckBox>

namespace headroom {

SetupDialog::SetupDialog(LibtorchPlaces places, QWidget* parent, WantedSet wanted)
    : QDialog(parent),
      places_(std::move(places)),
      wanted_(std::move(wanted)),
      look_(nullptr),
      work_(nullptr, ui::BackgroundTask::downloads()),
      what_(ui::makeLabel("", this, ui::Wrap::On)),
      message_(ui::makeLabel("small", this, ui::Wrap::On)),
      gpu_(new QCheckBox(tr("With NVIDIA's libraries for graphics cards"), this)),
      progress_(new ui::ProgressRow(tr("Set-up"), tr("Stop"), this)),
      fetch_(ui::makePrimaryButton(tr("Download"), QStringLiteral("download"), this)),
      folder_(ui::makeButton(tr("From a folder…"), QStringLiteral("folder"), this)),
      later_(new QPushButton(tr("Later"), this)) {
    setWindowTitle(tr("Set up Headroom"));
    setMinimumWidth(560);
    fetch_->setObjectName(QStringLiteral("download"));
    message_->setObjectName(QStringLiteral("message"));
    gpu_->setChecked(nvidia_driver_files());
    gpu_->setToolTip(tr("Training on an NVIDIA GPU needs them. They can be added later: headroom-cli setup --gpu"));
    folder_->setToolTip(tr("A folder with the files, made on another machine by headroom-cli setup --save FOLDER"));
    ui::columnIn(this, {16, 16, 16, 12}, 12,
                 {ui::makeLabel("title", tr("LibTorch is still missing"), this), what_, gpu_, message_, progress_,
                  ui::rowOf({folder_, ui::stretch(), later_, fetch_}, 8)});
    connect(gpu_, &QCheckBox::toggled, this, &SetupDialog::showChoice);
    connect(fetch_, &QPushButton::clicked, this, [this] { begin({}); });
    connect(folder_, &QPushButton::clicked, this, &SetupDialog::chooseFolder);
    connect(later_, &QPushButton::clicked, this, &SetupDialog::reject);
    connect(progress_, &ui::ProgressRow::cancelled, this, [this] { work_.requestStop(); });
    connect(&work_, &ui::BackgroundTask::progress, progress_, &ui::ProgressRow::setProgress);
    ui::setMessage(message_, {}, false);
    progress_->hide();
    askForIndex();
}

/// Half a second of Python, without the network.
void SetupDialog::askForIndex() {
    fetch_->setEnabled(false);
    showChoice();
    look_.start([] { return wheel_index(); },
                [this](const Result<std::string>& index) {
                    if (index)
                        index_ = *index;
                    else
                        ui::setMessage(message_, ui::errorText(index.error()), true);
                    fetch_->setEnabled(index.ok());
                    showChoice();
                });
}

void SetupDialog::showChoice() {
    const QString size = ui::totalText(Bytes{static_cast<std::int64_t>(wheel_sizes(gpu_->isChecked()).download)});
    const QString folder = ui::pathText(ui::fromUtf8(places_.user));
    what_->setText(
        index_.empty()
            ? tr("Headroom computes with LibTorch %1, which is not part of this package.")
                  .arg(ui::fromUtf8(pinned_libtorch()))
            : tr("Headroom computes with LibTorch %1, which is not part of this package. It is fetched once, about %2 "
                 "from %3, checked by its SHA-256 and kept in %4 for all versions of Headroom.")
                  .arg(ui::fromUtf8(pinned_libtorch()), size, ui::fromUtf8(host_of(index_)), folder));
}

void SetupDialog::chooseFolder() {
    const QString folder = ui::askForFolder(this, QStringLiteral("libtorch"), tr("Folder with the files of LibTorch"));
    if (!folder.isEmpty()) begin(folder);
}

void SetupDialog::begin(const QString& bundle) {
    LibtorchRequest request = wanted_(gpu_->isChecked());
    request.place = places_.user;
    request.bundle = bundle.toStdString();
    request.index = index_;
    showBusy(true);
    work_.start([request](const ui::BackgroundTask::Report& report,
                          std::stop_token stop) { return install_libtorch(request, report, std::move(stop)); },
                [this](const Result<LibtorchSet>& set) { finished(set); });
}

void SetupDialog::finished(const Result<LibtorchSet>& set) {
    showBusy(false);
    if (set) return accept();
    if (set.error().code == ErrorCode::Cancelled)
        return ui::setMessage(message_, tr("Stopped. What has arrived is kept; the next download goes on there."),
                              false);
    ui::setMessage(message_, ui::errorText(set.error()), true);
}

void SetupDialog::showBusy(bool busy) {
    ui::setMessage(message_, {}, false);
    if (busy) progress_->begin(tr("Looking for what is there…"));
    progress_->setVisible(busy);
    gpu_->setEnabled(!busy);
    folder_->setEnabled(!busy);
    fetch_->setEnabled(!busy && !index_.empty());
}

/// Closing it stops a download; what has arrived is kept.
void SetupDialog::reject() {
    work_.requestStop();
    QDialog::reject();
}

}  // namespace headroom
