// LogModel: the newest log lines of the session, at most 10,000; and the filter by level and words in front of it.
#include "ui/models/log_model.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"

#include <QDateTime>

#include <algorithm>

namespace headroom::ui {

LogModel::LogModel(SessionBridge* bridge, QObject* parent) : QAbstractListModel(parent) {
    connect(bridge, &SessionBridge::logLine, this, &LogModel::append);
}

void LogModel::append(const LogLine& line) {
    if (lines_.size() == kMostLines) {
        // A tenth at once: removing row by row would cost the view a relayout per line.
        constexpr int gone = kMostLines / 10;
        beginRemoveRows({}, 0, gone - 1);
        lines_.erase(lines_.begin(), lines_.begin() + gone);
        endRemoveRows();
    }
    const int row = static_cast<int>(lines_.size());
    beginInsertRows({}, row, row);
    lines_.push_back(line);
    longest_ = std::max(longest_, static_cast<int>(fromUtf8(line.text).size()));
    endInsertRows();
}

void LogModel::clear() {
    beginResetModel();
    lines_.clear();
    longest_ = 0;
    endResetModel();
}

int LogModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

QString LogModel::levelText(LogLevel level) {
    switch (level) {
        case LogLevel::Debug: return tr("Debug");
        case LogLevel::Info: return tr("Info");
        case LogLevel::Warn: return tr("Warning");
        case LogLevel::Error: return tr("Error");
    }
    return {};
}

QVariant LogModel::data(const QModelIndex& index, int role) const {
    if (index.row() < 0 || index.row() >= rowCount()) return {};
    const LogLine& line = lines_[static_cast<std::size_t>(index.row())];
    const auto time = [&] { return QDateTime::fromMSecsSinceEpoch(line.unix_ms).toString(QStringLiteral("HH:mm:ss")); };
    const QString text = fromUtf8(line.text);
    switch (role) {
        case Qt::DisplayRole:
        case Qt::AccessibleTextRole: return QStringLiteral("%1  %2  %3").arg(time(), levelText(line.level), text);
        case LevelRole: return static_cast<int>(line.level);
        case TextRole:
        case Qt::ToolTipRole: return text;
        case TimeRole: return time();
        case LongestRole: return longest_;
        default: return {};
    }
}

void LogFilter::setLowest(LogLevel level) {
    lowest_ = level;
    invalidateFilter();
}

void LogFilter::setWords(const QString& text) {
    words_ = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool LogFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    if (index.data(LogModel::LevelRole).toInt() < static_cast<int>(lowest_)) return false;
    const QString text = index.data(LogModel::TextRole).toString();
    return std::ranges::all_of(words_, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace headroom::ui
