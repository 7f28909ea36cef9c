// MemoryLens: a card's bar below a fan that leads to it from the process's place above.
#include "ui/widgets/memory_lens.h"

#include "ui/widgets/kit.h"
#include "ui/widgets/mirrored.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {
namespace {

constexpr double kTooSmall = 0.06, kLargeEnough = 0.08;  // shares of the bar

std::vector<BarData::Part> partsOfProcess(const BarData& device) {
    std::vector<BarData::Part> out = device.parts;
    std::erase_if(out, [](const BarData::Part& p) { return p.role == BarRole::Others || p.role == BarRole::Free; });
    return out;
}

Bytes processOf(const BarData& device) {
    Bytes sum;
    for (const BarData::Part& part : partsOfProcess(device)) sum += part.bytes;
    return sum;
}

Bytes othersOf(const BarData& device) {
    for (const BarData::Part& part : device.parts)
        if (part.role == BarRole::Others) return part.bytes;
    return {};
}

/// With a forecast's.
Bytes extentOf(const BarData& device) {
    Bytes sum = processOf(device);
    if (device.ghost) sum += device.ghost->size + device.ghost->error;
    return sum;
}

}  // namespace

std::optional<BarData> enlarged(const BarData& device, bool shown) {
    const Bytes extent = extentOf(device);
    if (device.total.count <= 0 || extent.count <= 0 || (device.ghost && device.ghost->past.count > 0)) return {};
    const double share = static_cast<double>(extent.count) / static_cast<double>(device.total.count);
    if (share > (shown ? kLargeEnough : kTooSmall)) return {};
    BarData out;
    out.unit = device.unit;
    out.source = device.source;
    out.device = device.device;
    // Up to the next round figure, so that the end does not move with each report.
    const double step = roundStep(static_cast<double>(extent.count) / 1048576.0, 5) * 1048576.0;
    out.total = {std::llround(std::ceil(static_cast<double>(extent.count) / step) * step)};
    const Bytes process = processOf(device);
    out.parts = partsOfProcess(device);
    out.parts.push_back({BarRole::Free, out.total - process});
    if (device.ghost) out.ghost = BarData::Ghost{process, device.ghost->size, device.ghost->error, {}};
    out.sentence = MemoryLens::tr("This process enlarged: %1 of %2")
                       .arg(leadText(process, device.total, device.unit), sizeText(device.total, device.unit));
    return out;
}

MemoryLens::MemoryLens(QWidget* parent)
    : QWidget(parent),
      bar_(named(new MemoryBar(MemoryBar::Kind::Card, this), tr("Memory bar of this process, enlarged"))) {
    auto* column = columnIn(this, {}, 0, {bar_});
    onTheme(this,
            [column] { column->setContentsMargins(0, QFontMetrics(themeFont(TextSize::Plot)).height() + 4, 0, 0); });
    hide();
}

bool MemoryLens::setData(const BarData& device) {
    const auto data = enlarged(device, !isHidden());
    setVisible(data.has_value());
    if (!data) return false;
    device_ = device;
    scale_ = static_cast<double>(device.total.count) / static_cast<double>(data->total.count);
    bar_->setData(*data);
    update();
    return true;
}

void MemoryLens::paintEvent(QPaintEvent*) {
    if (device_.total.count <= 0) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing, true);
    const QRectF bar = bar_->barRect().translated(bar_->pos());
    const double per_byte = bar.width() / static_cast<double>(device_.total.count);
    const double left = bar.left() + static_cast<double>(othersOf(device_).count) * per_byte;
    const double right = left + std::max(2.0, static_cast<double>(extentOf(device_).count) * per_byte);
    painter.setPen(Qt::NoPen);
    painter.setBrush(themeColor(Token::Raised));
    QPolygonF fan;
    for (const QPointF& corner : {QPointF(left, 0), QPointF(right, 0), bar.topRight(), bar.topLeft()})
        fan << mirrored(this, corner);
    painter.drawPolygon(fan);
    painter.setFont(themeFont(TextSize::Plot));
    painter.setPen(themeColor(Token::T2));
    painter.drawText(QRectF(bar.left(), 0, bar.width(), bar.top() - 2), Qt::AlignRight | Qt::AlignVCenter,
                     tr("This process, %1 times larger").arg(countText(std::llround(scale_))));
}

}  // namespace headroom::ui
