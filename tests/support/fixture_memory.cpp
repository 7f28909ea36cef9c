// Fixture memory: see fixture_memory.h. Every column is closed by its free row, so that the sums are exact.
#include "tests/support/fixture_memory.h"
#include "core/families/dcgan/dcgan_config.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::fixture {
namespace {

constexpr double kDevice = 8.0;

/// Roles in the ledger's order, in GiB.
struct Row {
    double weights, optimiser, gradients, activations, inputs, cache;
};

LedgerColumn column(double others, double context, const Row& row) {
    LedgerColumn c;
    c.other_programs = gib(others);
    c.context = gib(context);
    // Weights of the design's row are G and D, their buffers and the EMA copy.
    c.roles[Role::Ema] = gib(row.weights * 0.25);
    c.roles[Role::Buffers] = gib(row.weights * 0.01);
    c.roles[Role::Weights] = gib(row.weights) - c.roles[Role::Ema] - c.roles[Role::Buffers];
    c.roles[Role::Optimiser] = gib(row.optimiser);
    c.roles[Role::Gradients] = gib(row.gradients);
    c.roles[Role::Activations] = gib(row.activations);
    c.roles[Role::Inputs] = gib(row.inputs);
    c.roles[Role::Cache] = gib(row.cache);
    c.free = gib(kDevice) - c.other_programs - c.this_process();
    return c;
}

MemoryReport report(const LedgerColumn& now, const LedgerColumn& at_peak) {
    MemoryReport r;
    r.device_name = "NVIDIA RTX 4060";
    r.is_cpu = false;
    r.device_total = gib(kDevice);
    r.budget = gib(6.0);
    r.reserve = gib(0.15);
    r.now = now;
    r.at_peak = at_peak;
    r.peak_tensors = at_peak.roles.total() - at_peak.roles[Role::Cache];
    r.run_peak = r.at_peak.this_process();
    const Bytes room = r.device_total - at_peak.other_programs;
    r.others_are_tighter = room < r.budget;
    r.to_spare = std::min(r.budget, room) - at_peak.this_process() - r.reserve;
    r.driver_age_seconds = 0.4;
    r.driver_source = "driver";
    const bool idle = at_peak.this_process().count == 0;
    r.utilisation = idle ? 0 : 97;
    r.celsius = idle ? 46 : 71;
    return r;
}

constexpr Row kNow{0.52, 0.69, 0.34, 0.81, 0.08, 1.27};
constexpr Row kPeak{0.52, 0.69, 0.34, 1.78, 0.08, 0.30};
constexpr Row kPeakBefore{0.52, 0.69, 0.34, 3.56, 0.08, 0.30};
constexpr Row kNothing{};

}  // namespace

Bytes gib(double value) { return Bytes{static_cast<std::int64_t>(std::llround(value * 1024.0 * 1024.0 * 1024.0))}; }

MemoryReport story_report() {
    MemoryReport r = report(column(1.14, 0.31, kNow), column(1.14, 0.31, kPeak));
    r.run_peak = column(1.14, 0.31, kPeakBefore).roles.total();
    r.oom_survived = 1;
    return r;
}

MemoryReport crowded_report() {
    MemoryReport r = report(column(2.31, 0.31, kPeak), column(2.31, 0.31, kPeak));
    r.oom_survived = 1;
    return r;
}

MemoryReport ranks_report() {
    MemoryReport r = story_report();
    const auto rank = [&](int number, double others) {
        const MemoryReport of = report(column(others, 0.31, kNow), column(others, 0.31, kPeak));
        return RankMemory{number, "studio", of.device_name, of.now, of.at_peak, of.budget, of.to_spare};
    };
    r.ranks = {rank(2, 3.60), rank(1, 2.31), rank(0, 1.14)};
    return r;
}

MemoryReport idle_report() { return report(column(1.14, 0, kNothing), column(1.14, 0, kNothing)); }

MemoryReport cpu_report() {
    MemoryReport r;
    r.device_name = "CPU (RAM)";
    r.device_total = gib(16.0);
    r.budget = gib(8.0);
    r.reserve = gib(0.15);
    r.now.other_programs = gib(3.4);
    r.now.free = r.device_total - r.now.other_programs;
    r.at_peak = r.now;
    return r;
}

MemoryReport failure_report() {
    const Row row{0.52, 0.69, 0.34, 3.31, 0.10, 0.06};
    return report(column(2.31, 0.31, row), column(2.31, 0.31, row));
}

