// MemoryBar: painting and tooltips; see memory_bar.h.
#include "ui/widgets/memory_bar.h"

#include "ui/widgets/memory_bar_paint.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

QString roleName(BarRole role) {
    switch (role) {
        case BarRole::Others: return QStringLiteral("Other programs");
        case BarRole::Context: return QStringLiteral("Context, kernels");
        case BarRole::Weights: return QStringLiteral("Weights");
        case BarRole::Optimiser: return QStringLiteral("Optimiser");
        case BarRole::Gradients: return QStringLiteral("Gradients");
        case BarRole::Activations:
        case BarRole::ActivationsAlt: return QStringLiteral("Activations");
        case BarRole::Inputs: return QStringLiteral("Inputs, workspace");
        case BarRole::Cache: return QStringLiteral("Cache");
        case BarRole::Free: return QStringLiteral("Free");
        case BarRole::Ghost: break;
    }
    return QStringLiteral("Forecast");
}

MemoryBar::MemoryBar(Kind kind, QWidget* parent) : QWidget(parent), kind_(kind) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    installAccessibleRows();
    setAccessibleName(tr("Memory bar"));
    connect(&Theme::get(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void MemoryBar::setData(const BarData& data) {
    data_ = data;
    setAccessibleDescription(data.sentence);
    update();
}

void MemoryBar::setGhostDim(bool dim) {
    if (dim == ghost_dim_) return;
    ghost_dim_ = dim;
    update();
}

QRectF MemoryBar::barRect() const {
    const Theme& theme = Theme::get();
    const int height = kind_ == Kind::Full ? 32 : kind_ == Kind::Card ? 20 : 16;
    const int top = kind_ == Kind::Full ? theme.scaled(16) + 4 : 1;
    return QRectF(1.0, top, std::max(0, width() - 2), theme.scaled(height));
}

QSize MemoryBar::sizeHint() const {
    const QRectF bar = barRect();
    // Tick, gap and the whole height of the figures: a comma's tail must not be cut.
    const int below = kind_ == Kind::Tray ? 1 : 9 + QFontMetrics(Theme::get().font(TextSize::Plot)).height();
    return QSize(Theme::get().scaled(240), static_cast<int>(std::ceil(bar.bottom())) + below);
}

QSize MemoryBar::minimumSizeHint() const { return QSize(Theme::get().scaled(120), sizeHint().height()); }

double MemoryBar::xOf(Bytes at) const {
    const QRectF bar = barRect();
    if (data_.total.count <= 0) return bar.left();
    return bar.left() + bar.width() * static_cast<double>(at.count) / static_cast<double>(data_.total.count);
}

void MemoryBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(Theme::get().font(TextSize::Plot));
    const QRectF bar = barRect();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Theme::get().color(Token::Ctl));
    painter.setBrush(Theme::get().color(BarRole::Free));
    painter.drawRoundedRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5), 3, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (data_.total.count <= 0) return;
    paintSegments(painter, bar);
    paintBudget(painter, bar);
    paintGhost(painter, bar);
    if (kind_ != Kind::Tray) paintTicks(painter, bar);
}

void MemoryBar::paintSegments(QPainter& painter, const QRectF& bar) const {
    const std::vector<BarSegment> segments = layoutSegments(data_, bar.width());
    for (const BarSegment& segment : segments) {
        if (segment.role == BarRole::Free) continue;
        const double left = std::round(bar.left() + segment.x);
        const double right = std::round(bar.left() + segment.x + segment.width);
        fillRole(painter, QRectF(left, bar.top(), std::max(1.0, right - left - 1.0), bar.height()), segment.role);
    }
    if (kind_ == Kind::Tray) return;
    const QFontMetricsF metrics(painter.font());
    for (const BarSegment& segment : segments) {
        // Two figures only: those of the widest owner and of the others, as every figure stands in the ledger too.
        const bool wanted = segment.role == BarRole::Others || segment.role == BarRole::Activations;
        if (!wanted) continue;
        const QString text = figureText(segment.bytes, data_.unit);
        const double width = metrics.horizontalAdvance(text) + 12.0;
        if (segment.width < width + 6.0) continue;
        const double middle = bar.left() + segment.x + segment.width / 2.0;
        const double height = metrics.height() + 3.0;
        drawPlate(painter, QRectF(middle - width / 2.0, bar.center().y() - height / 2.0, width, height), text);
    }
}

void MemoryBar::paintGhost(QPainter& painter, const QRectF& bar) const {
    if (!data_.ghost) return;
    const Theme& theme = Theme::get();
    const BarData::Ghost& ghost = *data_.ghost;
    const double left = xOf(ghost.begin);
    const double right = xOf(ghost.begin + ghost.size);
    const QColor color = ghost_dim_ ? theme.blend(theme.color(BarRole::Ghost), 0.45) : theme.color(BarRole::Ghost);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    const QRectF frame(left + 0.5, bar.top() + 0.75, std::max(1.0, right - left - 1.0), bar.height() - 1.5);
    hatch(painter, frame, color, 1.2, 5.0);
    painter.setBrush(Qt::NoBrush);
    QPen dashed(color, 1.5);
    dashed.setDashPattern({2.7, 1.3});
    painter.setPen(dashed);
    painter.drawRect(frame);
    if (ghost.error.count > 0 && kind_ == Kind::Tray) {
        const double half = xOf(ghost.error) - bar.left();
        const double y = bar.center().y();
        painter.setPen(QPen(theme.color(Token::T1), 1.5));
        painter.drawLine(QPointF(right - half, y), QPointF(right + half, y));
        painter.drawLine(QPointF(right - half, y - 4), QPointF(right - half, y + 4));
        painter.drawLine(QPointF(right + half, y - 4), QPointF(right + half, y + 4));
    }
    painter.restore();
    if (ghost.past.count <= 0 || kind_ == Kind::Tray) return;
    const QString text = tr("%1 past the %2").arg(sizeText(ghost.past, data_.unit), data_.device);
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(text) + 12.0;
    if (width > frame.width() - 8.0) return;
    const double height = metrics.height() + 3.0;
    drawPlate(painter, QRectF(frame.center().x() - width / 2.0, bar.center().y() - height / 2.0, width, height), text);
}

