// The table: phases with the operations that count, each beside the roof.
#include "app/cli/where_text.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>

namespace headroom::cli {
namespace {

using nlohmann::json;

// An operation below that share of the step is told with others.
constexpr double kLeastShare = 0.005;

/// A column's number; nothing where there is none.
std::string figure(double value) {
    std::array<char, 32> text{};
    if (value > 0)
        std::snprintf(text.data(), text.size(), "%9.1f", value);
    else
        std::snprintf(text.data(), text.size(), "%9s", "");
    return text.data();
}

std::string share(const json& value) {
    std::array<char, 16> text{};
    if (value.is_null())
        std::snprintf(text.data(), text.size(), "%8s", "");
    else
        std::snprintf(text.data(), text.size(), "%6.1f %%", 100 * value.get<double>());
    return text.data();
}

std::string row(const std::string& what, double calls, const json& j) {
    std::array<char, 96> name{}, ms{};
    std::snprintf(name.data(), name.size(), "%-74s", what.c_str());
    std::snprintf(ms.data(), ms.size(), " %9.2f ", j["ms"].get<double>());
    return name.data() + figure(calls) + ms.data() + share(j["share"]) + figure(j["gflops"].get<double>()) +
           figure(j["gb_s"].get<double>()) + " " + share(j["share_of_roof"]) + "\n";
}

std::string phase_rows(const json& phase, double step_ms) {
    const auto name = phase["phase"].get<std::string>();
    std::string out = row(name == "none" ? "in no phase" : name, 0, phase);
    double small = phase["between_ms"].get<double>();
    for (const json& o : phase["operations"]) {
        if (o["share"].get<double>() < kLeastShare) {
            small += o["ms"].get<double>();
            continue;
        }
        std::string what = "  " + o["operation"].get<std::string>();
        if (!o["shape"].get<std::string>().empty()) what += " " + o["shape"].get<std::string>();
        if (!o["precision"].is_null()) what += ", " + o["precision"].get<std::string>();
        out += row(what, o["calls"].get<double>(), o);
    }
    return out +
           row("  smaller ones, and between operations", 0,
               {{"ms", small}, {"share", small / step_ms}, {"gflops", 0.0}, {"gb_s", 0.0}, {"share_of_roof", json()}});
}

}  // namespace

std::string where_text(const json& where) {
    const json& roof = where["roof"];
    std::array<char, 320> line{};
    std::snprintf(
        line.data(), line.size(),
        "At most, measured: %.0f GFLOP/s in fp32, %.0f in bf16; a copy reads and writes %.1f GB/s in fp32, %.1f in bf16.\n",
        roof["fp32_gflops"].get<double>(), roof["bf16_gflops"].get<double>(), roof["fp32_gb_s"].get<double>(),
        roof["bf16_gb_s"].get<double>());
    std::string out = line.data();
    std::snprintf(line.data(), line.size(), "%-74s%9s %9s %8s%9s%9s %8s\n", "One step", "calls", "ms", "share",
                  "GFLOP/s", "GB/s", "of roof");
    out += line.data();
    const double step_ms = where["step_ms"].get<double>();
    for (const json& phase : where["phases"]) out += phase_rows(phase, step_ms);
    json all = where;
    all.update({{"ms", step_ms}, {"share", 1.0}});
    return out + row("all, mean of " + std::to_string(where["steps"].get<int>()), 0, all);
}

}  // namespace headroom::cli
