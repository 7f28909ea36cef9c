// Ledger columns: folding and rounding.
#include "ui/models/ledger_model_columns.h"

#include <span>

namespace headroom::ui {
namespace {

constexpr std::array kRoleRows{std::pair(LedgerRow::Others, BarRole::Others),
                               std::pair(LedgerRow::Context, BarRole::Context),
                               std::pair(LedgerRow::Window, BarRole::Window),
                               std::pair(LedgerRow::Weights, BarRole::Weights),
                               std::pair(LedgerRow::Optimiser, BarRole::Optimiser),
                               std::pair(LedgerRow::Gradients, BarRole::Gradients),
                               std::pair(LedgerRow::Activations, BarRole::Activations),
                               std::pair(LedgerRow::Inputs, BarRole::Inputs),
                               std::pair(LedgerRow::Dataset, BarRole::Dataset),
                               std::pair(LedgerRow::Libraries, BarRole::Libraries),
                               std::pair(LedgerRow::Cache, BarRole::Cache),
                               std::pair(LedgerRow::Free, BarRole::Free)};

/// Adds `rest` to the largest of `rows`; a row that would fall below zero gives what it has and the next largest follows.
void giveToLargest(LedgerShown& shown, std::span<const LedgerRow> rows, std::int64_t rest) {
    while (rest != 0) {
        const auto largest = std::ranges::max_element(rows, {}, [&](LedgerRow row) { return *shown[row]; });
        std::int64_t& units = *shown[*largest];
        if (units <= 0 && rest < 0) {  // nothing left to take from: the total itself is negative
            units += rest;
            return;
        }
        const std::int64_t part = std::max(rest, -std::max<std::int64_t>(units, 0));
        units += part;
        rest -= part;
    }
}

std::int64_t sum(const LedgerShown& shown, std::span<const LedgerRow> rows) {
    std::int64_t total = 0;
    for (LedgerRow row : rows) total += *shown[row];
    return total;
}

}  // namespace

LedgerRow ledgerRow(BarRole role) {
    if (role == BarRole::ActivationsAlt) return LedgerRow::Activations;
    const auto at = std::ranges::find(kRoleRows, role, &std::pair<LedgerRow, BarRole>::second);
    return at == kRoleRows.end() ? LedgerRow::Free : at->first;
}

std::optional<BarRole> barRole(LedgerRow row) {
    const auto at = std::ranges::find(kRoleRows, row, &std::pair<LedgerRow, BarRole>::first);
    return at == kRoleRows.end() ? std::nullopt : std::optional(at->second);
}

LedgerFigures foldColumn(const LedgerColumn& column) {
    LedgerFigures out;
    for (LedgerRow row : kProcessRows) out[row] = Bytes{};
    out[LedgerRow::Others] = column.other_programs;
    out[LedgerRow::Context] = column.context;
    for (std::size_t i = 0; i < kRoleCount; ++i)
        *out[ledgerRow(bar_role(static_cast<Role>(i)))] += column.roles.bytes[i];
    out[LedgerRow::Process] = column.this_process();
    out[LedgerRow::Free] = column.free;
    out[LedgerRow::Device] = column.total();
    return out;
}

LedgerFigures foldForecast(const MemoryReport& report, const Forecast& forecast) {
    const Bytes context_known = std::max(report.at_peak.context, report.now.context);
    LedgerColumn column;
    column.other_programs = report.now.other_programs;
    column.roles = forecast.by_role;
    const Bytes beyond_roles = forecast.peak - column.roles.total();
    column.context = forecast.complete && beyond_roles.count > 0 ? beyond_roles : context_known;
    column.free = report.device_total - column.other_programs - column.this_process();
    LedgerFigures out = foldColumn(column);
    if (forecast.complete) {
        out.spread = std::max(forecast.high - forecast.peak, forecast.peak - forecast.low);
        return out;
    }
    for (LedgerRow row : {LedgerRow::Activations, LedgerRow::Inputs, LedgerRow::Dataset, LedgerRow::Libraries,
                          LedgerRow::Cache, LedgerRow::Process, LedgerRow::Free})
        out[row].reset();
    if (column.context.count <= 0) out[LedgerRow::Context].reset();  // before any run: unknown, not nothing
    out[LedgerRow::Device] = report.device_total;
    return out;
}

LedgerShown settle(const LedgerFigures& figures, MemoryUnit unit) {
    LedgerShown shown;
    bool complete = true;
    for (std::size_t i = 0; i < kLedgerRows; ++i) {
        if (figures.bytes[i]) shown.units[i] = shownUnits(*figures.bytes[i], unit);
        complete = complete && (figures.bytes[i].has_value() || i == index_of(LedgerRow::HostWindow));
    }
    if (!complete) return shown;
    static constexpr std::array kTop{LedgerRow::Others, LedgerRow::Free, LedgerRow::Process};
    std::span<const LedgerRow> keepers(kTop.data(),
                                       2);  // Process is settled only where the others have nothing to give
    const std::int64_t rest = *shown[LedgerRow::Device] - sum(shown, kTop);
    const std::int64_t room = std::max<std::int64_t>(*shown[LedgerRow::Others], *shown[LedgerRow::Free]);
    giveToLargest(shown, room + rest >= 0 ? keepers : std::span<const LedgerRow>(kTop), rest);
    giveToLargest(shown, kProcessRows, *shown[LedgerRow::Process] - sum(shown, kProcessRows));
    return shown;
}

}  // namespace headroom::ui
