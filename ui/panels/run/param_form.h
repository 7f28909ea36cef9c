// ParamForm: all settings of a kind of run as foldable groups in a scroll area, with search.
#pragma once

#include "ui/models/forecast_watch.h"
#include "ui/panels/run/param_group.h"

#include <QScrollArea>
#include <QTimer>

namespace headroom::ui {

/// A widget of its own that stands in the form for settings which plain rows would serve badly.
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

/// Which settings a kind of run has in its form, in which groups and order.
struct FormGroup {
    std::string_view name;  ///< in English, as rows have it
    QString title;
    bool open = true;  ///< as first shown
    std::vector<const ParamRow*> rows;
};

/// The form of `kind`, without the kind itself, which is no choice of the form.
std::vector<FormGroup> form_plan(ModelKind kind);

class ParamForm : public QScrollArea {
    Q_OBJECT
public:
    /// `parts` stand for some settings; the form takes them over.
    ParamForm(ParamEdits* edits, ForecastWatch* forecast, ModelKind kind, std::vector<FormPart*> parts = {},
              QWidget* parent = nullptr);

    ParamRowView* rowFor(const std::string& key) const;
    void filter(const QString& needle);
    void showRefusal(const std::string& key, const QString& message);
    /// Unfolds the groups above a setting and gives its field the focus. False: it has nothing to say now, or no field.
    bool reveal(const std::string& key);
    /// Active run: settings that need a new run are off.
    void setActive(bool active);

Q_SIGNALS:
    void inspectRequested();

protected:
    void changeEvent(QEvent* event) override;
    QSize sizeHint() const override;

private:
    /// The group that holds it.
    void unfold(QWidget* shown);
    void showRows(ParamGroup::Rows when);
    void refresh();
    void refreshCosts();
    void fitLabels();
    void orderStops();
    FormPart* partFor(std::string_view key) const;
    bool hasNothingToSay(const ParamRowView& row) const;

    ParamEdits* edits_;
    ForecastWatch* forecast_;
    ModelKind kind_;
    std::vector<FormPart*> parts_;
    std::vector<ParamRowView*> rows_;
    std::vector<ParamGroup*> groups_;
    QLabel* effective_ = nullptr;  ///< before the effective batch
    OneScroll* scroll_ = nullptr;
    QLabel* nothing_ = nullptr;
    QString needle_;
    QTimer order_;
};

}  // namespace headroom::ui
