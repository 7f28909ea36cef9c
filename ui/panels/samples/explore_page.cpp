// ExplorePage: each change asks the run for the pictures anew; the newest answer counts.
#include "ui/panels/samples/explore_page.h"

#include "ui/bridge/qt_format.h"
#include "ui/i18n/core_text.h"
#include "ui/panels/export/export_plan.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"

#include <QComboBox>
#include <QRegularExpression>
#include <QRegularExpressionValidator>
#include <QSlider>
#include <QSpinBox>

#include <algorithm>

namespace headroom::ui {

constexpr int kSoonMs = 80;  // a slider that moves asks a dozen times a second
constexpr int kMostSeeds = 8, kMostEach = 16, kNear = 16;

namespace {

/// Each as it was chosen.
template <class Request> void askForAll(const std::vector<Favourite>& favourites, Request& request) {
    for (const Favourite& one : favourites) {
        request.latents.push_back(one.id);
        request.truncations.push_back(one.truncation);
    }
}

}  // namespace

QString latentName(const LatentId& id) {
    return id.seed == 0 ? ExplorePage::tr("fixed latent %1").arg(countText(id.index + 1))
                        : ExplorePage::tr("seed %1, picture %2").arg(id.seed).arg(countText(id.index + 1));
}

ExplorePage::ExplorePage(SessionBridge* bridge, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      ask_(bridge),
      keeping_(this, BackgroundTask::records()),
      reading_(this, BackgroundTask::records()),
      empty_(new EmptyState(QStringLiteral("layout-grid"), tr("Nothing drawn yet"), QString(), this)),
      pane_(new PicturePane(this)),
      seeds_(styled(named(new QLineEdit(QStringLiteral("1, 2, 3, 4"), this), tr("Seeds")), "small")),
      each_(named(new QSpinBox(this), tr("Pictures of each seed"))),
      truncation_(named(new QSlider(Qt::Horizontal, this), tr("Truncation"))),
      truncation_value_(makeLabel("small", this)),
      text_(makeLabel("hint", this, Wrap::On)),  // beside a narrow page's buttons
      near_by_(
          styled(named(new QComboBox(this), tr("Near by"),
                       tr("Near in pixels, or in what a CLIP sees. A data set is shown to a CLIP once, which takes "
                          "a while for a large one.")),
                 "small")),
      progress_(new ProgressRow(tr("Near pictures"), tr("Stop"), this)),
      again_(styled(new QPushButton(tr("Try again"), this), "small")),
      star_(new IconButton(QStringLiteral("star"), tr("Make the chosen picture a favourite"), this)),
      near_(new IconButton(QStringLiteral("photo-search"), tr("Show the training images nearest to the chosen picture"),
                           this)),
      walk_(new IconButton(QStringLiteral("route"), tr("Make the chosen picture an end of the latent walk"), this)),
      only_(new IconButton(QStringLiteral("filter"), tr("Show the favourites alone"), this)),
      save_(new IconButton(QStringLiteral("file-export"), tr("Export the favourites as one picture…"), this)) {
    QWidget* const drawn = boxed(columnOf({tools(), {pane_, 1}, progress_}, 0), this);
    columnIn(this, {}, 0, {empty_->inPlaceOf(drawn)});
    pane_->setName(tr("Latents of several seeds"));
    onRest(soon_, kSoonMs, this, &ExplorePage::ask);
    connect(pane_->grid(), &ImageGrid::currentChanged, this, &ExplorePage::refresh);
    connect(&PictureStore::get(), &PictureStore::full, this, [this] {
        if (!isVisible() && !latents().empty()) showNothing();  // they are drawn again when they are looked at
    });
    for (QPushButton* button : {again_, empty_->addRetry(tr("Try again"))})
        connect(button, &QPushButton::clicked, this, [this] {
            if (tried_ == Tried::Pictures) return ask();
            if (tried_ == Tried::Near) return askRunForNear();
            lookInFeatures(query_);
        });
    for (ImageGrid* grid : {pane_->grid(), pane_->second()}) {
        offerPictures(grid, [] { return QStringLiteral("latents"); });
        connect(grid, &ImageGrid::activated, this, [this] { pane_->grid()->setSingle(!pane_->grid()->single()); });
    }
    near_by_->addItem(tr("Pixels"));
    // As wide as there is room for.
    near_by_->setMinimumContentsLength(3);
    near_by_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    near_by_->setMaximumWidth(scaled(160));
    connect(&looking_, &BackgroundTask::progress, progress_, &ProgressRow::setProgress);
    connect(progress_, &ProgressRow::cancelled, this, [this] {
        looking_.cancel();
        progress_->hide();
        refresh();
    });
    connectBridge();
    refresh();
}

void ExplorePage::connectBridge() {
    connect(bridge_, &SessionBridge::sampleReady, this, &ExplorePage::take);
    connect(bridge_, &SessionBridge::sampleFailed, this, [this](const SampleFailed& failure) {
        if (!ask_.takes(failure)) return;
        problem_ = failure.error;
        tried_ = failure.kind == SampleKind::Nearest ? Tried::Near : Tried::Pictures;
        refresh();
    });
    connect(bridge_, &SessionBridge::runStarted, this, [this](const RunStarted& run) {
        if (run.run_dir != run_dir_) favourites_.clear();
        run_dir_ = run.run_dir;
        readFavourites();
        showNothing();
        problem_ = {};
        looking_.cancel();
        progress_->hide();
        refresh();
    });
    connect(bridge_, &SessionBridge::stateChanged, this, [this] {
        if (isVisible() && latents().empty()) ask();
        refresh();
    });
}

QWidget* ExplorePage::tools() {
    seeds_->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9, ]*")), seeds_));
    seeds_->setMaximumWidth(scaled(140));
    seeds_->setToolTip(
        tr("Up to %Ln seed(s) with commas; each gets a row of its own. 0: the fixed latents", nullptr, kMostSeeds));
    each_->setRange(1, kMostEach);
    each_->setValue(6);
    each_->setSuffix(tr(" of each"));
    truncation_->setRange(5, 150);
    truncation_->setValue(100);
    truncation_->setFixedWidth(scaled(96));
    only_->setCheckable(true);
    star_->setCheckable(true);
    const auto soon = [this] { soon_.start(); };
    connect(seeds_, &QLineEdit::textEdited, this, soon);
    connect(each_, &QSpinBox::valueChanged, this, soon);
    connect(truncation_, &QSlider::valueChanged, this, [this, soon] {
        refresh();
        soon();
    });
    connect(only_, &IconButton::toggled, this, soon);
    connect(star_, &IconButton::clicked, this, [this] {
        if (const LatentId* id = current()) toggleFavourite({*id, drawnAt()});
    });
    connect(near_, &IconButton::clicked, this, [this] {
        if (const auto to = chosenPicture()) showNearest(*to);
    });
    connect(near_by_, &QComboBox::currentIndexChanged, this, &ExplorePage::refresh);
    connect(walk_, &IconButton::clicked, this, [this] {
        if (const auto end = chosenPicture()) Q_EMIT walkWanted(*end);
    });
    connect(save_, &IconButton::clicked, this, [this] {
        const QString path = askWhereToWrite(this, QStringLiteral("pictures"), tr("Export the favourites"),
                                             QStringLiteral("favourites.png"), tr("PNG (*.png)"));
        if (!path.isEmpty()) exportFavourites(path);
    });
    auto* what = rowOf({makeLabel("small", tr("Seeds"), this), seeds_, each_, stretch()}, 8);
    auto* how = rowOf({makeLabel("small", tr("Truncation"), this), truncation_, truncation_value_, stretch()}, 8);
    auto* then = rowOf({{shrinking(text_), 1},
                        again_,
                        star_,
                        near_,
                        {near_by_, 1},
                        walk_,
                        only_,
                        save_,
                        new ZoomBar(pane_->grid(), this)},
                       8);
    auto* both = rowOf({what, {how, 1}}, 16);
    besideWhereWide(both, this, [=] { return 24 + what->sizeHint().width() + how->sizeHint().width() + 2 * 16; });
    return boxed(columnOf({both, then}, 4, {12, 4, 12, 4}), this);
}

SampleRequest ExplorePage::wanted() const {
    SampleRequest out{.kind = SampleKind::Chosen, .truncation = truncation_->value() / 100.0};
    int seeds = 0;
    if (only_->isChecked()) {
        askForAll(favourites_, out);
        return out;
    }
    for (const QString& word : seeds_->text().split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        bool number = false;
        const quint64 seed = word.trimmed().toULongLong(&number);
        if (!number || ++seeds > kMostSeeds) continue;
        for (int i = 0; i < each_->value(); ++i) out.latents.push_back({seed, i});
    }
    return out;
}

const LatentId* ExplorePage::current() const {
    const auto at = static_cast<std::size_t>(std::max(0, pane_->grid()->current()));
    return at < latents().size() ? &latents()[at] : nullptr;
}

double ExplorePage::drawnAt() const {
    const auto at = static_cast<std::size_t>(std::max(0, pane_->grid()->current()));
    return at < drawn_.truncations.size() ? drawn_.truncations[at] : drawn_.truncation;
}

std::optional<WalkEnd> ExplorePage::chosenPicture() const {
    const LatentId* id = current();
    const ImageGrid* grid = pane_->grid();
    return id ? std::optional(WalkEnd{*id, drawnAt(), grid->picture(grid->current())}) : std::nullopt;
}

void ExplorePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    lookForClips();  // one may have been downloaded or deleted
    ask();
}

