// RunCompare: curves, averaged over windows of steps so that their course is seen, and differing settings.
#include "ui/panels/runs/run_compare.h"

#include "core/api/sample_name.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"
#include "ui/panels/export/file_row.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/flow_row.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/small_header.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QSlider>
#include <QStandardItemModel>
#include <QTreeView>

#include <cmath>
#include <limits>

namespace headroom::ui {
namespace {

constexpr int kMostDifferences = 7;

/// Step of the newest kept picture, as its file is named ("step-00004200.png").
std::int64_t sampleStep(const RunHistory& run) {
    const auto step = run.sample_paths.empty() ? std::nullopt : step_of_sample(run.sample_paths.back());
    return step.value_or(run.info.step);
}

}  // namespace

RunCompare::RunCompare(Services* services, QWidget* parent)
    : QWidget(parent),
      services_(services),
      trouble_(new NoticeBar(Tone::Err, {}, {}, this)),
      empty_(new EmptyState(QStringLiteral("chart-line"), tr("Check two or more runs"),
                            tr("Their curves, memory and settings are laid side by side here."), this)),
      title_(makeLabel("strong", this)),
      caption_(makeLabel("small", this, Wrap::On)),  // not as wide as it likes at the cost of the table of runs
      metrics_(styled(named(new QComboBox(this), tr("Curve")), "small")),
      axis_(styled(named(new QComboBox(this), tr("Axis")), "small")),
      smoothing_(named(new QSlider(Qt::Horizontal, this), tr("Smoothing of the curves"),
                       tr("Weight of the past in the curves, 0 to 0.99"))),
      log_(new IconButton(QStringLiteral("chart-line"), tr("Logarithmic scale"), this)),
      save_(new IconButton(QStringLiteral("file-export"), tr("Save the comparison: curves or figures"), this)),
      legend_(new CompareLegend(this)),
      plot_(new PlotView(this)),
      pictures_(new ComparePictures(this)),
      upper_(plot_->addRect(0.66)),
      lower_(plot_->addRect(0.34)),
      difference_model_(new QStandardItemModel(this)),
      differences_(new QTreeView(this)) {
    plot_->setAccessibleRows([this] {  // as the legend says
        std::vector<AccessibleRow> rows;
        const QStringList names = legend_->names(), values = legend_->values();
        for (qsizetype i = 0; i < names.size(); ++i) rows.push_back({names[i], values.value(i), {}});
        return rows;
    });
    lower_->axis(QCPAxis::atLeft)->ticker()->setTickCount(3);  // it is low
    plot_->setRightMargin(20);                                 // its curves have their names in the legend
    setUpTable(differences_, tr("Settings that differ"));
    differences_->setModel(difference_model_);
    differences_->setHeader(new SmallHeader(differences_));
    auto* full = new QWidget(this);
    caption_->setContentsMargins(16, 4, 16, 0);
    columnIn(full, {}, 0,
             {rowOf({title_, stretch()}, 8, {16, 8, 12, 4}),
              differences_,
              controls(),
              caption_,
              legend_,
              {plot_, 3},
              pictures_});
    plot_->setMinimumHeight(160);  // where that leaves no room for the rest it is scrolled to
    columnIn(this, {}, 0, {trouble_, {empty_->inPlaceOf(makeScroll(full, this)), 1}});
    trouble_->hide();
    connect(trouble_->addButton(tr("Try again")), &QPushButton::clicked, this, &RunCompare::readAgainRequested);
    connect(plot_, &PlotView::overlayNeeded, this, &RunCompare::showValues);
    connect(plot_, &PlotView::crosshairMoved, this, &RunCompare::showValues);
    connect(plot_, &PlotView::logToggled, log_, &IconButton::toggle);
    connect(&Theme::get(), &Theme::changed, this, &RunCompare::drawCurves);
    refresh();
}

QWidget* RunCompare::controls() {
    smoothing_->setRange(0, 99);
    smoothing_->setFixedWidth(scaled(72));
    log_->setCheckable(true);
    keep(smoothing_, QStringLiteral("compare/smoothing"));
    keep(log_, QStringLiteral("compare/logarithmic"));
    offerMetrics();
    metrics_->setProperty(kWanted, metrics_->currentData());  // before it is kept: what it begins with
    keep(metrics_, QStringLiteral("compare/curve"));
    axis_->setProperty(kWanted, static_cast<int>(XAxis::Images));
    keep(axis_, QStringLiteral("compare/axis"));
    for (QComboBox* box : {metrics_, axis_}) {
        // By the user, or as it was left: shown again as soon as the runs have it.
        connect(box, &QComboBox::currentIndexChanged, this, [box] { box->setProperty(kWanted, box->currentData()); });
        connect(box, &QComboBox::currentIndexChanged, this, &RunCompare::drawCurves);
    }
    connect(smoothing_, &QSlider::valueChanged, this, &RunCompare::drawCurves);
    connect(log_, &IconButton::toggled, this, &RunCompare::drawCurves);
    connect(save_, &IconButton::clicked, this, [this] {
        const QString path =
            askWhereToWrite(this, QStringLiteral("plots"), tr("Save the comparison"), QStringLiteral("comparison.svg"),
                            tr("Pictures (*.svg *.png *.pdf);;Figures of all steps (*.csv)"));
        if (!path.isEmpty()) FileRow::of(this)->write(path, drawn(path));
    });
    auto* flow = new FlowRow(8);
    flow->setContentsMargins(16, 4, 12, 0);
    QWidget* const rest = boxed(rowOf({smoothing_, log_, save_}, 8), this);
    for (QWidget* part : std::initializer_list<QWidget*>{metrics_, axis_, rest}) flow->addWidget(part);
    return boxed(flow, this);
}

int RunCompare::count() const {
    return static_cast<int>(std::ranges::count_if(runs_, [](const auto& run) { return run != nullptr; }));
}

void RunCompare::setRun(int slot, std::optional<RunDetailsData> run) {
    const auto at = static_cast<std::size_t>(slot);
    newest_[at] = run ? std::move(run->newest_samples) : QImage();
    unread_[at] = run ? run->newest_problem : QString();
    share_.hold({newest_.begin(), newest_.end()});
    runs_[at] = run ? std::make_shared<const RunHistory>(std::move(run->history)) : nullptr;
    setProblem(slot, {});
    refresh();
}

void RunCompare::setProblem(int slot, const QString& why) {
    problems_[static_cast<std::size_t>(slot)] = why;
    QStringList runs(problems_.begin(), problems_.end()), pictures(unread_.begin(), unread_.end());
    for (QStringList* some : {&runs, &pictures}) some->removeAll(QString());
    const QStringList said = runs + pictures;
    trouble_->setVisible(!said.isEmpty());
    if (said.isEmpty()) return trouble_->setTexts({}, {});
    trouble_->setTexts(runs.isEmpty()
                           ? tr("%Ln picture(s) could not be read", nullptr, static_cast<int>(pictures.size()))
                           : tr("%Ln run(s) could not be read", nullptr, static_cast<int>(runs.size())),
                       said.join(QLatin1Char(' ')));
}

void RunCompare::refresh() {
    empty_->giveWay(count() > 0);
    offerMetrics();
    offerAxes();
    title_->setText(count() == 1 ? tr("One run; check another to compare")
                                 : tr("Compare %Ln run(s)", nullptr, count()));
    drawCurves();
    fillDifferences();
    QList<ComparePictures::Picture> shown;
    bool any = false;
    for (std::size_t slot = 0; slot < runs_.size(); ++slot) {
        if (!runs_[slot]) continue;
        const RunInfo& info = runs_[slot]->info;
        shown.append({static_cast<int>(slot), fromUtf8(info.name),
                      stepPhrase(info.model, countText(sampleStep(*runs_[slot]))), newest_[slot], unread_[slot]});
        any = any || !newest_[slot].isNull() || !unread_[slot].isEmpty();
    }
    pictures_->setPictures(shown);
    pictures_->setVisible(any);
}

ModelKinds RunCompare::kinds() const {
    ModelKinds out;
    for (const auto& run : runs_)
        if (run) out.insert(run->config.model);
    return out;
}

void RunCompare::offerMetrics() {
    const ModelKinds shown = kinds();
    std::vector<Phrase> offered;
    QStringList names;
    for (const bool trains : {true, false}) {
        for (const ModelKind kind : shown.empty() ? ModelKinds{first_kind()} : shown) {
            if (family_of(kind).facts().trains != trains) continue;
            for (const ComparedCurve& curve : window_family_of(kind).facts().compared) {
                if (names.contains(curve.name())) continue;
                names << curve.name();
                offered.push_back(curve.name);
            }
        }
    }
    QStringList before;
    for (int i = 0; i < metrics_->count(); ++i) before << metrics_->itemText(i);
    if (before == names) return;
    const QSignalBlocker quiet(metrics_);
    metrics_->clear();
    for (const Phrase& name : offered) metrics_->addItem(name(), QString::fromUtf8(name.english()));
    metrics_->setCurrentIndex(std::max(0, choiceOf(metrics_, metrics_->property(kWanted))));
}

void RunCompare::offerAxes() {
    const std::pair offered(allSeeImages(kinds()), stepNouns(kinds()));
    if (std::exchange(axes_offered_, offered) == offered) return;
    const QSignalBlocker quiet(axis_);
    axis_->clear();
    ui::offerAxes(axis_, offered.first, offered.second);
    axis_->setCurrentIndex(std::max(0, choiceOf(axis_, axis_->property(kWanted))));
}

void RunCompare::drawCurves() {
    plot_->clearGraphs();
    lines_.clear();
    Bytes largest;
    double last = 0;
    for (const auto& run : runs_) {
        if (!run) continue;
        for (const StepDone& s : run->steps) largest = std::max(largest, s.peak);
        if (!run->steps.empty()) last = std::max(last, placeOn(axis(), run->steps.back()));
    }
    unit_ = unitFor(largest);
    const QString metric = metrics_->currentText();
    QList<CompareLegend::Run> legend;
    for (std::size_t slot = 0; slot < runs_.size(); ++slot) {
        if (!runs_[slot] || runs_[slot]->steps.empty()) continue;
        addCurves(slot, unit_);
        const QString name = fromUtf8(runs_[slot]->info.name);
        legend.append({static_cast<int>(slot),
                       lines_.back().metric.x.isEmpty() ? tr("%1 (memory only)").arg(nameText(name)) : name});
    }
    legend_->setRuns(legend);
    caption_->setText(tr("%1, and below it the peak memory in %2").arg(metric, unitName(unit_)));
    const bool images = axis() == XAxis::Images, time = axis() == XAxis::Time;
    const bool hours = time && last > 2 * 3600;
    plot_->xTicker()->setDivisor(images ? 1000 : hours ? 3600 : time ? 60 : 1);
    lower_->axis(QCPAxis::atBottom)
        ->setLabel(images  ? tr("k images")
                   : hours ? tr("hours")
                   : time  ? tr("minutes")
                           : stepNouns(kinds()));
    scale(unit_);
    if (last > 0) plot_->setFullRange({0, last});
    plot_->requestReplot();
    plot_->setAccessibleName(tr("Curves of %Ln run(s)", nullptr, count()));
    showValues();
}

void RunCompare::addCurves(std::size_t slot, MemoryUnit unit) {
    const std::vector<StepDone>& steps = runs_[slot]->steps;
    const double smoothing = smoothing_->value() / 100.0;
    const QString metric = metrics_->currentText();
    Line& line = lines_.emplace_back();
    line.peak = Course::of(
        steps, axis(),
        unit == MemoryUnit::GiB ? +[](const StepDone& s) { return s.peak.gib(); }
                                : +[](const StepDone& s) { return s.peak.mib(); },
        0);
    const auto& compared = window_family_of(runs_[slot]->config).facts().compared;
    const auto of = std::ranges::find_if(compared, [&](const ComparedCurve& c) { return c.name() == metric; });
    const auto add = [&](QCPAxisRect* rect, const Course& course) {
        QCPGraph* graph = plot_->addGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        graph->setData(course.x, course.y, true);
        graph->setPen(runPen(static_cast<int>(slot)));
        return graph;
    };
    if (of != compared.end()) {
        line.metric = Course::of(steps, axis(), of->of, smoothing);
        add(upper_, line.metric);
    }
    add(lower_, line.peak)->setLineStyle(QCPGraph::lsStepRight);
}

void RunCompare::scale(MemoryUnit unit) {
    QCPAxis* const left = upper_->axis(QCPAxis::atLeft);
    double least = std::numeric_limits<double>::infinity();  // above 0, where a logarithm is
    for (const Line& line : lines_) {
        for (const double y : line.metric.y)
            if (y > 0) least = std::min(least, y);
    }
    const bool log = log_->isChecked() && std::isfinite(least);
    left->setScaleType(log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (log) {
        left->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
        left->setNumberFormat(QStringLiteral("g"));
        left->setNumberPrecision(3);
    } else {
        left->setTicker(QSharedPointer<ScaledTicker>::create());
    }
    left->rescale(true);
    if (log) left->setRange(least / 1.2, std::max(left->range().upper, least) * 1.2);
    QCPAxis* const memory = lower_->axis(QCPAxis::atLeft);
    memory->rescale(true);
    memory->setRange(0, std::max(unit == MemoryUnit::GiB ? 0.1 : 10.0, memory->range().upper * 1.1));
}

/// Where the crosshair stands, else the newest.
void RunCompare::showValues() {
    const std::optional<double> at = plot_->crosshair();
    QStringList values;
    for (const Line& line : lines_) {
        const auto of = [&](const Course& course) {
            return at ? course.valueAt(*at) : course.y.isEmpty() ? std::nullopt : std::optional(course.y.last());
        };
        const auto metric = of(line.metric), peak = of(line.peak);
        QStringList said;
        if (metric) said << numberText(*metric, std::abs(*metric) >= 100 ? 0 : std::abs(*metric) >= 1 ? 2 : 4);
        if (peak) said << tr("%1 %2").arg(numberText(*peak, unit_ == MemoryUnit::GiB ? 2 : 0), unitName(unit_));
        values << said.join(QStringLiteral(", "));
    }
    legend_->setValues(values);
}

FileWriter RunCompare::drawn(const QString& path) {
    if (path.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive)) {
        std::vector<std::shared_ptr<const RunHistory>> shown;
        for (const auto& run : runs_)
            if (run) shown.push_back(run);
        // On the writer's thread: a million rows take seconds.
        return [path, shown = std::move(shown), services = services_] {
            Result<void> rows;
            const Result<void> file = writeWhole(path, [&](QIODevice& to) {
                rows = writeComparedTable(to, shown, services);
                return rows.ok();
            });
            return rows ? file : rows;
        };
    }
    const QSize size(1200, 700);
    return drawnFile(path, size, [&](QCPPainter& painter) {
        const int head = legend_->draw(painter, size.width());
        painter.save();
        painter.translate(0, head);
        plot_->toPainter(&painter, size.width(), size.height() - head);
        painter.restore();
    });
}

void RunCompare::fillDifferences() {
    QList<QStringList> table{{tr("Setting")}};  // names of the runs, then a row for each setting
    std::vector<const RunHistory*> shown;
    for (const auto& run : runs_) {
        if (!run) continue;
        shown.push_back(&*run);
        table.first().append(fromUtf8(run->info.name));
    }
    std::set<std::string> keys;
    for (const RunHistory* run : shown)
        for (const auto& [key, value] : difference(shown.front()->config, run->config)) keys.insert(key);
    for (const ParamRow& row : schema_rows()) {
        if (!keys.contains(std::string(row.key))) continue;
        QStringList labels;  // as each kind that has it calls it
        QStringList values;
        for (const RunHistory* run : shown) {
            const bool has = belongs_to(row, run->config.model);
            values << (has ? valueText(row, row.get(run->config)) : QStringLiteral("–"));
            if (has) labels << coreText(find_param(row.key, run->config.model)->label);
        }
        labels.removeDuplicates();
        if (labels.isEmpty()) continue;  // of none of these kinds
        table.append(QStringList(labels.join(QStringLiteral(", "))) + values);
    }
    if (std::exchange(differences_shown_, table) != table) {  // otherwise what is chosen and scrolled to stays
        difference_model_->clear();
        difference_model_->setHorizontalHeaderLabels(table.first());
        for (int column = 1; column < table.first().size(); ++column)
            difference_model_->horizontalHeaderItem(column)->setToolTip(table.first()[column]);
        for (const QStringList& row : table.mid(1)) {
            QList<QStandardItem*> cells;
            for (const QString& text : row) cells << new TableCell(text);
            difference_model_->appendRow(cells);
        }
    }
    differences_->header()->setSectionResizeMode(QHeaderView::Stretch);
    // As high as its rows, of which some are scrolled to where there are many.
    const int rows = std::clamp(difference_model_->rowCount(), 1, kMostDifferences);
    const int row = difference_model_->rowCount() > 0 ? differences_->sizeHintForRow(0) : scaled(24);
    differences_->setFixedHeight(differences_->header()->sizeHint().height() + rows * row + 8);
}

}  // namespace headroom::ui
