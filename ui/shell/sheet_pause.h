// SheetPause: no style sheet while a window is put together.
#pragma once

#include <QApplication>
#include <QString>

namespace headroom::ui {

/// With a sheet, QWidget::setParent() styles the whole subtree again (QWidgetPrivate::inheritStyle), once for every level
/// of layouts, scroll areas and stacks that it is put into; without, each widget is styled once, when the pause ends.
class SheetPause {
public:
    SheetPause() : sheet_(qApp->styleSheet()) { qApp->setStyleSheet({}); }
    ~SheetPause() { qApp->setStyleSheet(sheet_); }
    SheetPause(const SheetPause&) = delete;
    SheetPause& operator=(const SheetPause&) = delete;

private:
    QString sheet_;
};

}  // namespace headroom::ui
