// Curves of scores, bars of their errors, words beside them.
#include "ui/panels/scores/scores_view.h"

#include "core/api/param_schema.h"
#include "core/families/words.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"
#include "ui/models/run_words.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/memory_bar.h"

#include <QFontMetricsF>

namespace headroom::ui {
namespace {

constexpr double kNoFigure = std::numeric_limits<double>::quiet_NaN();
constexpr int kBesideEnd = 8;       // pixels between a curve's end and its label
constexpr int kPartHeight = 65;     // pixels at 100 % text: lower, and fewer plots are shown
constexpr double kMostTitle = 0.4;  // of a plot's height, that its title keeps free of curves
constexpr int kMostDecimals = 4;    // of an error

/// "0.0213", "31.4": four significant digits, and no more decimals than `most`.
int decimals_for(double value, int most) {
    const double size = std::abs(value);
    return std::clamp(size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : most, 0, most);
}

/// "0.02", "0.001": no fewer decimals than `least`, and more where it would be a zero.
QString errorText(double error, int least) {
    int decimals = least;
    while (decimals < kMostDecimals && error > 0 && error < 0.5 * std::pow(10.0, -decimals)) ++decimals;
    return numberText(error, decimals);
}

}  // namespace

ScoresView::ScoresView(QWidget* parent) : QWidget(parent), plot_(new PlotView(this)) {
    columnIn(this, {}, 0, {{plot_, 1}});
    const auto part = [this](double share) {
        QCPAxisRect* rect = plot_->addRect(share);
        return Part{rect, plot_->addText(rect, Token::T2)};
    };
    const Part kid = part(0.4), fid = part(0.3), mmd = part(0.3), gap = part(0.3), shares = part(0.3);
    parts_ = {kid, fid, shares, gap, mmd};
    kid_ = kid.rect;
    shares_ = shares.rect;
    addLine({score_named("kid"), Token::C1, tr("KID"), 4, Qt::SolidLine, kid_});
    addLine({score_named("fid"), Token::C2, tr("FID"), 2, Qt::SolidLine, fid.rect});
    addLine({score_named("mmd"), Token::C4, tr("MMD"), 3, Qt::SolidLine, mmd.rect});
    addLine({score_named("d_gap"), Token::C3, tr("D's gap"), 3, Qt::SolidLine, gap.rect});
    addLine({score_named("precision"), Token::C1, tr("Precision"), 2, Qt::SolidLine, shares_});
    addLine({score_named("recall"), Token::C2, tr("Recall"), 2, Qt::DashLine, shares_});
    addLine({score_named("copies"), Token::C4, tr("Copies"), 2, Qt::DotLine, shares_});
    addLine({score_named("d_recognised"), Token::C3, tr("Recognised"), 2, Qt::DashDotLine, shares_});
    addLine({score_named("ms_ssim"), Token::C1, tr("MS-SSIM"), 2, Qt::DashDotDotLine, shares_});
    unit_ = plot_->addText(kid_, Token::T2);
    plot_->setAccessibleName(
        tr("Scores with their errors: KID, FID, MMD, D's gap, precision, recall, copies, training pictures recognised "
           "by D, and MS-SSIM"));
    plot_->setAccessibleRows([this] { return rows(); });
    plot_->setCrosshairStepper([this](double x, int steps) {
        if (scores_.empty()) return x;
        const auto at =
            std::ranges::min_element(scores_, {}, [&](const ScoresDone& s) { return std::abs(xOf(s) - x); });
        const auto index = std::clamp<std::ptrdiff_t>(at - scores_.begin() + steps, 0, std::ssize(scores_) - 1);
        return xOf(scores_[static_cast<std::size_t>(index)]);
    });
    connect(plot_, &PlotView::refreshNeeded, this, &ScoresView::refresh);
    connect(plot_, &QCustomPlot::afterLayout, this, &ScoresView::placeItems);
    connect(plot_, &PlotView::overlayNeeded, this, [this] {
        if (!scores_.empty()) placeItems();
    });
    connect(plot_, &PlotView::crosshairMoved, this, [this](bool crosshair) {
        const bool known = crosshair && !scores_.empty();
        Q_EMIT stepPointed(known, known ? static_cast<qint64>(shown().step) : 0);
    });
    onTheme(this, [this] { applyTheme(); });
    onResize(this, [this] { plot_->requestReplot(true); });
}

void ScoresView::addLine(Line line) {
    QCPAxis *x = line.rect->axis(QCPAxis::atBottom), *y = line.rect->axis(QCPAxis::atLeft);
    line.graph = plot_->addGraph(x, y);
    line.graph->setAdaptiveSampling(false);
    line.errors = new QCPErrorBars(x, y);
    line.errors->setDataPlottable(line.graph);
    line.errors->setErrorType(QCPErrorBars::etValueError);
    line.errors->removeFromLegend();
    line.label = plot_->addText(line.rect, Token::T1);
    lines_.push_back(std::move(line));
}

void ScoresView::setScores(std::vector<ScoresDone> scores, ModelKind kind, std::set<std::int64_t> other_data) {
    scores_ = std::move(scores);
    other_data_ = std::move(other_data);
    kind_ = kind;
    if (scores_.empty()) reached_ = {};
    plot_->requestReplot(true);
}

void ScoresView::setXAxis(XAxis axis) {
    if (std::exchange(axis_, axis) == axis) return;
    plot_->setCrosshair(std::nullopt);
    refresh();
    plot_->fit();
}

const ScoresDone& ScoresView::shown() const {
    const auto crosshair = plot_->crosshair();
    if (!crosshair) return scores_.back();
    return *std::ranges::min_element(scores_, {}, [&](const ScoresDone& s) { return std::abs(xOf(s) - *crosshair); });
}

void ScoresView::applyTheme() {
    const Theme& theme = Theme::get();
    for (Line& line : lines_) {
        const QColor color = theme.color(line.color);
        const Qt::PenStyle style = line.style == Qt::SolidLine ? theme.dash(line.color) : line.style;
        line.graph->setPen(QPen(color, 2, style, Qt::FlatCap, Qt::BevelJoin));
        line.graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, scaled(6)));
        line.errors->setPen(QPen(color, 1));
        line.errors->setWhiskerWidth(scaled(7));
        line.errors->setSymbolGap(scaled(6));
    }
    for (const Part& part : parts_) part.title->setBrush(theme.color(Token::Panel));
    plot_->requestReplot(true);
}

