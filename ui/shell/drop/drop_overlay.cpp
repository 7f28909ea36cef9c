// DropOverlay: a sheet with one card for each offer.
#include "ui/shell/drop/drop_overlay.h"

#include "ui/widgets/kit.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace headroom::ui {

DropCard::DropCard(const DropOffer& offer, QWidget* parent)
    : QFrame(parent), button_(makeButton(offer.title, offer.icon, this)) {
    setObjectName(QStringLiteral("card"));
    const bool on = offer.problem.isEmpty();
    auto* words = makeLabel(on ? "small" : "bad", on ? offer.detail : offer.problem, this, Wrap::On);
    button_->setEnabled(on);
    button_->setToolTip(offer.problem);
    button_->setAccessibleDescription(words->text());
    columnIn(this, {12, 12, 12, 12}, 8, {button_, words});
}

DropOverlay::DropOverlay(QWidget* parent)
    : QWidget(parent),
      sheet_(new QFrame(this)),
      title_(makeLabel("title", sheet_, Wrap::On)),
      detail_(makeLabel("label", sheet_, Wrap::On)),
      list_(columnOf({}, 8)),
      cancel_(onClick(makeButton(tr("Cancel"), QStringLiteral("x"), sheet_), this, &DropOverlay::cancelled)) {
    setFocusPolicy(Qt::NoFocus);
    sheet_->setObjectName(QStringLiteral("card"));
    sheet_->setMaximumWidth(scaled(560));
    columnIn(sheet_, {16, 16, 16, 16}, 12, {title_, detail_, {list_}, {cancel_, 0, Qt::AlignRight}});
    columnIn(this, {16, 16, 16, 16}, 0, {stretch(), rowOf({stretch(1), {sheet_, 6}, stretch(1)}), stretch()});
    onResize(
        parent, [this] { fill(); }, this);
    hide();
}

void DropOverlay::showOffers(const QString& title, const QString& detail, const std::vector<DropOffer>& offers,
                             bool asking) {
    asking_ = asking;
    setAttribute(Qt::WA_TransparentForMouseEvents, !asking);
    title_->setText(title);
    setMessage(detail_, detail, false);
    setAccessibleName(title);
    setAccessibleDescription(detail);
    for (DropCard* card : std::exchange(cards_, {})) card->deleteLater(), card->hide();
    for (const DropOffer& offer : offers) {
        auto* card = new DropCard(offer, sheet_);
        // A window keeps its focus in what was hidden while another one was active: keys may still come there.
        connect(card->button(), &QPushButton::clicked, this, [this, card, i = static_cast<int>(cards_.size())] {
            if (card->isVisible()) Q_EMIT chosen(i);
        });
        list_->addWidget(card);
        card->show();
        cards_.push_back(card);
    }
    cancel_->setVisible(asking);
    fill();
    show();
    raise();
    if (!asking) return;
    QWidget* last = nullptr;
    for (DropCard* card : cards_) {
        if (last) setTabOrder(last, card->button());
        last = card->button();
        if (last->isEnabled() && !(focusWidget() && focusWidget()->hasFocus())) last->setFocus(Qt::ShortcutFocusReason);
    }
    if (last) setTabOrder(last, cancel_);
}

void DropOverlay::fill() {
    sheet_->setMinimumWidth(std::min(scaled(360), parentWidget()->width() - 32));
    setGeometry(parentWidget()->rect());
}

int DropOverlay::cardAt(const QPoint& global) const {
    for (std::size_t i = 0; i < cards_.size(); ++i)
        if (isVisible() && cards_[i]->rect().contains(cards_[i]->mapFromGlobal(global))) return static_cast<int>(i);
    return -1;
}

void DropOverlay::point(int card) {
    for (std::size_t i = 0; i < cards_.size(); ++i) restyle(cards_[i], "current", static_cast<int>(i) == card);
}

void DropOverlay::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), Theme::get().shade()); }

void DropOverlay::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) return Q_EMIT cancelled();
    QWidget::keyPressEvent(event);
}

}  // namespace headroom::ui
