// OomBanner: the ladder itself goes back when there is room; the banner hands the answer on and goes when the old settings are back.
#include "ui/shell/oom_banner.h"

#include "core/api/param_schema.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/run_words.h"
#include "ui/shell/oom_card.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/themed_icon.h"

#include <QKeyEvent>
#include <QPushButton>

#include <algorithm>

namespace headroom::ui {

QString OomBanner::sentence(const OomRecovered& event, const TrainConfig& config) {
    const QString step = stepPhrase(config.model, countText(event.step));
    if (!event.survived) return tr("Out of memory at %1: nothing that was tried fits, the run stopped").arg(step);
    const Result<TrainConfig> before = with_patch(config, event.before);
    const Result<TrainConfig> after = with_patch(config, event.after);
    if (before && after && before->effective_batch() == after->effective_batch()) {
        // A no-break space: the number never stands alone on a line.
        return tr("Out of memory at %1: survived, effective batch still\u00a0%2")
            .arg(step, countText(after->effective_batch()));
    }
    return tr("Out of memory at %1: survived, the %2 was repeated").arg(step, stepNoun(config.model));
}

OomBanner::OomBanner(const OomRecovered& event, SessionBridge* bridge, QAction* snapshot, QAction* make_fit,
                     QWidget* parent)
    : QWidget(parent),
      event_(event),
      bridge_(bridge),
      bar_(new NoticeBar(event.survived ? Tone::Ok : Tone::Err, sentence(event, *bridge->config()), {}, this)),
      card_(new OomCard(event, bridge->config()->model, bar_->title(), snapshot, make_fit, this)) {
    if (event.survived) {
        QPushButton* keep = bar_->addButton(tr("Keep"), QStringLiteral("check"), true);
        keep->setToolTip(tr("Stay with the smaller settings"));
        connect(keep, &QPushButton::clicked, this, [this] { answer(OomAnswer::Keep); });
    }
    if (event.survived && !event.before.empty()) {
        undo_ = bar_->addButton(tr("Undo when it fits"), QStringLiteral("arrow-back-up"));
        undo_->setToolTip(tr("The old settings come back at the first %1 with room for %2.")
                              .arg(stepNoun(bridge->config()->model), totalText(needed())));
        connect(undo_, &QPushButton::clicked, this, [this] { answer(OomAnswer::UndoWhenItFits); });
    }
    details_ = bar_->addButton(tr("Details"), QStringLiteral("chevron-down"));
    details_->setFlat(true);
    bar_->addClose();
    card_->hide();
    auto* column = columnIn(this, {0, 0, 0, 0}, 0);
    column->addWidget(bar_);
    column->addWidget(card_);
    connect(bar_, &NoticeBar::closed, this, &QObject::deleteLater);
    connect(details_, &QPushButton::clicked, this, [this] { setDetailsShown(!card_->isVisibleTo(this)); });
    connect(bridge, &SessionBridge::memoryChanged, card_, [this](const std::shared_ptr<const MemoryReport>& report) {
        if (report) card_->setRoom(std::min(report->budget, report->device_total - report->now.other_programs));
    });
    connect(bridge, &SessionBridge::paramApplied, this, &OomBanner::goWhenUndone);
    connect(bridge, &SessionBridge::runStarted, this, &QObject::deleteLater);  // it told of the run before
    connect(bridge, &SessionBridge::stateChanged, this, [this](RunState state) {
        if (undo_ && !is_active(state)) undo_->setEnabled(false);
    });
}

Bytes OomBanner::needed() const {
    return event_.undo_needs.count > 0 ? event_.undo_needs : event_.live + event_.requested;
}

void OomBanner::answer(OomAnswer answer) {
    bridge_->answerOom(answer);
    if (answer == OomAnswer::Keep) return deleteLater();
    waiting_ = true;
    undo_->setEnabled(false);
    undo_->setText(tr("Waiting for %1").arg(totalText(needed())));
}

void OomBanner::goWhenUndone() {
    const TrainConfig& now = *bridge_->config();
    const bool back =
        !event_.before.empty() && std::all_of(event_.before.begin(), event_.before.end(), [&](const auto& old) {
            const ParamRow* row = find_param(old.first);
            return row && row->get(now) == old.second;
        });
    if (back) deleteLater();
}

void OomBanner::setDetailsShown(bool shown) {
    card_->setVisible(shown);
    setThemedIcon(details_, shown ? QStringLiteral("chevron-up") : QStringLiteral("chevron-down"));
}

void OomBanner::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && card_->isVisibleTo(this)) return setDetailsShown(false);
    QWidget::keyPressEvent(event);
}

}  // namespace headroom::ui
