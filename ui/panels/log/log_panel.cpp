// LogPanel: the lines, the filter by level and words in front of them, and how they are painted.
#include "ui/panels/log/log_panel.h"

#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/widgets/context_menu.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/row_painter.h"

#include <QAction>
#include <QComboBox>
#include <QDateTime>
#include <QListView>
#include <QScrollBar>

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

bool LogFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    if (index.data(LogModel::LevelRole).toInt() < static_cast<int>(lowest_)) return false;
    const QString text = index.data(LogModel::TextRole).toString();
    return std::ranges::all_of(words_, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

/// Icon and colour of each LogLevel.
constexpr std::pair<const char*, Token> kLevelLooks[] = {
    {"dots", Token::T3}, {"info-circle", Token::T2}, {"alert-triangle", Token::Warn}, {"alert-circle", Token::Err}};

LogPanel::LogPanel(LogModel* model, QWidget* parent)
    : QWidget(parent),
      model_(model),
      filter_(new LogFilter(this)),
      levels_(styled(named(new QComboBox(this), tr("Lowest level shown")), "small")),
      search_(styled(named(new QLineEdit(this), tr("Find in the log")), "small")),
      follow_(new IconButton(QStringLiteral("arrow-down"), tr("Follow the newest line"), this)),
      copy_(new IconButton(QStringLiteral("copy"), tr("Copy the chosen lines, or all"), this)),
      clear_(new IconButton(QStringLiteral("trash"), tr("Clear this view; the run's log file keeps its lines"), this)),
      count_(makeLabel("hint", this, Wrap::On)),
      view_(named(new QListView(this), tr("Log lines"))),
      empty_(new EmptyState(QStringLiteral("list"), {}, {}, this)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    filter_->setSourceModel(model_);
    build();
    connect(levels_, &QComboBox::currentIndexChanged, this, [this](int i) {
        filter_->setLowest(static_cast<LogLevel>(i));
        refresh();
    });
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
        filter_->setWords(text);
        refresh();
    });
    connect(filter_, &LogFilter::rowsInserted, this, [this] {
        if (follows()) view_->scrollToBottom();
    });
    // The oldest lines go: whoever reads further down still sees the same ones.
    connect(filter_, &LogFilter::rowsRemoved, this, [this](const QModelIndex&, int first, int last) {
        QScrollBar* bar = view_->verticalScrollBar();
        if (!follows() && first < bar->value()) bar->setValue(std::max(first, bar->value() - (last - first + 1)));
    });
    for (auto signal : {&LogModel::rowsInserted, &LogModel::rowsRemoved})
        connect(model_, signal, this, &LogPanel::refresh);
    connect(model_, &LogModel::modelReset, this, &LogPanel::refresh);
    connect(view_->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        // The reader scrolled: follow only while the end is in sight.
        const QScrollBar* bar = view_->verticalScrollBar();
        setFollow(bar->sliderPosition() >= bar->maximum());
    });
    connect(copy_, &IconButton::clicked, this, &LogPanel::copy);
    connect(clear_, &IconButton::clicked, model_, &LogModel::clear);
    connect(follow_, &IconButton::clicked, this, &LogPanel::setFollow);
    setFollow(true);
    refresh();
}

void LogPanel::build() {
    levels_->addItems({tr("All levels"), tr("Info and above"), tr("Warnings and errors"), tr("Errors")});
    levels_->setCurrentIndex(1);
    search_->setPlaceholderText(tr("Find in the log"));
    search_->setClearButtonEnabled(true);
    search_->setMaximumWidth(320);
    follow_->setCheckable(true);
    view_->setModel(filter_);
    view_->setItemDelegate(new LogDelegate(view_));
    view_->setUniformItemSizes(true);  // or each new line has all of them measured
    view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view_->setFrameShape(QFrame::NoFrame);
    view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view_->setMouseTracking(true);
    offerActions(view_);
    view_->addAction(tr("Copy"), QKeySequence(QKeySequence::Copy), this, &LogPanel::copy)
        ->setShortcutContext(Qt::WidgetShortcut);
    columnIn(this, {}, 0,
             {rowOf({levels_, {search_, 1}, count_, stretch(), follow_, copy_, clear_}, 8, {12, 4, 12, 4}),
              {empty_->inPlaceOf(view_), 1}});
}

bool LogPanel::follows() const { return follow_->isChecked(); }

void LogPanel::setFollow(bool on) {
    follow_->setChecked(on);
    if (on) view_->scrollToBottom();
}

void LogPanel::copy() { copyRows(view_); }

void LogPanel::refresh() {
    const int all = model_->rowCount(), shown = filter_->rowCount();
    empty_->giveWay(shown > 0);
    if (all == 0)
        empty_->say(tr("Nothing logged yet"), tr("What the engine does and why is listed here."));
    else
        empty_->say(tr("No line matches"), tr("%Ln line(s) are hidden by the level or the search.", nullptr, all));
    count_->setText(shown == all ? tr("%Ln line(s)", nullptr, all)
                                 : tr("%1 of %Ln line(s)", nullptr, all).arg(countText(shown)));
    copy_->setEnabled(shown > 0);
    clear_->setEnabled(all > 0);
}

QSize LogDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    const QFontMetrics metrics(Theme::get().mono());
    const int width = metrics.horizontalAdvance(QLatin1Char('M')) * index.data(LogModel::LongestRole).toInt() +
                      metrics.horizontalAdvance(QStringLiteral("00:00:00")) + 72;
    return {width, metrics.height() + 6};
}

void LogDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto level = static_cast<LogLevel>(index.data(LogModel::LevelRole).toInt());
    const auto [icon, token] = kLevelLooks[static_cast<int>(level)];
    RowPainter row(painter, option);
    row.fillGround();
    const QRect line = row.rect().adjusted(12, 0, -12, 0);
    row.setText(Theme::get().mono(), Token::T3);
    row.text(line, index.data(LogModel::TimeRole).toString(), Qt::ElideNone);
    const int side = scaled(14), icon_left = line.left() + row.widthOf(QStringLiteral("00:00:00")) + 12;
    row.icon(QLatin1String(icon), token, {icon_left, line.top() + (line.height() - side) / 2}, side);
    row.setText(Theme::get().mono(), level == LogLevel::Info ? Token::T1 : token);
    row.text({icon_left + side + 8, line.top(), line.right() - icon_left - side - 8, line.height()},
             index.data(LogModel::TextRole).toString(), Qt::ElideNone);
    row.focusFrame();
}

}  // namespace headroom::ui
