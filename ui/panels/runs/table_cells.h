// Cells of the tables of a run's details: read only, their words as tool tip, because a narrow column cuts them.
#pragma once

#include "ui/shell/theme.h"

#include <QStandardItem>

namespace headroom::ui {

inline QStandardItem* textCell(const QString& text) {
    auto* item = new QStandardItem(text);
    item->setEditable(false);
    item->setToolTip(text);
    return item;
}

inline QStandardItem* iconCell(const QString& text, const char* icon, Token token) {
    QStandardItem* item = textCell(text);
    item->setIcon(Theme::get().icon(QLatin1String(icon), token));
    return item;
}

}  // namespace headroom::ui
