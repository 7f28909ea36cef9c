// ParamRowView: one parameter of the form: label, editor, policy icon; while edited also old and new value, cost and policy in
// words; a bad value's sentence; what the ladder replaced.
#pragma once

#include "core/api/session.h"
#include "ui/forward.h"
#include "ui/models/param_edits.h"

#include <QFrame>

namespace headroom::ui {

/// What an edit costs, in words; empty texts are left out.
struct EditCost {
    QString bytes, speed, tip;
};

class ParamRowView : public QFrame {
    Q_OBJECT
public:
    ParamRowView(const ParamRow& row, ParamEdits* edits, QWidget* parent = nullptr);

    const ParamRow& row() const { return row_; }
    ParamEditor* editor() const { return editor_; }
    /// Shows values and stage anew; keeps the text of a bad value.
    void refresh();
    void setCost(const EditCost& cost);
    /// A sentence under the field; empty: the value is fine.
    void setProblem(const QString& message);
    /// Off, with the reason in the tooltip; empty: on.
    void setOffReason(const QString& reason);
    /// Width of the label column; 0: the label stands above the field.
    void setLabelWidth(int width);
    bool matches(const QString& needle) const;

Q_SIGNALS:
    void inspectRequested();

private:
    void build();
    void propose(const QString& text);
    void takeBack();
    void showLadder();
    void showStage(EditStage stage);

    const ParamRow& row_;
    std::string key_;
    ParamEdits* edits_;
    QLabel *label_, *policy_;
    ParamEditor* editor_;
    QHBoxLayout* main_;
    QWidget *change_line_, *policy_line_, *note_line_;
    bool by_ladder_ = false;  ///< the value in force is the ladder's
    QLabel *old_, *new_, *policy_words_, *problem_, *note_, *bytes_, *speed_;
};

}  // namespace headroom::ui
