// MarkerStrip: glyphs and labels of what happened, above the plots and on their x: triangle = edit, diamond = out of memory
// (red where it ended the run), dot = checkpoint.
#pragma once

#include "ui/models/metrics_model.h"
#include "ui/widgets/accessible_rows.h"

#include <QRectF>
#include <QWidget>

namespace headroom::ui {

/// One mark at `x` pixels from the strip's left edge.
struct StripMark {
    MetricsMark::Kind kind = MetricsMark::Kind::Edit;
    double x = 0;
    QString text, short_text;
    bool operator==(const StripMark&) const = default;
};

/// Where a mark's label went; an empty `text` means it was left out. `glyph` false: a dot hidden under a label.
struct StripPlace {
    QRectF label;
    QString text;
    bool glyph = true;
};

/// Places labels after their glyph as `direction` reads, else before it, else the short one, else none: no label touches another or a glyph.
/// Recoveries come first, then the newest edits. `width_of` measures a text; one place per mark, in the same order.
std::vector<StripPlace> placeLabels(const std::vector<StripMark>& marks, double width, double height,
                                    const std::function<double(const QString&)>& width_of,
                                    Qt::LayoutDirection direction = Qt::LeftToRight);

class MarkerStrip : public QWidget, public AccessibleRows {
    Q_OBJECT
public:
    explicit MarkerStrip(QWidget* parent = nullptr);

    void setMarks(std::vector<StripMark> marks);
    void draw(QPainter& painter, const std::vector<StripMark>& marks, const QSizeF& size) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return QSize(0, sizeHint().height()); }

protected:
    std::vector<AccessibleRow> makeAccessibleRows() const override;
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<StripMark> marks_;
};

}  // namespace headroom::ui
