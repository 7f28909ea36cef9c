// Text tables of metrics. Numbers stand in the shortest form that reads back exactly.
#include "core/io/files/csv.h"

#include "core/config/numbers.h"
#include "core/io/files/json_read.h"
#include "core/io/runs/step_columns.h"
#include "core/io/runs/step_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {
namespace {

/// `nothing` stands for NaN and infinity, which neither format knows.
void append_real(std::string& out, double value, std::string_view nothing) {
    out += std::isfinite(value) ? number_text(value) : std::string(nothing);
}

/// A CSV field after RFC 4180. A leading '=', '+', '-' or '@' gets a quote, so that no spreadsheet takes it for a formula.
std::string csv_field(const std::string& text) {
    const bool formula = !text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos;
    const std::string safe = formula ? "'" + text : text;
    if (safe.find_first_of(",\"\r\n") == std::string::npos) return safe;
    std::string out = "\"";
    for (const char c : safe) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

Result<void> write_text(const WriteFn& write, const std::string& text) { return write(std::as_bytes(std::span(text))); }

void append_row(std::string& out, const StepDone& step, const std::vector<std::string>& special) {
    out += std::to_string(step.step) + "," + std::to_string(step.images);
    for (const auto& column : kRealColumns) {
        out += ',';
        append_real(out, step.*column.field, "");
    }
    out += "," + std::to_string(step.threads);
    for (const auto& column : kMemoryColumns) out += "," + std::to_string((step.*column.field).count);
    const auto pairs = kind_columns(step);
    const std::map<std::string, double> has(pairs.begin(), pairs.end());
    for (const std::string& name : special) {
        const auto value = has.find(name);
        out += ',';
        if (value != has.end()) append_real(out, value->second, "");
    }
    out += '\n';
}

void append_object(std::string& out, const StepDone& step) {
    out += "{\"step\":" + std::to_string(step.step) + ",\"images\":" + std::to_string(step.images);
    for (const auto& column : kRealColumns) {
        out.append(",\"").append(column.name).append("\":");
        append_real(out, step.*column.field, "null");
    }
    out += ",\"threads\":" + std::to_string(step.threads) + ",\"memory\":{";
    for (const auto& column : kMemoryColumns) {
        out.append(out.back() == '{' ? "\"" : ",\"")
            .append(column.name)
            .append("\":")
            .append(std::to_string((step.*column.field).count));
    }
    out += "}";
    const std::string figures = kind_figures_text(step);
    out += figures.empty() ? "}" : "," + figures.substr(1);
}

}  // namespace

Result<void> write_metrics_csv(const StepPieces& steps, const WriteFn& write) {
    // The columns that only some kinds of runs have, as far as a step has them, in the order in which they first appear.
    std::vector<std::string> special;
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    const auto looked = steps([&](std::span<const StepDone> piece) -> Result<void> {
        for (const StepDone& step : piece) {
            last = step.step;
            for (const auto& [name, value] : kind_columns(step)) {
                if (std::find(special.begin(), special.end(), name) == special.end()) special.push_back(name);
            }
        }
        return {};
    });
    if (!looked) return looked;
    std::string out = "step,images";
    for (const auto& column : kRealColumns) out.append(",").append(column.name);
    out += ",threads";
    for (const auto& column : kMemoryColumns) out.append(",memory_").append(column.name);
    for (const std::string& name : special) out.append(",").append(csv_field(name));
    out += '\n';
    if (auto written = write_text(write, out); !written) return written;
    return steps([&](std::span<const StepDone> piece) {
        std::string rows;
        for (const StepDone& step : piece)
            if (step.step <= last) append_row(rows, step, special);  // later ones may have columns of their own
        return write_text(write, rows);
    });
}

namespace {

std::string scores_json(std::span<const ScoresDone> all) {
    std::string out = ",\"scores\":[";
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ScoresDone& one = all[i];
        out += (i ? ",\n" : "\n") + ("{\"step\":" + std::to_string(one.step)) +
               ",\"images\":" + std::to_string(one.images) + ",\"features\":" + json_dump(one.scores.features) +
               ",\"pictures\":" + std::to_string(one.scores.pictures);
        for (const ScoreFigure& figure : kScoreFigures) {
            out.append(",\"").append(figure.name).append("\":");
            append_real(out, one.scores.*figure.of, "null");
        }
        out += ",\"side\":" + std::to_string(one.scores.side) +
               ",\"copies_among\":" + std::to_string(one.scores.copies_among) +
               ",\"feature_width\":" + std::to_string(one.scores.feature_width) + "}";
    }
    return out + "\n]";
}

}  // namespace

Result<void> write_metrics_json(const StepPieces& steps, std::span<const HistoryMark> marks,
                                std::span<const ScoresDone> scores, const WriteFn& write) {
    std::string out = "{\"steps\":[";
    const char* before = "\n";
    const auto read = steps([&](std::span<const StepDone> piece) {
        for (const StepDone& step : piece) {
            out += std::exchange(before, ",\n");
            append_object(out, step);
        }
        auto written = write_text(write, out);
        out.clear();
        return written;
    });
    if (!read) return read;
    out += "\n],\"marks\":[";
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const HistoryMark& mark = marks[i];
        out += (i ? ",\n" : "\n") + ("{\"step\":" + std::to_string(mark.step)) +
               ",\"images\":" + std::to_string(mark.images) + ",\"kind\":" + json_dump(mark.kind) +
               ",\"text\":" + json_dump(mark.text) + "}";
    }
    out += "\n]";
    if (!scores.empty()) out += scores_json(scores);
    return write_text(write, out + "}\n");
}

}  // namespace headroom
