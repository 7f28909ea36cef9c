// FormPart: a widget of its own that stands in the form for settings which plain rows would serve badly.
#pragma once

#include <QString>
#include <QWidget>

#include <string>
#include <vector>

namespace headroom::ui {

class FormPart : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// The settings it serves; it stands where the first of them would.
    virtual std::vector<std::string> keys() const = 0;
    /// Whether a setting among keys() has a plain row as well.
    virtual bool keepsRow(const std::string&) const { return false; }
    /// Settings among keys() whose rows have nothing to say now.
    virtual bool hidesRow(const std::string&) const { return false; }
    /// A value that was refused, in words; empty: none.
    virtual void showProblem(const QString& message) = 0;
    /// A run is active: settings that need a new run are off.
    virtual void setRunActive(bool) {}
    /// A word at the right end of the group's heading; null: none.
    virtual QWidget* note() const { return nullptr; }
    /// Width of the form's label column; 0: labels stand above their fields.
    virtual void setLabelWidth(int) {}

Q_SIGNALS:
    void rowsChanged();  ///< hidesRow() answers otherwise now
};

}  // namespace headroom::ui
