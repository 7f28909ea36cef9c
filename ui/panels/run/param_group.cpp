// ParamGroup: both folds are checkable tool buttons, so that the keyboard reaches them.
#include "ui/panels/run/param_group.h"

#include "core/api/param_schema.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/themed_icon.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace headroom::ui {

ParamGroup::ParamGroup(const QString& title, QWidget* parent)
    : QWidget(parent),
      title_(title),
      column_(new QVBoxLayout(this)),
      normal_(new QVBoxLayout),
      advanced_(new QVBoxLayout) {
    column_->setContentsMargins(0, 0, 0, 4);
    column_->setSpacing(0);
    head_ = header(title, true);
    more_ = header(tr("Advanced"), false);
    more_->hide();
    for (QVBoxLayout* part : {normal_, advanced_}) part->setSpacing(0);
    head_row_ = rowIn(nullptr, {8, 0, 8, 0});
    head_row_->addWidget(head_);
    auto* more_row = rowIn(nullptr, {8, 0, 8, 0});
    more_row->addWidget(more_);
    column_->addLayout(head_row_);
    column_->addLayout(normal_);
    column_->addLayout(more_row);
    column_->addLayout(advanced_);
}

QToolButton* ParamGroup::header(const QString& text, bool open) {
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("groupHeader"));
    button->setText(text);
    button->setAccessibleName(text);
    button->setCheckable(true);
    button->setChecked(open);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setFocusPolicy(Qt::StrongFocus);
    setThemedIcon(button, open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), Token::T2, 14);
    connect(button, &QToolButton::toggled, this, [this, button](bool on) {
        setThemedIcon(button, on ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), Token::T2, 14);
        update();
    });
    return button;
}

void ParamGroup::addRow(ParamRowView* row) {
    rows_.push_back(row);
    (row->row().advanced ? advanced_ : normal_)->addWidget(row);
    update();
}

void ParamGroup::addExtra(QWidget* widget) {
    extras_.push_back(widget);
    normal_->addWidget(widget);
    update();
}

void ParamGroup::setNote(QWidget* note) {
    head_row_->addWidget(note);
    note->setContentsMargins(0, 0, 8, 0);
}

void ParamGroup::setOpen(bool open) { head_->setChecked(open); }
bool ParamGroup::isOpen() const { return head_->isChecked(); }

int ParamGroup::filter(const QString& needle) {
    needle_ = needle;
    update();
    int shown = 0;
    for (const ParamRowView* row : rows_) shown += row->isVisibleTo(this) ? 1 : 0;
    for (const QWidget* extra : extras_) shown += extra->isVisibleTo(this) ? 1 : 0;
    setVisible(needle.isEmpty() || shown > 0);
    return shown;
}

void ParamGroup::update() {
    const bool searching = !needle_.isEmpty();
    bool has_advanced = false;
    for (ParamRowView* row : rows_) {
        has_advanced = has_advanced || row->row().advanced;
        const bool folded = !head_->isChecked() || (row->row().advanced && !more_->isChecked());
        const bool relevant = !row->property("irrelevant").toBool();
        row->setVisible(relevant && (searching ? row->matches(needle_) : !folded));
    }
    more_->setVisible(has_advanced && head_->isChecked() && !searching);
    const bool meant = searching && title_.contains(needle_, Qt::CaseInsensitive);
    for (QWidget* extra : extras_) extra->setVisible(searching ? meant : head_->isChecked());
}

}  // namespace headroom::ui
