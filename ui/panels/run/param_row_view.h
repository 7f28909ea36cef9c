// ParamRowView: one parameter of the form: label, editor, policy icon; while edited also old and new value, cost and policy in
// words; a bad value's sentence; what the ladder replaced; what a recipe leaves to be chosen.
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

/// Made when it is first shown or asked for its editor: most rows lie in folds that nobody opens.
class ParamRowView : public QFrame {
    Q_OBJECT
public:
    ParamRowView(const ParamRow& row, ParamEdits* edits, QWidget* parent = nullptr);

    const ParamRow& row() const { return row_; }
    ParamEditor* editor();
    bool isMade() const { return editor_; }
    void setVisible(bool visible) override;
    /// Shows values and stage anew; keeps the text of a bad value.
    void refresh();
    void setCost(const EditCost& cost);
    /// A sentence under the field; empty: the value is fine.
    void setProblem(const QString& message);
    /// The engine's, about a value that was asked for: said until another value is shown.
    void setRefusal(const QString& message);
    /// Off, with the reason in the tooltip; empty: on.
    void setOffReason(const QString& reason);
    /// Width of the label column; 0: the label stands above the field.
    void setLabelWidth(int width);
    bool matches(const QString& needle) const;

Q_SIGNALS:
    void inspectRequested();
    void made();  ///< something that takes the focus, at the end of what Tab goes through

private:
    void make();
    /// Lines below the field: made when there is something to say, which most rows never have.
    void placeLines();
    QString problem() const;
    void showLadder();
    void showWanted(const ParamValue& value);
    void showStage(EditStage stage);

    const ParamRow& row_;
    std::string key_;
    ParamEdits* edits_;
    QLabel* label_ = nullptr;
    ParamEditor* editor_ = nullptr;
    QHBoxLayout* main_ = nullptr;
    QString off_reason_;
    int label_width_ = -1;
    QWidget *change_line_ = nullptr, *policy_line_ = nullptr, *note_line_ = nullptr, *wanted_line_ = nullptr;
    std::optional<ParamValue> refused_beside_;  ///< what is shown beside a refusal
    bool by_ladder_ = false;                    ///< the value in force is the ladder's
    QLabel *old_ = nullptr, *new_ = nullptr, *policy_words_ = nullptr, *problem_ = nullptr, *note_ = nullptr,
           *wanted_ = nullptr, *bytes_ = nullptr, *speed_ = nullptr;
};

}  // namespace headroom::ui
