// LogPanel: a session's log, its newest 10,000 lines, with level, search, copy and a tail that is followed.
#pragma once

#include "core/api/event.h"
#include "ui/forward.h"

#include <QAbstractListModel>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QWidget>

#include <deque>

namespace headroom::ui {

class LogModel : public QAbstractListModel {
    Q_OBJECT
public:
    static constexpr int kMostLines = 10000;
    /// LongestRole: of any line, how many characters the longest text so far has.
    enum Role { LevelRole = Qt::UserRole, TextRole, TimeRole, LongestRole };

    explicit LogModel(SessionBridge* bridge, QObject* parent = nullptr);

    void append(const LogLine& line);
    void clear();
    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(lines_.size());
    }
    /// Display: "14:02:11  Warning  text", as it is copied.
    QVariant data(const QModelIndex& index, int role) const override;

    static QString levelText(LogLevel level);

private:
    std::deque<LogLine> lines_;
    int longest_ = 0;
};

class LogFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit LogFilter(QObject* parent = nullptr) : QSortFilterProxyModel(parent) {}
    void setLowest(LogLevel level) {
        lowest_ = level;
        invalidateFilter();
    }
    /// Lines must hold every word, in any case.
    void setWords(const QString& text) {
        words_ = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    LogLevel lowest_ = LogLevel::Info;
    QStringList words_;
};

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
