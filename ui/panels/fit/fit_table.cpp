// FitTable: the plans of "Make it fit" as a grouped table: star and tag at the recommended one.
#include "ui/panels/fit/fit_table.h"

#include "ui/widgets/column_widths.h"
#include "ui/widgets/context_menu.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/row_painter.h"
#include "ui/widgets/small_header.h"

namespace headroom::ui {
namespace {

constexpr int kPadding = 12;  // of the dialog's edge; the star stands within
constexpr int kStar = 14;
constexpr int kStarGap = 8;

/// What stands left of the text of a cell.
int leftOf(int column) {
    return column == FitModel::Pieces       ? kPadding + kStar + kStarGap
           : column == FitModel::SameResult ? kPadding + kStar + 4
                                            : 0;
}

int rightOf(int column) { return FitModel::isFigure(column) ? 4 : kPadding; }

/// Words stand above those of their cells; the last column's above icon and words.
class FitHeader final : public SmallHeader {
public:
    using SmallHeader::SmallHeader;

protected:
    QMargins around(int section) const override {
        return {scaled(section == FitModel::SameResult ? kPadding : leftOf(section)), 0, scaled(rightOf(section)), 0};
    }
};

/// Of each PlanGroup.
constexpr std::pair<const char*, Token> kGroupLooks[] = {
    {"equal", Token::Ok}, {"circle-half-2", Token::Acc}, {"circle", Token::Warn}, {"x", Token::Err}};

/// Paints headings, plans and the recommended plan's marks; rows of one height.
class FitDelegate final : public QStyledItemDelegate {
public:
    FitDelegate(const FitModel* model, FitTable* view) : QStyledItemDelegate(view), model_(model), view_(view) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        RowPainter row(painter, option);
        const FitPlan* plan = model_->planAt(index);
        const QRect rect = row.rect();
        const QString text = index.data().toString();
        if (!plan) {
            row.fill(rect, Token::Panel);
            row.hairline();
            row.setText(themeFont(TextSize::Small, true), Token::T2);
            return row.text(rect.adjusted(scaled(kPadding), 0, 0, 0), text, Qt::ElideNone);
        }
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        row.fillGround(selected);
        const bool pale = plan->group == PlanGroup::TooBig || view_->stale();
        const int column = index.column();
        const bool strong = column == FitModel::Pieces || column == FitModel::Peak;
        const bool tight = column == FitModel::ToSpare && plan->tight && plan->group != PlanGroup::TooBig;
        const Token token = pale ? Token::T3 : tight ? Token::Warn : Token::T1;
        const int star = scaled(kStar);
        if (column == FitModel::Pieces && plan->recommended)
            row.icon(QStringLiteral("star"), Token::Acc,
                     {rect.left() + scaled(kPadding), rect.center().y() - star / 2 + 1}, star);
        row.setText(themeFont(TextSize::Small, strong), token);
        if (column == FitModel::SameResult)
            paintResult(row, *plan, text, token);
        else
            row.text(rect.adjusted(scaled(leftOf(column)), 0, -scaled(rightOf(column)), 0), text, Qt::ElideNone,
                     FitModel::isFigure(column) ? Qt::AlignRight : Qt::AlignLeft);
        if (selected && view_->hasFocus() && column == FitModel::Pieces)
            row.fill(QRect(rect.left(), rect.top(), 3, rect.height()), Token::Acc);
    }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        const QFontMetrics metrics(themeFont(TextSize::Small, true));
        const int width = metrics.horizontalAdvance(index.data().toString()) +
                          scaled(leftOf(index.column()) + rightOf(index.column())) + 8;
        return QSize(width, std::max(metrics.height() + 6, scaled(24)));
    }

private:
    void paintResult(RowPainter& row, const FitPlan& plan, const QString& text, Token token) const {
        const QRect rect = row.rect();
        const auto& [icon, colour] = kGroupLooks[static_cast<int>(plan.group)];
        const int star = scaled(kStar);
        row.icon(QLatin1String(icon), colour, {rect.left() + scaled(kPadding), rect.center().y() - star / 2 + 1}, star);
        const QRect inner = rect.adjusted(scaled(leftOf(FitModel::SameResult)), 0, -4, 0);
        row.setText(themeFont(TextSize::Small), token);
        row.text(inner, text);
        if (!plan.recommended) return;
        const int after = inner.left() + row.widthOf(text) + 12;
        const QString tag = FitModel::tr("Recommended");
        const QFontMetrics metrics(themeFont(TextSize::Plot));
        if (after + metrics.horizontalAdvance(tag) + 16 > rect.right()) return;  // the star says it too
        const QRect plate(after, rect.center().y() - metrics.height() / 2 - 1, metrics.horizontalAdvance(tag) + 12,
                          metrics.height() + 3);
        row.plate(plate, themeColor(Token::Raised), {}, 3);
        row.setText(themeFont(TextSize::Plot), Token::T1);
        row.text(plate, tag, Qt::ElideNone, Qt::AlignHCenter);
    }

