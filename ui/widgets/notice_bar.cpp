// NoticeBar: tinted by its `tone` in the style sheet; announces itself to screen readers.
#include "ui/widgets/notice_bar.h"

#include "ui/widgets/kit.h"

#include <QAccessible>
#include <QEvent>

namespace headroom::ui {

QString toneName(Tone tone) {
    static constexpr const char* names[] = {"neutral", "ok", "warn", "err", "info"};
    return QLatin1String(names[static_cast<int>(tone)]);
}

Token toneColor(Tone tone) {
    static constexpr Token colors[] = {Token::T2, Token::Ok, Token::Warn, Token::Err, Token::Acc};
    return colors[static_cast<int>(tone)];
}

StateChip::StateChip(QWidget* parent) : QFrame(parent), icon_(new QLabel(this)), text_(new QLabel(this)) {
    setObjectName(QStringLiteral("chip"));
    auto* row = rowIn(this, {}, 6, {icon_, text_});
    // Round ends need half the height as radius at any text size.
    onTheme(this, [row] { row->setContentsMargins(scaled(8), scaled(3), scaled(8), scaled(3)); });
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

void StateChip::setLook(const QString& icon, const QString& text, Tone tone) {
    if (text_->text() == text && property("tone").toString() == toneName(tone)) return;
    setThemedIcon(icon_, icon, toneColor(tone), 14);
    text_->setText(text);
    setAccessibleName(tr("State: %1").arg(text));
    setProperty("tone", toneName(tone));
    repolish(this);
    repolish(text_);
    QAccessibleEvent changed(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&changed);
}

NoticeBar::NoticeBar(Tone tone, const QString& title, const QString& detail, QWidget* parent)
    : QFrame(parent),
      icon_(new QLabel(this)),
      title_(makeLabel("strong", this, Wrap::On)),
      detail_(makeLabel("small", this, Wrap::On)),
      actions_(new QWidget(this)),
      row_(rowOf({icon_, {columnOf({title_, detail_}, 2), 1}, actions_}, 8)),
      column_(columnIn(this, {12, 8, 12, 8}, 8, {row_})) {
    setObjectName(QStringLiteral("notice"));
    // Wraps instead of holding the window wide.
    for (QLabel* label : {title_, detail_}) shrinking(label)->setMinimumWidth(scaled(120));
    rowIn(actions_, {}, 8);
    actions_->hide();
    setTone(tone);
    setTexts(title, detail);
}

void NoticeBar::setTone(Tone tone) {
    restyle(this, "tone", toneName(tone));
    const char* icon = tone == Tone::Ok     ? "circle-check"
                       : tone == Tone::Warn ? "alert-triangle"
                       : tone == Tone::Err  ? "alert-circle"
                                            : "info-circle";
    setThemedIcon(icon_, QLatin1String(icon), tone == Tone::Neutral ? Token::Acc : toneColor(tone), 20);
}

void NoticeBar::setTexts(const QString& title, const QString& detail) {
    const bool news = title != title_->text();
    sayOrHide(title_, title);
    sayOrHide(detail_, detail);
    QStringList said{title, detail};
    said.removeAll(QString());
    setAccessibleName(said.join(QStringLiteral(". ")));
    if (!news || title.isEmpty()) return;
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

QPushButton* NoticeBar::addButton(const QString& text, const QString& icon, bool primary) {
    QPushButton* button = primary ? makePrimaryButton(text, icon, this) : makeButton(text, icon, this);
    static_cast<QHBoxLayout*>(actions_->layout())->addWidget(button);
    actions_->show();
    return button;
}

bool NoticeBar::event(QEvent* event) {
    const bool done = QFrame::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) placeActions();
    return done;
}

void NoticeBar::placeActions() {
    const int words = qMin(title_->fontMetrics().horizontalAdvance(title_->text()), scaled(180));
    const bool below = !actions_->isHidden() && actions_->sizeHint().width() + words + scaled(100) > width();
    if (below == stacked_) return;
    stacked_ = below;
    if (below)
        column_->addWidget(actions_, 0, Qt::AlignLeft);
    else
        row_->insertWidget(2, actions_);
}

void NoticeBar::addClose() {
    row_->addWidget(
        onClick(new IconButton(QStringLiteral("x"), tr("Close this notice"), this), this, &NoticeBar::closed));
}

}  // namespace headroom::ui
