// RowPainter: paints the cell of a list or table: ground by hover and selection, hairline, check box, icons, elided words, focus. Places are given
// as they read from left to right, and mirrored where the view reads from right to left.
#pragma once

#include "ui/shell/theme.h"
#include "ui/widgets/mirrored.h"

#include <QStyledItemDelegate>

namespace headroom::ui {

/// Saves the painter's state and puts it back when it goes.
class RowPainter {
public:
    RowPainter(QPainter* painter, const QStyleOptionViewItem& option);
    ~RowPainter();
    RowPainter(const RowPainter&) = delete;
    RowPainter& operator=(const RowPainter&) = delete;

    /// Of the cell. Places below are in its coordinates, left to right.
    const QRect& rect() const { return option_.rect; }
    /// Where it is selected or under the pointer.
    void fillGround(bool selected);
    void fillGround() { fillGround(option_.state.testFlag(QStyle::State_Selected)); }
    void fill(const QRect& place, Token token);
    /// At the lower edge.
    void hairline() { fill(QRect(rect().left(), rect().bottom(), rect().width(), 1), Token::Line); }
    void plate(const QRect& place, const QColor& fill, const QColor& edge, double radius);
    /// The square a check box takes; checked ones are filled with `on`.
    QRect checkPlace() const;
    void check(bool checked, const QColor& on, Token tick, Token edge = Token::Ctl);
    void icon(const QString& name, Token token, const QPoint& at, int side);
    void pixmap(const QPixmap& pixmap, const QPoint& at, int side);
    void image(const QRect& place, const QImage& image);
    void setText(const QFont& font, Token token);
    /// `across`: Qt::AlignLeft, AlignRight or AlignHCenter, as it reads from left to right.
    void text(const QRect& place, const QString& words, Qt::TextElideMode elide = Qt::ElideRight,
              Qt::Alignment across = Qt::AlignLeft);
    int widthOf(const QString& words) const;
    /// A frame where the cell has the focus and that is to be seen.
    void focusFrame();

private:
    QRect mirrored(const QRect& place) const { return ui::mirrored(option_.direction, option_.rect, place); }

    QPainter* painter_;
    QStyleOptionViewItem option_;
};

/// Sets or takes away the mark of a cell that can have one: by a click on its check box, or the space bar.
class CheckDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;
};

}  // namespace headroom::ui