void MemoryBar::paintBudget(QPainter& painter, const QRectF& bar) const {
    if (!data_.budget_end || kind_ == Kind::Tray) return;
    const Theme& theme = Theme::get();
    const double x = std::min(std::round(xOf(*data_.budget_end)), bar.right());
    const double band = std::round(x - xOf(*data_.budget_end - data_.reserve));
    if (data_.reserve.count > 0 && band >= 1.0) {
        painter.fillRect(QRectF(x - band, bar.top(), band, bar.height()), theme.blend(theme.color(Token::T3), 0.35));
    }
    painter.fillRect(QRectF(x - 1.0, bar.top() - 4.0, 2.0, bar.height() + 8.0), theme.color(Token::T1));
    if (kind_ != Kind::Full || data_.flag.isEmpty()) return;
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(data_.flag);
    const double right =
        std::max(std::min<double>(this->width() - 1.0, x + 4.0), std::min<double>(width + 1.0, this->width()));
    painter.setPen(theme.color(Token::T1));
    painter.drawText(QPointF(right - width, bar.top() - 7.0), data_.flag);
}

void MemoryBar::paintTicks(QPainter& painter, const QRectF& bar) const {
    const Theme& theme = Theme::get();
    const QFontMetricsF metrics(painter.font());
    const double text_width = metrics.horizontalAdvance(figureText(data_.total, data_.unit));
    painter.setPen(theme.color(Token::T3));
    for (const BarTick& tick : barTicks(data_.total, data_.unit, bar.width(), text_width)) {
        const double x = std::min(std::round(xOf(tick.at)), bar.right() - 1.0);
        painter.fillRect(QRectF(x, bar.bottom() + 3.0, 1.0, 4.0), theme.color(Token::T3));
        const double width = metrics.horizontalAdvance(tick.text);
        const double left = tick.at.count == 0 ? x : tick.at == data_.total ? x + 1.0 - width : x - width / 2.0;
        painter.drawText(QPointF(left, bar.bottom() + 8.0 + metrics.ascent()), tick.text);
    }
}

QString MemoryBar::tipAt(double x) const {
    const QRectF bar = barRect();
    if (data_.ghost && x >= xOf(data_.ghost->begin) && x < xOf(data_.ghost->begin + data_.ghost->size)) {
        return tr("Forecast: %1 more").arg(sizeText(data_.ghost->size + data_.ghost->past, data_.unit));
    }
    for (const BarSegment& segment : layoutSegments(data_, bar.width())) {
        if (x < bar.left() + segment.x || x >= bar.left() + segment.x + segment.width) continue;
        const double share = 100.0 * static_cast<double>(segment.bytes.count) / static_cast<double>(data_.total.count);
        return tr("%1: %2, %3\n%4\n%5")
            .arg(roleName(segment.role), sizeText(segment.bytes, data_.unit), percentText(share),
                 exactText(segment.bytes), data_.source);
    }
    return {};
}

std::vector<AccessibleRow> MemoryBar::accessibleRows() const {
    std::vector<AccessibleRow> rows;
    const QRectF bar = barRect();
    const auto place = [&](double from, double to) {
        return QRectF(from, bar.top(), to - from, bar.height()).toAlignedRect();
    };
    for (const BarSegment& segment : layoutSegments(data_, bar.width())) {
        const double share = 100.0 * static_cast<double>(segment.bytes.count) /
                             static_cast<double>(std::max<std::int64_t>(1, data_.total.count));
        rows.push_back({roleName(segment.role),
                        sizeText(segment.bytes, data_.unit) + QStringLiteral(", ") + percentText(share),
                        place(bar.left() + segment.x, bar.left() + segment.x + segment.width)});
    }
    if (!data_.flag.isEmpty() && data_.budget_end) {
        const double x = xOf(*data_.budget_end);
        rows.push_back({data_.flag + QLatin1Char(' ') + unitName(data_.unit), {}, place(x - 1, x + 1)});
    }
    if (data_.ghost) {
        rows.push_back({tr("Forecast"), tr("%1 more").arg(sizeText(data_.ghost->size + data_.ghost->past, data_.unit)),
                        place(xOf(data_.ghost->begin), xOf(data_.ghost->begin + data_.ghost->size))});
    }
    return rows;
}

bool MemoryBar::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = tipAt(help->pos().x());
    if (text.isEmpty()) {
        QToolTip::hideText();
        event->ignore();
    } else {
        QToolTip::showText(help->globalPos(), text, this);
    }
    return true;
}

}  // namespace headroom::ui
