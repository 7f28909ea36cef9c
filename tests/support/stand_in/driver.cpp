// The stand-in device's driver: a program that holds it has one GPU, "cuda:0", whose tensors are of LibTorch's PrivateUse1.
#include "tests/support/stand_in/driver.h"

#include "tests/support/stand_in/counts.h"
#include "tests/support/stand_in/memory.h"
#include "tests/support/stand_in/queue.h"

#include "core/kernels/host_kernels.h"
#include "core/kernels/kernel_table.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace headroom::stand_in {
namespace {

/// What graphs were asked for, and what the next capture is answered.
struct GraphScript {
    std::mutex mutex;
    std::vector<std::string> calls;
    std::string refusal;
};
GraphScript& script() {
    static auto* kept = new GraphScript;
    return *kept;
}
void note_graph(std::string call) {
    const std::lock_guard lock(script().mutex);
    script().calls.push_back(std::move(call));
}

std::atomic<bool> g_has_kernels{true};
std::array<std::atomic<std::int64_t>, kernels::kKernels> g_launches{};
std::atomic<bool> g_hurry{false};

/// Kernels of our own, run by the queue's thread: the pointers among their arguments are exchanged for those that it can follow.
class Kernels final : public kernels::HostKernels {
public:
    std::string launch(int device, const kernels::Launch& what) noexcept override {
        if (what.kernel < 0 || what.kernel >= kernels::kKernels) return HostKernels::launch(device, what);
        const kernels::KernelRow& row = kernels::kKernelTable[static_cast<std::size_t>(what.kernel)];
        std::vector<std::uintptr_t> words((row.args + sizeof(std::uintptr_t) - 1) / sizeof(std::uintptr_t));
        std::memcpy(words.data(), what.args, row.args);
        for (std::uintptr_t& word : words) {
            if (void* open = Memory::device().within(reinterpret_cast<const void*>(word)))
                word = reinterpret_cast<std::uintptr_t>(open);
        }
        note_operator();
        ++g_launches[static_cast<std::size_t>(what.kernel)];
        Queue::device().submit(
            row.name, [this, device, words = std::move(words), kernel = what.kernel, blocks = what.blocks] {
                const std::string problem = HostKernels::launch(device, {kernel, blocks, words.data(), nullptr});
                TORCH_CHECK(problem.empty(), problem);
            });
        return {};
    }
};

class Driver final : public GpuDriver {
public:
    bool is_cuda() noexcept override { return false; }
    std::string built_for() noexcept override { return "a stand-in for a GPU"; }
    int count(std::string&) noexcept override { return 1; }
    std::string facts(int, GpuFacts& out) noexcept override {
        out = {"Stand-in", 9, 0, kTotal, "0000:00:00.0"};
        return {};
    }
    std::string use_expandable_segments() noexcept override { return set_expandable(true); }
    std::string use_fixed_segments() noexcept override { return set_expandable(false); }
    std::string try_allocation(int gpu) noexcept override {
        try {
            (void)Memory::device().allocate(1);
        } catch (const c10::Error& e) { return e.what_without_backtrace(); }
        empty_cache(gpu);
        return {};
    }
    PoolRules rules() noexcept override { return Memory::device().rules(); }
    std::string start(int, GpuListener* listener) noexcept override {
        Memory::device().listen(listener);
        return {};
    }
    std::string memory(int, Bytes& free, Bytes& total) noexcept override {
        free = Memory::device().free();
        total = kTotal;
        return {};
    }
    GpuPoolStats stats(int) noexcept override { return Memory::device().stats(); }
    void reset_peaks(int) noexcept override { Memory::device().reset_peaks(); }
    void empty_cache(int) noexcept override {
        try {
            if (Memory::device().empty_cache()) note_wait("memory given back");
        } catch (const c10::Error&) {
            // Told to whoever waits next for what failed.
        }
        empty_pinned_cache();
    }
    std::string set_fraction(int, double share) noexcept override {
        Memory::device().set_share(share);
        return {};
    }
    std::string synchronise(int) noexcept override {
        note_wait("synchronise");
        try {
            Queue::copies().drain();
            Queue::device().drain();
        } catch (const c10::Error& e) { return e.what_without_backtrace(); }
        return {};
    }
    std::string lasting_error(int) noexcept override {
        note_wait("asked for a lasting error");
        try {
            Queue::copies().drain();
            Queue::device().drain();
        } catch (const c10::Error&) {
            // A failure of one call is forgotten, as CUDA's is once it was read.
        }
        return Queue::device().lasting_error();
    }
    bool pinned_memory() noexcept override { return true; }
    kernels::KernelDriver* kernels() noexcept override { return g_has_kernels ? &kernels_ : nullptr; }

    std::string begin_capture(int) noexcept override {
        note_graph("capture");
        if (std::string problem = std::exchange(script().refusal, {}); !problem.empty()) return problem;
        before_ = std::exchange(current_stream(), kCaptures);
        Queue::device().begin_capture(kCaptures);
        return {};
    }
    GpuGraph end_capture(int, std::string& problem) noexcept override {
        auto graph = Queue::device().end_capture(problem);
        current_stream() = before_;
        if (!graph) return 0;
        graphs_[++last_graph_] = std::move(graph);
        Memory::device().keep_graphs(graphs_.size());
        return last_graph_;
    }
    std::string replay(int, GpuGraph graph) noexcept override {
        note_graph("replay " + std::to_string(graph));
        if (std::string problem = Queue::device().lasting_error(); !problem.empty()) return problem;
        Queue::device().replay(*graphs_.at(graph));
        return {};
    }
    void drop(int, GpuGraph graph) noexcept override {
        note_graph("drop " + std::to_string(graph));
        (void)synchronise(0);
        graphs_.erase(graph);
        Memory::device().keep_graphs(graphs_.size());
    }

