// MemoryBar: who holds the device along one bar, with the budget line, the reserve, ticks and a forecast's ghost.
#pragma once

#include "ui/widgets/accessible_rows.h"
#include "ui/widgets/memory_bar_layout.h"

#include <QWidget>

namespace headroom::ui {

class MemoryBar : public QWidget, public AccessibleRows {
    Q_OBJECT
public:
    /// Full: 32 px with flag and ticks; Tray: 16 px, bar alone; Card: 20 px with ticks.
    enum class Kind { Full, Tray, Card };

    explicit MemoryBar(Kind kind = Kind::Full, QWidget* parent = nullptr);

    void setData(const BarData& data);
    const BarData& data() const { return data_; }
    /// A forecast that is being computed anew is drawn dim.
    void setGhostDim(bool dim);
    bool ghostDim() const { return ghost_dim_; }
    /// The bar itself, in widget coordinates, without flag and ticks.
    QRectF barRect() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// Each segment with its bytes and share, then the budget and the forecast.
    std::vector<AccessibleRow> accessibleRows() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    double xOf(Bytes at) const;
    void paintSegments(QPainter& painter, const QRectF& bar) const;
    void paintGhost(QPainter& painter, const QRectF& bar) const;
    void paintBudget(QPainter& painter, const QRectF& bar) const;
    void paintTicks(QPainter& painter, const QRectF& bar) const;
    QString tipAt(double x) const;

    Kind kind_;
    BarData data_;
    bool ghost_dim_ = false;
};

/// The name of a bar role in words ("Other programs").
QString roleName(BarRole role);

}  // namespace headroom::ui
