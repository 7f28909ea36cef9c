// Choosing, recording, replaying, dropping.
#include "core/train/step/step_graphs.h"

#include "core/api/param_schema.h"
#include "core/memory/libtorch.h"
#include "core/train/step/step_maker.h"

#include <algorithm>
#include <array>
#include <utility>

namespace headroom {
namespace {

/// Settings that no step's work depends on, or that it reads as numbers on the device.
bool is_free(const std::string& key) {
    static const std::set<std::string> free{"lr.g",
                                            "lr.d",
                                            "steps",
                                            "images",
                                            "epochs",
                                            "preview.every",
                                            "preview.grid",
                                            "preview.truncation",
                                            "checkpoint.keep",
                                            "checkpoint.every",
                                            "memory.on_oom",
                                            "memory.allow_lower_precision",
                                            "memory.timeline"};
    return free.contains(key);
}

/// The words of what `call` throws; empty: nothing.
template <class Call> std::string failure_of_call(Call call) {
    try {
        call();
        return {};
    } catch (const c10::Error& e) { return e.what_without_backtrace(); } catch (const std::exception& e) {
        return e.what();
    }
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

struct StepGraphs::Graph {
    StepRecording step;
    std::unique_ptr<DeviceGraph> work;
    std::int64_t last_replay = 0;
};

StepGraphs::StepGraphs() = default;
StepGraphs::~StepGraphs() = default;

StepGraphs::Way StepGraphs::choose(const TrainStep& work, bool on_gpu, bool again) {
    course_.clear();
    const CudaGraphs wish = work.settings().graphs;
    if (!on_gpu || wish == CudaGraphs::Off || given_up_) return Way::Plain;
    const StepCourse course = why_not_.empty() ? work.course() : StepCourse{{}, why_not_};
    if (course.text.empty()) {
        if (wish == CudaGraphs::On && !course.why_not.empty())
            tell("steps are not recorded as CUDA graphs: " + course.why_not, "The run goes on step by step.");
        return Way::Plain;
    }
    course_ = course.text;
    if (again) return Way::Plain;
    if (graphs_.contains(course_)) return Way::Replay;
    return seen_.contains(course_) ? Way::Record : Way::Plain;
}

void StepGraphs::make(Way way, TrainStep& work, StepTransaction& transaction, DeviceMemory& memory, at::Device device,
                      StepsUnderWay& under_way) {
    if (way == Way::Record && !record(work, transaction, memory, device, under_way)) way = Way::Plain;
    if (way != Way::Plain && replay(*graphs_.at(course_), transaction, memory)) return;
    work.try_step(transaction);
    if (!course_.empty()) seen_.insert(course_);
    // What a plain step's blocks keep would stand beside the recordings' for ever.
    if (!graphs_.empty()) (void)memory.release_cache();
}

bool StepGraphs::record(TrainStep& work, StepTransaction& transaction, DeviceMemory& memory, at::Device device,
                        StepsUnderWay& under_way) {
    while (graphs_.size() >= kMost) {
        graphs_.erase(std::min_element(graphs_.begin(), graphs_.end(), [](const auto& a, const auto& b) {
            return a.second->last_replay < b.second->last_replay;
        }));
    }
    // Nothing can be given back while work is recorded.
    (void)memory.release_cache();
    auto graph = std::make_unique<Graph>();
    under_way.set_recording(true);
    transaction.set_recording(true);
    std::string problem = failure_of_call([&] { work.begin_recording(); });
    bool tried = false;
    if (problem.empty()) problem = memory.begin_capture();
    if (problem.empty()) {
        tried = true;
        problem = failure_of_call([&] { work.try_step(transaction); });
        std::string lost;
        graph->work = memory.end_capture(lost);
        if (problem.empty()) problem = lost;
    }
    transaction.set_recording(false);
    under_way.set_recording(false);
    if (!problem.empty()) graph->work.reset();
    graph->step = work.end_recording(problem.empty());
    if (problem.empty()) {
        graphs_[course_] = std::move(graph);
        return true;
    }
    if (tried) {
        (void)transaction.undo();
        transaction.begin(memory, device);
    }
    const std::string lost = memory.lasting_error();
    TORCH_CHECK(lost.empty(), lost);
    give_up(problem);
    return false;
}

bool StepGraphs::replay(Graph& graph, StepTransaction& transaction, DeviceMemory& memory) {
    graph.step.bring(transaction);
    if (const std::string problem = graph.work->replay(); !problem.empty()) {
        TORCH_CHECK(failure_in(problem) == DeviceFailure::Defect && memory.lasting_error().empty(), problem);
        give_up(problem);
        return false;
    }
    graph.step.note();
    graph.last_replay = ++replays_;
    return true;
}

void StepGraphs::give_up(const std::string& why) {
    (void)drop();
    given_up_ = true;
    tell("a step could not be recorded as a CUDA graph: " + first_line(why), "The run goes on step by step.");
}

bool StepGraphs::changed(const TrainConfig& before, const TrainConfig& now) {
    const ParamPatch changes = difference(before, now);
    if (!changes.empty() &&
        std::all_of(changes.begin(), changes.end(), [](const auto& change) { return is_free(change.first); }))
        return false;
    (void)drop();
    seen_.clear();
    given_up_ = false;
    refusals_ = 0;
    return true;
}

bool StepGraphs::drop() {
    const bool any = !graphs_.empty();
    graphs_.clear();
    return any;
}

bool StepGraphs::make_room() {
    if (!drop()) return false;
    if (++refusals_ < kMostRefusals) return true;
    given_up_ = true;
    tell(
        "recorded steps leave too little memory for what else the run does, and are made one by one until a setting changes",
        "Allow more memory or make the batch smaller, or set cuda.graphs to off.");
    return true;
}

void StepGraphs::tell(const std::string& text, const std::string& hint) {
    if (told_.insert(text).second) warnings_.push_back({"graphs", text, hint});
}

}  // namespace headroom
