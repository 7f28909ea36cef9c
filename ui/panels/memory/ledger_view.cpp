// LedgerView and its delegate: painting of rows, and columns whose words give way before a name is cut.
#include "ui/panels/memory/ledger_view.h"

#include "ui/widgets/kept.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/role_paint.h"
#include "ui/widgets/row_painter.h"
#include "ui/widgets/small_header.h"

namespace headroom::ui {
namespace {

constexpr int kSwatch = 12;
constexpr int kIndent = 16;
constexpr int kAfterName = 8;  // between a name and the first figure

bool isTotal(LedgerRow row) { return row == LedgerRow::Process || row == LedgerRow::Device; }

bool isChild(LedgerRow row) { return std::ranges::find(kProcessRows, row) != kProcessRows.end(); }

/// The first and the last section keep the panel's padding.
class LedgerHeader final : public SmallHeader {
public:
    LedgerHeader(const LedgerDelegate* delegate, QWidget* parent) : SmallHeader(parent), delegate_(delegate) {}

protected:
    QMargins around(int section) const override {
        int last = count() - 1;
        while (last > 0 && isSectionHidden(last)) --last;
        return {section == 0 ? delegate_->padding() : 0, 0, section == last ? delegate_->padding() : 8, 0};
    }
    int lineHeight() const override { return delegate_->padding() < 16 ? 22 : 24; }

private:
    const LedgerDelegate* delegate_;
};

}  // namespace

void LedgerDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const LedgerRow row = model_->rowOf(index);
    RowPainter cell(painter, option);
    cell.fillGround(option.state.testFlag(QStyle::State_Selected) && view_->hasFocus());
    if (index.data(LedgerModel::ChangedRole).toBool()) cell.fill(cell.rect(), Token::WarnB);
    if (row == LedgerRow::Device)
        cell.fill(QRect(cell.rect().left(), cell.rect().top(), cell.rect().width(), 1), Token::Line);
    const QFont font = themeFont(TextSize::Small, isTotal(row));
    if (index.column() == LedgerModel::HeldBy) {
        cell.setText(font, isTotal(row) ? Token::T1 : Token::T2);
        return paintName(cell, index);
    }
    int last = model_->columnCount() - 1;
    while (last > 0 && view_->isColumnHidden(last)) --last;
    cell.setText(font, Token::T1);
    cell.text(cell.rect().adjusted(0, 0, index.column() == last ? -padding_ : -8, 0), index.data().toString(),
              Qt::ElideNone, Qt::AlignRight);
}

void LedgerDelegate::paintName(RowPainter& cell, const QModelIndex& index) const {
    const LedgerRow row = model_->rowOf(index);
    const QRect rect = cell.rect();
    const int swatch = scaled(kSwatch);
    // The text's middle lies below the line's.
    const QPoint at(rect.left() + padding_ + (isChild(row) ? kIndent : 0),
                    rect.top() + (rect.height() - swatch + 1) / 2 + 1);
    if (row == LedgerRow::Process) {
        const bool open = view_->isExpanded(index);
        cell.icon(open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), Token::T2, at, swatch);
    } else if (const auto role = barRole(row)) {
        cell.pixmap(roleSwatch(*role, swatch, view_->devicePixelRatioF()), at, swatch);
    }
    cell.text(rect.adjusted(textLeft(row), 0, 0, 0), index.data().toString(), Qt::ElideMiddle);
}

int LedgerDelegate::textLeft(LedgerRow row) const {
    const int swatch = scaled(kSwatch);
    const int begin = padding_ + (isChild(row) ? kIndent : 0);
    return row == LedgerRow::Process ? begin + swatch + 4 : barRole(row) ? begin + swatch + 8 : begin;
}

QSize LedgerDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    const QFontMetrics metrics(themeFont(TextSize::Small, true));
    return QSize(metrics.horizontalAdvance(index.data().toString()) + 24,
                 std::max(metrics.height() + 4, scaled(padding_ < 16 ? 22 : 24)));
}

LedgerView::LedgerView(LedgerModel* model, QWidget* parent)
    : QTreeView(parent), model_(model), delegate_(new LedgerDelegate(model, this)) {
    setObjectName(QStringLiteral("ledger"));
    setUpTable(this, tr("Who holds the memory"), "");
    setModel(model);
    setItemDelegate(delegate_);
    setHeader(new LedgerHeader(delegate_, this));
    header()->setStretchLastSection(false);
    setIndentation(0);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setMouseTracking(true);
    setExpandsOnDoubleClick(false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    expandAll();
    keep(this, QStringLiteral("memory/ledger"));
    connect(this, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if (model_->rowOf(index) == LedgerRow::Process) setOpen(!isOpen());
    });
    connect(this, &QTreeView::expanded, this, &LedgerView::fitHeight);
    connect(this, &QTreeView::collapsed, this, &LedgerView::fitHeight);
    onTheme(this, [this] { applyTheme(); });
    onResize(viewport(), [this] { fitColumns(!isColumnHidden(LedgerModel::AtPeak)); });
}

