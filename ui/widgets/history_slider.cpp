// HistorySlider: positions follow the step, so that marks lie between the sets they fell between.
#include "ui/widgets/history_slider.h"

#include "ui/bridge/qt_format.h"
#include "ui/widgets/kit.h"

#include <QMouseEvent>
#include <QPainter>

namespace headroom::ui {

constexpr double kMargin = 8;  // half the knob

HistorySlider::HistorySlider(QWidget* parent) : QAbstractSlider(parent), step_name_(tr("Step %1")) {
    setChosen(-1);
    setOrientation(Qt::Horizontal);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("History of samples"));
    connect(this, &QAbstractSlider::valueChanged, this, &HistorySlider::describe);
    connect(&Theme::get(), &Theme::changed, this, [this] { update(); });
    onTip(this, [this](const QPoint& at) {
        QString text = steps_.isEmpty() ? QString() : step_name_.arg(countText(steps_[nearest(at.x())]));
        for (const MetricsMark& m : marks_)
            if (isDrawn(m) && std::abs(xOf(m.step) - at.x()) <= 6 && at.y() < height() / 2)
                text = tr("%1: %2").arg(step_name_.arg(countText(m.step)), m.text);
        return text;
    });
}

void HistorySlider::setChosen(int index) {
    const QSignalBlocker quiet(this);
    setRange(steps_.isEmpty() ? -1 : 0, count() - 1);
    setValue(index);
    describe();
}

void HistorySlider::setSteps(const QList<qint64>& steps) {
    const bool follow = value() < 0 || atNewest();
    const qint64 chosen = stepAt(value());
    steps_ = steps;
    setChosen(follow ? count() - 1 : std::max(0, static_cast<int>(steps_.indexOf(chosen))));
}

void HistorySlider::clear() {
    steps_.clear();
    marks_.clear();
    setChosen(-1);
}

void HistorySlider::describe() {
    update();
    setAccessibleDescription(
        value() < 0 ? tr("No sample sets yet")
                    : tr("%1, set %2 of %3")
                          .arg(step_name_.arg(countText(stepAt(value()))), countText(value() + 1), countText(count())));
}

double HistorySlider::xOf(qint64 step) const {
    const double width_left = width() - 2 * kMargin;
    const double begin = isRightToLeft() ? kMargin + width_left : kMargin, way = isRightToLeft() ? -1.0 : 1.0;
    if (count() < 2) return begin + way * width_left;
    const double share = static_cast<double>(step - steps_.first()) /
                         static_cast<double>(std::max<qint64>(1, steps_.last() - steps_.first()));
    return begin + way * std::clamp(share, 0.0, 1.0) * width_left;
}

int HistorySlider::nearest(double at) const {
    int best = 0;
    for (int i = 1; i < count(); ++i)
        if (std::abs(xOf(steps_[i]) - at) < std::abs(xOf(steps_[best]) - at)) best = i;
    return best;
}

void HistorySlider::paintEvent(QPaintEvent*) {
    QPainter p(this);
    p.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = Theme::get();
    const double middle = height() / 2.0, knob = value() >= 0 ? xOf(stepAt(value())) : kMargin;
    const double begin = isRightToLeft() ? width() - kMargin : kMargin;
    p.setPen(Qt::NoPen);
    p.setBrush(theme.blend(theme.color(Token::Ctl), 0.55));
    p.drawRoundedRect(QRectF(kMargin, middle - 2, width() - 2 * kMargin, 4), 2, 2);
    if (value() < 0) return;
    p.setBrush(theme.color(Token::Acc));
    p.drawRoundedRect(QRectF(begin, middle - 2, knob - begin, 4).normalized(), 2, 2);
    p.setPen(QPen(theme.color(Token::T3), 1));
    double last = -10;
    for (const qint64 step : steps_) {
        const double at = std::floor(xOf(step)) + 0.5;
        if (std::abs(at - last) < 4) continue;  // ticks closer than this would be a grey band
        p.drawLine(QPointF(at, middle + 5), QPointF(at, middle + 9));
        last = at;
    }
    p.setPen(Qt::NoPen);
    for (const MetricsMark& mark : marks_) {
        if (!isDrawn(mark)) continue;
        const double at = xOf(mark.step), y = middle - 9;
        const bool edit = mark.kind == MetricsMark::Kind::Edit;
        p.setBrush(theme.color(edit ? Token::Acc : mark.kind == MetricsMark::Kind::Oom ? Token::Warn : Token::Err));
        if (edit)
            p.drawPolygon(QPolygonF({{at - 4, y + 3}, {at + 4, y + 3}, {at, y - 4}}));
        else
            p.drawPolygon(QPolygonF({{at - 4.5, y}, {at, y - 4.5}, {at + 4.5, y}, {at, y + 4.5}}));
    }
    p.setBrush(theme.color(Token::T1));
    p.setPen(QPen(theme.color(Token::Acc), 2));
    p.drawEllipse(QPointF(knob, middle), 6, 6);
    paintFocusFrame(p, this);
}

void HistorySlider::mousePressEvent(QMouseEvent* event) {
    if ((event->buttons() & Qt::LeftButton) && !steps_.isEmpty()) setValue(nearest(event->position().x()));
}

}  // namespace headroom::ui
