// UpscaleDialog: a picture enlarged in tiles: what is asked for, a part before and after, the work, and the layout.
#include "ui/panels/upscale/upscale_dialog.h"

#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/path_drop.h"
#include "ui/widgets/segmented_bar.h"

#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QMessageBox>

namespace headroom::ui {

void UpscaleDialog::setPicture(const QString& path) {
    take(path, QDir::toNativeSeparators(path), [path] { return readUpscalePicture(path); });
}

void UpscaleDialog::setImage(const QImage& image, const QString& stem) {
    if (working()) return;
    auto folder = std::make_shared<QTemporaryDir>();
    const QString path = folder->filePath(stem + QStringLiteral(".png"));
    take(path, tr("%1, from the window").arg(nameText(stem)), [image, path, folder] {
        if (image.save(path, "PNG")) return upscalePictureOf(image);
        return UpscalePicture{{}, {}, tr("There is no room for a temporary file.")};
    });
    made_ = std::move(folder);
}

void UpscaleDialog::take(const QString& path, const QString& name, std::function<UpscalePicture()> read) {
    if (working()) return;
    picture_ = path;
    made_.reset();
    shown_ = {};
    forecast_.reset();
    problem_.clear();
    own_target_ = false;
    files_->hide();
    empty_->say(tr("The picture is being read"), {});
    name_->setText(name);
    name_->setToolTip(QDir::toNativeSeparators(path));
    read_.start(std::move(read), [this](UpscalePicture picture) {
        shown_ = std::move(picture);
        part_->setPicture(shown_.small, shown_.size);
        share_.hold({shown_.small});
        if (shown_.size.isEmpty()) {
            empty_->sayTrouble(tr("This file is no picture that can be enlarged"), shown_.problem,
                               QStringLiteral("alert-circle"));
        }
        lookSoon();
    });
    nameTarget();
    refresh();
}

void UpscaleDialog::setMethod(Method method, const QString& weights) {
    method_->setCurrentIndex(method);
    if (method == OwnFile) weights_->setText(QDir::toNativeSeparators(weights));
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
        const auto bytes = parse_bytes(plainAmount(most).toStdString());
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
        [services = services_, asked = *asked, shown = !shown_.size.isEmpty(),
         centre = part_->centre()](const BackgroundTask::Report& report, std::stop_token stop) {
            UpscaleRequest only_forecast = asked;
            only_forecast.target.clear();
            Look out{services->upscale(only_forecast, report, stop), {}};
            if (out.forecast && shown && !stop.stop_requested())
                out.part = lookAtUpscale(services, asked, centre, std::move(stop));
            return out;
        },
        [this](const Look& look) {
            if (look.forecast)
                forecast_ = *look.forecast;
            else
                problem_ = errorText(look.forecast.error());
            if (problem_.isEmpty()) problem_ = look.part.problem;
            if (!look.part.after.isNull())
                pane_->showTwo({look.part.before}, tr("Before, its pixels %1 times as large").arg(scale()),
                               {look.part.after}, tr("After: %1").arg(coreText(forecast_->network)));
            else if (!shown_.size.isEmpty())
                pane_->showOne({shown_.small});
            share_.hold({shown_.small, look.part.before, look.part.after});
            refresh();
        });
    refresh();
}

void UpscaleDialog::start() {
    const auto asked = request();
    if (!asked || !offReason().isEmpty()) return;
    writing_ = fromUtf8(asked->target);
    FileWork work{QFileInfo(writing_).absolutePath()};
    work.files.emplace_back(writing_,
                            [services = services_, asked = *asked](const BackgroundTask::Report& report,
                                                                   const std::stop_token& stop) -> Result<MadeFile> {
                                const auto done = services->upscale(asked, report, stop);
                                if (!done) return done.error();
                                return MadeFile{fromUtf8(done->path), upscaleDoneWords(*done)};
                            });
    files_->write(std::move(work));
}

void UpscaleDialog::askAndStart() {
    if (QFileInfo::exists(target()) &&
        QMessageBox::question(this, windowTitle(), tr("%1 exists already. Replace it?").arg(pathText(target()))) !=
            QMessageBox::Yes)
        return;
    start();
}

bool UpscaleDialog::working() const { return files_->busy(); }

void UpscaleDialog::cancel() { files_->stop(); }