void ScoresView::showParts(int most) {
    for (const Part& part : parts_) {
        const bool has_any =
            part.rect == kid_ || std::ranges::any_of(lines_, [&](const Line& line) {
                return line.rect == part.rect &&
                       std::ranges::any_of(scores_, [&](const ScoresDone& s) { return known(line, s.scores); });
            });
        plot_->setRectShown(part.rect, has_any && most > 0);
        most -= has_any ? 1 : 0;
    }
}

void ScoresView::refresh() {
    showParts(std::max(1, height() / scaled(kPartHeight)));
    if (scores_.empty()) return;
    const double last = std::max({placeOn(axis_, reached_), xOf(scores_.back()), 1e-6});
    plot_->setFullRange(QCPRange(0, last * 1.01));
    const XUnit unit = xUnit(axis_, last, kind_);
    plot_->xTicker()->setDivisor(unit.divisor);
    plot_->xTicker()->setWhole(unit.whole);
    plot_->xTicker()->setTickCount(std::clamp(plot_->width() / scaled(100), 2, 8));
    unit_->setText(unit.name);
    const QFontMetrics metrics(themeFont(TextSize::Plot));
    int widest = metrics.horizontalAdvance(unit.name + QStringLiteral(" 0,000"));
    for (const Line& line : lines_)
        if (known(line, scores_.back().scores))
            widest = std::max(widest, metrics.horizontalAdvance(line.name + QLatin1Char(' ') +
                                                                figureOf(line, scores_.back().scores)));
    plot_->setRightMargin(widest + kBesideEnd + scaled(8));
    for (const Line& line : lines_) refreshLine(line);
    for (const Part& part : parts_) refreshScale(part.rect);
}

