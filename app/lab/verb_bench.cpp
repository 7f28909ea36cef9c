// bench forecast: how near forecasts come. bench techniques: what each way to save memory is worth.
#include "app/cli/option_reader.h"
#include "app/lab/forecast/bench_forecast.h"
#include "app/lab/techniques/bench_techniques.h"
#include "app/lab/verbs.h"
#include "core/api/catalog.h"
#include "core/families/registry.h"

#include <nlohmann/json.hpp>
#include <cstdio>

namespace headroom::lab {
namespace {

using namespace cli;

/// One line of the table of `bench forecast`.
std::string forecast_row(const std::string& json) {
    const auto j = nlohmann::json::parse(json);
    const auto mib = [&](const char* key) { return j[key].get<double>() / (1 << 20); };
    char line[256];
    std::snprintf(line, sizeof line, "%-52s %9.1f %9.1f %+7.2f %% %9.1f %9.1f %+7.2f %% %8.3f %8.3f\n",
                  j["case"].get<std::string>().c_str(), mib("forecast_tensors"), mib("measured_tensors"),
                  j["error_tensors_percent"].get<double>(), mib("forecast_peak"), mib("measured_peak"),
                  j["error_peak_percent"].get<double>(), j["forecast_seconds"].get<double>(),
                  j["measured_seconds"].get<double>());
    return line;
}

std::string forecast_summary(const std::string& json) {
    const auto j = nlohmann::json::parse(json);
    std::string out;
    for (const char* what : {"tensors", "process", "seconds"}) {
        if (!j[what].is_object()) continue;
        char line[160];
        std::snprintf(line, sizeof line,
                      "%-8s %zu cases, median |error| %.2f %%, worst under %.2f %%, worst over %+.2f %%\n", what,
                      j["cases"].get<std::size_t>(), j[what]["median_error_percent"].get<double>(),
                      j[what]["worst_under_percent"].get<double>(), j[what]["worst_over_percent"].get<double>());
        out += line;
    }
    return out;
}

/// "dcgan, vqgan-clip, vqgan, ..."
std::string kinds_text() {
    std::string out;
    for (const Family* family : families()) out += (out.empty() ? "" : ", ") + std::string(family->facts().info.id);
    return out;
}

Result<int> bench_forecast(const Context& c) {
    OptionReader options(c.args);
    ForecastBenchOptions cases;
    cases.stride = static_cast<int>(options.whole("--every", 1, 1, 1000));
    cases.from = static_cast<int>(options.whole("--from", 0, 0, 1000));
    cases.only = c.args.get("--only");
    if (options.error()) return *options.error();
    const auto kind = find_kind(c.args.has("--model") ? c.args.get("--model") : families().front()->facts().info.id);
    if (!kind) return bad("--model: '" + c.args.get("--model") + "' is none of " + kinds_text());
    if (!c.console.json()) {
        char head[256];
        std::snprintf(head, sizeof head, "%-52s %9s %9s %9s %9s %9s %9s %10s %8s\n", "MiB", "tensors:", "measured",
                      "error", "process:", "measured", "error", "s / step:", "measured");
        c.console.print(head);
    }
    auto summary = run_forecast_bench(
        *kind, cases,
        [&c](const std::string& line) { c.console.print(c.console.json() ? line + "\n" : forecast_row(line)); },
        c.progress(), c.stop);
    if (!summary) return summary.error();
    c.console.print(c.console.json() ? *summary + "\n" : forecast_summary(*summary));
    return 0;
}

/// "0.42 of 181.5 MiB" and the like, one line per technique.
std::string technique_row(const std::string& json) {
    const auto j = nlohmann::json::parse(json);
    const auto mib = [&](const char* side) { return j[side]["peak_bytes"].get<double>() / (1 << 20); };
    const auto number = [](const nlohmann::json& n, const char* format) {
        char text[32];
        std::snprintf(text, sizeof text, format, n.is_null() ? 0.0 : n.get<double>());
        return std::string(n.is_null() ? "-" : text);
    };
    char line[256];
    std::snprintf(line, sizeof line, "%-46s %9.1f %9.1f %6s %9.3f %9.3f %6s %9s  %s\n",
                  j["technique"].get<std::string>().c_str(), mib("plain"), mib("with"),
                  number(j["peak_ratio"], "%.2f").c_str(), j["plain"]["seconds"].get<double>(),
                  j["with"]["seconds"].get<double>(), number(j["time_ratio"], "%.2f").c_str(),
                  number(j["gradient_difference"], "%.1e").c_str(), j["setting"].get<std::string>().c_str());
    return line;
}

Result<int> bench_techniques(const Context& c) {
    OptionReader options(c.args);
    TechniquesOptions techniques;
    techniques.only = c.args.get("--only");
    techniques.repeats = static_cast<int>(options.whole("--repeats", 3, 1, 100));
    techniques.size = options.whole("--size", 64, 32, 512);
    techniques.batch = options.whole("--batch", 64, 4, 4096);
    techniques.small = c.args.has("--small");
    if (options.error()) return *options.error();
    if (techniques.batch % 4 != 0)
        return bad("--batch: " + std::to_string(techniques.batch) +
                   " is not a multiple of 4, which accumulation splits it into");
    if ((techniques.size & (techniques.size - 1)) != 0)
        return bad("--size: " + std::to_string(techniques.size) + " is none of 32, 64, 128, 256, 512");
    if (!c.console.json()) {
        char head[256];
        std::snprintf(head, sizeof head, "%-46s %9s %9s %6s %9s %9s %6s %9s\n", "peak beyond weights, MiB; s per step",
                      "plain", "with", "ratio", "plain", "with", "ratio", "gradient");
        c.console.print(head);
    }
    auto done = run_techniques_bench(
        techniques,
        [&c](const std::string& line) { c.console.print(c.console.json() ? line + "\n" : technique_row(line)); },
        c.progress(), c.stop);
    if (!done) return done.error();
    return 0;
}

}  // namespace

std::vector<Verb> bench_verbs() {
    Verb forecasts;
    forecasts.syntax = {"bench forecast",
                        "",
                        0,
                        0,
                        {{"--every", "N", "Only every N-th case. Default 1: all."},
                         {"--from", "N", "Leave out the first N cases. Default 0."},
                         {"--only", "TEXT", "Only cases whose name holds this: bf16, Gumbel, f16."},
                         {"--model", "KIND", "The kind of runs: dcgan, vqgan-clip, ... Default dcgan."}}};
    forecasts.summary = "Forecast many configurations, train each for three steps, and compare the peaks.";
    forecasts.run = bench_forecast;
    Verb techniques;
    techniques.syntax = {"bench techniques",
                         "",
                         0,
                         0,
                         {{"--only", "NAME", "Only techniques whose name holds this."},
                          {"--size", "PX", "Of the DCGAN's pictures. Default 64."},
                          {"--batch", "N", "Pictures of the DCGAN's step. Default 64."},
                          {"--repeats", "N", "Of every step; the fastest counts. Default 3."},
                          {"--small", "", "Reduced networks, done in seconds; the figures mean little."}}};
    techniques.summary = "What each way to save memory is worth: bytes, time and gradients against the plain step.";
    techniques.details =
        "On the CPU. tests/bench/techniques_peer.py and techniques_peer_dcgan.py measure PyTorch's own in the same words.";
    techniques.run = bench_techniques;
    return {forecasts, techniques};
}

}  // namespace headroom::lab
