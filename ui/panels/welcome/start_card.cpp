// StartCard: the picture is a plain icon on a tint, so that nothing has to be loaded before the window is there.
#include "ui/panels/welcome/start_card.h"

#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/themed_icon.h"

#include <QLabel>
#include <QPushButton>

namespace headroom::ui {

StartCard::StartCard(const Words& words, const QString& picture_icon, bool primary, QWidget* parent)
    : QFrame(parent), button_(new QPushButton(words.button, this)) {
    setObjectName(QStringLiteral("card"));
    setAccessibleName(words.title);
    auto* picture = new QLabel(this);
    picture->setAlignment(Qt::AlignLeft);
    setThemedIcon(picture, picture_icon, Token::Acc, 32);
    auto* title = new QLabel(words.title, this);
    title->setProperty("role", "title");
    auto* text = new QLabel(words.text, this);
    text->setProperty("role", "label");
    auto* fact_icon = new QLabel(this);
    setThemedIcon(fact_icon, QStringLiteral("gauge"), Token::T3, 14);
    auto* fact = new QLabel(words.fact, this);
    fact->setProperty("role", "hint");
    for (QLabel* label : {title, text, fact}) label->setWordWrap(true);
    button_->setProperty("primary", primary);
    setThemedIcon(button_, words.icon, primary ? Token::OnFill : Token::T1);
    auto* fact_row = new QHBoxLayout;
    fact_row->setSpacing(6);
    fact_row->addWidget(fact_icon, 0, Qt::AlignTop);
    fact_row->addWidget(fact, 1);
    auto* column = columnIn(this, {16, 16, 16, 16}, 8);
    column->addWidget(picture);
    column->addWidget(title);
    column->addWidget(text);
    column->addStretch();
    column->addLayout(fact_row);
    column->addWidget(button_);
}

void StartCard::setOffReason(const QString& reason) {
    button_->setEnabled(reason.isEmpty());
    button_->setToolTip(reason);
    button_->setStatusTip(reason);
}

}  // namespace headroom::ui
