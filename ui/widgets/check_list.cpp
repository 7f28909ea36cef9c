// CheckList: the boxes are placed by hand, since their number of columns follows the width.
#include "ui/widgets/check_list.h"

#include "ui/bridge/shown_text.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/mirrored.h"

#include <QCheckBox>
#include <QKeyEvent>

#include <algorithm>

namespace headroom::ui {

CheckList::CheckList(const QList<Option>& options, QWidget* parent)
    : QWidget(parent), options_(options), order_(makeLabel("hint", this, Wrap::On)) {
    for (const Option& option : options_) {
        auto* box = new QCheckBox(option.label, this);
        box->setObjectName(QStringLiteral("option:") + option.name);
        box->setToolTip(
            richTip(QStringLiteral("<b>%1</b> (%2)<br>%3")
                        .arg(option.label.toHtmlEscaped(), option.name.toHtmlEscaped(), option.help.toHtmlEscaped())));
        box->setAccessibleDescription(option.help);
        box->setWhatsThis(box->toolTip());
        box->installEventFilter(this);
        const int index = static_cast<int>(boxes_.size());
        connect(box, &QCheckBox::clicked, this, [this, index](bool on) { choose(index, on); });
        boxes_.append(box);
    }
    order_->setToolTip(tr("They act in this order. To move one to the end, take its mark away and set it again."));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    onResize(this, [this] { place(); });
    makeCurrent(0);
    setChosen({});
}

QCheckBox* CheckList::box(const QString& name) const {
    for (qsizetype i = 0; i < options_.size(); ++i)
        if (options_[i].name == name) return boxes_[i];
    return nullptr;
}

void CheckList::setChosen(const QStringList& names) {
    chosen_ = names;
    for (qsizetype i = 0; i < options_.size(); ++i) boxes_[i]->setChecked(chosen_.contains(options_[i].name));
    order_->setText(orderText());
    updateGeometry();
    place();
}

QString CheckList::orderText() const {
    QStringList labels;
    for (const QString& name : chosen_) {
        const auto at = std::ranges::find(options_, name, &Option::name);
        labels << (at == options_.end() ? name : at->label);
    }
    return labels.isEmpty() ? tr("None is chosen.") : tr("In this order: %1.").arg(labels.join(QStringLiteral(", ")));
}

void CheckList::choose(int index, bool on) {
    makeCurrent(index);
    const QString& name = options_[index].name;
    if (on)
        chosen_.append(name);
    else
        chosen_.removeAll(name);
    setChosen(QStringList(chosen_));
    Q_EMIT changed();
}

void CheckList::makeCurrent(int index) {
    for (qsizetype i = 0; i < boxes_.size(); ++i)
        boxes_[i]->setFocusPolicy(i == index ? Qt::StrongFocus : Qt::ClickFocus);
}

void CheckList::focusInEvent(QFocusEvent* event) {
    for (QCheckBox* box : boxes_)
        if (box->focusPolicy() & Qt::TabFocus) box->setFocus(event->reason());
}

bool CheckList::eventFilter(QObject* watched, QEvent* event) {
    const auto at = static_cast<int>(boxes_.indexOf(static_cast<QCheckBox*>(watched)));
    if (at >= 0 && event->type() == QEvent::FocusIn) makeCurrent(at);
    if (at < 0 || event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const int last = static_cast<int>(boxes_.size()) - 1;
    int to = at;
    switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Left: to = at - 1; break;
        case Qt::Key_Right: to = at + 1; break;
        case Qt::Key_Up: to = at - columns_; break;
        case Qt::Key_Down: to = at + columns_; break;
        case Qt::Key_Home: to = 0; break;
        case Qt::Key_End: to = last; break;
        default: return QWidget::eventFilter(watched, event);
    }
    if (to >= 0 && to <= last && to != at) boxes_[to]->setFocus(Qt::OtherFocusReason);
    return true;
}

int CheckList::columnsIn(int width) const {
    const int widest = minimumSizeHint().width();
    return std::clamp(widest > 0 ? width / widest : 1, 1, 3);
}

int CheckList::heightForWidth(int width) const {
    const int columns = columnsIn(width), rows = (static_cast<int>(boxes_.size()) + columns - 1) / columns;
    return rows * minimumSizeHint().height() + order_->heightForWidth(std::max(width, 1));
}

QSize CheckList::minimumSizeHint() const {
    QSize largest(0, 0);
    for (const QCheckBox* box : boxes_) largest = largest.expandedTo(box->sizeHint());
    return largest + QSize(0, scaled(2));
}

QSize CheckList::sizeHint() const {
    const int width = minimumSizeHint().width() * 2;
    return {width, heightForWidth(width)};
}

void CheckList::place() {
    columns_ = columnsIn(width());
    const int height = minimumSizeHint().height(), wide = width() / columns_;
    for (int i = 0; i < boxes_.size(); ++i)
        boxes_[i]->setGeometry(mirrored(this, QRect(i % columns_ * wide, i / columns_ * height, wide, height)));
    const int rows = (static_cast<int>(boxes_.size()) + columns_ - 1) / columns_;
    order_->setGeometry(0, rows * height, width(), order_->heightForWidth(std::max(width(), 1)));
}

void CheckList::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange ||
        event->type() == QEvent::LayoutDirectionChange) {
        updateGeometry();
        place();
    }
}

}  // namespace headroom::ui
