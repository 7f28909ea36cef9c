// SegmentedBar: tool buttons in an exclusive group; the style sheet rounds the outer corners by the `place` property.
#include "ui/widgets/segmented_bar.h"

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
    const int index = static_cast<int>(group_->buttons().size());
    group_->addButton(button, index);
    layout_->addWidget(button);
    if (index == 0) button->setChecked(true);
    const auto buttons = group_->buttons();
    for (qsizetype i = 0; i < buttons.size(); ++i) {
        const bool first = i == 0, last = i == buttons.size() - 1;
        const char* place = first && last ? "only" : first ? "first" : last ? "last" : "middle";
        buttons[i]->setProperty("place", QLatin1String(place));
        buttons[i]->style()->unpolish(buttons[i]);
        buttons[i]->style()->polish(buttons[i]);
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
    button->setDefaultAction(action);
    button->setAccessibleName(action->text());
    return group_->id(button);
}

int SegmentedBar::current() const { return group_->checkedId(); }

void SegmentedBar::setCurrent(int index) {
    if (QAbstractButton* b = group_->button(index)) b->setChecked(true);
}

QToolButton* SegmentedBar::button(int index) const { return qobject_cast<QToolButton*>(group_->button(index)); }

}  // namespace headroom::ui
