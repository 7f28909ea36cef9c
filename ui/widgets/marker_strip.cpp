// MarkerStrip: glyphs and labels of what happened, above the plots and on their x: triangle = edit.
#include "ui/widgets/marker_strip.h"

#include "ui/widgets/kit.h"
#include "ui/widgets/mirrored.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

#include <numeric>

namespace headroom::ui {
namespace {

constexpr double kGlyphHalf = 6.0;
constexpr double kLabelGap = 3.0;  // between glyph and label
constexpr double kBetween = 8.0;   // between two labels

bool isDot(const StripMark& mark) { return mark.kind == MetricsMark::Kind::Checkpoint; }

bool isOom(const StripMark& mark) {
    return mark.kind == MetricsMark::Kind::Oom || mark.kind == MetricsMark::Kind::OomFatal;
}

QString nameOf(const StripMark& mark) { return mark.text.isEmpty() ? MarkerStrip::tr("Checkpoint") : mark.text; }

QRectF glyphRect(const StripMark& mark, double height) { return {mark.x - kGlyphHalf, 0.0, 2.0 * kGlyphHalf, height}; }

/// Indexes in the order in which labels are placed: recoveries, then edits, newest first.
std::vector<std::size_t> priority(const std::vector<StripMark>& marks) {
    std::vector<std::size_t> order(marks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        const bool oom_a = isOom(marks[a]), oom_b = isOom(marks[b]);
        return oom_a != oom_b ? oom_a : a > b;
    });
    return order;
}

}  // namespace

std::vector<StripPlace> placeLabels(const std::vector<StripMark>& marks, double width, double height,
                                    const std::function<double(const QString&)>& width_of,
                                    Qt::LayoutDirection direction) {
    std::vector<StripPlace> places(marks.size());
    std::vector<QRectF> taken;
    for (const StripMark& mark : marks)
        if (!isDot(mark)) taken.push_back(glyphRect(mark, height));
    const auto is_free = [&](const QRectF& label) {
        if (label.left() < 0.0 || label.right() > width) return false;
        return std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(label); });
    };
    for (std::size_t i : priority(marks)) {
        const StripMark& mark = marks[i];
        if (isDot(mark)) continue;
        for (const QString& text : {mark.text, mark.short_text}) {
            if (text.isEmpty() || !places[i].text.isEmpty()) continue;
            const double size = width_of(text);
            const QRectF glyph = glyphRect(mark, height);
            for (const double left : {glyph.right() + kLabelGap, glyph.left() - kLabelGap - size}) {
                const QRectF label = mirrored(direction, glyph, QRectF(left, 0.0, size, height));
                if (!is_free(label)) continue;
                places[i].label = label;
                places[i].text = text;
                taken.push_back(label.adjusted(-kBetween, 0, kBetween, 0));
                break;
            }
        }
    }
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (!isDot(marks[i])) continue;
        const QRectF dot(marks[i].x - 3.0, 0.0, 6.0, height);
        places[i].glyph = std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(dot); });
    }
    return places;
}

MarkerStrip::MarkerStrip(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Marks of the run"));
    connect(&Theme::get(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
    onTip(this, [this](const QPoint& at) {
        const auto hit = std::ranges::find_if(
            marks_, [&](const StripMark& mark) { return std::abs(at.x() - mark.x) <= kGlyphHalf + 1.0; });
        return hit == marks_.end() ? QString() : nameOf(*hit);
    });
}

void MarkerStrip::setMarks(std::vector<StripMark> marks) {
    if (marks == marks_) return;
    marks_ = std::move(marks);
    accessibleRowsChanged();
    QStringList names;
    for (const StripMark& mark : marks_)
        if (!mark.text.isEmpty()) names << mark.text;
    setAccessibleDescription(names.join(QStringLiteral("; ")));
    update();
}

QSize MarkerStrip::sizeHint() const { return QSize(scaled(240), scaled(16) + 6); }

void MarkerStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter, marks_, size());
}

void MarkerStrip::draw(QPainter& painter, const std::vector<StripMark>& marks, const QSizeF& size) const {
    painter.setFont(themeFont(TextSize::Plot));
    painter.setRenderHint(QPainter::Antialiasing, true);
    const QFontMetricsF metrics(painter.font());
    const auto places = placeLabels(
        marks, size.width(), size.height(), [&](const QString& text) { return metrics.horizontalAdvance(text); },
        layoutDirection());
    const double y = size.height() / 2.0 + 2.0;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const double x = marks[i].x;
        painter.setPen(Qt::NoPen);
        if (marks[i].kind == MetricsMark::Kind::Edit) {
            painter.setBrush(themeColor(Token::Acc));
            painter.drawPolygon(QPolygonF({{x - 5, y + 4}, {x, y - 5}, {x + 5, y + 4}}));
        } else if (isOom(marks[i])) {
            painter.setBrush(themeColor(marks[i].kind == MetricsMark::Kind::Oom ? Token::Warn : Token::Err));
            painter.drawPolygon(QPolygonF({{x, y - 6}, {x + 6, y}, {x, y + 6}, {x - 6, y}}));
        } else if (places[i].glyph) {
            painter.setBrush(themeColor(Token::T3));
            painter.drawEllipse(QPointF(x, y), 3, 3);
        }
        if (places[i].text.isEmpty()) continue;
        painter.setPen(themeColor(Token::T1));
        painter.drawText(QPointF(places[i].label.left(), y + metrics.capHeight() / 2.0), places[i].text);
    }
}

std::vector<AccessibleRow> MarkerStrip::makeAccessibleRows() const {
    std::vector<AccessibleRow> rows;
    for (const StripMark& mark : marks_) rows.push_back({nameOf(mark), {}, glyphRect(mark, height()).toAlignedRect()});
    return rows;
}

}  // namespace headroom::ui
