// RunsTable: painting of each kind of cell, the check mark that answers a click or the space bar, and which columns find room.
#include "ui/panels/runs/runs_table.h"

#include "ui/models/runs_model.h"
#include "ui/panels/runs/compare_parts.h"
#include "ui/widgets/context_menu.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/kit.h"

#include <QHeaderView>
#include <QMenu>

#include <algorithm>

namespace headroom::ui {
namespace {

constexpr int kNameWidth = 220;  // picture, check box and name

struct Look {
    const char* icon;
    Token text, back;
};

Look look(const QString& state) {
    if (state == QLatin1String("running")) return {"player-play", Token::Ok, Token::OkB};
    if (state == QLatin1String(RunsModel::kElsewhere)) return {"plug-connected", Token::Ok, Token::OkB};
    if (state == QLatin1String("failed")) return {"alert-triangle", Token::Err, Token::ErrB};
    if (state == QLatin1String("crashed")) return {"alert-triangle", Token::Warn, Token::WarnB};
    if (state == QLatin1String("stopped")) return {"player-stop", Token::T2, Token::Raised};
    return {"circle-check", Token::T2, Token::Raised};
}

void paintTags(RowPainter& row, const QRect& rect, const QStringList& tags) {
    const QFont font = themeFont(TextSize::Plot);
    int left = rect.left();
    for (const QString& tag : tags) {
        const int pad = scaled(6), room = rect.right() - left - 2 * pad;
        if (room < scaled(12)) return;  // the tool tip of the details has them all
        row.setText(font, Token::T2);
        const int width = std::min(row.widthOf(tag), room);
        const QRect box(left, rect.top(), width + 2 * pad, rect.height());
        row.plate(box, themeColor(Token::Raised), {}, 3);
        row.setText(font, Token::T2);
        row.text(box.adjusted(pad, 0, -pad, 0), tag);
        left = box.right() + scaled(6);
    }
}

void paintName(RowPainter& row, const QModelIndex& index) {
    const QRect rect = row.rect();
    const int slot = index.data(RunsModel::SlotRole).toInt(), side = scaled(48);
    row.check(slot >= 0, runColor(slot), Token::Panel);
    const QRect picture(row.checkPlace().right() + 13, rect.center().y() - side / 2, side, side);
    const QImage thumbnail = index.data(RunsModel::ThumbnailRole).value<QImage>();
    if (thumbnail.isNull()) {
        const int icon = scaled(20);
        row.plate(picture, themeColor(Token::Raised), themeColor(Token::Line), 3);
        row.icon(QStringLiteral("photo"), Token::T3, picture.center() - QPoint(icon / 2, icon / 2), icon);
    } else {
        row.image(picture, thumbnail);
    }
    const QStringList tags = index.data(RunsModel::TagsRole).toStringList();
    const int line = tags.isEmpty() ? rect.height() : scaled(20);
    const QRect text(picture.right() + 13, tags.isEmpty() ? rect.top() : picture.top() + scaled(2),
                     rect.right() - picture.right() - 21, line);
    row.setText(themeFont(TextSize::Body, true), Token::T1);
    row.text(text, index.data().toString(), Qt::ElideMiddle);
    paintTags(row, QRect(text.left(), text.bottom() + scaled(4), text.width(), scaled(18)), tags);
}

void paintState(RowPainter& row, const QModelIndex& index) {
    const QRect rect = row.rect();
    const Look how = look(index.data(RunsModel::StateRole).toString());
    const QFont font = themeFont(TextSize::Small, true);
    row.setText(font, how.text);
    const QString text = index.data().toString();
    const int icon = scaled(14), height = scaled(22), width = row.widthOf(text) + icon + 24;
    const QRect chip(rect.left() + 8, rect.center().y() - height / 2, std::min(width, rect.width() - 12), height);
    row.plate(chip, themeColor(how.back), {}, height / 2.0);
    row.icon(QLatin1String(how.icon), how.text, {chip.left() + 8, chip.center().y() - icon / 2 + 1}, icon);
    row.setText(font, how.text);
    row.text(chip.adjusted(icon + 13, 0, -8, 0), text);
}

}  // namespace

QSize RunDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {CheckDelegate::sizeHint(option, index).width() + 24, scaled(60)};
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    RowPainter row(painter, option);
    row.fillGround();
    row.hairline();
    const int column = index.column();
    if (column == RunsModel::NameColumn) return paintName(row, index);
    if (column == RunsModel::StateColumn) return paintState(row, index);
    const bool quiet = column == RunsModel::DataColumn || column == RunsModel::KindColumn;
    row.setText(themeFont(TextSize::Small), quiet ? Token::T2 : Token::T1);
    QRect text = row.rect().adjusted(8, 0, -12, 0);
    const auto across =
        static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt()) & Qt::AlignHorizontal_Mask;
    const QString second = index.data(RunsModel::SecondRole).toString();
    if (!second.isEmpty()) {
        const int line = scaled(19);
        text = QRect(text.left(), text.center().y() - line, text.width(), line);
        row.text(text.translated(0, line), second, Qt::ElideMiddle, across);
    }
    row.text(text, index.data().toString(), Qt::ElideMiddle, across);
}

