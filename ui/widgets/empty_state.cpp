// EmptyState: its words, and which of them there is room for.
#include "ui/widgets/empty_state.h"

#include "ui/bridge/shown_text.h"
#include "ui/models/picture_store.h"
#include "ui/widgets/kit.h"

#include <QEvent>

namespace headroom::ui {

constexpr int kStateEdge = 16;

EmptyState::EmptyState(const QString& icon, const QString& title, const QString& text, QWidget* parent)
    : QWidget(parent),
      own_icon_(icon),
      icon_(new QLabel(this)),
      title_(makeLabel("strong", this, Wrap::On)),
      text_(makeLabel("small", this, Wrap::On)),
      buttons_(rowOf({stretch(), stretch()}, 8)) {
    for (QLabel* label : {icon_, title_, text_}) label->setAlignment(Qt::AlignCenter);
    text_->setMaximumWidth(scaled(440));
    text_->setMinimumWidth(scaled(120));
    say(title, text);
    // Stretches beside the wrapped sentence give it its full width before it is centred.
    columnIn(this, {16, 16, 16, 16}, 8,
             {stretch(), icon_, title_, rowOf({stretch(1), {text_, 8}, stretch(1)}), gap(4), buttons_, stretch()});
}

bool EmptyState::event(QEvent* event) {
    const bool used = QWidget::event(event);
    // Before it is shown it has no size to fit into.
    const QEvent::Type type = event->type();
    if (isVisible() && (type == QEvent::Show || type == QEvent::Resize || type == QEvent::LayoutRequest)) fit();
    return used;
}

std::array<int, 3> EmptyState::heights(int width) const {
    const int inner = qMax(1, width - 2 * kStateEdge), room = qMin(text_->maximumWidth(), qMax(1, inner * 8 / 10));
    const int bare = title_->heightForWidth(inner) + buttons_->sizeHint().height() + 24;
    // Lines of large text have room between them.
    const int words = bare + 2 * kStateEdge + text_->heightForWidth(room) + 8 + scaled(8);
    return {bare, words, words + icon_->sizeHint().height() + 8};
}

/// In a low panel the picture goes first, then the sentence, which stands in the tool tip, then the margins: nothing is cut.
void EmptyState::fit() {
    const auto [bare, words, all] = heights(width());
    const int margin = qBound(0, (height() - bare) / 2, kStateEdge);
    layout()->setContentsMargins(kStateEdge, margin, kStateEdge, margin);
    icon_->setVisible(height() >= all);
    text_->setVisible(height() >= words);
    setToolTip(text_->isHidden() ? text_->text() : QString());
}

void EmptyState::put(const QString& title, const QString& text, const QString& icon, Token token) {
    setThemedIcon(icon_, icon, token, 32);
    title_->setText(title);
    setAccessibleName(title);
    setText(text);
    if (retry_) retry_->setVisible(token == Token::Err);
}

void EmptyState::sayTrouble(const QString& title, const QString& text, const QString& icon) {
    put(title, text, icon, Token::Err);
}

void EmptyState::sayUnreadable(const QString& path) {
    sayTrouble(tr("%1 cannot be read").arg(fileNameText(path)), PictureStore::get().problem(path));
}

void EmptyState::setText(const QString& text) {
    text_->setText(text);
    setAccessibleDescription(text);
}

QPushButton* EmptyState::addButton(const QString& text, const QString& icon) {
    QPushButton* button = makeButton(text, icon, this);
    buttons_->insertWidget(buttons_->count() - 1, button);
    return button;
}

QPushButton* EmptyState::addRetry(const QString& text, const QString& icon) {
    retry_ = addButton(text, icon);
    retry_->hide();
    return retry_;
}

QWidget* EmptyState::inPlaceOf(QWidget* content) {
    return place_ = new PageStack(parentWidget(), PageStack::Held::ByAll, {this, content});
}

void EmptyState::giveWay(bool to_content) { place_->setCurrentIndex(to_content ? 1 : 0); }

}  // namespace headroom::ui
