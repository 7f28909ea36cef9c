// AccessibleRows: what a painted widget shows, as a list that screen readers can walk: one child per figure, with its words, its
// value and its place.
#pragma once

#include <QRect>
#include <QString>

#include <vector>

namespace headroom::ui {

/// One figure of a painted widget.
struct AccessibleRow {
    QString name;   ///< "Activations"
    QString value;  ///< "1.78 GiB, 22 %"
    QRect place;    ///< in widget coordinates; empty: the whole widget
    bool chosen = false;
};

/// To be inherited beside a QWidget, whose constructor calls installAccessibleRows(). Window thread only.
class AccessibleRows {
public:
    /// In reading order. Asked only while a screen reader (or a test) looks.
    virtual std::vector<AccessibleRow> accessibleRows() const = 0;

protected:
    AccessibleRows() = default;
    AccessibleRows(const AccessibleRows&) = default;
    AccessibleRows& operator=(const AccessibleRows&) = default;
    ~AccessibleRows() = default;
};

/// Registers the interface once for the application.
void installAccessibleRows();

}  // namespace headroom::ui
