// SegmentedBar: tool buttons in an exclusive group; the style sheet rounds the outer corners by the `place` property.
#include "ui/widgets/segmented_bar.h"

#include "ui/shell/theme.h"
#include "ui/widgets/themed_icon.h"

#include <QAction>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QStyle>
#include <QToolButton>

namespace headroom::ui {

SegmentedBar::SegmentedBar(bool compact, QWidget* parent)
    : QWidget(parent), compact_(compact), layout_(new QHBoxLayout(this)), group_(new QButtonGroup(this)) {
    layout_->setContentsMargins(0, 0, 0, 0);
    layout_->setSpacing(0);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(group_, &QButtonGroup::idClicked, this, &SegmentedBar::currentChanged);
}

QToolButton* SegmentedBar::append() {
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("segment"));
    button->setProperty("compact", compact_);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    // Wider than high: words keep their distance from the icon.
    const auto size_icon = [button] { button->setIconSize(QSize(Theme::get().scaled(20), Theme::get().scaled(16))); };
    connect(&Theme::get(), &Theme::changed, button, size_icon);
    size_icon();
    const int index = static_cast<int>(buttons_.size());
    buttons_.append(button);
    group_->addButton(button, index);
    layout_->addWidget(button);
    if (index == 0) button->setChecked(true);
    for (qsizetype i = 0; i < buttons_.size(); ++i) {
        const bool first = i == 0, last = i == buttons_.size() - 1;
        const char* place = first && last ? "only" : first ? "first" : last ? "last" : "middle";
        buttons_[i]->setProperty("place", QLatin1String(place));
        buttons_[i]->style()->unpolish(buttons_[i]);
        buttons_[i]->style()->polish(buttons_[i]);
    }
    return button;
}

int SegmentedBar::addSegment(const QString& text, const QString& icon) {
    QToolButton* button = append();
    button->setText(text);
    button->setAccessibleName(text);
    if (icon.isEmpty()) button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    else setThemedIcon(button, icon);
    return group_->id(button);
}

int SegmentedBar::addSegment(QAction* action) {
    QToolButton* button = append();
    const int index = static_cast<int>(buttons_.size()) - 1;
    group_->removeButton(button);  // the actions exclude each other; a button group would trigger the one that goes off
    button->setDefaultAction(action);
    button->setAccessibleName(action->text());
    return index;
}

int SegmentedBar::current() const {
    for (qsizetype i = 0; i < buttons_.size(); ++i) {
        if (buttons_[i]->isChecked()) return static_cast<int>(i);
    }
    return -1;
}

void SegmentedBar::setCurrent(int index) {
    if (QAbstractButton* b = group_->button(index)) b->setChecked(true);
}

QToolButton* SegmentedBar::button(int index) const { return buttons_.value(index); }

}  // namespace headroom::ui