void UpscaleDialog::finished(bool written) {
    nameTarget();  // the next one does not replace this
    refresh();
    if (!isVisible()) Q_EMIT endedUnseen(written ? writing_ : QString(), files_->text());
    Q_EMIT ended(written);
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
         std::initializer_list<QWidget*>{choose_, method_, weights_row_, scale_, budget_, target_, choose_target_})
        w->setEnabled(!working());
    empty_->giveWay(!shown_.size.isEmpty());
    part_->setVisible(!shown_.size.isEmpty());
    close_->setText(working() ? tr("Hide") : tr("Close"));
    close_->setToolTip(working() ? tr("It goes on; the window tells how it ends") : QString());
    const QString reason = offReason();
    start_->setEnabled(reason.isEmpty());
    start_->setToolTip(reason);
    const QSize from = shown_.size, to = from * scale();
    result_->setText(from.isEmpty() ? QStringLiteral("–")
                                    : tr("%1 × %2 px, from %3 × %4")
                                          .arg(countText(to.width()), countText(to.height()), countText(from.width()),
                                               countText(from.height())));
    const bool wrong = !picture_.isEmpty() && !working() && !looking() && !reason.isEmpty();
    const QString told = forecast_            ? upscaleWords(*forecast_, from)
                         : wrong              ? reason
                         : picture_.isEmpty() ? QString()
                                              : tr("What it takes is being measured.");
    setMessage(words_, told, wrong);
    words_->show();
}

QString UpscaleDialog::target() const { return target_->text().trimmed(); }

void UpscaleDialog::choosePicture() {
    const QString path =
        askForFile(this, QStringLiteral("picture"), tr("Picture to enlarge"), pictureFilter(), picture_);
    if (!path.isEmpty()) setPicture(path);
}

void UpscaleDialog::nameFile(const QString& path) {
    const bool png = path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive);
    setTarget(png ? path : path + QStringLiteral(".png"));
}

constexpr int kLookAfterMs = 250;  // after the last change a part is tried anew

UpscaleDialog::UpscaleDialog(Services* services, QWidget* parent)
    : QDialog(parent),
      services_(services),
      name_(shrinking(makeLabel("small", this))),
      result_(new QLabel(this)),
      words_(named(new QLabel(this), tr("What it takes"))),
      empty_(new EmptyState(QStringLiteral("photo-search"), tr("No picture chosen"),
                            tr("A PNG or JPEG file, or any picture of the window by its context menu."), this)),
      pane_(new PicturePane(this)),
      part_(new PartChooser(this)),
      method_(named(new QComboBox(this), tr("Method"))),
      weights_(named(new QLineEdit(this), tr("File of weights"))),
      budget_(named(new QLineEdit(this), tr("Memory at most"),
                    tr("Most bytes of tensors at once, like 512 MiB. Tiles are as large as fit."))),
      target_(named(new QLineEdit(this), tr("File to write"))),
      choose_weights_(makeButton(tr("Choose…"), QStringLiteral("folder"), this)),
      choose_target_(makeButton(tr("Choose…"), QStringLiteral("device-floppy"), this)),
      choose_(makeButton(tr("Choose a picture…"), QStringLiteral("photo-plus"), this)),
      close_(onClick(new QPushButton(tr("Close"), this), this, &QDialog::close)),
      start_(makePrimaryButton(tr("Enlarge"), QStringLiteral("transform"), this)),
      scale_(named(new SegmentedBar(true, this), tr("Times as wide and high"))),
      files_(new FileRow(this)) {
    setWindowTitle(tr("Enlarge a picture"));
    resize(scaled(1040), scaled(640));
    setMinimumSize(640, 420);
    connect(empty_->addButton(tr("Choose a picture…"), QStringLiteral("photo-plus")), &QPushButton::clicked, this,
            &UpscaleDialog::choosePicture);
    pane_->setContentsMargins(16, 12, 0, 12);  // in line with the row above and the form beside
    for (ImageGrid* grid : {pane_->grid(), pane_->second()}) {
        grid->setSingle(true);
        grid->setGround(Token::Win);
    }
    pane_->grid()->setAccessibleName(tr("A part before"));
    pane_->second()->setAccessibleName(tr("The part after"));
    name_->setText(tr("Enlarged in tiles, so that it fits beside whatever else is going on."));
    choose_->setAutoDefault(false);
    connect(choose_, &QPushButton::clicked, this, &UpscaleDialog::choosePicture);
    start_->setDefault(true);
    columnIn(this, {}, 0,
             {rowOf({{name_, 1}, choose_}, 12, {16, 12, 16, 12}),
              hairline(this),
              {rowOf({{empty_->inPlaceOf(pane_), 1}, form()}, 0), 1},
              hairline(this),
              files_,
              rowOf({stretch(), close_, start_}, 8, {16, 12, 16, 12})});
    connect(start_, &QPushButton::clicked, this, &UpscaleDialog::askAndStart);
    connect(files_, &FileRow::begun, this, &UpscaleDialog::refresh);
    connect(files_, &FileRow::ended, this, &UpscaleDialog::finished);
    onRest(settle_, kLookAfterMs, this, &UpscaleDialog::look);
    connect(part_, &PartChooser::centreChanged, this, &UpscaleDialog::lookSoon);
    part_->setEnabled(false);
    takeDrops();
    refresh();
}

