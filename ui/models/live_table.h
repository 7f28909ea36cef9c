// LiveTable: a table over a list that is read anew again and again. Its rows come, go and move one by one, so that what is chosen, pointed
// at and scrolled to stays.
#pragma once

#include <QAbstractTableModel>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace headroom::ui {

template <class Row> class LiveTable : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;
    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(rows_.size());
    }

protected:
    /// `key`: what tells a row from all others.
    template <class Key> void setRows(std::vector<Row> now, Key key) {
        if (rows_.empty()) {
            if (now.empty()) return;
            beginResetModel();
            rows_ = std::move(now);
            return endResetModel();
        }
        std::set<std::string> stay;
        for (const Row& row : now) stay.insert(std::invoke(key, row));
        for (int at = rowCount() - 1; at >= 0; --at) {
            if (stay.contains(std::invoke(key, *place(at)))) continue;
            beginRemoveRows({}, at, at);
            rows_.erase(place(at));
            endRemoveRows();
        }
        for (int at = 0; at < static_cast<int>(now.size()); ++at) {
            Row& row = now[static_cast<std::size_t>(at)];
            const auto same = [&](const Row& other) { return std::invoke(key, other) == std::invoke(key, row); };
            const auto from = static_cast<int>(std::find_if(place(at), rows_.end(), same) - rows_.begin());
            if (from == rowCount()) {
                beginInsertRows({}, at, at);
                rows_.insert(place(at), std::move(row));
                endInsertRows();
                continue;
            }
            if (from > at) {
                beginMoveRows({}, from, from, {}, at);
                std::rotate(place(at), place(from), place(from) + 1);
                endMoveRows();
            }
            *place(at) = std::move(row);
        }
        if (!rows_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }

    std::vector<Row> rows_;

private:
    auto place(int row) { return rows_.begin() + row; }
};

}  // namespace headroom::ui
