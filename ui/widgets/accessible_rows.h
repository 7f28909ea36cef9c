// AccessibleRows: what a painted widget shows, as a list that screen readers can walk: one child per figure, with its words, its
// value and its place.
#pragma once

#include <QRect>
#include <QString>

#include <optional>
#include <vector>

namespace headroom::ui {

/// One figure of a painted widget.
struct AccessibleRow {
    QString name;   ///< "Activations"
    QString value;  ///< "1.78 GiB, 22 %"
    QRect place;    ///< in widget coordinates; empty: the whole widget
    bool chosen = false;
};

/// To be inherited beside a QWidget. Window thread only.
class AccessibleRows {
public:
    /// In reading order; made when a screen reader (or a test) looks for the first time after a change.
    const std::vector<AccessibleRow>& accessibleRows() const;

protected:
    /// The first one registers their interface for the application.
    AccessibleRows();
    AccessibleRows(const AccessibleRows&) = default;
    AccessibleRows& operator=(const AccessibleRows&) = default;
    ~AccessibleRows() = default;

    virtual std::vector<AccessibleRow> makeAccessibleRows() const = 0;
    /// What they say or where they stand is another now; a new size of the widget is noticed without this.
    void accessibleRowsChanged() { rows_.reset(); }

private:
    mutable std::optional<std::vector<AccessibleRow>> rows_;
    mutable QSize made_for_;
};

}  // namespace headroom::ui
