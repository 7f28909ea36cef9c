// Text tables of metrics. Numbers stand in the shortest form that reads back exactly.
#include "core/io/files/csv.h"

#include "core/config/numbers.h"
#include "core/io/files/json_read.h"
#include "core/io/runs/step_columns.h"
#include "core/io/runs/step_figures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

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

/// The columns that only some kinds of runs have, as far as a step has them, in the order in which they first appear.
std::vector<std::string> special_columns(std::span<const StepDone> steps) {
    std::vector<std::string> names;
    for (const StepDone& step : steps) {
        for (const auto& [name, value] : kind_columns(step)) {
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        }
    }
    return names;
}

}  // namespace

std::string metrics_csv(std::span<const StepDone> steps) {
    std::string out = "step,images";
    for (const auto& column : kRealColumns) out.append(",").append(column.name);
    out += ",threads";
    for (const auto& column : kMemoryColumns) out.append(",memory_").append(column.name);
    const std::vector<std::string> special = special_columns(steps);
    for (const std::string& name : special) out.append(",").append(csv_field(name));
    out += '\n';
    for (const StepDone& step : steps) {
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
    return out;
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
        out += "}";
    }
    return out + "\n]";
}

}  // namespace

std::string metrics_json(std::span<const StepDone> steps, std::span<const HistoryMark> marks,
                         std::span<const ScoresDone> scores) {
    std::string out = "{\"steps\":[";
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const StepDone& step = steps[i];
        out += (i ? ",\n" : "\n") + ("{\"step\":" + std::to_string(step.step)) +
               ",\"images\":" + std::to_string(step.images);
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
    out += "\n],\"marks\":[";
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const HistoryMark& mark = marks[i];
        out += (i ? ",\n" : "\n") + ("{\"step\":" + std::to_string(mark.step)) +
               ",\"images\":" + std::to_string(mark.images) + ",\"kind\":" + json_dump(mark.kind) +
               ",\"text\":" + json_dump(mark.text) + "}";
    }
    out += "\n]";
    if (!scores.empty()) out += scores_json(scores);
    return out + "}\n";
}

}  // namespace headroom