RunsTable::RunsTable(RunsModel* runs, RunsFilter* filter, QWidget* parent) : QTreeView(parent), runs_(runs) {
    setModel(filter);
    setItemDelegate(new RunDelegate(this));
    setUpTable(this, tr("Runs"), "");
    setSortingEnabled(true);
    sortByColumn(RunsModel::NameColumn, Qt::AscendingOrder);
    setMouseTracking(true);
    offerActions(this);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(RunsModel::NameColumn, QHeaderView::Stretch);
    keep(header(), QStringLiteral("runs/columns"), [this] { fitColumns(); });
    connect(runs, &RunsModel::modelReset, this, &RunsTable::fitColumns);
    for (auto signal : {&RunsModel::rowsInserted, &RunsModel::rowsRemoved})
        connect(runs, signal, this, &RunsTable::fitColumns);
    onRoom(viewport(), [this] { fitColumns(); });
}

void RunsTable::fitColumns() {
    if (userSized(header())) return;
    int steps = 36;  // as its heading asks
    for (const QString& noun : stepNouns(runs_->kinds()).split(QStringLiteral(", ")))
        steps += 24 + 12 * static_cast<int>(noun.size()) / 5;
    const int widths[] = {0, 150, 132, 164, steps, 104, 84, 96};
    int room = viewport()->width() - scaled(kNameWidth);
    for (auto column : {RunsModel::StateColumn, RunsModel::StepColumn, RunsModel::KindColumn, RunsModel::ScoreColumn,
                        RunsModel::PeakColumn, RunsModel::TimeColumn, RunsModel::DataColumn}) {  // by worth
        room -= scaled(widths[column]);
        setColumnHidden(column, room < 0);
        header()->resizeSection(column, scaled(widths[column]));
    }
}

QAction* makeSorting(QTreeView* list) {
    auto* menu = new QMenu(RunsTable::tr("Sort by"), list);
    const auto offer = [list, menu] {
        menu->clear();
        for (int column = 0; column < list->model()->columnCount(); ++column) {
            if (list->isColumnHidden(column)) continue;
            const bool chosen = list->header()->sortIndicatorSection() == column;
            QAction* action = menu->addAction(list->model()->headerData(column, Qt::Horizontal).toString());
            action->setCheckable(true);
            action->setChecked(chosen);
            QObject::connect(action, &QAction::triggered, list, [list, column, chosen] {
                const bool turned = chosen && list->header()->sortIndicatorOrder() == Qt::AscendingOrder;
                list->sortByColumn(column, turned ? Qt::DescendingOrder : Qt::AscendingOrder);
            });
        }
    };
    QObject::connect(menu, &QMenu::aboutToShow, list, offer);  // headings follow the runs that are listed
    offer();
    return menu->menuAction();
}

}  // namespace headroom::ui
