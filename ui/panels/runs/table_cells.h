// Cells of the tables of a run's details: read only, their words as tool tip, because a narrow column cuts them.
#pragma once

#include "ui/shell/theme.h"

#include <QStandardItem>

namespace headroom::ui {

/// Its icon is asked for each time: in the colours of the theme that is in force then.
class TableCell : public QStandardItem {
public:
    explicit TableCell(const QString& text, const char* icon = "", Token token = Token::T1)
        : QStandardItem(text), icon_(QLatin1String(icon)), token_(token) {
        setEditable(false);
        setToolTip(text);
    }
    QVariant data(int role) const override {
        if (role != Qt::DecorationRole || icon_.isEmpty()) return QStandardItem::data(role);
        return Theme::get().icon(icon_, token_);
    }

private:
    QString icon_;
    Token token_;
};

}  // namespace headroom::ui