    const FitModel* model_;
    FitTable* view_;
};

}  // namespace

FitTable::FitTable(FitModel* model, QWidget* parent) : QTreeView(parent), model_(model) {
    setObjectName(QStringLiteral("plans"));
    setUpTable(this, tr("Plans"), "");
    setModel(model);
    setItemDelegate(new FitDelegate(model, this));
    setHeader(new FitHeader(this));
    header()->setStretchLastSection(true);
    keep(header(), QStringLiteral("fit/columns"), [this] { fitColumns(); });
    offerActions(this);
    addAction(makeColumnWidths(this));
    setItemsExpandable(false);
    setExpandsOnDoubleClick(false);
    setIndentation(0);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setMouseTracking(true);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { Q_EMIT planChosen(chosen()); });
    connect(&Theme::get(), &Theme::changed, this, [this] {
        fit();
        viewport()->update();
    });
    onResize(viewport(), [this] { fitColumns(); });
}

int FitTable::chosen() const {
    const QModelIndex index = currentIndex();
    return index.isValid() ? index.data(FitModel::PlanRole).toInt() : -1;
}

void FitTable::choose(int plan) {
    const QModelIndex index = plan < 0 ? QModelIndex() : model_->indexOf(plan);
    if (index == currentIndex().siblingAtColumn(0)) return;
    setCurrentIndex(index);
    if (!index.isValid()) return;
    // The heading of the first plan stays in view with it.
    scrollTo(index.row() == 0 ? index.parent() : index);
    scrollTo(index);
}

void FitTable::setStale(bool stale) {
    stale_ = stale;
    viewport()->update();
}

void FitTable::fit() {
    expandAll();
    for (int group = 0; group < model_->rowCount(); ++group) setFirstColumnSpanned(group, {}, true);
    doItemsLayout();
    fitColumns();
}

int FitTable::columnNeeds(FitModel::Column column) const {
    const QFontMetrics metrics(themeFont(TextSize::Small, true));
    int width = metrics.horizontalAdvance(model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) +
                scaled(leftOf(column) + rightOf(column)) + 8;
    for (std::size_t plan = 0; plan < model_->report().plans.size(); ++plan)
        width = std::max(width, itemDelegate()->sizeHint({}, model_->indexOf(static_cast<int>(plan), column)).width());
    return width;
}

void FitTable::fitColumns() {
    if (model_->rowCount() == 0) return;
    std::array<int, FitModel::ColumnCount> widths{};
    int sum = 0, shown = FitModel::ColumnCount;
    for (int column = 0; column < FitModel::ColumnCount; ++column) {
        const auto which = static_cast<FitModel::Column>(column);
        setColumnHidden(column, !model_->has(which));
        if (model_->has(which))
            sum += widths[static_cast<std::size_t>(column)] = columnNeeds(which);
        else
            --shown;
    }
    // Where it is narrow, a setting that is the same in all plans tells nothing between them.
    for (FitModel::Column column : {FitModel::Size, FitModel::Checkpoints, FitModel::Precision, FitModel::Own}) {
        if (sum <= viewport()->width() || isColumnHidden(column)) continue;
        QStringList said;
        for (int plan = 0; plan < static_cast<int>(model_->report().plans.size()); ++plan)
            said << model_->indexOf(plan, column).data().toString();
        said.removeDuplicates();
        if (said.size() > 1) continue;
        setColumnHidden(column, true);
        sum -= widths[column];
        --shown;
    }
    const int room = viewport()->width() - sum;
    const int more =
        std::max(0, room) / (shown + 2);  // what is left goes to the columns; the words at the end get most
    if (userSized(header())) return;
    header()->setStretchLastSection(room >= 0);
    for (int column = 0; column < FitModel::ColumnCount; ++column) {
        if (!isColumnHidden(column))
            header()->resizeSection(column, widths[static_cast<std::size_t>(column)] +
                                                (column < FitModel::SameResult ? more : 0));
    }
}

}  // namespace headroom::ui