void UpscaleDialog::takeDrops() {
    const auto when_idle = [this](auto take) {
        return [this, take](const QString& path) { return working() ? tr("A picture is being enlarged") : take(path); };
    };
    const auto weights = [this](const QString& path) {
        setMethod(OwnFile, path);
        return QString();
    };
    auto* drops = new PathDrop(this, PathDrop::Takes::File, when_idle([this, weights](const QString& path) {
                                   if (namesWeights(path)) return weights(path);
                                   setPicture(path);
                                   return QString();
                               }));
    drops->onField(weights_, PathDrop::Takes::File, when_idle(weights));
    drops->onField(target_, PathDrop::Takes::Either, when_idle([this](const QString& path) {
                       const bool folder = QFileInfo(path).isDir();
                       if (folder && target().isEmpty()) return tr("Choose a picture first");
                       nameFile(folder ? QDir(path).filePath(QFileInfo(target()).fileName()) : path);
                       return QString();
                   }));
}

void UpscaleDialog::addRow(QGridLayout* grid, const QString& name, QWidget* field) {
    auto* label = makeLabel("label", name, this);
    label->setBuddy(field);
    const int row = grid->rowCount();
    grid->addWidget(label, row, 0, Qt::AlignLeft | Qt::AlignVCenter);
    grid->addWidget(field, row, 1);
    if (field == weights_row_) weights_label_ = label;
}

QWidget* UpscaleDialog::fileField(QLineEdit* edit, QPushButton* choose) {
    auto* box = new QWidget(this);
    choose->setAutoDefault(false);
    rowIn(box, {}, 8, {{edit, 1}, choose});
    box->setFocusProxy(edit);
    return box;
}

QWidget* UpscaleDialog::form() {
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    method_->addItems({tr("Lanczos"), tr("Network of the built-in shapes"), tr("A file of weights")});
    method_->setItemData(Lanczos, tr("Computed: smooth, invents nothing, needs little"), Qt::ToolTipRole);
    method_->setItemData(Shapes, tr("Trained on the built-in shapes alone"), Qt::ToolTipRole);
    method_->setItemData(OwnFile, tr("A .pth of the RRDB kind: ESRGAN, Real-ESRGAN"), Qt::ToolTipRole);
    method_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    scale_->addSegments({QStringLiteral("2 ×"), QStringLiteral("3 ×"), QStringLiteral("4 ×")});
    weights_->setPlaceholderText(tr("RRDB weights, .pth"));
    budget_->setPlaceholderText(tr("automatic: nine tenths of what is free"));
    weights_row_ = fileField(weights_, choose_weights_);
    addRow(grid, tr("Method"), method_);
    addRow(grid, tr("Weights"), weights_row_);
    addRow(grid, tr("Times"), scale_);
    addRow(grid, tr("Result"), result_);
    addRow(grid, tr("Memory"), budget_);
    addRow(grid, tr("Write to"), fileField(target_, choose_target_));
    words_->setWordWrap(true);
    QScrollArea* scroll =
        makeScroll(boxed(columnOf({part_, grid, words_, stretch(1)}, 12, {16, 12, 16, 12}), this), this);
    scroll->setFixedWidth(scaled(384));
    connect(method_, &QComboBox::activated, this, &UpscaleDialog::lookSoon);
    connect(scale_, &SegmentedBar::currentChanged, this, [this] {
        nameTarget();
        lookSoon();
    });
    connect(weights_, &QLineEdit::textEdited, this, &UpscaleDialog::lookSoon);
    connect(budget_, &QLineEdit::textEdited, this, &UpscaleDialog::lookSoon);
    connect(target_, &QLineEdit::textEdited, this, [this](const QString& text) {
        own_target_ = !text.trimmed().isEmpty();
        refresh();
    });
    connect(choose_weights_, &QPushButton::clicked, this, [this] {
        const QString path =
            askForFile(this, QStringLiteral("weights"), tr("Weights of an RRDB network (ESRGAN, Real-ESRGAN)"),
                       weightsFilter(), weights_->text());
        if (!path.isEmpty()) setMethod(OwnFile, path);
    });
    connect(choose_target_, &QPushButton::clicked, this, [this] {
        const QString path = askWhereToWrite(this, QStringLiteral("pictures"), tr("Write the larger picture"), target(),
                                             tr("PNG (*.png)"), QFileDialog::DontConfirmOverwrite);
        if (!path.isEmpty()) nameFile(path);
    });
    return scroll;
}

}  // namespace headroom::ui
