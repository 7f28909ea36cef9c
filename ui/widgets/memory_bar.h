// MemoryBar: who holds the device along one bar, with the budget line, the reserve, ticks and a forecast's ghost.
#pragma once

#include "core/api/session.h"
#include "ui/bridge/qt_format.h"
#include "ui/shell/theme.h"
#include "ui/widgets/accessible_rows.h"

#include <QRectF>
#include <QWidget>

namespace headroom::ui {

/// What a MemoryBar shows. Amounts stand end to end in the order of BarRole; `total` is the full width.
struct BarData {
    struct Part {
        BarRole role = BarRole::Free;
        Bytes bytes;
    };
    /// A forecast: from `begin`, `size` long, ending somewhere within ± `error`. `past` > 0: beyond the bar by so much.
    struct Ghost {
        Bytes begin, size, error, past;
    };

    Bytes total;
    std::vector<Part> parts;
    std::optional<Bytes> budget_end;          ///< where the budget line stands
    Bytes reserve;                            ///< width of the band that ends at the line
    QString flag;                             ///< text at the line
    QString flag_spoken;                      ///< the same with its unit
    QString device = QStringLiteral("card");  ///< what a forecast may reach past: "card", "RAM", "budget"
    std::optional<Ghost> ghost;
    MemoryUnit unit = MemoryUnit::GiB;
    QString source;    ///< for tooltips: "driver, 0.4 s ago"
    QString sentence;  ///< accessible description
};

/// The device, full width, at the peak of the newest step or now; `forecast` adds the ghost. Of the context `window` is what the window's
/// pictures hold, a part of its own.
BarData deviceBar(const MemoryReport& report, bool at_peak, MemoryUnit unit, const Forecast* forecast = nullptr,
                  Bytes window = {});
/// This process alone against its budget (the tray): no others, no flag.
BarData budgetBar(const MemoryReport& report, MemoryUnit unit, const Forecast* forecast = nullptr, Bytes window = {});

/// One drawn segment; `width` includes the pixel of gap at its end.
struct BarSegment {
    BarRole role = BarRole::Free;
    Bytes bytes;
    double x = 0;
    double width = 0;
};

/// Segments as they read from left to right, filling `width` pixels exactly; parts of no bytes are left out, others get a pixel at least.
std::vector<BarSegment> layoutSegments(const BarData& data, double width);

struct BarTick {
    Bytes at;
    QString text;
};
/// Round tick marks with the device's size at the end; marks whose text would touch it are left out.
std::vector<BarTick> barTicks(Bytes total, MemoryUnit unit, double width, double text_width);

/// A round step (1, 2, 5 times a power of ten, `finer`: also 3 and 4) that gives at most `most` steps over `span`.
double roundStep(double span, int most, bool finer = false);

class MemoryBar : public QWidget, public AccessibleRows {
    Q_OBJECT
public:
    /// Full: 32 px with flag and ticks; Tray: 16 px, bar alone; Card: 20 px with ticks.
    enum class Kind { Full, Tray, Card };

    explicit MemoryBar(Kind kind = Kind::Full, QWidget* parent = nullptr);

    void setData(const BarData& data);
    const BarData& data() const { return data_; }
    /// A forecast that is being computed anew is drawn dim.
    void setGhostDim(bool dim) {
        if (std::exchange(ghost_dim_, dim) != dim) update();
    }
    bool ghostDim() const { return ghost_dim_; }
    /// Whether a scale stands below the bar: it does, but in the tray.
    void setTicksShown(bool shown);
    /// The bar itself, in widget coordinates, without flag and ticks.
    QRectF barRect() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return QSize(scaled(120), sizeHint().height()); }

protected:
    /// Each segment with its bytes and share, then the budget and the forecast.
    std::vector<AccessibleRow> makeAccessibleRows() const override;
    void paintEvent(QPaintEvent* event) override;

private:
    double xOf(Bytes at) const;  ///< as it reads from left to right
    void paintSegments(QPainter& painter, const QRectF& bar) const;
    void paintGhost(QPainter& painter, const QRectF& bar) const;
    void paintBudget(QPainter& painter, const QRectF& bar) const;
    void paintTicks(QPainter& painter, const QRectF& bar) const;
    /// `x` as it reads from left to right.
    QString tipAt(double x) const;

    Kind kind_;
    BarData data_;
    bool ghost_dim_ = false;
    bool ticks_ = kind_ != Kind::Tray;
};

/// The name of a bar role in words ("Other programs").
QString roleName(BarRole role);

}  // namespace headroom::ui
