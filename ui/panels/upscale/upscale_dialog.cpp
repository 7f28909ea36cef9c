// UpscaleDialog: see upscale_dialog.h; the layout is in upscale_dialog_layout.cpp.
#include "ui/panels/upscale/upscale_dialog.h"

#include "ui/bridge/error_text.h"
#include "ui/bridge/qt_format.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/upscale/part_chooser.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/progress_row.h"
#include "ui/widgets/segmented_bar.h"

#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QUrl>

#include <utility>

namespace headroom::ui {

void UpscaleDialog::setPicture(const QString& path) {
    if (working()) return;
    picture_ = path;
    made_.reset();
    whole_ = {};
    forecast_.reset();
    problem_.clear();
    own_target_ = false;
    written_.clear();
    setMessage(message_, {}, false);
    name_->setText(QDir::toNativeSeparators(path));
    name_->setToolTip(name_->text());
    read_.start([path](const BackgroundTask::Report&, std::stop_token) { return readUpscalePicture(path); },
                [this](UpscalePicture picture) { takePicture(std::move(picture)); });
    nameTarget();
    refresh();
}

void UpscaleDialog::setImage(const QImage& image, const QString& stem) {
    if (working()) return;
    std::optional<QTemporaryDir> folder(std::in_place);
    const QString path = folder->filePath(stem + QStringLiteral(".png"));
    if (!folder->isValid() || !image.save(path, "PNG"))
        return setMessage(message_, tr("There is no room for a temporary file."), true);
    setPicture(path);
    made_ = std::move(folder);
    name_->setText(tr("%1, from the window").arg(stem));
}

void UpscaleDialog::takePicture(UpscalePicture picture) {
    whole_ = std::move(picture.whole);
    part_->setPicture(whole_);
    if (whole_.isNull()) {
        empty_->setIcon(QStringLiteral("alert-circle"), Token::Err);
        empty_->setTitle(tr("This file is no picture that can be enlarged"));
        empty_->setText(picture.problem);
    }
    lookSoon();
}

void UpscaleDialog::setMethod(Method method, const QString& weights) {
    method_->setCurrentIndex(method);
    if (method == OwnFile) weights_->setText(QDir::toNativeSeparators(weights));
    lookSoon();
}

void UpscaleDialog::setScale(int scale) {
    scale_->setCurrent(scale - 2);
    nameTarget();
    lookSoon();
}

void UpscaleDialog::setBudget(const QString& text) {
    budget_->setText(text);
    lookSoon();
}

void UpscaleDialog::setTarget(const QString& path) {
    own_target_ = !path.isEmpty();
    target_->setText(QDir::toNativeSeparators(path));
    refresh();
}

int UpscaleDialog::scale() const { return scale_->current() + 2; }

void UpscaleDialog::nameTarget() {
    if (!own_target_ && !picture_.isEmpty()) target_->setText(upscaleTarget(picture_, scale()));
}

std::optional<UpscaleRequest> UpscaleDialog::request() const {
    UpscaleRequest out;
    out.picture = picture_.toStdString();
    out.target = QDir::fromNativeSeparators(target()).toStdString();
    out.scale = scale();
    const auto method = static_cast<Method>(method_->currentIndex());
    out.method = method == Lanczos  ? "lanczos"
                 : method == Shapes ? "shapes"
                                    : QDir::fromNativeSeparators(weights_->text().trimmed()).toStdString();
    if (out.method.empty()) return std::nullopt;
    if (const QString most = budget_->text().trimmed(); !most.isEmpty()) {
        const auto bytes = parse_bytes(most.toStdString());
        if (!bytes || bytes->count <= 0) return std::nullopt;
        out.budget = *bytes;
    }
    return out;
}

void UpscaleDialog::lookSoon() {
    look_.cancel();
    forecast_.reset();
    problem_.clear();
    settle_.start();
    refresh();
}

void UpscaleDialog::look() {
    const auto asked = request();
    if (!asked || picture_.isEmpty() || working()) return refresh();
    look_.start(
        [services = services_, asked = *asked, whole = whole_,
         centre = part_->centre()](const BackgroundTask::Report& report, std::stop_token stop) {
            UpscaleRequest only_forecast = asked;
            only_forecast.target.clear();
            Look out{services->upscale(only_forecast, report, stop), {}};
            if (out.forecast && !whole.isNull() && !stop.stop_requested())
                out.part = lookAtUpscale(services, asked, whole, centre, std::move(stop));
            return out;
        },
        [this](Look look) { takeLook(std::move(look)); });
    refresh();
}

void UpscaleDialog::takeLook(Look look) {
    if (look.forecast)
        forecast_ = *look.forecast;
    else
        problem_ = errorText(look.forecast.error());
    if (problem_.isEmpty()) problem_ = look.part.problem;
    if (!look.part.after.isNull())
        pane_->showTwo({look.part.before}, tr("Before, its pixels %1 times as large").arg(scale()), {look.part.after},
                       tr("After: %1").arg(fromUtf8(forecast_->network)));
    else if (!whole_.isNull())
        pane_->showOne({whole_});
    refresh();
}

void UpscaleDialog::start() {
    const auto asked = request();
    if (!asked || !offReason().isEmpty()) return;
    written_.clear();
    setMessage(message_, {}, false);
    progress_->begin(tr("Enlarging"));
    work_.start(
        [services = services_, asked = *asked](const BackgroundTask::Report& report, std::stop_token stop) {
            return services->upscale(asked, report, std::move(stop));
        },
        [this](const Result<UpscaleDone>& done) { finished(done); });
    refresh();
}

void UpscaleDialog::askAndStart() {
    if (QFileInfo::exists(target()) &&
        QMessageBox::question(this, windowTitle(), tr("%1 exists already. Replace it?").arg(target())) !=
            QMessageBox::Yes)
        return;
    start();
}

void UpscaleDialog::cancel() {
    if (!working()) return;
    work_.cancel();
    progress_->hide();
    setMessage(message_, tr("Stopped; nothing was written."), false);
    refresh();
    Q_EMIT ended(false);
}

void UpscaleDialog::finished(const Result<UpscaleDone>& done) {
    progress_->hide();
    const QString words = done ? upscaleDoneWords(*done) : errorText(done.error());
    setMessage(message_, words, !done);
    if (done) written_ = fromUtf8(done->path);
    nameTarget();  // the next one does not replace this
    refresh();
    if (!isVisible()) Q_EMIT endedUnseen(done ? written_ : QString(), words);
    Q_EMIT ended(static_cast<bool>(done));
}

void UpscaleDialog::openFolder() const {
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(written_).absolutePath()));
}

