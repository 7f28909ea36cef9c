// ParamForm: all settings of a kind of run as foldable groups in a scroll area, with search.
#pragma once

#include "ui/models/forecast_watch.h"

#include <QBasicTimer>
#include <QPointer>
#include <QScrollArea>
#include <QTimer>
#include <QWidget>

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
    const QString& title() const { return title_; }

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
    QVBoxLayout *column_, *normal_, *advanced_;
    std::vector<ParamRowView*> rows_;
    std::vector<QWidget*> extras_;
    QPointer<QWidget> unfolded_;  ///< while others are still to come
    QBasicTimer turn_;
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
    void build();
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
    EffectiveBatchRow* effective_ = nullptr;
    OneScroll* scroll_ = nullptr;
    QLabel* nothing_ = nullptr;
    QString needle_;
    QTimer order_;
};

}  // namespace headroom::ui
