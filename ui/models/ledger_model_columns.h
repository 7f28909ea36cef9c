// Ledger columns: reports and forecasts folded into the rows of the memory panel, rounded so that what is shown adds up.
#pragma once

#include "core/api/session.h"
#include "ui/bridge/qt_format.h"
#include "ui/shell/theme.h"

#include <algorithm>

namespace headroom::ui {

/// Rows of the ledger. Process is the sum of Context to Cache; Device the sum of Others, Process and Free; HostWindow stands below all sums.
enum class LedgerRow {
    Others,
    Process,
    Context,
    Window,
    Weights,
    Optimiser,
    Gradients,
    Activations,
    Inputs,
    Dataset,
    Libraries,
    Cache,
    Free,
    Device,
    HostWindow
};
inline constexpr std::size_t kLedgerRows = 15;
inline constexpr std::array kProcessRows{
    LedgerRow::Context,     LedgerRow::Window, LedgerRow::Weights, LedgerRow::Optimiser, LedgerRow::Gradients,
    LedgerRow::Activations, LedgerRow::Inputs, LedgerRow::Dataset, LedgerRow::Libraries, LedgerRow::Cache};

constexpr std::size_t index_of(LedgerRow row) { return static_cast<std::size_t>(row); }

/// The ledger row that shows a bar segment (both activation shades stand in one row).
LedgerRow ledgerRow(BarRole role);
/// The bar segment's role of a ledger row; Process, Device and HostWindow have none.
std::optional<BarRole> barRole(LedgerRow row);

/// One column: bytes per row; nothing where a figure is not known.
struct LedgerFigures {
    std::array<std::optional<Bytes>, kLedgerRows> bytes{};
    /// How far the process's figure may be off to either side; 0: exact or unknown.
    Bytes spread;

    std::optional<Bytes>& operator[](LedgerRow row) { return bytes[index_of(row)]; }
    const std::optional<Bytes>& operator[](LedgerRow row) const { return bytes[index_of(row)]; }
};

/// What of a context the window's pictures are, which hold `pictures`.
constexpr Bytes windowWithin(Bytes context, Bytes pictures) { return std::clamp(context, Bytes{}, pictures); }

LedgerFigures foldColumn(const LedgerColumn& column);
/// The column of a forecast on the device of `report`. Where the forecast is incomplete only the static rows are known.
/// Free is negative if the forecast asks for more than the device has.
LedgerFigures foldForecast(const MemoryReport& report, const Forecast& forecast);

/// Shown figures of a column in smallest shown amounts (see shownUnits()).
struct LedgerShown {
    std::array<std::optional<std::int64_t>, kLedgerRows> units{};

    std::optional<std::int64_t>& operator[](LedgerRow row) { return units[index_of(row)]; }
    const std::optional<std::int64_t>& operator[](LedgerRow row) const { return units[index_of(row)]; }
};

/// Rounds a column. Totals (Device, Process) are rounded plainly, so that they agree with every other place that shows them;
/// what is left over goes to the largest row below each total. Columns with unknown rows are rounded row by row.
LedgerShown settle(const LedgerFigures& figures, MemoryUnit unit);

}  // namespace headroom::ui
