// SamplesPage: the grid of fixed latents, or of pictures above their reconstructions, with its tool row.
#include "ui/panels/samples/samples_page.h"

#include "core/api/sample_name.h"
#include "ui/bridge/qt_format.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/narrowing.h"
#include "ui/widgets/segmented_bar.h"

#include <QComboBox>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

SampleSet::SampleSet(const SampleReady& sample) : SampleReady(sample), averaged(!sample.ema.empty()) {
    const ImageList& pictures = averaged ? ema : raw;
    count = static_cast<int>(pictures.size());
    if (count > 0) cell = {pictures.front().width, pictures.front().height};
}

SampleSet::SampleSet(std::int64_t at, const std::string& sheet, int pictures, bool of_averaged)
    : stored(true), averaged(of_averaged), count(pictures) {
    step = at;
    path = sheet;
}

QList<QImage> SampleSet::cut(const QImage& sheet) const {
    if (!cell.isEmpty() || sheet.isNull()) return cutSheet(sheet, cell, count);
    // As the engine lays sheets out: as many columns as rows or one more, 2 px apart.
    const int columns = std::max(1, static_cast<int>(std::ceil(std::sqrt(count)))),
              rows = (count + columns - 1) / columns;
    const bool even = (sheet.width() - 2) % columns == 0 && (sheet.height() - 2) % rows == 0;
    const QSize one((sheet.width() - 2) / columns - 2, (sheet.height() - 2) / rows - 2);
    return even && !one.isEmpty() ? cutSheet(sheet, one, count) : QList<QImage>{sheet};
}

std::int64_t SampleSet::bytes() const {
    std::int64_t sum = 0;
    for (const ImageList* list : {&ema, &raw})
        for (const ImageBuffer& picture : *list)
            sum += picture.pixels ? static_cast<std::int64_t>(picture.pixels->size()) : 0;
    return sum;
}

void SampleSet::letGo() {
    ema.clear();
    raw.clear();
    stored = true;
}

SamplesPage::SamplesPage(QWidget* parent)
    : QWidget(parent),
      empty_(new EmptyState(QStringLiteral("photo"), tr("No pictures yet"), QString(), this)),
      pane_(new PicturePane(this)),
      views_(named(new SegmentedBar(true, this), tr("View"))),
      which_(named(new SegmentedBar(true, this), tr("Weights"))),
      against_(styled(named(new QComboBox(this), tr("Compare with")), "small")),
      count_(makeLabel("hint", this)),
      history_(new HistoryRow(this)),
      sets_([this] { return shownStep(); }, [this] { history_->setSteps(sets_.steps()); }) {
    connect(empty_->addButton(tr("Look at the real images"), QStringLiteral("photo-search")), &QPushButton::clicked,
            this, &SamplesPage::realImagesRequested);
    columnIn(this, {}, 0, {empty_->inPlaceOf(pageWithHistory(toolRow(), pane_, history_, this))});
    setEmptyText(tr("The grid of fixed latents appears here after the start."));

    connect(history_->slider(), &HistorySlider::valueChanged, this, &SamplesPage::showSet);
    connect(&PictureStore::get(), &PictureStore::pictureRead, this, [this](const QString& path) {
        const int shown = history_->slider()->value();
        if (shown >= 0 && fromUtf8(sets_.at(shown).path) == path) showSet(shown);
    });
    connect(pane_->grid(), &ImageGrid::viewChanged, this, &SamplesPage::refreshCount);
    connect(pane_->grid(), &ImageGrid::activated, this, [this] { toggle(View::Single); });
    offerPictures(
        pane_->grid(), [this] { return stem(); },
        [this](QMenu* menu, int index) { Q_EMIT latentMenuWanted(menu, index); });
    offerPictures(pane_->second(), [this] { return stem(); });
    pane_->setName(tr("Samples"));
    connect(pane_, &PicturePane::tryAgain, this, [this] {
        const int shown = history_->slider()->value();
        if (shown >= 0 && PictureStore::get().forgive(fromUtf8(sets_.at(shown).path)))
            showSet(shown);
        else if (view_ == View::Compare)
            Q_EMIT realPicturesWanted(true);
    });
}