void LedgerView::setPadding(int pixels) {
    if (pixels == delegate_->padding()) return;
    delegate_->setPadding(pixels);
    applyTheme();
}

void LedgerView::applyTheme() {
    setFont(themeFont(TextSize::Small));
    doItemsLayout();
    fitHeight();
    viewport()->update();
}

int LedgerView::nameWidth(LedgerModel::Length length) const {
    int width = 60;
    for (std::size_t i = 0; i < kLedgerRows; ++i) {
        const auto row = static_cast<LedgerRow>(i);
        const QFontMetrics metrics(themeFont(TextSize::Small, isTotal(row)));
        width = std::max(width,
                         delegate_->textLeft(row) + metrics.horizontalAdvance(model_->name(row, length)) + kAfterName);
    }
    return width;
}

int LedgerView::figureWidth(LedgerModel::Column column, bool last, LedgerModel::Length length) const {
    const QFontMetrics metrics(themeFont(TextSize::Small, true));
    int width = metrics.horizontalAdvance(model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    for (LedgerRow row : {LedgerRow::Others, LedgerRow::Process, LedgerRow::Free, LedgerRow::Device})
        width = std::max(width, metrics.horizontalAdvance(model_->figure(row, column, length)));
    return width + 14 + (last ? delegate_->padding() - 8 : 0);
}

void LedgerView::fitColumns(bool peak_shown) {
    using Length = LedgerModel::Length;
    setColumnHidden(LedgerModel::AtPeak, !peak_shown);
    setColumnHidden(LedgerModel::Planned, !model_->hasForecast());
    int last = LedgerModel::Planned;
    while (last > LedgerModel::Now && isColumnHidden(last)) --last;
    // Words give way before a name is cut: first what the tooltips repeat, the figures' last.
    const Length names = delegate_->padding() < 16 ? Length::Short : Length::Full;
    std::pair length(names, Length::Full);
    std::array<int, LedgerModel::ColumnCount> widths{};
    int figures = 0;
    for (const auto& next : {length, std::pair(Length::Short, Length::Full), std::pair(Length::Short, Length::Short),
                             std::pair(Length::Least, Length::Short), std::pair(Length::Least, Length::Least)}) {
        length = next;
        figures = 0;
        for (int column = LedgerModel::Now; column < LedgerModel::ColumnCount; ++column) {
            if (isColumnHidden(column)) continue;
            int& width = widths[static_cast<std::size_t>(column)];
            width = figureWidth(static_cast<LedgerModel::Column>(column), column == last, length.second);
            figures += width;
        }
        if (nameWidth(length.first) + figures <= viewport()->width()) break;
    }
    model_->setNameLength(length.first);
    model_->setFigureLength(length.second);
    // Wider than needed where there is room, so that a figure that grows does not move its neighbours.
    int room = std::max(0, viewport()->width() - nameWidth(length.first) - figures);
    for (int column = LedgerModel::Now; column < LedgerModel::ColumnCount; ++column) {
        if (isColumnHidden(column)) continue;
        int width = widths[static_cast<std::size_t>(column)];
        const int more = std::clamp(viewport()->width() * 17 / 100 - width, 0, room);
        room -= more;
        width += more;
        if (columnWidth(column) != width) setColumnWidth(column, width);
        figures += more;
    }
    const int name = std::max(60, viewport()->width() - figures);
    if (columnWidth(LedgerModel::HeldBy) != name) setColumnWidth(LedgerModel::HeldBy, name);
}

QSize LedgerView::sizeHint() const {
    const int row = sizeHintForRow(0);
    const auto shown = [this](LedgerRow row) {
        const QModelIndex at = model_->indexOf(row, LedgerModel::HeldBy);
        return !isRowHidden(at.row(), at.parent());
    };
    const int rows = 4 + (shown(LedgerRow::HostWindow) ? 1 : 0) +
                     (isOpen() ? static_cast<int>(std::ranges::count_if(kProcessRows, shown)) : 0);
    return QSize(scaled(320), header()->sizeHint().height() + rows * row);
}

void LedgerView::showRow(LedgerRow row, bool shown) {
    const QModelIndex at = model_->indexOf(row, LedgerModel::HeldBy);
    if (isRowHidden(at.row(), at.parent()) != shown) return;
    setRowHidden(at.row(), at.parent(), !shown);
    fitHeight();
}

void LedgerView::fitHeight() {
    setFixedHeight(sizeHint().height());
    updateGeometry();
}

}  // namespace headroom::ui
