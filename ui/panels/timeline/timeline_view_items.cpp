// TimelineView: what is placed in pixels after each layout: titles, figures at the ends of curves, marks.
#include "ui/panels/timeline/timeline_view.h"

#include "ui/models/run_words.h"

#include <QFontMetricsF>

namespace headroom::ui {
namespace {

constexpr std::size_t kMostMarkLines = 60;  // marks with a line through the plots, newest first

void put(QCPItemText* text, double x, double y) { text->position->setCoords(x, y); }

double textHeight(const QCPItemText* text) { return QFontMetricsF(text->font()).height(); }

/// Whether a curve of steps goes through `area`, in pixels.
bool crosses(const QCPGraph* graph, const QRectF& area) {
    const QCPGraphDataContainer& points = *graph->data();
    for (auto to = points.constBegin(), from = to; to != points.constEnd(); from = to++) {
        if (!std::isfinite(from->value) || !std::isfinite(to->value)) continue;
        const QPointF begin = graph->coordsToPixels(from->key, from->value),
                      end = graph->coordsToPixels(to->key, to->value), corner(end.x(), begin.y());
        for (const QRectF& line : {QRectF(begin, corner), QRectF(corner, end)})
            if (line.normalized().adjusted(-1, -1, 1, 1).intersects(area)) return true;
    }
    return false;
}

}  // namespace

void TimelineView::rebuildMarks() {
    for (const MarkLine& mark : mark_lines_) plot_->removeItem(mark.line);
    mark_lines_.clear();
    const auto& marks = model_->marks();
    for (auto mark = marks.rbegin();
         mark != marks.rend() && mark_lines_.size() < kMostMarkLines * plot_->rects().size(); ++mark) {
        if (mark->kind == MetricsMark::Kind::Checkpoint) continue;
        const Token color = mark->kind == MetricsMark::Kind::Oom        ? Token::Warn
                            : mark->kind == MetricsMark::Kind::OomFatal ? Token::Err
                                                                        : Token::Acc;
        for (QCPAxisRect* rect : plot_->rects()) {
            auto* line = new QCPItemStraightLine(plot_);
            line->setClipAxisRect(rect);
            line->setPen(QPen(themeColor(color), 1));
            line->setAntialiased(false);
            for (QCPItemPosition* position : line->positions())
                position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
            const double x = model_->markX(*mark, axis_);
            line->point1->setCoords(x, 1.0);
            line->point2->setCoords(x, 2.0);
            mark_lines_.push_back({line, rect});
        }
    }
    plot_->requestReplot();
}

std::vector<StripMark> TimelineView::stripMarks() const {
    std::vector<StripMark> out;
    const QCPAxisRect* rect = plot_->lastShownRect();
    if (!rect || model_->empty()) return out;
    const QCPRange range = plot_->xRange();
    for (const MetricsMark& mark : model_->marks()) {
        const double x = model_->markX(mark, axis_);
        if (!range.contains(x)) continue;
        const double pixel = std::round(rect->axis(QCPAxis::atBottom)->coordToPixel(x));
        // Checkpoints come in great numbers: one dot per place is enough.
        const bool dot = mark.kind == MetricsMark::Kind::Checkpoint;
        if (dot && !out.empty() && out.back().kind == mark.kind && std::abs(out.back().x - pixel) < 12.0) continue;
        out.push_back({mark.kind, pixel, mark.text, mark.short_text});
    }
    return out;
}

void TimelineView::placeItems() {
    const bool empty = model_->empty();
    for (const MarkLine& mark : mark_lines_) mark.line->setVisible(plot_->rectShown(mark.rect) && !empty);
    plot_->showTexts(!empty);
    for (Line& line : lines_) line.dot->setVisible(false);
    peak_dot_->setVisible(false);
    if (empty) return;
    placeReadouts();
    placeEndLabels();
    // The unit stands at the right end of the axis, where it does not touch the last figure.
    const QCPAxisRect* rect = bottomRect();
    const QFontMetricsF metrics(x_label_->font());
    const double left = rect->outerRect().right() - scaled(4) - metrics.horizontalAdvance(x_label_->text());
    const QCPAxis* axis = rect->axis(QCPAxis::atBottom);
    double taken = rect->left();
    for (qsizetype i = 0; i < axis->tickVector().size(); ++i) {
        if (axis->range().contains(axis->tickVector()[i]))
            taken = axis->coordToPixel(axis->tickVector()[i]) +
                    metrics.horizontalAdvance(axis->tickVectorLabels().value(i)) / 2.0;
    }
    x_label_->setVisible(taken + scaled(4) <= left);
    put(x_label_, left, rect->bottom() + 5);
    strip_->setMarks(stripMarks());
}

void TimelineView::placeReadouts() {
    for (auto [title, rect] : {std::pair{loss_title_, loss_}, std::pair{output_title_, output_}}) {
        title->setText(readout(rect));
        put(title, rect->left() + 4, rect->top() + 2);
    }
    if (spec_.memory) placeMemoryTexts();
}

void TimelineView::placeEndLabels() {
    const std::size_t last = model_->size() - 1;
    const double x = model_->x(last, axis_);
    for (Line& line : lines_) {
        const double value = model_->smoothed(line.spec.curve, last);
        const double end = line.rect->axis(QCPAxis::atBottom)->coordToPixel(x);
        const double room = line.rect->outerRect().right() - end - kEndGap - scaled(4);
        const QString figure = numberText(figureAt(line, last), spec_.decimals);
        const QString text = !spec_.long_labels
                                 ? line.spec.name + QLatin1Char(' ') + figure
                                 : QFontMetricsF(line.label->font())
                                       .elidedText(figure + QLatin1Char(' ') + line.spec.name, Qt::ElideRight, room);
        placeEnd(line.dot, line.label, x, value, text);
    }
    for (const QCPAxisRect* rect : {loss_, output_}) {
        std::vector<QCPItemText*> labels;
        for (const Line& line : lines_)
            if (line.rect == rect && line.label->visible()) labels.push_back(line.label);
        spreadLabels(std::move(labels), rect);
    }
    if (spec_.memory) placePeak(x);
}

void TimelineView::placeEnd(QCPItemTracer* dot, QCPItemText* label, double x, double value, const QString& text) {
    const QCPAxisRect* rect = dot->clipAxisRect();
    const bool shown = plot_->rectShown(rect) && plot_->xRange().contains(x) && std::isfinite(value);
    const QCPAxis* y = rect->axis(QCPAxis::atLeft);
    const double clipped = std::clamp(value, y->range().lower, y->range().upper);
    dot->setVisible(shown && clipped == value);
    label->setVisible(shown);
    if (!shown) return;
    dot->position->setCoords(x, value);
    label->setText(text);
    put(label, rect->axis(QCPAxis::atBottom)->coordToPixel(x) + kEndGap,
        y->coordToPixel(clipped) - textHeight(label) / 2.0);
}

void TimelineView::placePeak(double x) {
    const double peak = newestPeak();
    placeEnd(peak_dot_, peak_label_, x, peak,
             figureText({static_cast<std::int64_t>(std::isfinite(peak) ? peak : 0.0)}, unit_));
}

/// Labels of one rect keep a line's distance and stay beside it.
void TimelineView::spreadLabels(std::vector<QCPItemText*> labels, const QCPAxisRect* rect) {
    if (labels.size() < 2) return;
    const auto y = [](const QCPItemText* label) { return label->position->coords().y(); };
    const auto moveTo = [&](QCPItemText* label, double to) { put(label, label->position->coords().x(), to); };
    std::ranges::stable_sort(labels, {}, y);
    const double high = textHeight(labels.front());
    for (std::size_t i = 0; i + 1 < labels.size(); ++i) {
        const double missing = high - (y(labels[i + 1]) - y(labels[i]));
        if (missing <= 0.0) continue;
        moveTo(labels[i], y(labels[i]) - missing / 2.0);
        moveTo(labels[i + 1], y(labels[i + 1]) + missing / 2.0);
        for (std::size_t j = i; j > 0 && y(labels[j]) - y(labels[j - 1]) < high; --j)
            moveTo(labels[j - 1], y(labels[j]) - high);
    }
    const double over = std::max(0.0, y(labels.back()) + high - (rect->bottom() + high / 2.0));
    for (std::size_t i = labels.size(); i-- > 0;) moveTo(labels[i], y(labels[i]) - over);
}

QStringList TimelineView::endLabels() const {
    std::vector<const QCPItemText*> labels;
    for (const Line& line : lines_)
        if (line.label->visible()) labels.push_back(line.label);
    std::ranges::sort(labels, {}, [](const QCPItemText* label) { return label->position->coords().y(); });
    return textsOf(labels, &QCPItemText::text);
}

QString TimelineView::budgetText() const {
    const QString text = tr("Budget %1").arg(figureText({static_cast<std::int64_t>(budget_bytes_)}, unit_));
    return budget_off_scale_ ? text + tr(", above the scale") : text;
}

/// With its top at `y`; returns where its words begin.
double TimelineView::placeBudgetName(double y) {
    budget_title_->setText(budgetText());
    const double wide = QFontMetricsF(budget_title_->font()).horizontalAdvance(budget_title_->text());
    const double left = memory_->left() + 4, at_end = memory_->right() - 4 - wide;
    // Above the scale there is no line to stand at: where a curve comes near at the axis, but not at the other end, there.
    const auto near_curve = [&](double x) {
        const QRectF words(x, y, wide, textHeight(budget_title_));
        const QRectF there = words.adjusted(-kToCurve, -kToCurve, kToCurve, kToCurve);
        return crosses(peak_, there) || crosses(others_, there);
    };
    const bool moves = budget_off_scale_ && at_end > left && near_curve(left) && !near_curve(at_end);
    const double begin = moves ? at_end : left;
    // Its ground begins at the axis: a piece of a curve between looks like a sign before the words.
    constexpr int kToAxis = 3;
    budget_title_->setPadding({kToAxis, 0, 0, 0});
    put(budget_title_, begin - kToAxis, y);
    return begin;
}

void TimelineView::placeMemoryTexts() {
    const bool shown = plot_->rectShown(memory_);
    const QCPAxis* y = memory_->axis(QCPAxis::atLeft);
    const double line = textHeight(peak_title_);
    const double left = memory_->left() + 4;
    const double top = memory_->top() + 1;
    const double bottom = memory_->bottom() - line - 1;
    const double budget_y = y->coordToPixel(budget_bytes_);
    const bool on_scale = budget_bytes_ > 0.0 && !budget_off_scale_;
    budget_->setVisible(shown && on_scale);

    budget_title_->setVisible(shown && budget_bytes_ > 0.0);
    const double above = on_scale ? std::max(memory_->top() - 2.0, budget_y - line - 1) : top;
    const double budget_x = placeBudgetName(above);

    const double curve = peak_->data()->isEmpty() ? top : y->coordToPixel(peak_->data()->constBegin()->value);
    peak_title_->setText(readout(memory_));
    // Below the curve's first value or the budget's text, whichever is lower; above the axis in any case.
    const double under = std::max({curve + 2.0, above + line, on_scale ? budget_y + 1.0 : top});
    const QFontMetricsF metrics(peak_title_->font());
    // No room for two lines, or the curve runs where the second would be: side by side.
    const bool budget = budget_title_->visible(), told = plot_->crosshair().has_value();
    const double beside = left + metrics.horizontalAdvance(budget_title_->text()) + 16.0;
    const bool low = under > bottom + 1.0 && beside + metrics.horizontalAdvance(peak_title_->text()) < memory_->right();
    const bool both = budget && budget_x <= left && (low || std::min(under, bottom) < above + line - 2.0);
    const QPointF usual(both ? beside : left, both && low ? above : std::min(under, bottom));
    const QRectF budget_area = areaOf(budget_title_, {budget_x, above});
    const auto has_room = [&](const QPointF& at) {
        const QRectF there = areaOf(peak_title_, at);
        return there.right() <= memory_->right() && !(budget && there.intersects(budget_area));
    };
    const auto is_free = [&](const QPointF& at) {
        const QRectF there = areaOf(peak_title_, at);
        return has_room(at) && !crosses(peak_, there) && !crosses(others_, there);
    };
    // Its word stands where no curve goes, or nowhere. At the crosshair it is said in any case: over a curve, and where there is no room beside the
    // budget's name in place of that.
    const QPointF places[] = {usual, {beside, above}, {left, bottom}};
    const auto* place = std::ranges::find_if(places, is_free);
    const bool found = place != std::end(places);
    if (!found) place = std::ranges::find_if(places, has_room);
    const bool apart = place != std::end(places);
    const QPointF title_at = apart ? *place : QPointF(left, usual.y());
    if (told && !apart) budget_title_->setVisible(false);
    peak_title_->setVisible(shown && (found || told));
    peak_title_->setBrush(told ? QBrush(themeColor(Token::Panel)) : QBrush());
    put(peak_title_, title_at.x(), title_at.y());

    QList<QRectF> taken;
    if (peak_title_->visible()) taken << areaOf(peak_title_, title_at);
    if (budget_title_->visible()) taken << budget_area;
    placeOthersName(taken);
}

QRectF TimelineView::areaOf(const QCPItemText* words, const QPointF& at) const {
    const double wide = QFontMetricsF(words->font()).horizontalAdvance(words->text()) + 8.0;
    return {at.x(), at.y() + 1.0, wide, textHeight(words) - 2.0};
}

void TimelineView::placeOthersName(const QList<QRectF>& taken) {
    const QCPAxis* y = memory_->axis(QCPAxis::atLeft);
    const double line = textHeight(others_title_);
    const float others = model_->row(model_->nearest(plot_->xRange().lower + 0.4 * plot_->xRange().size(), axis_))
                             .mean[static_cast<std::size_t>(Curve::Others)];
    const double others_y = std::isnan(others) ? -1.0 : y->coordToPixel(others);
    const double others_top = others_y - line;
    const double others_x = memory_->left() + 0.36 * memory_->width();
    others_title_->setText(tr("Other programs"));
    const QRectF there = areaOf(others_title_, {others_x, others_top});
    const bool free = std::ranges::none_of(taken, [&](const QRectF& words) { return there.intersects(words); }) &&
                      !crosses(peak_, there);
    const bool inside =
        others_y > memory_->top() + line * 0.5 && others_y < memory_->bottom() - 2 && there.right() <= memory_->right();
    others_title_->setVisible(plot_->rectShown(memory_) && !std::isnan(others) && inside && free);
    put(others_title_, others_x, others_top);
}

QString TimelineView::xText(std::size_t row) const {
    const MetricsRow& at = model_->row(row);
    const QString step = stepPhrase(spec_.model, countText(at.step));
    if (axis_ == XAxis::Images) return step + QStringLiteral(", ") + imagesText(at.images);
    if (axis_ == XAxis::Time) return step + QStringLiteral(", ") + durationText(at.seconds);
    return step;
}

/// The last row may be the mean of several steps, and the report of another one.
double TimelineView::newestPeak() const {
    return peak_bytes_.count > 0 ? static_cast<double>(peak_bytes_.count)
                                 : model_->row(model_->size() - 1).mean[static_cast<std::size_t>(Curve::Peak)];
}

/// Long labels name what stands in the form too, each with its newest figure: both say the same.
double TimelineView::figureAt(const Line& line, std::size_t row) const {
    const float own = model_->row(row).mean[static_cast<std::size_t>(line.spec.curve)];
    return spec_.long_labels && !std::isnan(own) ? static_cast<double>(own) : model_->smoothed(line.spec.curve, row);
}

QString TimelineView::fitted(const QCPAxisRect* rect, double beside, const QStringList& texts) const {
    const QFontMetricsF metrics(loss_title_->font());
    const double room = rect->width() - beside;
    for (const QString& text : texts)
        if (!plot_->rectShown(rect) || metrics.horizontalAdvance(text) <= room) return text;  // unseen it is told alone
    return metrics.elidedText(texts.last(), Qt::ElideRight, room);
}

QString TimelineView::readout(const QCPAxisRect* rect) const {
    const auto crosshair = plot_->crosshair();
    const bool shown = crosshair && !model_->empty();
    const std::size_t row = shown ? model_->nearest(*crosshair, axis_) : 0;
    QString figures;
    for (const Line& line : lines_) {
        if (line.rect != rect) continue;
        const double value = shown ? figureAt(line, row) : 0.0;
        if (shown && std::isfinite(value))
            figures += (line.spec.name.isEmpty() || spec_.long_labels ? QString() : line.spec.name + QLatin1Char(' ')) +
                       numberText(value, spec_.decimals) + QStringLiteral("  ");
    }
    figures = figures.trimmed();
    // Where the rect has no room for how far that is along the axis, the step alone.
    const QString step = shown ? stepPhrase(spec_.model, countText(model_->row(row).step)) : QString();
    if (rect == loss_) {
        if (!shown) return log_ ? tr("%1, logarithmic").arg(spec_.title) : spec_.title;
        const QString text = tr("%1 at %2:  %3");
        return fitted(rect, 8.0,
                      {text.arg(spec_.title, xText(row), figures), text.arg(spec_.title, step, figures), figures});
    }
    if (rect == output_) return shown || spec_.middle_title.isEmpty() ? figures : spec_.middle_title;
    if (!spec_.memory) return {};
    if (shown) {
        const auto bytes = [&](Curve curve) {
            const float amount = model_->row(row).mean[static_cast<std::size_t>(curve)];
            return std::isnan(amount) ? tr("n/a") : sizeText({static_cast<std::int64_t>(amount)}, unit_);
        };
        const QString amounts = tr("Peak %1  Others %2").arg(bytes(Curve::Peak), bytes(Curve::Others));
        QStringList texts{amounts, tr("Peak %1").arg(bytes(Curve::Peak))};
        if (!plot_->rectShown(loss_))
            for (const QString& at : {step, xText(row)}) texts.prepend(at + QStringLiteral(": ") + amounts);
        return fitted(rect, 16.0, texts);  // with what areaOf() adds
    }
    return width() < scaled(700) ? tr("Peak, %1").arg(unitName(unit_))
                                 : tr("Peak per %1, %2").arg(stepNoun(spec_.model), unitName(unit_));
}

std::vector<AccessibleRow> TimelineView::curveRows() const {
    std::vector<AccessibleRow> rows;
    if (model_->empty()) return rows;
    const auto crosshair = plot_->crosshair();
    const std::size_t row = crosshair ? model_->nearest(*crosshair, axis_) : model_->size() - 1;
    rows.push_back({tr("At"), xText(row), {}});
    for (const Line& line : lines_) {
        const bool loss = line.rect == loss_;
        const double value = figureAt(line, row);
        if (!std::isfinite(value)) continue;
        rows.push_back(
            {loss && line.spec.name != spec_.title ? tr("%1 of %2").arg(spec_.title, line.spec.name) : line.spec.name,
             numberText(value, spec_.decimals), line.rect->rect()});
    }
    if (!spec_.memory) return rows;  // its places may hold further curves
    for (const auto& [curve, name] :
         {std::pair(Curve::Peak, tr("Peak of this process")), std::pair(Curve::Others, tr("Other programs")),
          std::pair(Curve::Budget, tr("Budget"))}) {
        const bool newest = curve == Curve::Peak && !crosshair;
        const double bytes = newest ? newestPeak() : model_->row(row).mean[static_cast<std::size_t>(curve)];
        if (!std::isnan(bytes) && bytes > 0)
            rows.push_back({name, sizeText({static_cast<std::int64_t>(bytes)}, unit_), memory_->rect()});
    }
    return rows;
}

}  // namespace headroom::ui
