// NoticeBar: tinted by its `tone` in the style sheet; announces itself to screen readers.
#include "ui/widgets/notice_bar.h"

#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/themed_icon.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

namespace headroom::ui {

NoticeBar::NoticeBar(Tone tone, const QString& title, const QString& detail, QWidget* parent)
    : QFrame(parent),
      icon_(new QLabel(this)),
      title_(new QLabel(this)),
      detail_(new QLabel(this)),
      actions_(new QWidget(this)),
      row_(new QHBoxLayout),
      column_(new QVBoxLayout(this)) {
    setObjectName(QStringLiteral("notice"));
    title_->setProperty("role", "strong");
    detail_->setProperty("role", "small");
    title_->setWordWrap(true);
    detail_->setWordWrap(true);
    for (QLabel* label : {title_, detail_}) {  // wraps instead of holding the window wide
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        label->setMinimumWidth(Theme::get().scaled(120));
    }
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(title_);
    texts->addWidget(detail_);
    column_->setContentsMargins(12, 8, 12, 8);
    column_->setSpacing(8);
    column_->addLayout(row_);
    rowIn(actions_, {0, 0, 0, 0}, 8);
    actions_->hide();
    row_->setSpacing(8);
    row_->addWidget(icon_);
    row_->addLayout(texts, 1);
    row_->addWidget(actions_);
    setTone(tone);
    setTexts(title, detail);
}

void NoticeBar::setTone(Tone tone) {
    setProperty("tone", toneName(tone));
    style()->unpolish(this);
    style()->polish(this);
    switch (tone) {
        case Tone::Ok: setThemedIcon(icon_, QStringLiteral("circle-check"), Token::Ok, 20); break;
        case Tone::Warn: setThemedIcon(icon_, QStringLiteral("alert-triangle"), Token::Warn, 20); break;
        case Tone::Err: setThemedIcon(icon_, QStringLiteral("alert-circle"), Token::Err, 20); break;
        case Tone::Info:
        case Tone::Neutral: setThemedIcon(icon_, QStringLiteral("info-circle"), Token::Acc, 20); break;
    }
}

void NoticeBar::setTexts(const QString& title, const QString& detail) {
    const bool news = title != title_->text();
    title_->setText(title);
    detail_->setText(detail);
    title_->setVisible(!title.isEmpty());
    detail_->setVisible(!detail.isEmpty());
    setAccessibleName(detail.isEmpty() ? title : title + QStringLiteral(". ") + detail);
    if (!news || title.isEmpty()) return;
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

QString NoticeBar::title() const { return title_->text(); }

QPushButton* NoticeBar::addButton(const QString& text, const QString& icon, bool primary) {
    auto* button = new QPushButton(text, this);
    button->setProperty("primary", primary);
    if (!icon.isEmpty()) setThemedIcon(button, icon, primary ? Token::OnFill : Token::T1);
    static_cast<QHBoxLayout*>(actions_->layout())->addWidget(button);
    actions_->show();
    return button;
}

QSize NoticeBar::minimumSizeHint() const { return QSize(Theme::get().scaled(160), QFrame::minimumSizeHint().height()); }

bool NoticeBar::event(QEvent* event) {
    const bool done = QFrame::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) placeActions();
    return done;
}

void NoticeBar::placeActions() {
    const int words = qMin(title_->fontMetrics().horizontalAdvance(title_->text()), Theme::get().scaled(180));
    const bool below =
        !actions_->isHidden() && actions_->sizeHint().width() + words + Theme::get().scaled(100) > width();
    if (below == stacked_) return;
    stacked_ = below;
    if (below)
        column_->addWidget(actions_, 0, Qt::AlignLeft);
    else
        row_->insertWidget(2, actions_);
}

void NoticeBar::addClose() {
    auto* cross = new IconButton(QStringLiteral("x"), tr("Close this notice"), this);
    connect(cross, &QToolButton::clicked, this, &NoticeBar::closed);
    row_->addWidget(cross);
}

}  // namespace headroom::ui
