// QueueModel: columns, words and colours of the rows, and dropping a row elsewhere.
#include "ui/panels/queue/queue_model.h"

#include "ui/bridge/qt_format.h"
#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/queue/queue_desk.h"
#include "ui/shell/theme.h"

#include <QDateTime>
#include <QLocale>
#include <QMimeData>

namespace headroom::ui {
namespace {

const QString kMime = QStringLiteral("application/x-headroom-queue");

/// How a state is shown.
struct StateLook {
    const char *words, *icon;
    Token token;
};

/// Of each QueueState.
constexpr StateLook kStateLooks[] = {
    {QT_TRANSLATE_NOOP("headroom::ui::QueueModel", "Waiting"), "clock", Token::T2},
    {QT_TRANSLATE_NOOP("headroom::ui::QueueModel", "Checking"), "progress", Token::Acc},
    {QT_TRANSLATE_NOOP("headroom::ui::QueueModel", "Running"), "player-play", Token::Ok},
    {QT_TRANSLATE_NOOP("headroom::ui::QueueModel", "Finished"), "circle-check", Token::T2},
    {QT_TRANSLATE_NOOP("headroom::ui::QueueModel", "Stopped"), "player-stop", Token::T2},
    {QT_TRANSLATE_NOOP("headroom::ui::QueueModel", "Failed"), "alert-triangle", Token::Err}};
const StateLook& lookOf(QueueState state) { return kStateLooks[static_cast<int>(state)]; }

/// "22:00" today, with the date on another day.
QString clockText(std::int64_t unix_ms) {
    const QDateTime at = QDateTime::fromMSecsSinceEpoch(unix_ms);
    const bool today = at.date() == QDate::currentDate();
    return today ? QLocale().toString(at.time(), QueueModel::tr("HH:mm"))
                 : QLocale().toString(at, QueueModel::tr("d MMM, HH:mm"));
}

}  // namespace

QueueModel::QueueModel(QueueDesk* desk, QObject* parent) : LiveTable(parent), desk_(desk) {
    connect(desk, &QueueDesk::changed, this, &QueueModel::take);
    take();
}

void QueueModel::take() { setRows(desk_->snapshot().items, &QueueItem::id); }

int QueueModel::rowOf(const QString& id) const {
    for (int row = 0; row < rowCount(); ++row)
        if (fromUtf8(item(row)->id) == id) return row;
    return -1;
}

int QueueModel::placeOf(const QString& id) const {
    int place = 0;
    for (const QueueItem& item : rows_) {
        const bool waits = item.state == QueueState::Waiting;
        if (fromUtf8(item.id) == id) return waits ? place : -1;
        place += waits ? 1 : 0;
    }
    return -1;
}

QString QueueModel::when(const QueueItem& item) const {
    const auto took = [&] {
        return durationText(static_cast<double>(item.ended_unix_ms - item.started_unix_ms) / 1000.0);
    };
    if (item.started_unix_ms > 0 && item.ended_unix_ms >= item.started_unix_ms + 1000)
        return tr("%1, took %2").arg(clockText(item.started_unix_ms), took());
    if (item.ended_unix_ms > 0) return clockText(item.ended_unix_ms);
    if (item.started_unix_ms > 0) return tr("since %1").arg(clockText(item.started_unix_ms));
    if (item.not_before_unix_ms > 0) return tr("from %1").arg(clockText(item.not_before_unix_ms));
    return item.added_unix_ms > 0 ? tr("added %1").arg(clockText(item.added_unix_ms)) : QString();
}

QString QueueModel::what(const QueueItem& item) const {
    const TrainConfig& config = *item.request.config;
    const LiveRun* live = item.state == QueueState::Running ? desk_->live(item.run_dir) : nullptr;
    if (!live) return coreText(item.reason);
    const QString step = stepWords(config.model, countText(live->step));
    const QString how_far =
        config.steps > 0
            ? tr("%1 of %2 (%3)")
                  .arg(step, countText(config.steps),
                       percentText(100.0 * static_cast<double>(live->step) / static_cast<double>(config.steps)))
            : step;
    return tr("%1, %2, %3").arg(how_far, paceText(config.model, live->images_per_second), totalText(live->peak));
}

QString QueueModel::text(const QueueItem& item, int column) const {
    switch (column) {
        case StateColumn: return tr(lookOf(item.state).words);
        case NameColumn: return fromUtf8(item.name);
        case KindColumn:
            return QStringLiteral("%1 %2").arg(kindWords(item.request.config->model),
                                               pictureText(*item.request.config));
        case WhenColumn: return when(item);
        case WhatColumn: return what(item);
        default: return {};
    }
}

QVariant QueueModel::data(const QModelIndex& index, int role) const {
    const QueueItem* of = item(index.row());
    if (!of) return {};
    switch (role) {
        case Qt::DisplayRole: return text(*of, index.column());
        case IdRole: return fromUtf8(of->id);
        case Qt::DecorationRole:
            if (index.column() != StateColumn) return {};
            return Theme::get().icon(QLatin1String(lookOf(of->state).icon), lookOf(of->state).token);
        case Qt::ForegroundRole: {
            const bool bad = of->state == QueueState::Failed && index.column() == WhatColumn;
            const bool main = index.column() == NameColumn || index.column() == StateColumn;
            return themeColor(bad ? Token::Err : main ? Token::T1 : Token::T2);
        }
        case Qt::ToolTipRole: {
            QStringList lines{text(*of, index.column())};
            if (index.column() == NameColumn && !of->run_dir.empty()) lines << fromUtf8(of->run_dir);
            if (index.column() == WhatColumn && !of->reason.empty()) lines << coreText(of->reason);
            lines.removeDuplicates();
            return lines.join(QLatin1Char('\n'));
        }
        default: return {};
    }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return QStringList{tr("State"), tr("Run"), tr("Model"), tr("When"), tr("How it goes")}.value(section);
}

Qt::ItemFlags QueueModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::ItemIsDropEnabled;  // between rows
    const bool waits = rows_[static_cast<std::size_t>(index.row())].state == QueueState::Waiting;
    return Qt::ItemIsSelectable | Qt::ItemIsEnabled | (waits ? Qt::ItemIsDragEnabled : Qt::NoItemFlags);
}

QStringList QueueModel::mimeTypes() const { return {kMime}; }

QMimeData* QueueModel::mimeData(const QModelIndexList& indexes) const {
    auto* out = new QMimeData;
    if (!indexes.isEmpty()) out->setData(kMime, indexes.first().data(IdRole).toString().toUtf8());
    return out;
}

bool QueueModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int, const QModelIndex&) {
    const QString id = QString::fromUtf8(data->data(kMime));
    const int from = placeOf(id);
    if (action != Qt::MoveAction || from < 0) return false;
    const auto before = rows_.begin() + (row < 0 ? rowCount() : row);
    auto place = static_cast<int>(
        std::count_if(rows_.begin(), before, [](const QueueItem& item) { return item.state == QueueState::Waiting; }));
    if (place > from) --place;  // it leaves its own place first
    if (place != from) desk_->move(id, place);
    return false;  // the row moves when the queue says so
}

}  // namespace headroom::ui