/// Figures of other features, of pictures of another size, or against other data are of another kind.
bool ScoresView::joined(const ScoresDone& before, const ScoresDone& after) const {
    const RunScores &a = before.scores, &b = after.scores;
    const auto change = other_data_.lower_bound(before.step);
    const bool one_data = change == other_data_.end() || *change >= after.step;
    return one_data && a.features == b.features && of_one_size(a, b);
}

void ScoresView::refreshLine(const Line& line) {
    QVector<QCPGraphData> points;
    QVector<QCPErrorBarsData> errors;
    const auto add = [&](double x, double y, double error) {
        points.append(QCPGraphData(x, y));
        errors.append(QCPErrorBarsData(error));
    };
    for (std::size_t i = 0; i < scores_.size(); ++i) {
        if (i > 0 && !joined(scores_[i - 1], scores_[i]))
            add((xOf(scores_[i - 1]) + xOf(scores_[i])) / 2, kNoFigure, kNoFigure);
        const auto [value, error] = line.figure->in(scores_[i].scores);
        add(xOf(scores_[i]), value, error);
    }
    line.graph->data()->set(points, true);
    *line.errors->data() = errors;
}

void ScoresView::refreshScale(QCPAxisRect* rect) {
    QCPAxis* axis = rect->axis(QCPAxis::atLeft);
    auto ticker = QSharedPointer<ScaledTicker>::create();
    double low = 0, high = 0;  // the scale begins at 0, where the best is; KID may be a little below it
    for (const Line& line : lines_) {
        if (line.rect != rect) continue;
        for (const ScoresDone& one : scores_) {
            const auto [value, error] = line.figure->in(one.scores);
            if (!std::isfinite(value)) continue;
            low = std::min(low, value - (std::isfinite(error) ? error : 0));
            high = std::max(high, value + (std::isfinite(error) ? error : 0));
        }
    }
    const bool shares = rect == shares_;
    const double step =
        shares ? 0.5 : roundStep(std::max(high - low, 1e-6), std::clamp(rect->height() / scaled(22), 1, 4));
    const double bottom = shares ? 0.0 : std::floor(low / step + 1e-9) * step;
    const double top = shares ? 1.05 : std::max(std::ceil(high / step - 1e-9) * step, bottom + step);
    ticker->setFixedStep(step);
    if (shares) ticker->setEnd(1.0);
    axis->setTicker(ticker);
    // A line of the title fits above the curve, where the plot is not all title.
    const double title = (QFontMetricsF(unit_->font()).height() + scaled(6)) / std::max(1, rect->height());
    axis->setRange(bottom, std::max(top, bottom + (high - bottom) / (1.0 - std::min(title, kMostTitle))));
}

void ScoresView::placeItems() {
    const bool empty = scores_.empty();
    plot_->showTexts(!empty);
    if (empty) return;
    for (const auto& [rect, title] : parts_) {
        // Beside the rect stand the figures at the curves' ends.
        title->setText(QFontMetricsF(title->font()).elidedText(readout(rect), Qt::ElideRight, rect->width() - 8));
        title->position->setCoords(rect->left() + 4, rect->top() + 1);
        if (plot_->rectShown(rect)) placeLabels(rect);
    }
    const QCPAxisRect* bottom = plot_->lastShownRect();
    unit_->position->setCoords(bottom->outerRect().right() - scaled(4) -
                                   QFontMetricsF(unit_->font()).horizontalAdvance(unit_->text()),
                               bottom->bottom() + 5);
}

