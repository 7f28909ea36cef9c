// What is written in a plot: the texts that can be seen, and where they stand.
#pragma once

#include "ui/widgets/plot_view_library.h"

#include <QList>
#include <QRectF>

namespace headroom::ui {

/// Of the plot, in the order in which they were added to it.
inline QList<const QCPItemText*> wordsOf(const QCustomPlot* plot) {
    QList<const QCPItemText*> out;
    for (int i = 0; i < plot->itemCount(); ++i) {
        const auto* item = qobject_cast<const QCPItemText*>(plot->item(i));
        if (item && item->realVisibility()) out << item;
    }
    return out;
}

/// The first of them that begin so; null: none.
inline const QCPItemText* wordsOf(const QCustomPlot* plot, const char* begin) {
    for (const QCPItemText* words : wordsOf(plot))
        if (words->text().startsWith(QLatin1String(begin))) return words;
    return nullptr;
}

inline QRectF areaOf(const QCPItemText* words) {
    return {words->topLeft->pixelPosition(), words->bottomRight->pixelPosition()};
}

}  // namespace headroom::ui
