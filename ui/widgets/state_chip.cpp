// StateChip: the tint comes from the style sheet by the `tone` property.
#include "ui/widgets/state_chip.h"

#include "ui/shell/theme.h"
#include "ui/widgets/themed_icon.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>

namespace headroom::ui {
namespace {

Token token_of(Tone tone) {
    switch (tone) {
        case Tone::Ok: return Token::Ok;
        case Tone::Warn: return Token::Warn;
        case Tone::Err: return Token::Err;
        case Tone::Info: return Token::Acc;
        case Tone::Neutral: break;
    }
    return Token::T2;
}

}  // namespace

QString toneName(Tone tone) {
    switch (tone) {
        case Tone::Ok: return QStringLiteral("ok");
        case Tone::Warn: return QStringLiteral("warn");
        case Tone::Err: return QStringLiteral("err");
        case Tone::Info: return QStringLiteral("info");
        case Tone::Neutral: break;
    }
    return QStringLiteral("neutral");
}

StateChip::StateChip(QWidget* parent) : QFrame(parent), icon_(new QLabel(this)), text_(new QLabel(this)) {
    setObjectName(QStringLiteral("chip"));
    auto* row = new QHBoxLayout(this);
    const auto pad = [row] {
        row->setContentsMargins(Theme::get().scaled(8), Theme::get().scaled(3), Theme::get().scaled(8),
                                Theme::get().scaled(3));
    };
    connect(&Theme::get(), &Theme::changed, this, pad);  // round ends need half the height as radius at any text size
    pad();
    row->setSpacing(6);
    row->addWidget(icon_);
    row->addWidget(text_);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setState(RunState::Idle);
}

StateChip::Look StateChip::look(RunState state) {
    switch (state) {
        case RunState::Idle: return {QStringLiteral("circle-check"), tr("Ready"), Tone::Neutral};
        case RunState::Preparing: return {QStringLiteral("progress"), tr("Preparing"), Tone::Info};
        case RunState::Running: return {QStringLiteral("player-play"), tr("Running"), Tone::Ok};
        case RunState::Paused: return {QStringLiteral("player-pause"), tr("Paused"), Tone::Warn};
        case RunState::Lent: return {QStringLiteral("heart-handshake"), tr("Lent"), Tone::Info};
        case RunState::Stopping: return {QStringLiteral("progress"), tr("Stopping"), Tone::Warn};
        case RunState::Finished: return {QStringLiteral("flag"), tr("Finished"), Tone::Neutral};
        case RunState::Failed: return {QStringLiteral("alert-circle"), tr("Failed"), Tone::Err};
    }
    return {};
}

void StateChip::setState(RunState state) {
    const Look l = look(state);
    show(l.icon, l.text, l.tone);
}

void StateChip::show(const QString& icon, const QString& text, Tone tone) {
    if (text_->text() == text && property("tone").toString() == toneName(tone)) return;
    setThemedIcon(icon_, icon, token_of(tone), 14);
    text_->setText(text);
    setAccessibleName(tr("State: %1").arg(text));
    setProperty("tone", toneName(tone));
    for (QWidget* w : {static_cast<QWidget*>(this), static_cast<QWidget*>(text_)}) {
        w->style()->unpolish(w);
        w->style()->polish(w);
    }
    QAccessibleEvent changed(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&changed);
}

QString StateChip::text() const { return text_->text(); }

}  // namespace headroom::ui