void ExplorePage::ask() {
    {
        const QSignalBlocker quiet(each_);  // whoever comes here asks for pictures
        // Of the fixed latents alone there may be as many as previews show.
        const bool fixed = seeds_->text().trimmed() == QLatin1String("0");
        each_->setMaximum(fixed ? std::max(kMostEach, static_cast<int>(bridge_->config()->preview_grid)) : kMostEach);
    }
    if (!isVisible() || !ask_.answers()) return refresh();
    SampleRequest request = wanted();
    request.count = static_cast<int>(request.latents.size());
    problem_ = {};
    tried_ = Tried::Pictures;
    if (request.latents.empty()) {
        ask_.forget();
        showNothing();
    } else {
        ask_.send(request);
    }
    refresh();
}

void ExplorePage::showNothing() {
    drawn_ = {};
    share_.hold({});
    pane_->showOne({});
}

void ExplorePage::setServices(Services* services) {
    services_ = services;
    if (isVisible()) lookForClips();
}

void ExplorePage::lookForClips() {
    if (!services_) return;
    listing_.start([services = services_] { return services->list_models(); },
                   [this](const std::vector<KnownModel>& models) {
                       QSignalBlocker quiet(near_by_);
                       const QVariant chosen = near_by_->currentData();
                       while (near_by_->count() > 1) near_by_->removeItem(1);
                       for (const KnownModel& model : models)
                           if (model.kind == "clip" && model.is_here())
                               near_by_->addItem(tr("CLIP, %1").arg(coreText(model.name)), fromUtf8(model.path));
                       near_by_->setCurrentIndex(std::max(0, near_by_->findData(chosen)));
                       quiet.unblock();
                       refresh();
                   });
}

