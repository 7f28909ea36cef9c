// MemoryBar's contents and geometry, free of painting: what stands where along the bar.
#pragma once

#include "core/api/memory_report.h"
#include "core/api/session.h"
#include "ui/bridge/qt_format.h"
#include "ui/shell/theme.h"

#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

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
    Bytes reserve;                            ///< width of the band left of the line
    QString flag;                             ///< text at the line
    QString device = QStringLiteral("card");  ///< what a forecast may reach past: "card", "RAM", "budget"
    std::optional<Ghost> ghost;
    MemoryUnit unit = MemoryUnit::GiB;
    QString source;    ///< for tooltips: "driver, 0.4 s ago"
    QString sentence;  ///< accessible description
};

/// The device, full width, at the peak of the newest step or now; `forecast` adds the ghost.
BarData deviceBar(const MemoryReport& report, bool at_peak, MemoryUnit unit, const Forecast* forecast = nullptr);
/// This process alone against its budget (the tray): no others, no flag.
BarData budgetBar(const MemoryReport& report, MemoryUnit unit, const Forecast* forecast = nullptr);

/// One drawn segment; `width` includes the pixel of gap at its right.
struct BarSegment {
    BarRole role = BarRole::Free;
    Bytes bytes;
    double x = 0;
    double width = 0;
};

/// Segments from left to right, filling `width` pixels exactly; parts of no bytes are left out, others get a pixel at least.
std::vector<BarSegment> layoutSegments(const BarData& data, double width);

struct BarTick {
    Bytes at;
    QString text;
};
/// Round tick marks with the device's size at the end; marks whose text would touch it are left out.
std::vector<BarTick> barTicks(Bytes total, MemoryUnit unit, double width, double text_width);

/// A round step (1, 2, 5 times a power of ten, `finer`: also 3 and 4) that gives at most `most` steps over `span`.
double roundStep(double span, int most, bool finer = false);

}  // namespace headroom::ui
