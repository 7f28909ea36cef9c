// SegmentedBar: tool buttons in an exclusive group; the style sheet rounds the outer corners by the `place` property.
#include "ui/widgets/segmented_bar.h"

#include "ui/widgets/kit.h"

#include <QAction>
#include <QButtonGroup>

namespace headroom::ui {

SegmentedBar::SegmentedBar(bool compact, QWidget* parent)
    : QWidget(parent), compact_(compact), upper_(rowOf({}, 0)), lower_(rowOf({}, 0)), group_(new QButtonGroup(this)) {
    columnIn(this, {}, 0, {upper_, lower_});
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(group_, &QButtonGroup::idClicked, this, &SegmentedBar::currentChanged);
    connect(&Theme::get(), &Theme::changed, this, [this] {
        if (tight_) arrange(false, 1);  // the words have other widths now; who asks for a width asks again
    });
}

QToolButton* SegmentedBar::append() {
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("segment"));
    button->setProperty("compact", compact_);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    // Wider than high: words keep their distance from the icon.
    onTheme(button, [button] { button->setIconSize(QSize(scaled(20), scaled(16))); });
    const int index = static_cast<int>(buttons_.size());
    buttons_.append(button);
    group_->addButton(button, index);
    if (index == 0) button->setChecked(true);
    arrange(tight_, rows_);
    return button;
}

void SegmentedBar::arrange(bool tight, int rows) {
    tight_ = tight;
    rows_ = rows;
    const qsizetype count = buttons_.size(), in_upper = (count + rows - 1) / rows;
    for (qsizetype i = 0; i < count; ++i) {
        QToolButton* button = buttons_[i];
        const bool first = i == 0 || i == in_upper, last = i == in_upper - 1 || i == count - 1;
        const char* place = first && last ? "only" : first ? "first" : last ? "last" : "middle";
        QHBoxLayout* row = i < in_upper ? upper_ : lower_;
        if (row->indexOf(button) < 0) row->addWidget(button);  // leaves the other row
        // In two rows all are of one width, and no wider than the words of the widest.
        button->setSizePolicy(rows == 1 ? QSizePolicy::Fixed : QSizePolicy::Ignored, QSizePolicy::Fixed);
        button->setMinimumWidth(rows == 1 ? 0 : button->fontMetrics().horizontalAdvance(button->text()) + scaled(6));
        button->setProperty("place", QLatin1String(place));
        button->setProperty("tight", tight);
        repolish(button);
    }
    static_cast<QVBoxLayout*>(layout())->setSpacing(rows == 1 ? 0 : 4);
    setSizePolicy(rows == 1 ? QSizePolicy::Fixed : QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SegmentedBar::fitInto(int width) {
    const int spared = 2 * (scaled(8) - scaled(3)) * static_cast<int>(buttons_.size());  // by the style sheet
    if (!tight_) {  // a bar that was made narrow remembers what it would take
        natural_ = 0;
        for (const QToolButton* button : buttons_) natural_ += button->sizeHint().width();
    }
    const bool tight = natural_ > width;
    const int rows = tight && natural_ - spared > width ? 2 : 1;
    if (tight != tight_ || rows != rows_) arrange(tight, rows);
}

int SegmentedBar::addSegment(const QString& text, const QString& icon) {
    QToolButton* button = append();
    button->setText(text);
    button->setAccessibleName(text);
    if (icon.isEmpty())
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    else
        setThemedIcon(button, icon);
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
    for (qsizetype i = 0; i < buttons_.size(); ++i)
        if (buttons_[i]->isChecked()) return static_cast<int>(i);
    return -1;
}

void SegmentedBar::setCurrent(int index) {
    if (QAbstractButton* b = group_->button(index)) b->setChecked(true);
}

}  // namespace headroom::ui
