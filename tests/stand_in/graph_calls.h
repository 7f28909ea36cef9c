// What tests of recorded steps (CUDA graphs) share: runs on the stand-in device, and what its driver is asked for.
#pragma once

#include "core/api/train_config.h"
#include "tests/support/stand_in/driver.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <sstream>
#include <string>

namespace headroom::test {

inline TrainConfig on_gpu(TrainConfig config) {
    config.device = "cuda:0";
    config.budget = Bytes{std::int64_t{700} << 20};
    return config;
}

/// What the driver was asked for since the last call, graphs numbered from 1 in the order in which they came: "capture, replay 1".
class Calls {
public:
    Calls() { (void)stand_in::take_graph_calls(); }
    std::string next() {
        std::string out;
        for (const std::string& call : stand_in::take_graph_calls()) {
            std::istringstream words(call);
            std::string what, graph;
            words >> what >> graph;
            if (!graph.empty())
                graph = " " + std::to_string(numbers_.emplace(graph, numbers_.size() + 1).first->second);
            out += (out.empty() ? "" : ", ") + what + graph;
        }
        return out;
    }

private:
    std::map<std::string, std::size_t> numbers_;
};

/// How many replays the driver was asked for since it was last looked at.
inline int replays_since_then() {
    int replays = 0;
    for (const std::string& call : stand_in::take_graph_calls()) replays += call.starts_with("replay") ? 1 : 0;
    return replays;
}

template <class Run> std::string calls_of_step(Run& run, Calls& calls) {
    run.step();
    return calls.next();
}

/// Until something is replayed; `steps`: at most.
template <class Run> void until_replayed(Run& run, Calls& calls, int steps = 6) {
    std::string last;
    for (int i = 0; i < steps && !last.starts_with("replay"); ++i) last = calls_of_step(run, calls);
    ASSERT_TRUE(last.starts_with("replay")) << last;
}

struct GraphCase {
    std::string name;
    std::function<void(TrainConfig&)> change;
};

/// Leaves the stand-in as it was.
class GraphsOnStandIn : public testing::Test {
protected:
    void TearDown() override {
        stand_in::refuse_nth(0);
        stand_in::recover();
        stand_in::offer_kernels(true);
    }
};

}  // namespace headroom::test
