// ParamGroup: some settings of a form under a heading that folds them away.
#pragma once

#include "ui/forward.h"

#include <QBasicTimer>
#include <QPointer>
#include <QSet>
#include <QWidget>

#include <vector>

namespace headroom::ui {

/// A foldable heading with its rows; rarely needed rows lie under an "Advanced" fold of their own. While it is seen, rows that are still to be made
/// come some at each turn of the event loop: a fold or a search may ask for dozens.
class ParamGroup : public QWidget {
    Q_OBJECT
public:
    enum class Rows { AtOnce, InTurns };

    /// `kept`: the name under which its folds stay as they are left.
    ParamGroup(const QString& title, const QString& kept, bool open, QWidget* parent = nullptr);

    void addRow(ParamRowView* row);
    /// A widget that is no parameter (the effective batch), after the rows so far.
    void addExtra(QWidget* widget);
    /// A word at the right end of the heading.
    void setNote(QWidget* note);
    /// Opens it so that `row`, of a parameter or beside them, is seen at once; false: it is not of this group.
    bool unfold(QWidget* row);
    /// Rows are made late and parts early, at the end of what Tab goes through or before it all: it goes as they stand. `stops`: of the form.
    void orderStops(const QList<QWidget*>& stops);
    /// Shows only rows that match; an empty needle shows what the folds say. Returns how many rows are shown.
    int filter(const QString& needle, Rows when);

Q_SIGNALS:
    void moved(QWidget* row);  ///< that was unfolded, by those that came after it

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    void refresh(Rows when);
    bool shows(const ParamRowView& row) const;
    bool showsExtras() const;
    QToolButton* header(const QString& text, bool open);

    QString title_, needle_;
    QToolButton *head_, *more_;
    QHBoxLayout* head_row_;
    QVBoxLayout *normal_, *advanced_;
    std::vector<ParamRowView*> rows_;
    QSet<const ParamRowView*> found_;  ///< by the needle
    std::vector<QWidget*> extras_;
    QPointer<QWidget> unfolded_;  ///< while others are still to come
    QBasicTimer turn_;
};

}  // namespace headroom::ui