bool ExplorePage::canShowNearest() const {
    return (ask_.answers() || near_by_->currentIndex() > 0) && !looking_.running();
}

void ExplorePage::showNearest(const WalkEnd& to) {
    near_to_ = {to.id, to.truncation};
    const QString clip = near_by_->currentData().toString();
    if (clip.isEmpty()) return askRunForNear();
    if (!services_) return;
    query_ = {*bridge_->config(), toBuffer(to.picture), kNear, clip.toStdString()};
    if (bridge_->place().elsewhere) query_.config.device = "cpu";  // this process has no part in that run's device
    lookInFeatures(query_);
}

void ExplorePage::askRunForNear() {
    problem_ = {};
    tried_ = Tried::Near;
    ask_.send({.kind = SampleKind::Nearest,
               .count = kNear,
               .truncation = near_to_.truncation,  // of the picture that was chosen, also while the slider moves
               .latents = {near_to_.id}});
    refresh();
}

void ExplorePage::lookInFeatures(const NearestQuery& query) {
    problem_ = {};
    tried_ = Tried::Features;
    progress_->begin(tr("Showing CLIP the data set"));
    looking_.start(
        [services = services_, query](const BackgroundTask::Report& report, std::stop_token stop) {
            return services->nearest_in_features(query, report, std::move(stop));
        },
        [this, chosen = query.picture](const Result<NearestFound>& found) {
            progress_->hide();
            if (!found) {
                problem_ = found.error();
                return refresh();
            }
            ask_.forget();  // what was asked for before would take the place of these
            const double nearest = found->nearest.empty() ? 0 : 1 - found->nearest.front().distance;
            showNear(
                {chosen}, found->pictures,
                tr("The training images nearest to CLIP; the first has a cosine of %1").arg(numberText(nearest, 3)));
        });
    refresh();
}

void ExplorePage::showNear(const ImageList& chosen, const ImageList& near, const QString& words) {
    share_.hold(toImages(chosen) + toImages(near));
    pane_->showTwo(toImages(chosen), tr("The chosen picture"), toImages(near), words);
    drawn_ = {.kind = SampleKind::Nearest, .truncation = near_to_.truncation, .latents = {near_to_.id}};
    refresh();
}

void ExplorePage::take(const SampleReady& sample) {
    if (!ask_.takes(sample)) return;
    if (sample.kind == SampleKind::Nearest) {
        const double nearest = sample.nearest.empty() ? 0 : sample.nearest.front().distance;
        return showNear(
            sample.ema, sample.raw,
            tr("The nearest training images; the first differs by %1 % per pixel").arg(numberText(nearest * 100, 1)));
    }
    step_ = sample.step;
    drawn_ = ask_.asked();
    pane_->grid()->setColumns(only_->isChecked() || each_->value() > kMostEach ? 0 : each_->value());
    const QList<QImage> drawn = toImages(sample.ema.empty() ? sample.raw : sample.ema);
    share_.hold(drawn);
    pane_->showOne(drawn);
    refresh();
}

