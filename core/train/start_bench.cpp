// What prepare() says of its progress names its phases.
#include "core/train/start_bench.h"

#include "core/base/clock.h"
#include "core/engine/backend.h"
#include "core/train/family.h"
#include "core/train/run/run_trainer.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>
#include <vector>

#include <unistd.h>

namespace headroom {
namespace {

/// Seconds since this process began; 0 where the system does not tell. Source: proc_pid_stat(5), field 22, in ticks since the machine began.
double process_seconds() {
    std::ifstream stat_file("/proc/self/stat"), uptime_file("/proc/uptime");
    const std::string stat{std::istreambuf_iterator<char>(stat_file), {}};
    const auto name_end = stat.rfind(')');  // a program's name may hold anything
    double uptime = 0;
    if (name_end == std::string::npos || !(uptime_file >> uptime)) return 0;
    std::istringstream fields(stat.substr(name_end + 1));
    std::string field;
    constexpr int kBeforeStart = 19;  // fields 3 to 21
    for (int i = 0; i < kBeforeStart; ++i) fields >> field;
    double ticks = 0;
    if (!(fields >> ticks)) return 0;
    return std::max(0.0, uptime - ticks / static_cast<double>(::sysconf(_SC_CLK_TCK)));
}

/// Phases that follow each other.
class Phases {
public:
    explicit Phases(double before) { add("process and libraries", before); }
    void begin(const std::string& name) {
        if (name == name_) return;
        end();
        name_ = name;
    }
    void end() {
        if (!name_.empty()) add(name_, seconds_since(since_));
        name_.clear();
        since_ = Clock::now();
    }
    nlohmann::json take() { return std::move(list_); }
    double total_ms() const { return total_; }

private:
    void add(const std::string& name, double seconds) {
        list_.push_back({{"phase", name}, {"ms", seconds * 1e3}});
        total_ += seconds * 1e3;
    }

    nlohmann::json list_ = nlohmann::json::array();
    std::string name_;
    Clock::time_point since_ = Clock::now();
    double total_ = 0;
};

}  // namespace

Result<std::string> run_start_bench(const TrainConfig& config, const ProgressFn& progress, std::stop_token stop) {
    Phases phases(process_seconds());
    const auto trainer = train_family_of(config.model).make_trainer();
    phases.begin("opening the data set");
    const ProgressFn named = [&](const std::string& what, double share) {
        phases.begin(what);
        if (progress) progress(what, share);
    };
    if (auto prepared = trainer->prepare(config, nullptr, false, named, {}, stop); !prepared) return prepared.error();
    const auto step = [&]() -> Result<void> {
        if (StepOutcome outcome = trainer->step(); !outcome.done) return outcome.error;
        if (auto told = trainer->figures(true); !told) return told.error();
        return {};
    };
    phases.begin("first step");
    if (auto first = step(); !first) return first.error();
    phases.end();
    const auto begin = Clock::now();
    if (auto second = step(); !second) return second.error();
    const nlohmann::json line{{"model", name_of(config.model)},
                              {"device", trainer->device_id()},
                              {"total_ms", phases.total_ms()},
                              {"second_step_ms", seconds_since(begin) * 1e3},
                              {"phases", phases.take()}};
    return line.dump();
}

}  // namespace headroom
