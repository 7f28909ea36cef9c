// PicturePage: the painted picture, alone or beside its start, with the strip of kept pictures below.
#include "ui/families/vqgan_clip/picture_page.h"

#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/families/vqgan_clip/picture_frames.h"
#include "ui/models/run_words.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/upscale/enlarge_event.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/narrowing.h"
#include "ui/widgets/segmented_bar.h"

#include <QFileInfo>
#include <QKeyEvent>
#include <QPainter>

namespace headroom::ui {

PictureFrame::PictureFrame(QWidget* parent)
    : QWidget(parent), words_(new EmptyState(QStringLiteral("photo"), {}, {}, this)) {
    onEvents(words_, {QEvent::LayoutRequest}, [this] { place(); });
    onEvents(this, {QEvent::Resize, QEvent::Show}, [this] { place(); });
    onTheme(this, [this] { place(); });
}

void PictureFrame::place() {
    const QSize shown = size_.scaled(size() - QSize(32, 32), Qt::KeepAspectRatio);
    const bool within = shown.width() >= scaled(192) && words_->fits(shown);
    frame_ = within ? QRect(QPoint((width() - shown.width()) / 2, (height() - shown.height()) / 2), shown) : QRect();
    words_->setGeometry(within ? frame_ : rect());
    update();
}

void PictureFrame::paintEvent(QPaintEvent*) {
    if (frame_.isNull()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(themeColor(Token::Line));
    painter.setBrush(themeColor(Token::Raised));
    painter.drawRoundedRect(QRectF(frame_).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
}

static PictureFile fileOf(const PaintedPicture& picture) {
    return {QStringLiteral("iteration-%1").arg(picture.step), fromUtf8(picture.path)};
}

/// The painted picture on the whole screen; Esc, F11 or a double-click ends it.
class PictureScreen : public QWidget {
public:
    /// A window of its own above `owner`; deletes itself when closed.
    explicit PictureScreen(QWidget* owner) : QWidget(owner, Qt::Window), grid_(new ImageGrid(this)) {
        setAttribute(Qt::WA_DeleteOnClose);
        setWindowTitle(PicturePage::tr("Picture"));
        grid_->setSingle(true);
        grid_->setGround(Token::Win);
        grid_->setAccessibleName(PicturePage::tr("Painted picture"));
        columnIn(this, {}, 0, {grid_});
        setFocusProxy(grid_);
        connect(grid_, &ImageGrid::activated, this, &QWidget::close);
    }
    void setPicture(const QImage& picture) { grid_->setImages({picture}); }

protected:
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Escape || event->key() == Qt::Key_F11)
            close();
        else
            QWidget::keyPressEvent(event);
    }

private:
    ImageGrid* grid_;
};

PicturePage::PicturePage(QWidget* parent)
    : QWidget(parent),
      frame_(new PictureFrame(this)),
      pane_(new PicturePane(this)),
      views_(named(new SegmentedBar(true, this), tr("View"))),
      size_(makeLabel("hint", this)),
      pixels_(
          new IconButton(QStringLiteral("layout-grid"), tr("Show the pixels as squares instead of smoothly"), this)),
      save_(styled(makeButton(tr("Save picture…"), QStringLiteral("photo-down"), this), "small")),
      strip_(new FilmStrip([this](int index) { return imageOf(pictures_.at(index)); })),
      history_(new HistoryRow(this, strip_, tr("Iteration %1"))),
      pictures_([this] { return strip_->stepAt(current()); },
                [this] {
                    history_->setSteps(pictures_.steps());
                    Q_EMIT picturesChanged();
                }) {
    stack_ = new PageStack(this, PageStack::Held::ByAll, {frame_, pageWithHistory(toolRow(), pane_, history_, this)});
    columnIn(this, {}, 0, {stack_});
    connect(strip_, &HistorySlider::valueChanged, this, &PicturePage::showKept);
    connect(&PictureStore::get(), &PictureStore::pictureRead, this, [this](const QString& path) {
        strip_->update();
        const bool start = view_ == View::Compare && left_file_.path == path;
        if (current() >= 0 && (start || fromUtf8(pictures_.at(current()).path) == path)) showKept(current());
    });
    connect(pane_, &PicturePane::tryAgain, this, [this] {
        if (current() >= 0 && PictureStore::get().forgive(fromUtf8(pictures_.at(current()).path))) showKept(current());
    });
    connect(grid(), &ImageGrid::activated, this, [this] { grid()->fits() ? grid()->setZoom(1.0) : grid()->setFit(); });
    for (const auto& [each, file] : {std::pair{pane_->grid(), &left_file_}, std::pair{pane_->second(), &right_file_}}) {
        each->setSingle(true);
        each->setSmooth(true);
        each->setGround(Token::Win);
        offerPictures(each, [file = file] { return file->name; });
        each->setFileOf([file = file](int) { return *file; });
    }
    pane_->setName(tr("Painted picture"));
}

ImageGrid* PicturePage::grid() const { return pane_->grid(); }

QWidget* PicturePage::toolRow() {
    auto* tools = new QWidget(this);
    views_->addSegments({tr("Picture"), tr("Compare with start")});
    zoom_ = new ZoomBar(grid(), this);
    auto* whole = new IconButton(QStringLiteral("arrows-maximize"), tr("Full screen; Esc ends it"), this);
    auto* enlarge = new IconButton(QStringLiteral("transform"), tr("Enlarge this picture…"), this);
    pixels_->setCheckable(true);
    save_->setAccessibleName(save_->text());
    save_->setToolTip(tr("Write the picture shown as PNG; kept ones hold the run's settings"));
    auto* row = rowIn(
        tools, {12, 4, 12, 4}, 4,
        {{rowOf({views_, size_, stretch()}, 8), 1}, rowOf({stretch(), zoom_, pixels_, whole, enlarge, save_}, 8)});
    // The form tells the picture's size, too; the button's icon and tip stay.
    const GivesWay save{[this](bool gone) { save_->setText(gone ? QString() : save_->accessibleName()); }};
    tools_ = new Narrowing(this, row, {wholeOf(size_), save, lineOf(row)});
    connect(pixels_, &IconButton::toggled, this, [this](bool squares) {
        for (ImageGrid* each : {pane_->grid(), pane_->second()}) each->setSmooth(!squares);
    });
    connect(enlarge, &IconButton::clicked, this, &PicturePage::askToEnlargeShown);
    connect(views_, &SegmentedBar::currentChanged, this, [this](int i) { setView(static_cast<View>(i)); });
    connect(whole, &IconButton::clicked, this, &PicturePage::toggleFullScreen);
    connect(save_, &QPushButton::clicked, this, [this] {
        if (current() >= 0) askWhereToSave(this, stem(), writer());
    });
    return tools;
}

void PicturePage::add(const PaintedPicture& picture) {
    const bool follow = strip_->value() < 0 || strip_->atNewest();
    const bool transient = !pictures_.empty() && pictures_.at(pictures_.count() - 1).path.empty();
    if (transient && pictures_.at(pictures_.count() - 1).step <= picture.step) pictures_.dropNewest();
    pictures_.add(picture);
    strip_->forget(picture.step);
    history_->setSteps(pictures_.steps());
    strip_->update();
    stack_->setCurrentIndex(1);
    if (follow) showKept(strip_->value());
    Q_EMIT picturesChanged();
}

void PicturePage::clear() {
    pictures_.clear();
    history_->clear();
    strip_->forgetAll();
    pane_->showOne({});
    stack_->setCurrentIndex(0);
    Q_EMIT picturesChanged();
}

int PicturePage::current() const { return strip_->value(); }

QString PicturePage::stem() const {
    return QStringLiteral("iteration-%1").arg(std::max<qint64>(0, strip_->stepAt(current())));
}

void PicturePage::choose(int index) { strip_->setValue(index); }

void PicturePage::setView(View view) {
    view_ = view;
    views_->setCurrent(static_cast<int>(view));
    showKept(current());
}

void PicturePage::setStarts(FrameStarts* starts) {
    starts_ = starts;
    connect(starts, &FrameStarts::changed, this, [this] {
        if (view_ == View::Compare) showKept(current());
    });
}

PicturePage::Beginning PicturePage::beginningOf(const PaintedPicture& picture) const {
    const bool folder = starts_ && starts_->overFolder();
    const auto begun = folder ? starts_->at(picture.step) : std::nullopt;
    const auto from = begun ? starts_->picture(*begun, picture.size) : std::nullopt;
    if (from && !from->image.isNull())
        return {from->image,
                tr("Start, %1").arg(nameText(from->name)),
                {QStringLiteral("start-") + QFileInfo(from->name).completeBaseName()}};
    // Otherwise the earliest that is kept; of a folder's picture that began, of that one.
    int first = 0;
    while (begun && begun->after > 0 && pictures_.at(first).step <= begun->after &&
           pictures_.at(first).step < picture.step)
        ++first;
    const PaintedPicture& start = pictures_.at(first);
    QString words = start.step == 0 && !folder ? tr("Start") : tr("Iteration %1").arg(countText(start.step));
    if (from && !from->problem.isEmpty())
        words = tr("Iteration %1, as its start, %2, cannot be shown. %3")
                    .arg(countText(start.step), nameText(from->name), from->problem);
    return {imageOf(start), words, fileOf(start)};
}

QImage PicturePage::imageOf(const PaintedPicture& picture) const {
    return picture.image.isNull() ? PictureStore::get().picture(fromUtf8(picture.path)) : picture.image;
}

void PicturePage::showKept(int index) {
    if (index < 0 || index >= pictures_.count()) return;
    const PaintedPicture& picture = pictures_.at(index);
    size_->setText(tr("%1 px").arg(sizeWords(picture.size.width(), picture.size.height())));
    tools_->fit();
    const QImage image = imageOf(picture);
    const QString path = fromUtf8(picture.path);
    if (image.isNull()) {
        if (PictureStore::get().unreadable(path)) pane_->showUnreadable(path);
        return;  // being read: what was shown stays
    }
    if (view_ == View::Picture) {
        left_file_ = fileOf(picture);
        pane_->showOne({image});
    } else {
        const Beginning start = beginningOf(picture);
        left_file_ = start.file;
        right_file_ = fileOf(picture);
        pane_->showTwo({start.image}, start.words, {image}, tr("Iteration %1").arg(countText(picture.step)));
    }
    if (screen_) screen_->setPicture(image);
}

PictureWriter PicturePage::writer() const {
    const PaintedPicture& picture = pictures_.at(current());
    if (picture.path.empty()) return [image = picture.image](const QString& path) { return savePng(image, path); };
    return [from = fromUtf8(picture.path), image = picture.image](const QString& path) {
        return copyPng(from, image, path);
    };
}

bool PicturePage::askToEnlargeShown() {
    if (current() < 0) return false;
    const PaintedPicture& picture = pictures_.at(current());
    const QString path = fromUtf8(picture.path);
    askToEnlarge(this, QFileInfo::exists(path) ? path : QString(), imageOf(picture), stem());
    return true;
}

void PicturePage::toggleFullScreen() {
    if (screen_) {
        screen_->close();
        return;
    }
    if (current() < 0) return;
    screen_ = new PictureScreen(window());
    screen_->setPicture(imageOf(pictures_.at(current())));
    screen_->showFullScreen();
}

}  // namespace headroom::ui