    GpuMark mark(int) noexcept override {
        try {
            Queue::device().refuse_in_capture("a mark");
        } catch (const c10::Error&) {
            return 0;  // the capture is lost, and says so when it ends
        }
        if (!Queue::device().lasting_error().empty()) return 0;
        auto time = std::make_shared<std::atomic<std::int64_t>>(0);
        // What broke the device broke all that comes after it: such a mark is never reached.
        Queue::device().submit("mark", [time] {
            if (Queue::device().lasting_error().empty()) *time = std::max<std::int64_t>(1, now());
        });
        return keep({&Queue::device(), Queue::device().last(), std::move(time)});
    }
    GpuMark copy_beside(int, void* to, const void* from, std::size_t bytes, GpuMark after) noexcept override {
        if (!Queue::device().lasting_error().empty() || !is_pinned(from)) return 0;
        note_transfer(false, bytes, false);
        auto time = std::make_shared<std::atomic<std::int64_t>>(0);
        Queue::copies().submit(
            "copy beside", [begin = after ? find(after) : Mark{}, to = Memory::device().at(to), from, bytes, time] {
                if (begin.number != 0) begin.queue->await(begin.number);
                TORCH_CHECK(is_pinned(from), "page-locked bytes were let go of before they were copied");
                std::memcpy(to, from, bytes);
                if (Queue::device().lasting_error().empty()) *time = std::max<std::int64_t>(1, now());
            });
        const std::uint64_t number = Queue::copies().last();
        if (g_hurry) Queue::copies().has_run(number);
        return keep({&Queue::copies(), number, std::move(time)});
    }
    std::string follow(int, GpuMark mark) noexcept override {
        // Its own queue keeps the order by itself.
        if (const Mark m = find(mark); m.queue != &Queue::device())
            Queue::device().submit("follow", [m] { m.queue->wait(m.number); });
        return {};
    }
    MarkState state(int, GpuMark mark) noexcept override {
        const Mark m = find(mark);
        if (*m.time != 0) return MarkState::Reached;
        bool run = false;
        try {
            run = m.queue->has_run(m.number);
        } catch (const c10::Error&) {
            return MarkState::Failed;  // asked while work is recorded
        }
        if (*m.time != 0) return MarkState::Reached;
        return run || !Queue::device().lasting_error().empty() ? MarkState::Failed : MarkState::Ahead;
    }
    std::string wait(int, GpuMark mark) noexcept override {
        note_wait("a mark");
        try {
            const Mark m = find(mark);
            m.queue->wait(m.number);
        } catch (const c10::Error& e) { return e.what_without_backtrace(); }
        return {};
    }
    double seconds_between(int, GpuMark from, GpuMark to) noexcept override {
        return static_cast<double>(*find(to).time - *find(from).time) * 1e-9;
    }
    void forget(int, GpuMark mark) noexcept override {
        const std::lock_guard lock(mutex_);
        marks_.erase(mark);
    }

private:
    struct Mark {
        Queue* queue = &Queue::device();
        std::uint64_t number = 0;  ///< of the queue's work
        std::shared_ptr<std::atomic<std::int64_t>> time = std::make_shared<std::atomic<std::int64_t>>(0);
    };
    static std::int64_t now() {
        return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
            .count();
    }
    GpuMark keep(Mark mark) {
        const std::lock_guard lock(mutex_);
        marks_[++last_mark_] = std::move(mark);
        return last_mark_;
    }
    Mark find(GpuMark mark) {
        const std::lock_guard lock(mutex_);
        return marks_[mark];
    }
    std::mutex mutex_;
    std::map<GpuMark, Mark> marks_;
    GpuMark last_mark_ = 0;

    static constexpr std::int64_t kCaptures = -1;  ///< the stream that work is recorded on
    std::int64_t before_ = 0;                      ///< the capturing thread's own
    std::map<GpuGraph, std::shared_ptr<const Queue::Graph>> graphs_;
    GpuGraph last_graph_ = 0;

    std::string set_expandable(bool on) noexcept {
        PoolRules rules = Memory::device().rules();
        rules.expandable = on;
        Memory::device().set_rules(rules);
        return {};
    }

    Kernels kernels_;
};

}  // namespace

void refuse_nth(std::int64_t n, int again) { Memory::device().refuse_nth(n, again); }
void empty_each(std::int64_t n) { Memory::device().empty_each(n); }
void set_others(Bytes bytes) { Memory::device().set_others(bytes); }
void lose() {
    Queue::device().submit("a kernel", [] { TORCH_CHECK_INDEX(false, "index out of range"); });
}
void hurry_copies(bool on) { g_hurry = on; }
void offer_kernels(bool on) { g_has_kernels = on; }
std::int64_t launches_of(const std::string& kernel) {
    for (std::size_t i = 0; i < kernels::kKernelTable.size(); ++i) {
        if (kernels::kKernelTable[i].name == kernel) return g_launches[i];
    }
    return 0;
}
void recover() {
    Queue::device().recover();
    Queue::copies().recover();
}
std::vector<std::string> take_graph_calls() {
    const std::lock_guard lock(script().mutex);
    return std::exchange(script().calls, {});
}
void refuse_capture(const std::string& problem) { script().refusal = problem; }

}  // namespace headroom::stand_in

extern "C" headroom::GpuDriver* headroom_gpu_driver() {
    static auto* driver = [] {
        if (const char* n = std::getenv("HEADROOM_STAND_IN_EMPTIES")) headroom::stand_in::empty_each(std::atoll(n));
        return new headroom::stand_in::Driver;  // outlives every tensor
    }();
    return driver;
}