/// Figures at the ends of the curves, a line apart.
void ScoresView::placeLabels(const QCPAxisRect* rect) {
    const ScoresDone& last = scores_.back();
    const QCPAxis *x = rect->axis(QCPAxis::atBottom), *y = rect->axis(QCPAxis::atLeft);
    const double end = xOf(last), left = x->coordToPixel(end) + kBesideEnd;
    std::vector<std::pair<double, QCPItemText*>> placed;
    for (const Line& line : lines_) {
        if (line.rect != rect) continue;
        const double value = last.scores.*line.figure->of;
        line.label->setVisible(known(line, last.scores) && plot_->xRange().contains(end));
        if (!line.label->visible()) continue;
        line.label->setText(line.name + QLatin1Char(' ') + figureOf(line, last.scores));
        placed.emplace_back(y->coordToPixel(std::clamp(value, y->range().lower, y->range().upper)), line.label);
    }
    std::ranges::sort(placed, {}, [](const auto& each) { return each.first; });
    const double high = QFontMetricsF(unit_->font()).height();
    // From the lowest upwards, which stays within the rect.
    double below = rect->bottom() + high / 2;
    for (auto label = placed.rbegin(); label != placed.rend(); ++label) {
        const double top = std::min(label->first - high / 2, below - high);
        label->second->position->setCoords(left, top);
        below = top;
    }
}

/// Only runs that hold pictures out have all figures.
bool ScoresView::known(const Line& line, const RunScores& scores) { return std::isfinite(scores.*line.figure->of); }

QString ScoresView::figureOf(const Line& line, const RunScores& scores) const {
    const double value = scores.*line.figure->of;
    return numberText(value, line.rect == shares_ ? line.decimals : decimals_for(value, line.decimals));
}

/// Most errors are told by later Headrooms alone.
QString ScoresView::estimateOf(const Line& line, const RunScores& scores) const {
    const double error = line.figure->in(scores).error;
    const QString figure = figureOf(line, scores);
    return std::isfinite(error) ? tr("%1 ± %2").arg(figure, errorText(error, line.decimals)) : figure;
}

QString ScoresView::whereWords(const ScoresDone& at) const {
    const ParamRow* features = find_param("scores.features");
    const QString by = features ? valueText(*features, at.scores.features) : fromUtf8(at.scores.features);
    return tr("%1 (%2, %3 pictures)").arg(stepPhrase(kind_, countText(at.step)), by, countText(at.scores.pictures));
}

QString ScoresView::noteOf(const Line& line, const RunScores& scores) {
    return line.figure->name == "fid" && known(line, scores) ? coreText(fid_note(scores)) : QString();
}

QString ScoresView::readout(const QCPAxisRect* rect) const {
    const ScoresDone& at = shown();
    const bool pointed = plot_->crosshair().has_value();
    if (rect == shares_) {
        if (!pointed) return tr("Shares");
        QStringList figures;
        for (const Line& line : lines_)
            if (line.rect == rect && known(line, at.scores))
                figures << line.name + QLatin1Char(' ') + estimateOf(line, at.scores);
        return figures.join(QStringLiteral("  "));
    }
    const Line& line = *std::ranges::find(lines_, rect, &Line::rect);
    if (!pointed) {
        if (line.rect == kid_) return tr("%1 at %2").arg(line.name, whereWords(at));
        const QString note = noteOf(line, at.scores);
        return note.isEmpty() ? line.name : QStringLiteral("%1: %2").arg(line.name, note);
    }
    const QString figure = estimateOf(line, at.scores);
    return line.rect == kid_ ? tr("%1 %2 at %3").arg(line.name, figure, whereWords(at))
                             : line.name + QLatin1Char(' ') + figure;
}

std::vector<AccessibleRow> ScoresView::rows() const {
    std::vector<AccessibleRow> out;
    if (scores_.empty()) return out;
    const ScoresDone& at = shown();
    out.push_back({tr("At"), whereWords(at), {}});
    for (const Line& line : lines_) {
        if (!known(line, at.scores)) continue;
        QString value = estimateOf(line, at.scores);
        if (const QString note = noteOf(line, at.scores); !note.isEmpty()) value += QStringLiteral("; ") + note;
        out.push_back({line.name, value, line.rect->rect()});
    }
    return out;
}

FileWriter ScoresView::drawnPicture(const QString& path) {
    const QSize size(1200, 700);
    showParts(static_cast<int>(parts_.size()));
    FileWriter writer =
        drawnFile(path, size, [&](QCPPainter& painter) { plot_->toPainter(&painter, size.width(), size.height()); });
    plot_->requestReplot(true);
    return writer;
}

}  // namespace headroom::ui
