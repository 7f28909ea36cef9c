// LogPanel: a session's log with level, search, copy and a tail that is followed.
#pragma once

#include "ui/forward.h"

#include <QStyledItemDelegate>
#include <QWidget>

namespace headroom::ui {

/// Paints a log line: time, icon and colour of its level, text in the fixed font.
class LogDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

class LogPanel : public QWidget {
    Q_OBJECT
public:
    /// `model` must outlive the panel; each page of a session shows the same lines.
    explicit LogPanel(LogModel* model, QWidget* parent = nullptr);

    QListView* view() const { return view_; }
    QComboBox* levels() const { return levels_; }
    QLineEdit* search() const { return search_; }
    bool follows() const;

public Q_SLOTS:
    /// The chosen lines, or all that are shown, to the clipboard.
    void copy();
    void setFollow(bool on);

private:
    void build();
    void refresh();

    LogModel* model_;
    LogFilter* filter_;
    QComboBox* levels_;
    QLineEdit* search_;
    IconButton *follow_, *copy_, *clear_;
    QLabel* count_;
    QListView* view_;
    EmptyState* empty_;
};

}  // namespace headroom::ui
