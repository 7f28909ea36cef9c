// ParamGroup: a foldable heading with its rows; rarely needed rows lie under an "Advanced" fold of their own.
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

class QHBoxLayout;
class QToolButton;
class QVBoxLayout;

namespace headroom::ui {

class ParamRowView;

class ParamGroup : public QWidget {
    Q_OBJECT
public:
    explicit ParamGroup(const QString& title, QWidget* parent = nullptr);

    void addRow(ParamRowView* row);
    /// A widget that is no parameter (the effective batch), after the rows so far.
    void addExtra(QWidget* widget);
    /// A word at the right end of the heading.
    void setNote(QWidget* note);
    void setOpen(bool open);
    bool isOpen() const;
    /// Shows only rows that match; an empty needle shows what the folds say. Returns how many rows are shown.
    int filter(const QString& needle);
    const QString& title() const { return title_; }

private:
    void update();
    QToolButton* header(const QString& text, bool open);

    QString title_, needle_;
    QToolButton *head_, *more_;
    QHBoxLayout* head_row_;
    QVBoxLayout *column_, *normal_, *advanced_;
    std::vector<ParamRowView*> rows_;
    std::vector<QWidget*> extras_;
};

}  // namespace headroom::ui
