// CompareLegend: one row for each compared run: its line, its name, and its figures where the crosshair stands.
#pragma once

#include "ui/forward.h"

#include <QList>
#include <QWidget>

namespace headroom::ui {

class CompareLegend : public QWidget {
    Q_OBJECT
public:
    explicit CompareLegend(QWidget* parent = nullptr);

    struct Run {
        int slot = 0;
        QString name;
    };
    void setRuns(const QList<Run>& runs);
    /// Of each run, in order; empty: it has none there.
    void setValues(const QStringList& values);
    QStringList values() const;
    QStringList names() const;
    /// The rows as a picture has them, at the painter's origin; returns their height.
    int draw(QPainter& painter, int width) const;

private:
    struct Row {
        Run run;
        QLabel *line, *name, *value;
    };
    void applyTheme();

    QGridLayout* grid_;
    QList<Row> rows_;
};

}  // namespace headroom::ui