QWidget* SamplesPage::toolRow() {
    views_->addSegments({tr("Grid"), tr("Single"), tr("Compare")});
    which_->addSegments({tr("EMA"), tr("Raw")});
    against_->addItems({tr("EMA beside raw"), tr("Beside real images")});
    against_->hide();
    auto* zoom = new ZoomBar(pane_->grid(), this);
    auto* enlarge = new IconButton(QStringLiteral("transform"), tr("Enlarge what is shown…"), this);
    zoom->layout()->addWidget(enlarge);
    auto* row = rowOf({{rowOf({views_, which_, against_, count_, stretch()}, 8), 1}, {zoom, 0, Qt::AlignRight}}, 4,
                      {12, 4, 12, 4});
    QWidget* box = boxed(row, this);
    const auto narrow = [this] { return width() < scaled(700); };
    tools_ = new Narrowing(this, row, {lineOf(row), wholeOf(count_, narrow)});
    connect(enlarge, &IconButton::clicked, this, [this] { enlargeShown(pane_->grid(), stem()); });
    connect(views_, &SegmentedBar::currentChanged, this, [this](int i) { setView(static_cast<View>(i)); });
    connect(which_, &SegmentedBar::currentChanged, this, [this](int i) { setWeights(static_cast<Weights>(i)); });
    connect(against_, &QComboBox::currentIndexChanged, this, [this] { setView(view_); });
    return box;
}

void SamplesPage::setEmptyText(const QString& text) { empty_->setText(text); }

void SamplesPage::addSample(const SampleReady& sample) {
    sets_.add(sample);
    showAdded();
}

void SamplesPage::showAdded() {
    const bool follow = history_->slider()->value() < 0 || history_->slider()->atNewest();
    history_->setSteps(sets_.steps());
    choosePage();
    if (follow) showSet(history_->slider()->value());
}

void SamplesPage::addPast(const std::vector<std::string>& sheets, int count, bool averaged) {
    const QList<qint64> known = sets_.steps();
    for (const std::string& sheet : sheets) {
        const auto step = step_of_sample(sheet);
        if (!step || known.contains(*step) || (!known.isEmpty() && *step > known.last())) continue;
        sets_.add(SampleSet(*step, sheet, count, averaged));
    }
    showAdded();
}

void SamplesPage::setRealImages(const ImageList& images, bool awaited, const QString& problem) {
    real_ = images;
    real_awaited_ = awaited;
    real_problem_ = problem;
    if (view_ == View::Compare) showSet(history_->slider()->value());
}

void SamplesPage::clear() {
    sets_.clear();
    history_->clear();
    pane_->showOne({});
    choosePage();
}

void SamplesPage::choosePage() { empty_->giveWay(shown_ && !sets_.empty()); }

void SamplesPage::setShown(bool on) {
    shown_ = on;
    choosePage();
}

void SamplesPage::setReconstructions(bool on) {
    if (on == reconstructs_) return;
    reconstructs_ = on;
    pane_->setName(on ? tr("Reconstructions") : tr("Samples"));
    views_->button(2)->setToolTip(on ? tr("Pictures beside their reconstructions") : QString());
    setView(view_);
}

void SamplesPage::setView(View view) {
    view_ = view;
    views_->setCurrent(static_cast<int>(view));
    against_->setVisible(view == View::Compare && !reconstructs_);
    const bool real = reconstructs_ || against_->currentIndex() == 1;
    which_->setVisible(view != View::Compare || real);
    pane_->grid()->setSingle(view == View::Single);
    pane_->second()->setSingle(false);
    showSet(history_->slider()->value());
    Q_EMIT realPicturesWanted(view == View::Compare && real && !reconstructs_);
}

void SamplesPage::setWeights(Weights weights) {
    weights_ = weights;
    which_->setCurrent(static_cast<int>(weights));
    showSet(history_->slider()->value());
}

QList<QImage> SamplesPage::pictures(const SampleSet& set, Weights weights) const {
    if (set.stored) {
        const bool there = set.averaged == (weights == Weights::Ema);
        return there ? set.cut(PictureStore::get().picture(fromUtf8(set.path))) : QList<QImage>();
    }
    const bool ema = weights == Weights::Ema && set.averaged;
    return toImages(ema || set.raw.empty() ? set.ema : set.raw);
}

