// EmptyState: centred column; the sentence wraps at a readable width.
#include "ui/widgets/empty_state.h"

#include "ui/widgets/boxes.h"
#include "ui/widgets/themed_icon.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace headroom::ui {

EmptyState::EmptyState(const QString& icon, const QString& title, const QString& text, QWidget* parent)
    : QWidget(parent),
      icon_(new QLabel(this)),
      title_(new QLabel(title, this)),
      text_(new QLabel(text, this)),
      buttons_(new QHBoxLayout) {
    title_->setProperty("role", "strong");
    text_->setProperty("role", "small");
    for (QLabel* label : {icon_, title_, text_}) label->setAlignment(Qt::AlignCenter);
    title_->setWordWrap(true);
    text_->setWordWrap(true);
    text_->setMaximumWidth(Theme::get().scaled(440));
    text_->setMinimumWidth(Theme::get().scaled(120));
    setIcon(icon);
    auto* column = columnIn(this, {16, 16, 16, 16}, 8);
    column->addStretch();
    column->addWidget(icon_);
    column->addWidget(title_);
    auto* row = new QHBoxLayout;  // gives the wrapped sentence its full width before it is centred
    row->addStretch(1);
    row->addWidget(text_, 8);
    row->addStretch(1);
    column->addLayout(row);
    buttons_->setSpacing(8);
    buttons_->addStretch();
    buttons_->addStretch();
    column->addSpacing(4);
    column->addLayout(buttons_);
    column->addStretch();
    setAccessibleName(title);
}

void EmptyState::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // In a low panel the words come first: the picture goes before any of them is cut.
    const int room = qMin(text_->maximumWidth(), qMax(1, width() * 8 / 10));
    const int words = title_->sizeHint().height() + text_->heightForWidth(room) + buttons_->sizeHint().height();
    icon_->setVisible(height() >= words + icon_->sizeHint().height() + 72);
}

void EmptyState::setIcon(const QString& icon, Token token) { setThemedIcon(icon_, icon, token, 32); }

void EmptyState::setTitle(const QString& title) {
    title_->setText(title);
    setAccessibleName(title);
}

void EmptyState::setText(const QString& text) { text_->setText(text); }

QPushButton* EmptyState::addButton(const QString& text, const QString& icon) {
    auto* button = new QPushButton(text, this);
    if (!icon.isEmpty()) setThemedIcon(button, icon);
    buttons_->insertWidget(buttons_->count() - 1, button);
    return button;
}

}  // namespace headroom::ui
