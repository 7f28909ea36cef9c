// PlotPanel: what the panels with plots of a run have in common.
#include "ui/panels/timeline/plot_panel.h"

#include "ui/panels/export/file_row.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"

#include <QComboBox>

namespace headroom::ui {

PlotPanel::PlotPanel(const QString& name, QWidget* parent) : QWidget(parent), controls_(new QWidget(this)) {
    setAccessibleName(name);
}

void PlotPanel::setUp(EmptyState* empty, QWidget* plots, std::initializer_list<BoxItem> own, const QString& saving,
                      const QString& file) {
    empty_ = empty;
    columnIn(this, {}, 0, {{controls_, 0, Qt::AlignRight}, {empty_->inPlaceOf(plots), 1}});
    axis_ = named(new QComboBox(controls_), tr("What stands along the x axis"), tr("What stands along the x axis"));
    auto* save = new IconButton(QStringLiteral("file-export"), saving, controls_);
    connect(save, &IconButton::clicked, this, [this, saving, file] {
        const QString path =
            askWhereToWrite(this, QStringLiteral("plots"), saving, file, tr("Pictures (*.svg *.png *.pdf)"));
        if (!path.isEmpty()) savePlots(path);
    });
    fill(rowIn(controls_, {8, 2, 12, 2}, 8, own), {axis_, save});
    onTheme(this, [this] {
        axis_->setFont(themeFont(TextSize::Small));
        axis_->setFixedHeight(scaled(24));
    });
}

void PlotPanel::savePlots(const QString& path) { FileRow::of(this)->write(path, drawnPlots(path)); }

}  // namespace headroom::ui
