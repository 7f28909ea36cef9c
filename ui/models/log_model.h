// LogModel: the newest log lines of the session, at most 10,000; and the filter by level and words in front of it.
#pragma once

#include "core/api/event.h"
#include "ui/forward.h"

#include <QAbstractListModel>
#include <QSortFilterProxyModel>

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
    int rowCount(const QModelIndex& parent = {}) const override;
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
    void setLowest(LogLevel level);
    /// Lines must hold every word, in any case.
    void setWords(const QString& text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    LogLevel lowest_ = LogLevel::Info;
    QStringList words_;
};

}  // namespace headroom::ui
