// RunCompare: curves, averaged over windows of steps so that their course is seen, and differing settings.
#include "ui/panels/runs/run_compare.h"

#include "ui/panels/runs/compare_pictures.h"
#include "ui/panels/runs/run_delegate.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/small_header.h"

#include <QComboBox>
#include <QFileInfo>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QTreeView>

namespace headroom::ui {
namespace {

constexpr std::size_t kPoints = 200;

double along(const StepDone& s, int axis) {
    return axis == 0 ? static_cast<double>(s.images) : static_cast<double>(s.step);
}

/// Step of the newest kept picture, as its file is named ("step-00004200.png").
std::int64_t sampleStep(const RunHistory& run) {
    if (run.sample_paths.empty()) return run.info.step;
    bool named = false;
    const qlonglong step =
        QFileInfo(fromUtf8(run.sample_paths.back())).completeBaseName().section(QLatin1Char('-'), 1).toLongLong(&named);
    return named ? step : run.info.step;
}

void averaged(const std::vector<StepDone>& steps, int axis, double (*of)(const StepDone&), QVector<double>& x,
              QVector<double>& y) {
    const std::size_t window = std::max<std::size_t>(1, steps.size() / kPoints);
    for (std::size_t begin = 0; begin < steps.size(); begin += window) {
        const std::size_t end = std::min(begin + window, steps.size());
        double sum = 0;
        int n = 0;
        for (std::size_t i = begin; i < end; ++i) {
            const double value = of(steps[i]);
            if (std::isnan(value)) continue;
            sum += value;
            ++n;
        }
        if (n == 0) continue;
        x.append(along(steps[end - 1], axis));
        y.append(sum / n);
    }
}

}  // namespace

RunCompare::RunCompare(QWidget* parent)
    : QWidget(parent),
      stack_(new QStackedWidget(this)),
      empty_(new EmptyState(QStringLiteral("chart-line"), tr("Check two or more runs"),
                            tr("Their curves, memory and settings are laid side by side here."), this)),
      title_(new QLabel(this)),
      caption_(new QLabel(this)),
      metrics_(new QComboBox(this)),
      axis_(new QComboBox(this)),
      plot_(new PlotView(this)),
      pictures_(new ComparePictures(this)),
      upper_(plot_->addRect(0.66)),
      lower_(plot_->addRect(0.34)),
      difference_model_(new QStandardItemModel(this)),
      differences_(new QTreeView(this)) {
    lower_->axis(QCPAxis::atLeft)->ticker()->setTickCount(3);  // it is low
    axis_->addItems({tr("x: images"), tr("x: steps")});
    offerMetrics();
    metrics_->setAccessibleName(tr("Curve"));
    axis_->setAccessibleName(tr("Axis"));
    title_->setProperty("role", "strong");
    caption_->setProperty("role", "small");
    caption_->setTextFormat(Qt::RichText);
    caption_->setWordWrap(true);  // not as wide as it likes at the cost of the table of runs
    auto* head = rowIn(nullptr, {16, 4, 12, 4}, 8);
    head->addWidget(title_);
    head->addStretch();
    for (QComboBox* box : {metrics_, axis_}) {
        box->setProperty("small", true);
        head->addWidget(box);
        connect(box, &QComboBox::currentIndexChanged, this, &RunCompare::drawCurves);
    }
    differences_->setProperty("role", "table");
    differences_->setModel(difference_model_);
    differences_->setHeader(new SmallHeader(differences_));
    differences_->setRootIsDecorated(false);
    differences_->setUniformRowHeights(true);
    differences_->setAccessibleName(tr("Settings that differ"));
    auto* full = new QWidget(this);
    auto* column = columnIn(full, {0, 0, 0, 0}, 0);
    column->addLayout(head);
    caption_->setContentsMargins(16, 4, 16, 4);
    column->addWidget(caption_);
    column->addWidget(plot_, 3);
    column->addWidget(pictures_);
    column->addWidget(differences_, 2);
    stack_->addWidget(empty_);
    stack_->addWidget(full);
    auto* outer = columnIn(this, {0, 0, 0, 0});
    outer->addWidget(stack_);
    connect(&Theme::get(), &Theme::changed, this, &RunCompare::drawCurves);
    refresh();
}

int RunCompare::count() const {
    return static_cast<int>(std::count_if(runs_.begin(), runs_.end(), [](const auto& r) { return r.has_value(); }));
}

void RunCompare::setRun(int slot, std::optional<RunDetailsData> run) {
    const auto at = static_cast<std::size_t>(slot);
    newest_[at] = run ? std::move(run->newest_samples) : QImage();
    runs_[at] = run ? std::optional(std::move(run->history)) : std::nullopt;
    refresh();
}

void RunCompare::refresh() {
    stack_->setCurrentIndex(count() == 0 ? 0 : 1);
    offerMetrics();
    title_->setText(count() == 1 ? tr("1 run; check another to compare") : tr("Compare %1 runs").arg(count()));
    drawCurves();
    fillDifferences();
    showPictures();
}

void RunCompare::showPictures() {
    QList<ComparePictures::Picture> shown;
    bool any = false;
    for (std::size_t slot = 0; slot < runs_.size(); ++slot) {
        if (!runs_[slot]) continue;
        const RunInfo& info = runs_[slot]->info;
        shown.append({static_cast<int>(slot), fromUtf8(info.name),
                      stepPhrase(info.model, countText(sampleStep(*runs_[slot]))), newest_[slot]});
        any = any || !newest_[slot].isNull();
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
    axis_->setVisible(allSeeImages(shown));
    QStringList offered;
    for (const bool trains : {true, false}) {
        for (const ModelKind kind : shown.empty() ? ModelKinds{first_kind()} : shown) {
            if (family_of(kind).facts().trains != trains) continue;
            for (const ComparedCurve& curve : window_family_of(kind).facts().compared) offered << curve.name();
        }
    }
    offered.removeDuplicates();
    QStringList before;
    for (int i = 0; i < metrics_->count(); ++i) before << metrics_->itemText(i);
    if (before == offered) return;
    const QString chosen = metrics_->currentText();
    const QSignalBlocker quiet(metrics_);
    metrics_->clear();
    metrics_->addItems(offered);
    metrics_->setCurrentIndex(std::max(0, metrics_->findText(chosen)));
}

void RunCompare::drawCurves() {
    plot_->clearGraphs();
    const ModelKinds shown = kinds();
    const int axis = allSeeImages(shown) ? axis_->currentIndex() : 1;
    const QString metric = metrics_->currentText();
    Bytes largest;
    for (const auto& run : runs_) {
        if (!run) continue;
        for (const StepDone& s : run->steps) largest = std::max(largest, s.peak);
    }
    const MemoryUnit unit = unitFor(largest);
    double (*const memory_of)(const StepDone&) = unit == MemoryUnit::GiB
                                                     ? +[](const StepDone& s) { return s.peak.gib(); }
                                                     : +[](const StepDone& s) { return s.peak.mib(); };
    double last = 0;
    QStringList legend;
    for (std::size_t slot = 0; slot < runs_.size(); ++slot) {
        if (!runs_[slot] || runs_[slot]->steps.empty()) continue;
        const std::vector<StepDone>& steps = runs_[slot]->steps;
        QPen pen(runColor(static_cast<int>(slot)), 2);
        if (slot >= 2) pen.setStyle(slot == 2 ? Qt::DashLine : Qt::DotLine);  // never by colour alone
        QVector<double> x, y, x2, y2;
        averaged(steps, axis, memory_of, x2, y2);
        const auto& compared = window_family_of(runs_[slot]->config).facts().compared;
        const auto of =
            std::find_if(compared.begin(), compared.end(), [&](const ComparedCurve& c) { return c.name() == metric; });
        const bool has_metric = of != compared.end();
        if (has_metric) {
            averaged(steps, axis, of->of, x, y);
            QCPGraph* curve = plot_->addGraph(upper_->axis(QCPAxis::atBottom), upper_->axis(QCPAxis::atLeft));
            curve->setData(x, y, true);
            curve->setPen(pen);
        }
        QCPGraph* peak = plot_->addGraph(lower_->axis(QCPAxis::atBottom), lower_->axis(QCPAxis::atLeft));
        peak->setData(x2, y2, true);
        peak->setPen(pen);
        peak->setLineStyle(QCPGraph::lsStepRight);
        last = std::max(last, along(steps.back(), axis));
        const QString name = fromUtf8(runs_[slot]->info.name).toHtmlEscaped();
        legend.append(QStringLiteral("<span style=\"color:%1\">%2</span>&nbsp;%3")
                          .arg(pen.color().name(),
                               slot == 2   ? QStringLiteral("- -")
                               : slot == 3 ? QStringLiteral("···")
                                           : QStringLiteral("—"),
                               has_metric ? name : tr("%1 (memory only)").arg(name)));
    }
    caption_->setText(tr("%1, and below it the peak memory in %2").arg(metric, unitName(unit)) +
                      QStringLiteral("<br>") + legend.join(QStringLiteral("<br>")));
    plot_->xTicker()->setDivisor(axis == 0 ? 1000 : 1);
    lower_->axis(QCPAxis::atBottom)->setLabel(axis == 0 ? tr("k images") : stepNouns(shown));
    for (QCPAxisRect* rect : {upper_, lower_}) rect->axis(QCPAxis::atLeft)->rescale(true);
    const QCPRange memory = lower_->axis(QCPAxis::atLeft)->range();
    lower_->axis(QCPAxis::atLeft)->setRange(0, std::max(unit == MemoryUnit::GiB ? 0.1 : 10.0, memory.upper * 1.1));
    if (last > 0) plot_->setFullRange({0, last});
    plot_->requestReplot();
    plot_->setAccessibleName(tr("Curves of %1 runs").arg(count()));
}

void RunCompare::fillDifferences() {
    difference_model_->clear();
    QStringList names{tr("Setting")};
    std::vector<const RunHistory*> shown;
    for (const auto& run : runs_) {
        if (!run) continue;
        shown.push_back(&*run);
        names.append(fromUtf8(run->info.name));
    }
    difference_model_->setHorizontalHeaderLabels(names);
    for (int column = 1; column < names.size(); ++column)
        difference_model_->horizontalHeaderItem(column)->setToolTip(names[column]);
    std::set<std::string> keys;
    for (const RunHistory* run : shown)
        for (const auto& [key, value] : difference(shown.front()->config, run->config)) keys.insert(key);
    for (const ParamRow& row : schema_rows()) {
        if (!keys.contains(std::string(row.key))) continue;
        QStringList labels;  // as each kind that has it calls it
        QList<QStandardItem*> cells{new QStandardItem};
        for (const RunHistory* run : shown) {
            const bool has = belongs_to(row, run->config.model);
            cells.append(new QStandardItem(has ? fromUtf8(to_text(row.get(run->config))) : QStringLiteral("–")));
            if (has) labels << fromUtf8(find_param(row.key, run->config.model)->label);
        }
        labels.removeDuplicates();
        if (labels.isEmpty()) {  // of none of these kinds
            qDeleteAll(cells);
            continue;
        }
        cells.first()->setText(labels.join(QStringLiteral(", ")));
        for (QStandardItem* cell : cells) {
            cell->setEditable(false);
            cell->setToolTip(cell->text());  // a narrow column cuts it
        }
        difference_model_->appendRow(cells);
    }
    differences_->header()->setSectionResizeMode(QHeaderView::Stretch);
}

}  // namespace headroom::ui