StepTimeline story_timeline(std::int64_t step) {
    struct Part {
        Phase phase;
        int micro;
        double begin, end, top;
    };
    static constexpr std::array<Part, 8> parts{{{Phase::DReal, 0, 0, 190, 0.93},
                                                {Phase::DFake, 0, 195, 388, 0.97},
                                                {Phase::DReal, 1, 393, 588, 0.93},
                                                {Phase::DFake, 1, 593, 790, 0.97},
                                                {Phase::DOptimiser, 0, 790, 835, 0.03},
                                                {Phase::G, 0, 835, 1140, 1.74},
                                                {Phase::G, 1, 1140, 1446, 1.78},
                                                {Phase::GOptimiser, 0, 1446, 1488, 0.03}}};
    StepTimeline t;
    t.step = step;
    t.duration_ms = 1488;
    for (const Part& part : parts) {
        t.phases.push_back({part.phase, part.micro, part.begin, part.end});
        const bool optimiser = part.phase == Phase::DOptimiser || part.phase == Phase::GOptimiser;
        const double middle = part.begin + (part.end - part.begin) * 0.52;
        for (int i = 0; i <= 24; ++i) {
            const double ms = part.begin + (part.end - part.begin) * i / 24.0;
            const double share =
                ms < middle ? (ms - part.begin) / (middle - part.begin) : (part.end - ms) / (part.end - middle);
            StepTimeline::Point point{ms, story_report().at_peak.roles};
            point.bytes[Role::Cache] = Bytes{};
            point.bytes[Role::Activations] = gib(optimiser ? part.top : part.top * std::clamp(share, 0.0, 1.0));
            t.points.push_back(point);
        }
    }
    StepTimeline::Point peak{1140 + 306 * 0.52, story_report().at_peak.roles};
    peak.bytes[Role::Cache] = Bytes{};
    t.points.push_back(peak);
    std::sort(t.points.begin(), t.points.end(), [](const auto& a, const auto& b) { return a.ms < b.ms; });
    t.peak_ms = peak.ms;
    t.peak_tensors = peak.bytes.total();
    t.peak_overhead = story_report().at_peak.context + story_report().at_peak.roles[Role::Cache];
    t.peak_phase = Phase::G;
    const double sizes[] = {0.50, 0.25, 0.25, 0.125, 0.125, 0.0625};
    int layer = 13;
    for (double size : sizes) {
        t.largest.push_back({Role::Activations, Phase::G, gib(size), "G main." + std::to_string(layer) + " conv",
                             "128 x 128 x 64 x 64 fp32"});
        layer -= 3;
    }
    t.largest.push_back({Role::Weights, Phase::None, gib(0.125), "G main.0.weight", "100 x 2048 x 4 x 4 fp32"});
    return t;
}

double story_rate(std::int64_t micro_batch) {
    struct Point {
        double micro, rate;
    };
    static constexpr std::array<Point, 6> table{{{1, 9}, {32, 118}, {64, 150}, {128, 172}, {192, 181}, {256, 183}}};
    const double x = static_cast<double>(micro_batch);
    for (std::size_t i = 1; i < table.size(); ++i) {
        if (x > table[i].micro) continue;
        const double share = (x - table[i - 1].micro) / (table[i].micro - table[i - 1].micro);
        return table[i - 1].rate + (table[i].rate - table[i - 1].rate) * share;
    }
    return table.back().rate;
}

Forecast scripted_forecast(const RoleBytes& before, const RoleBytes& after, Bytes spread, double seconds_per_step) {
    const auto statics = [](const RoleBytes& b) {
        return b[Role::Weights] + b[Role::Clip] + b[Role::Optimiser] + b[Role::Gradients];
    };
    Forecast f;
    f.by_role = after;
    f.static_before = statics(before);
    f.static_after = statics(after);
    f.complete = true;
    f.context = gib(0.31);
    f.peak = after.total() + f.context;
    f.low = f.peak - spread;
    f.high = f.peak + spread;
    f.seconds_per_step = seconds_per_step;
    f.source = "2 probe steps of 1 and 2 pictures";
    return f;
}

Forecast story_forecast(const TrainConfig& before, const TrainConfig& after) {
    const auto parts = [](const TrainConfig& c) {
        const double width =
            static_cast<double>(c.own<DcganConfig>().width_g * c.own<DcganConfig>().width_g + c.width_d * c.width_d) /
            (2.0 * 128 * 128);
        const double area = static_cast<double>(c.image_size * c.image_size) / (128.0 * 128.0);
        const double half = c.precision == Precision::Bf16 || c.precision == Precision::Fp16 ? 0.5 : 1.0;
        const double kept = c.checkpointing == Checkpointing::On ? 0.45 : 1.0;
        RoleBytes b;
        b[Role::Weights] = gib(0.52 * width);
        b[Role::Optimiser] = gib(0.69 * width);
        b[Role::Gradients] = gib(0.34 * width);
        b[Role::Activations] =
            gib(1.78 * static_cast<double>(c.batch_micro) / 128.0 * area * half * kept * std::sqrt(width));
        b[Role::Inputs] = gib(0.08);
        b[Role::Cache] = gib(0.30);
        return b;
    };
    const RoleBytes held = parts(after);
    const bool known = before.batch_micro == after.batch_micro && before.image_size == after.image_size;
    return scripted_forecast(parts(before), held, known ? Bytes{} : gib((held.total() + gib(0.31)).gib() * 0.0244),
                             static_cast<double>(after.effective_batch()) / story_rate(after.batch_micro));
}

}  // namespace headroom::fixture