bool ExplorePage::isFavourite(const Favourite& one) const {
    return std::ranges::find(favourites_, one) != favourites_.end();
}

void ExplorePage::toggleFavourite(const Favourite& one) {
    if (std::erase(favourites_, one) == 0) favourites_.push_back(one);
    keepFavourites();
    refresh();
}

std::string ExplorePage::otherHost() const {
    const SessionPlace place = bridge_->place();
    return place.same_machine ? std::string() : place.host;
}

void ExplorePage::readFavourites() {
    if (!services_ || run_dir_.empty()) return;
    reading_.start(
        [services = services_, dir = run_dir_, host = otherHost()] { return services->favourites(dir, host); },
        [this](std::vector<Favourite> kept) {
            // What was starred meanwhile comes to them.
            const std::vector<Favourite> starred = std::exchange(favourites_, std::move(kept));
            const std::size_t before = favourites_.size();
            for (const Favourite& one : starred)
                if (!isFavourite(one)) favourites_.push_back(one);
            if (favourites_.size() > before) keepFavourites();
            only_->isChecked() ? ask() : refresh();
        });
}

void ExplorePage::keepFavourites() {
    if (!services_ || run_dir_.empty() || reading_.running()) return;  // those that are being read come first
    keeping_.start([services = services_, dir = run_dir_, kept = favourites_,
                    host = otherHost()] { return services->keep_favourites(dir, kept, host); },
                   [this](const Result<void>& saved) {
                       if (saved) return;
                       Q_EMIT bridge_->notice(QStringLiteral("favourites"), coreText(saved.error().message),
                                              coreText(saved.error().hint));
                   });
}

void ExplorePage::exportFavourites(const QString& path) {
    if (!services_ || favourites_.empty()) return;
    ExportRequest request = exportRequest(ExportKind::Grid, fromUtf8(run_dir_), path, "png", bridge_->place());
    askForAll(favourites_, request);
    request.cols = std::max(1, std::min(8, static_cast<int>(favourites_.size())));
    FileRow::of(this)->write(services_, request);
}

void ExplorePage::refresh() {
    const bool able = ask_.answers();
    if (!able && tried_ != Tried::Features) problem_ = {};  // what has ended answers no more
    // Where nothing is asked for, the fields stay that ask for something.
    empty_->giveWay(!latents().empty() || (able && wanted().latents.empty()));
    const bool failed = !problem_.message.empty();
    const QString why = failed ? errorText(problem_) : QString();
    if (failed)
        empty_->sayTrouble(tr("The pictures could not be drawn"), why);
    else
        empty_->say(tr("Nothing drawn yet"), bridge_->state() == RunState::Lent
                                                 ? tr("The model is parked in RAM; Resume first")
                                             : able ? tr("Latents of several seeds appear here, side by side.")
                                                    : tr("Start a run first: its generator draws them"));
    again_->setVisible(failed);
    restyle(text_, "role", failed ? "bad" : "hint");
    text_->setToolTip(why);
    const bool as_chosen = only_->isChecked();  // each at its own
    truncation_->setEnabled(!as_chosen);
    truncation_->setToolTip(as_chosen ? tr("Each favourite is drawn at the truncation at which it was chosen")
                                      : tr("Latents times this: below 1 more alike and cleaner, above 1 more varied"));
    truncation_value_->setText(numberText(as_chosen ? drawnAt() : truncation_->value() / 100.0, 2));
    const LatentId* id = current();
    star_->setChecked(id && isFavourite({*id, drawnAt()}));
    for (IconButton* button : {star_, walk_}) button->setEnabled(id);
    const bool here = bridge_->place().same_machine;  // where the data set is
    if (!here) near_by_->setCurrentIndex(0);
    near_by_->setEnabled(here && near_by_->count() > 1);
    near_->setEnabled(id && canShowNearest());
    save_->setEnabled(services_ && !favourites_.empty());
    only_->setEnabled(only_->isChecked() || !favourites_.empty());
    only_->setToolTip(favourites_.empty()
                          ? tr("There are no favourites yet; the star makes one")
                          : tr("Show the %Ln favourite(s) alone", nullptr, static_cast<int>(favourites_.size())));
    text_->setText(failed                     ? coreText(problem_.message)
                   : !able                    ? tr("Drawn at step %1; the run draws no more now").arg(countText(step_))
                   : id                       ? capitalised(latentName(*id))
                   : wanted().latents.empty() ? tr("Nothing is chosen to be drawn")
                                              : QString());
}

}  // namespace headroom::ui
