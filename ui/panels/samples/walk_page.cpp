// WalkPage: frames between random latents, made by the run on request and played here.
#include "ui/panels/samples/walk_page.h"

#include "ui/bridge/qt_format.h"
#include "ui/i18n/core_text.h"
#include "ui/panels/export/export_plan.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QSlider>
#include <QSpinBox>

#include <algorithm>

namespace headroom::ui {

constexpr int kFewestFrames = 8, kMostFrames = 240;

WalkPage::WalkPage(SessionBridge* bridge, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      ask_(bridge),
      empty_(new EmptyState(QStringLiteral("route"), tr("No walk yet"), QString(), this)),
      again_(styled(makeButton(tr("New walk"), QStringLiteral("route"), this), "small")),
      seed_(named(new QSpinBox(this), tr("Seed of the walk"))),
      count_(named(new QSpinBox(this), tr("Frames of the walk"))),
      closed_(new QCheckBox(tr("Back to the first"), this)),
      clear_(styled(makeButton({}, QStringLiteral("x"), this), "small")),
      chips_(new WalkEnds(this)),
      grid_(named(new ImageGrid(this), tr("Latent walk"))),
      play_(new IconButton(QStringLiteral("player-play"), tr("Play the walk"), this)),
      save_(new IconButton(QStringLiteral("file-export"), tr("Export the walk as an animation…"), this)),
      slider_(named(new QSlider(Qt::Horizontal, this), tr("Frame of the walk"))),
      text_(makeLabel("small", this)),
      note_(makeLabel("hint", this, Wrap::On)) {
    make_ = empty_->addButton(tr("Make a walk"), QStringLiteral("route"));
    setUpControls();
    grid_->setSingle(true);
    auto* full = columnOf({rowOf({seed_, count_, again_, stretch(), new ZoomBar(grid_, this)}, 8, {12, 0, 12, 0}),
                           {grid_, 1},
                           rowOf({play_, {slider_, 1}, text_, save_}, 8, {12, 4, 12, 4})},
                          4, {0, 4, 0, 0});
    // Above both: ends are chosen before there is a walk.
    head_ = boxed(columnOf({rowOf({clear_, closed_, stretch()}, 8), chips_, note_}, 4, {12, 4, 12, 4}), this);
    columnIn(this, {}, 0, {head_, {empty_->inPlaceOf(boxed(full, this)), 1}});
    onRoom(this, [this] { fitHead(); });
    timer_.setInterval(66);
    connect(&timer_, &QTimer::timeout, this,
            [this] { isVisible() ? showFrame((slider_->value() + 1) % qMax(1, frameCount())) : setPlaying(false); });
    connect(make_, &QPushButton::clicked, this, &WalkPage::requestWalk);
    connect(again_, &QPushButton::clicked, this, [this] {
        const bool as_before = seed_->value() == static_cast<int>(shown_.seed) && count_->value() == shown_.count;
        if (ends_.size() < 2 && as_before) seed_->setValue(seed_->value() + 1);
        requestWalk();
    });
    connect(play_, &IconButton::clicked, this, [this] { setPlaying(!playing()); });
    connect(slider_, &QSlider::valueChanged, this, &WalkPage::showFrame);
    offerPictures(grid_, [] { return QStringLiteral("walk"); });
    connectBridge();
    refresh();
}

void WalkPage::setUpControls() {
    seed_->setRange(1, 1000000);
    seed_->setGroupSeparatorShown(true);
    seed_->setPrefix(tr("Seed "));
    count_->setRange(kFewestFrames, kMostFrames);
    count_->setValue(60);
    count_->setSuffix(tr(" frames"));
    count_->setToolTip(tr("At most as many as half of the memory for pictures has room for"));
    closed_->setChecked(true);
    closed_->setToolTip(tr("The walk ends where it began; otherwise at its last end"));
    clear_->setToolTip(tr("Forget the chosen ends and walk between random latents"));
    connect(clear_, &QPushButton::clicked, this, [this] {
        ends_.clear();
        showEnds();
    });
    connect(chips_, &WalkEnds::removed, this, [this](int index) {
        ends_.erase(ends_.begin() + index);
        showEnds();
    });
    connect(chips_, &WalkEnds::moved, this, [this](int from, int to) {
        const auto at = [this](int index) { return ends_.begin() + index; };
        if (from < to)
            std::rotate(at(from), at(from + 1), at(to + 1));
        else
            std::rotate(at(to), at(from), at(from + 1));
        showEnds();
    });
    connect(save_, &IconButton::clicked, this, [this] {
        const QString path = askWhereToWrite(this, QStringLiteral("pictures"), tr("Export the walk"),
                                             QStringLiteral("walk.webp"), tr("Animations (*.webp *.gif *.mp4)"));
        if (!path.isEmpty()) exportWalk(path);
    });
}

int WalkPage::mostFrames() const {
    const TrainConfig& config = *bridge_->config();
    const qint64 frame = config.image_size * config.image_size * config.channels();
    return static_cast<int>(std::clamp<qint64>(PictureStore::get().limit() / 2 / frame, kFewestFrames, kMostFrames));
}

void WalkPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    count_->setMaximum(mostFrames());
    if (!let_go_ || !ask_.answers() || ask_.waiting()) return;
    problem_ = {};
    ask_.send(shown_);
    refresh();
}

void WalkPage::connectBridge() {
    connect(&PictureStore::get(), &PictureStore::full, this, [this] {
        if (isVisible() || frames_.isEmpty()) return;
        let_go_ = true;
        setPlaying(false);
        showPictures({});
        refresh();
    });
    connect(bridge_, &SessionBridge::runStarted, this, [this](const RunStarted& run) {
        if (run.run_dir != run_dir_) {
            ends_.clear();
            setPlaying(false);
            showPictures({});
            let_go_ = false;
        }
        run_dir_ = run.run_dir;
        checkpoint_ = -1;
        showEnds();
    });
    connect(bridge_, &SessionBridge::checkpointSaved, this, [this](const CheckpointSaved& saved) {
        checkpoint_ = saved.step;
        showNote();
    });
    connect(bridge_, &SessionBridge::stateChanged, this, &WalkPage::refresh);
    connect(bridge_, &SessionBridge::sessionReady, this, &WalkPage::refresh);
    connect(bridge_, &SessionBridge::sampleReady, this, [this](const SampleReady& sample) {
        if (!ask_.takes(sample)) return;
        step_ = sample.step;
        shown_ = ask_.asked();
        let_go_ = false;
        showPictures(toImages(sample.ema.empty() ? sample.raw : sample.ema));
        problem_ = {};
        refresh();
        showFrame(0);
        setPlaying(isVisible() && frameCount() > 1 && !Theme::get().reducedMotion());
    });
    connect(bridge_, &SessionBridge::sampleFailed, this, [this](const SampleFailed& failure) {
        if (!ask_.takes(failure)) return;
        problem_ = failure.error;
        refresh();
    });
}

void WalkPage::requestWalk() {
    count_->setMaximum(mostFrames());
    SampleRequest request{.kind = SampleKind::Walk,
                          .count = count_->value(),
                          .seed = static_cast<std::uint64_t>(seed_->value()),
                          .truncation = truncation()};
    if (ends_.size() >= 2) {
        request.latents = ends();
        request.closed = closed_->isChecked();
        if (!alike())
            for (const WalkEnd& end : ends_) request.truncations.push_back(end.truncation);
    }
    problem_ = {};
    ask_.send(request);
    refresh();
}

void WalkPage::addEnd(const WalkEnd& end) {
    ends_.push_back(end);
    QImage& picture = ends_.back().picture;  // its chip needs no more, and a large one would be held for it
    if (std::max(picture.width(), picture.height()) > WalkEnds::kMostSide)
        picture =
            picture.scaled(WalkEnds::kMostSide, WalkEnds::kMostSide, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    showEnds();
}

void WalkPage::showEnds() {
    chips_->setEnds(ends_);
    refresh();
    fitHead();
}

/// What is too high for a low window scrolls with the page.
void WalkPage::fitHead() { head_->setMinimumHeight(head_->isHidden() ? 0 : head_->heightForWidth(width())); }

std::vector<LatentId> WalkPage::ends() const {
    std::vector<LatentId> out;
    for (const WalkEnd& end : ends_) out.push_back(end.id);
    return out;
}

double WalkPage::truncation() const {
    return ends_.size() >= 2 ? ends_.front().truncation : bridge_->config()->preview_truncation;
}

bool WalkPage::alike() const {
    return std::ranges::all_of(ends_, [&](const WalkEnd& end) { return end.truncation == ends_.front().truncation; });
}

void WalkPage::showNote() {
    QStringList sentences;
    const bool through = ends_.size() >= 2;
    if (through)
        sentences << (alike()
                          ? tr("Drawn at truncation %1, as the ends were chosen.").arg(numberText(truncation(), 2))
                          : tr("The ends were chosen at different truncations; between them it changes with the way."));
    if (frameCount() > 0)
        sentences << (checkpoint_ < 0
                          ? tr("An export is drawn by the newest checkpoint, not by the weights of this moment.")
                      : checkpoint_ == step_
                          ? tr("An export is drawn by the newest checkpoint, which is of the same step.")
                          : tr("An export is drawn by the newest checkpoint, of step %1.").arg(countText(checkpoint_)));
    sayOrHide(note_, sentences.join(QLatin1Char(' ')));
    head_->setVisible(!ends_.empty() || !sentences.isEmpty());
    fitHead();
}

void WalkPage::exportWalk(const QString& path) {
    if (!services_ || run_dir_.empty()) return;
    const std::string format = QFileInfo(path).suffix().toLower().toStdString();
    ExportRequest request = exportRequest(ExportKind::Walk, fromUtf8(run_dir_), path, format, bridge_->place());
    // The walk that is shown, whatever is chosen for the next one.
    request.max_frames = shown_.count;
    request.seed = shown_.seed;
    request.truncation = shown_.truncation;
    request.truncations = shown_.truncations;
    request.latents = shown_.latents;
    request.closed = shown_.closed;
    request.seconds_per_frame = timer_.interval() / 1000.0;
    FileRow::of(this)->write(services_, request);
}

void WalkPage::showPictures(const QList<QImage>& frames) {
    frames_ = frames;
    share_.hold(frames_);
    grid_->setImages(frames_);
    slider_->setRange(0, qMax(0, frameCount() - 1));
    empty_->giveWay(!frames_.isEmpty());
}

void WalkPage::showFrame(int frame) {
    const QSignalBlocker quiet(slider_);
    slider_->setValue(frame);
    grid_->setCurrent(frame);
    showText();
}

/// The frame that is shown, or why the walk that was asked for did not come.
void WalkPage::showText() {
    const bool failed = !problem_.message.empty();
    setMessage(text_,
               failed ? tr("The walk could not be made: %1").arg(coreText(problem_.message))
                      : tr("Frame %1 of %2, step %3")
                            .arg(countText(slider_->value() + 1), countText(frameCount()), countText(step_)),
               failed);
}

void WalkPage::setPlaying(bool on) {
    on ? timer_.start() : timer_.stop();
    play_->setIconName(on ? QStringLiteral("player-pause") : QStringLiteral("player-play"));
    play_->setToolTip(on ? tr("Hold the walk") : tr("Play the walk"));
    play_->setAccessibleName(play_->toolTip());
}

void WalkPage::refresh() {
    const RunState state = bridge_->state();
    const bool able = ask_.answers();
    const QString reason = state == RunState::Lent ? tr("The model is parked in RAM; Resume first")
                           : able                  ? QString()
                                                   : tr("Start a run first: a walk needs its generator");
    if (!able) {  // what has ended or lent its device answers no more
        ask_.giveUp();
        problem_ = {};
    }
    for (QPushButton* button : {make_, again_}) {
        button->setEnabled(able && !ask_.waiting());
        button->setToolTip(able ? ends_.size() >= 2 ? tr("Pictures on a line through the chosen ends")
                                                    : tr("Pictures on a line between random latents")
                                : reason);
    }
    const auto ends = static_cast<int>(ends_.size());
    clear_->setVisible(ends > 0);
    clear_->setText(ends == 1 ? tr("One chosen end, add another") : tr("Through %Ln chosen end(s)", nullptr, ends));
    closed_->setVisible(ends >= 2);
    seed_->setVisible(ends < 2);
    save_->setEnabled(services_ && !run_dir_.empty());
    again_->setText(ask_.waiting() ? tr("Making it…") : tr("New walk"));
    const bool failed = !problem_.message.empty();
    make_->setText(failed ? tr("Try again") : tr("Make a walk"));
    if (ask_.waiting() || !failed)
        empty_->say(ask_.waiting() ? tr("Making %Ln frame(s)", nullptr, static_cast<int>(count_->value()))
                                   : tr("No walk yet"),
                    able ? tr("A walk shows how the pictures change between random latents.") : reason);
    else
        empty_->sayTrouble(tr("The walk could not be made"), errorText(problem_));
    showText();
    showNote();
}

}  // namespace headroom::ui
