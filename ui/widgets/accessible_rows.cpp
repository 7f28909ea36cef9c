// AccessibleRows: what a painted widget shows, as a list that screen readers can walk: one child per figure.
#include "ui/widgets/accessible_rows.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

#include <algorithm>

namespace headroom::ui {
namespace {

const AccessibleRows* rowsOf(const QObject* object) { return dynamic_cast<const AccessibleRows*>(object); }

/// One figure; it names its row by number, so that it always tells the newest value.
class RowInterface final : public QAccessibleInterface {
public:
    RowInterface(QWidget* widget, int index) : widget_(widget), index_(index) {}

    bool isValid() const override { return !widget_.isNull() && row(); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(widget_.data()); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString&) override {}

    QString text(QAccessible::Text kind) const override {
        const auto shown = row();
        if (!shown) return {};
        if (kind == QAccessible::Name)
            return shown->value.isEmpty() ? shown->name : shown->name + QStringLiteral(": ") + shown->value;
        return kind == QAccessible::Value ? shown->value : QString();
    }
    QRect rect() const override {
        const auto shown = row();
        if (!shown) return {};
        const QRect place = shown->place.isEmpty() ? widget_->rect() : shown->place;
        return QRect(widget_->mapToGlobal(place.topLeft()), place.size());
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        const auto shown = row();
        state.readOnly = true;
        state.selectable = true;
        state.selected = shown && shown->chosen;
        state.invisible = !shown || !widget_->isVisible();
        return state;
    }

private:
    const AccessibleRow* row() const {
        if (widget_.isNull()) return nullptr;
        const std::vector<AccessibleRow>& rows = rowsOf(widget_)->accessibleRows();
        return index_ < static_cast<int>(rows.size()) ? &rows[static_cast<std::size_t>(index_)] : nullptr;
    }

    QPointer<QWidget> widget_;
    int index_;
};

class RowsInterface final : public QAccessibleWidget {
public:
    explicit RowsInterface(QWidget* widget) : QAccessibleWidget(widget, QAccessible::List) {}
    ~RowsInterface() override {
        for (QAccessible::Id id : children_) QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return static_cast<int>(rowsOf(widget())->accessibleRows().size()); }
    QAccessibleInterface* child(int index) const override {
        if (index < 0 || index >= childCount()) return nullptr;
        while (static_cast<int>(children_.size()) <= index)
            children_.push_back(QAccessible::registerAccessibleInterface(
                new RowInterface(widget(), static_cast<int>(children_.size()))));
        return QAccessible::accessibleInterface(children_[static_cast<std::size_t>(index)]);
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        for (std::size_t i = 0; i < children_.size(); ++i)
            if (QAccessible::accessibleInterface(children_[i]) == child) return static_cast<int>(i);
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const QPoint at = widget()->mapFromGlobal(QPoint(x, y));
        const std::vector<AccessibleRow>& rows = rowsOf(widget())->accessibleRows();
        const auto found = std::ranges::find_if(rows, [&](const AccessibleRow& row) { return row.place.contains(at); });
        return found == rows.end() ? nullptr : child(static_cast<int>(found - rows.begin()));
    }
    QString text(QAccessible::Text kind) const override {
        if (kind == QAccessible::Value) return widget()->accessibleDescription();
        return QAccessibleWidget::text(kind);
    }

private:
    mutable std::vector<QAccessible::Id> children_;
};

QAccessibleInterface* makeRows(const QString&, QObject* object) {
    auto* widget = qobject_cast<QWidget*>(object);
    return widget && rowsOf(widget) ? new RowsInterface(widget) : nullptr;
}

}  // namespace

AccessibleRows::AccessibleRows() {
    static const bool installed = (QAccessible::installFactory(makeRows), true);
    Q_UNUSED(installed);
}

const std::vector<AccessibleRow>& AccessibleRows::accessibleRows() const {
    const QSize size = dynamic_cast<const QWidget&>(*this).size();
    if (std::exchange(made_for_, size) != size || !rows_) rows_ = makeAccessibleRows();
    return *rows_;
}

}  // namespace headroom::ui
