// The rows one by one.
#include "app/lab/techniques/bench_techniques.h"

#include "app/lab/dcgan/dcgan_techniques.h"
#include "app/lab/techniques/network_techniques.h"
#include "core/memory/libtorch.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

nlohmann::json json_of(const StepCost& c) {
    return {{"peak_bytes", c.peak.count},
            {"kept_bytes", c.kept.count > 0 ? nlohmann::json(c.kept.count) : nlohmann::json()},
            {"seconds", c.seconds}};
}

std::string line_of(const TechniqueRow& row) {
    const auto ratio = [](double a, double b) { return b > 0 ? nlohmann::json(a / b) : nlohmann::json(); };
    return nlohmann::json{
        {"technique", row.name},
        {"setting", row.setting},
        {"plain", json_of(row.plain)},
        {"with", json_of(row.technique)},
        {"peak_ratio", ratio(static_cast<double>(row.technique.peak.count), static_cast<double>(row.plain.peak.count))},
        {"time_ratio", ratio(row.technique.seconds, row.plain.seconds)},
        {"gradient_difference",
         row.gradient_difference < 0 ? nlohmann::json() : nlohmann::json(row.gradient_difference)},
        {"units", row.units},
        {"unit", row.unit}}
        .dump();
}

std::vector<Technique> techniques(const TechniquesOptions& options) {
    DcganBenchOptions dcgan{options.size, options.batch, 64, options.repeats};
    if (options.small) dcgan = {32, 8, 16, options.repeats};
    NetworkBenchOptions networks;
    networks.repeats = options.repeats;
    networks.small = options.small;
    std::vector<Technique> all = dcgan_techniques(dcgan);
    for (Technique& t : network_techniques(networks)) all.push_back(std::move(t));
    return all;
}

}  // namespace

Result<void> run_techniques_bench(const TechniquesOptions& options, const std::function<void(const std::string&)>& line,
                                  ProgressFn progress, std::stop_token stop) {
    std::vector<Technique> all = techniques(options);
    std::erase_if(all, [&](const Technique& t) { return t.name.find(options.only) == std::string::npos; });
    if (all.empty())
        return make_error(ErrorCode::InvalidArgument, "no technique is called '" + options.only + "'",
                          "Leave it out to measure all.");
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the bench was stopped");
        progress(all[i].name, static_cast<double>(i) / static_cast<double>(all.size()));
        try {
            line(line_of(all[i].measure()));
        } catch (const c10::OutOfMemoryError& e) {
            return make_error(ErrorCode::OutOfMemory, all[i].name + ": there is no room for its plain step",
                              "Close other programs.", e.what_without_backtrace());
        }
    }
    return {};
}

}  // namespace headroom
