// OthersRow: its words for what other programs hold, and when lending is offered.
#include "ui/panels/memory/others_row.h"

#include "ui/bridge/shown_text.h"
#include "ui/widgets/kit.h"

#include <cstdlib>

namespace headroom::ui {

constexpr std::int64_t kMinuteMs = 60000;
constexpr std::size_t kNamed = 8;                        // programs listed by name
constexpr std::int64_t kMoved = std::int64_t{50} << 20;  // less is called steady

void OthersTrend::note(Bytes amount, std::int64_t now_ms) {
    const bool first = recent_.empty();
    recent_.push_back({now_ms, amount});
    while (recent_.size() > 2 && recent_[1].ms <= now_ms - kMinuteMs) recent_.pop_front();
    if (first || std::abs((amount - reference_).count) > kMoved) {
        reference_ = amount;
        steady_since_ = now_ms;
    }
}

QString OthersTrend::text(MemoryUnit unit) const {
    if (recent_.empty()) return {};
    const std::int64_t now = recent_.back().ms;
    const Bytes moved = recent_.back().amount - recent_.front().amount;
    if (std::abs(moved.count) > kMoved) {
        const QString sign = moved.count > 0 ? QStringLiteral("+") : QString();
        return OthersRow::tr("%1 in %2")
            .arg(sign + figureText(moved, unit), durationText(static_cast<double>(now - recent_.front().ms) / 1000.0));
    }
    const std::int64_t minutes = (now - steady_since_) / kMinuteMs;
    if (minutes < 1) return {};
    if (minutes < 120) return OthersRow::tr("steady for %1 min").arg(countText(minutes));
    return OthersRow::tr("steady for %1 h").arg(countText(minutes / 60));
}

OthersRow::OthersRow(QWidget* parent)
    : QWidget(parent),
      text_(shrinking(makeLabel("small", tr("Other programs: n/a"), this))),
      lend_(named(new QPushButton(tr("Lend…"), this), tr("Lend the device to other programs"))) {
    rowIn(this, {16, 6, 16, 6}, 8,
          {makeIcon(QStringLiteral("device-desktop"), Token::T2, 14, this), {text_, 1}, lend_});
    showRichText(text_);
    connect(lend_, &QPushButton::clicked, this,
            [this] { state_ == RunState::Lent ? takeBackRequested() : lendRequested(); });
    onTheme(this, [this] {
        lend_->setFont(themeFont(TextSize::Small));
        lend_->setFixedHeight(scaled(24));
    });
    setState(RunState::Idle);
}

void OthersRow::setAmount(Bytes amount, MemoryUnit unit, std::int64_t now_ms, const QString& grower) {
    trend_.note(amount, now_ms);
    QString trend = trend_.text(unit);
    if (trend.startsWith(QLatin1Char('+')) && !grower.isEmpty())
        trend += QStringLiteral(" (%1)").arg(nameText(grower).toHtmlEscaped());
    QString text = tr("Other programs <b>%1</b>").arg(sizeText(amount, unit));
    if (!trend.isEmpty()) text += QStringLiteral(", ") + trend;
    text_->setText(text);
    text_->setToolTip(tr("Held by other programs on this device.\n%1%2").arg(exactText(amount), programs_));
}

void OthersRow::setPrograms(const std::vector<OtherProgram>& programs, MemoryUnit unit) {
    programs_.clear();
    for (std::size_t i = 0; i < programs.size() && i < kNamed; ++i) {
        const QString name =
            programs[i].name.empty() ? tr("process %1").arg(programs[i].pid) : nameText(fromUtf8(programs[i].name));
        programs_ += QStringLiteral("\n%1: %2").arg(name, sizeText(programs[i].bytes, unit));
    }
}

void OthersRow::setState(RunState state) {
    state_ = state;
    lend_->setVisible(is_active(state));
    lend_->setText(state == RunState::Lent ? tr("Take back") : tr("Lend…"));
    const bool can = state == RunState::Running || stands_still(state);
    lend_->setEnabled(can);
    lend_->setToolTip(!can ? tr("The run is being prepared or stopped")
                      : state == RunState::Lent
                          ? tr("Takes the device back and goes on")
                          : tr("Parks the model in RAM and gives the device to other programs until you resume"));
}

void OthersRow::setPadding(int pixels) { layout()->setContentsMargins(pixels, 6, pixels, 6); }

}  // namespace headroom::ui
