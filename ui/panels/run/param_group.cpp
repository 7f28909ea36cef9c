// ParamGroup: what its folds and a search show, and when the rows for it are made.
#include "ui/panels/run/param_group.h"

#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/kit.h"

#include <QElapsedTimer>
#include <QScopeGuard>

#include <algorithm>
#include <utility>

namespace headroom::ui {
namespace {

constexpr int kTurnMs = 20;  ///< after which a turn makes no further row

/// While it lives, rows within `widget` come and go without being laid out; then they are once, not once for each of them.
auto laidOutOnce(QWidget* widget) {
    widget->layout()->setEnabled(false);
    return qScopeGuard([widget] {
        widget->layout()->setEnabled(true);
        for (QWidget* w = widget; w && w->isVisible() && w->layout(); w = w->parentWidget()) w->layout()->activate();
    });
}

}  // namespace

ParamGroup::ParamGroup(const QString& title, const QString& kept, bool open, QWidget* parent)
    : QWidget(parent), title_(title), normal_(columnOf({}, 0)), advanced_(columnOf({}, 0)) {
    head_ = header(title, open);
    more_ = header(tr("Advanced"), false);
    more_->hide();
    keep(head_, kept);
    keep(more_, kept + QStringLiteral("/advanced"));
    head_row_ = rowOf({head_}, 0, {8, 0, 8, 0});
    columnIn(this, {0, 0, 0, 4}, 0, {head_row_, normal_, rowOf({more_}, 0, {8, 0, 8, 0}), advanced_});
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
        refresh(Rows::InTurns);
    });
    return button;
}

void ParamGroup::addRow(ParamRowView* row) {
    rows_.push_back(row);
    (row->row().advanced ? advanced_ : normal_)->addWidget(row);
    refresh(Rows::AtOnce);
}

void ParamGroup::addExtra(QWidget* widget) {
    extras_.push_back(widget);
    normal_->addWidget(widget);
    refresh(Rows::AtOnce);
}

void ParamGroup::setNote(QWidget* note) {
    head_row_->addWidget(note);
    note->setContentsMargins(0, 0, 8, 0);
}

void ParamGroup::orderStops(const QList<QWidget*>& stops) {
    QHash<const QWidget*, QList<QWidget*>> within;  // what stands in it: in its own order
    for (QWidget* stop : stops) {
        if (!isAncestorOf(stop)) continue;
        const QWidget* part = stop;
        while (part->parentWidget() != this) part = part->parentWidget();
        within[part] << stop;
    }
    QWidget* before = head_;
    const auto follow = [&](const QWidget* part) {
        const QList<QWidget*> own = within.value(part);
        for (QWidget* stop : own) setTabOrder(std::exchange(before, stop), stop);
    };
    const auto order = [&](const QLayout* column) {
        for (int i = 0; i < column->count(); ++i) follow(column->itemAt(i)->widget());
    };
    order(normal_);
    follow(more_);
    order(advanced_);
}

bool ParamGroup::unfold(QWidget* row) {
    const bool extra = std::ranges::find(extras_, row) != extras_.end();
    const auto mine = std::find(rows_.begin(), rows_.end(), row);
    if (!extra && mine == rows_.end()) return false;
    if (!extra) (*mine)->editor();  // the others may come later, this one is made
    head_->setChecked(true);
    if (!extra && (*mine)->row().advanced) more_->setChecked(true);
    refresh(Rows::InTurns);
    unfolded_ = turn_.isActive() ? row : nullptr;
    return true;
}

int ParamGroup::filter(const QString& needle, Rows when) {
    needle_ = needle;
    found_.clear();
    for (const ParamRowView* row : rows_)
        if (!needle.isEmpty() && row->matches(needle)) found_.insert(row);
    int shown = showsExtras() ? static_cast<int>(extras_.size()) : 0;
    for (const ParamRowView* row : rows_) shown += shows(*row) ? 1 : 0;
    setVisible(needle.isEmpty() || shown > 0);
    refresh(when);
    return shown;
}

bool ParamGroup::shows(const ParamRowView& row) const {
    if (row.property("irrelevant").toBool()) return false;
    if (!needle_.isEmpty()) return found_.contains(&row);
    return head_->isChecked() && (!row.row().advanced || more_->isChecked());
}

bool ParamGroup::showsExtras() const {
    return needle_.isEmpty() ? head_->isChecked() : title_.contains(needle_, Qt::CaseInsensitive);
}

void ParamGroup::refresh(Rows when) {
    const auto once = laidOutOnce(this);
    const bool in_turns = when == Rows::InTurns && isVisible();
    bool has_advanced = false, some_later = false;
    for (ParamRowView* row : rows_) {
        has_advanced = has_advanced || row->row().advanced;
        const bool shown = shows(*row), later = shown && in_turns && !row->isMade();
        some_later = some_later || later;
        if (!later) row->setVisible(shown);
    }
    if (some_later) turn_.start(0, this);
    more_->setVisible(has_advanced && head_->isChecked() && needle_.isEmpty());
    for (QWidget* extra : extras_) extra->setVisible(showsExtras());
}

void ParamGroup::timerEvent(QTimerEvent*) {
    QElapsedTimer turn;
    turn.start();
    bool some = false;
    {
        const auto once = laidOutOnce(this);
        for (ParamRowView* row : rows_) {
            if (!row->isHidden() || !shows(*row)) continue;
            if (some && turn.elapsed() >= kTurnMs) return;  // one at least: looking for it takes time, too
            row->setVisible(true);
            some = true;
        }
    }
    if (some) return;  // once more, when the last ones have their places
    turn_.stop();
    if (const QPointer<QWidget> row = std::exchange(unfolded_, {})) Q_EMIT moved(row);
}

}  // namespace headroom::ui