void SamplesPage::showSet(int index) {
    if (index < 0 || index >= sets_.count()) return;
    const SampleSet& sample = sets_.at(index);
    which_->button(0)->setEnabled(sample.averaged);
    which_->button(0)->setToolTip(sample.averaged ? tr("Pictures of the averaged weights")
                                                  : tr("EMA is off: set its half-life above 0"));
    const bool raw = !sample.stored || !sample.averaged;
    which_->button(1)->setEnabled(raw);
    which_->button(1)->setToolTip(raw ? tr("Pictures of the weights as they are trained")
                                      : tr("Of this step only the averaged weights' pictures are on disk"));
    if (!which_->button(static_cast<int>(weights_))->isEnabled()) {
        weights_ = sample.averaged ? Weights::Ema : Weights::Raw;
        which_->setCurrent(static_cast<int>(weights_));
    }
    const QString path = fromUtf8(sample.path);
    const bool missing = sample.stored && PictureStore::get().picture(path).isNull();
    if (missing && !PictureStore::get().unreadable(path))
        return;  // it is being read: what was shown stays until it is there
    if (missing)
        pane_->showUnreadable(path);
    else if (view_ != View::Compare)
        pane_->showOne(pictures(sample, weights_));
    else
        showBeside(sample);
    refreshCount();
}

void SamplesPage::showBeside(const SampleSet& sample) {
    if (reconstructs_) {
        QList<QImage> above, below;
        for (const QImage& pair : pictures(sample, weights_)) {
            above << pair.copy(0, 0, pair.width(), pair.height() / 2);
            below << pair.copy(0, pair.height() / 2, pair.width(), pair.height() / 2);
        }
        pane_->showTwo(above, tr("Pictures"), below,
                       weights_ == Weights::Ema ? tr("Reconstructions, EMA") : tr("Reconstructions"));
    } else if (against_->currentIndex() == 0) {
        pane_->showTwo(pictures(sample, Weights::Ema), tr("EMA"), pictures(sample, Weights::Raw),
                       sample.stored ? tr("Raw, kept of the newest steps only") : tr("Raw"));
    } else {
        const QString left = weights_ == Weights::Ema ? tr("Samples, EMA") : tr("Samples, raw");
        if (real_.empty() && !real_problem_.isEmpty())
            return pane_->showTrouble(pictures(sample, weights_), left, tr("The real images cannot be read"),
                                      real_problem_);
        pane_->showTwo(pictures(sample, weights_), left, toImages(real_),
                       real_awaited_ && real_.empty() ? tr("Real images, loading") : tr("Real images"));
    }
}

qint64 SamplesPage::shownStep() const { return history_->slider()->stepAt(history_->slider()->value()); }

QString SamplesPage::stem() const { return QStringLiteral("step-%1").arg(std::max<qint64>(0, shownStep())); }

void SamplesPage::refreshCount() {
    const ImageGrid* grid = pane_->grid();
    const int first = grid->firstVisible(), last = first + grid->visibleCount();
    const QString all = ui::countText(static_cast<int>(grid->images().size()));
    const QString one = ui::countText(grid->current() + 1), to = ui::countText(last);
    const QString from = ui::countText(first + 1);
    const QString which = first == 0 ? tr("%1 of %2").arg(to, all) : tr("%1–%2 of %3").arg(from, to, all);
    QString text;
    if (reconstructs_)
        text = view_ == View::Single    ? tr("Picture %1 of %2, above its reconstruction").arg(one, all)
               : view_ == View::Compare ? tr("%1 fixed pictures, reconstructions beside them").arg(which)
                                        : tr("%1 fixed pictures, each above its reconstruction").arg(which);
    else
        text = view_ == View::Single ? tr("Latent %1 of %2, eval mode").arg(one, all)
               : first == 0          ? tr("%1 of %2 fixed latents, eval mode").arg(to, all)
                                     : tr("%1–%2 of %3 fixed latents, eval mode").arg(from, to, all);
    count_->setText(grid->images().isEmpty() ? QString() : text);
    tools_->fit();
}

}  // namespace headroom::ui