QString UpscaleDialog::offReason() const {
    if (working()) return tr("A picture is being enlarged");
    if (picture_.isEmpty()) return tr("Choose a picture first");
    if (method_->currentIndex() == OwnFile && weights_->text().trimmed().isEmpty())
        return tr("Choose a file of weights first");
    if (!request()) return tr("The memory is an amount like 512 MiB or 2 GiB, or empty");
    if (target().isEmpty()) return tr("Say where to write it");
    if (!problem_.isEmpty()) return problem_;
    if (!forecast_) return tr("What it takes is being measured");
    return {};
}

void UpscaleDialog::refresh() {
    const bool own = method_->currentIndex() == OwnFile;
    weights_row_->setVisible(own);
    weights_label_->setVisible(own);
    for (QWidget* w :
         {static_cast<QWidget*>(choose_), static_cast<QWidget*>(method_), weights_row_, static_cast<QWidget*>(scale_),
          static_cast<QWidget*>(budget_), static_cast<QWidget*>(target_), static_cast<QWidget*>(choose_target_)})
        w->setEnabled(!working());
    stack_->setCurrentIndex(whole_.isNull() ? 0 : 1);
    part_->setVisible(!whole_.isNull());
    open_->setVisible(!written_.isEmpty());
    close_->setText(working() ? tr("Hide") : tr("Close"));
    close_->setToolTip(working() ? tr("It goes on; the window tells how it ends") : QString());
    const QString reason = offReason();
    start_->setEnabled(reason.isEmpty());
    start_->setToolTip(reason);
    result_->setText(whole_.isNull()
                         ? QStringLiteral("–")
                         : tr("%1 × %2 px, from %3 × %4")
                               .arg(countText(whole_.width() * scale()), countText(whole_.height() * scale()),
                                    countText(whole_.width()), countText(whole_.height())));
    const bool wrong = !picture_.isEmpty() && !working() && !looking() && !reason.isEmpty();
    const QString told = forecast_            ? upscaleWords(*forecast_, whole_.size())
                         : wrong              ? reason
                         : picture_.isEmpty() ? QString()
                                              : tr("What it takes is being measured.");
    setMessage(words_, told, wrong);
    words_->show();
}

QString UpscaleDialog::message() const { return message_->text(); }
QString UpscaleDialog::forecastText() const { return words_->text(); }
QString UpscaleDialog::target() const { return target_->text().trimmed(); }

void UpscaleDialog::choosePicture() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Picture to enlarge"), picture_,
                                                      tr("Pictures (*.png *.jpg *.jpeg);;All files (*)"));
    if (!path.isEmpty()) setPicture(path);
}

void UpscaleDialog::chooseWeights() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Weights of an RRDB network (ESRGAN, Real-ESRGAN)"), weights_->text(),
                                     tr("Weights (*.pth *.pt *.safetensors);;All files (*)"));
    if (!path.isEmpty()) setMethod(OwnFile, path);
}

void UpscaleDialog::chooseTarget() {
    QString path = QFileDialog::getSaveFileName(this, tr("Write the larger picture"), target(), tr("PNG (*.png)"),
                                                nullptr, QFileDialog::DontConfirmOverwrite);
    if (path.isEmpty()) return;
    if (!path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive)) path += QStringLiteral(".png");
    setTarget(path);
}

}  // namespace headroom::ui
