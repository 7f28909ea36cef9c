// FakeDriver: GPUs that exist on paper. Counts like a caching allocator and enforces its share, so that reports, budgets and
// choices of devices are tested without a GPU.
#pragma once

#include "core/memory/gpu/driver.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace headroom::test {

class FakeDriver final : public GpuDriver {
public:
    struct Gpu {
        GpuFacts facts;
        std::string facts_error, start_error, lost;
        Bytes live, reserved, peak_live, peak_reserved, others;
        std::map<const void*, Bytes> blocks;
        std::int64_t retries = 0, ooms = 0;
        double share = 1;
        bool started = false;
    };
    std::vector<Gpu> gpus;
    std::string none;  ///< why count() is 0
    GpuListener* listener = nullptr;
    bool expandable = false;
    int emptied = 0;                        ///< times that the cache was given back
    bool no_growing = false;                ///< as under WSL2: growable segments are refused with the first block
    std::string user_wants;                 ///< a variable of the user's that asks for growable ones
    std::vector<const void*> of_libraries;  ///< blocks that cuBLAS keeps
    std::vector<std::string> calls;         ///< about segments and first blocks, in order

    /// What the tensor library does: takes from the cache, else from the device; false: refused.
    bool allocate(int gpu, const void* block, Bytes bytes) {
        Gpu& g = gpus[static_cast<std::size_t>(gpu)];
        const Bytes grown = std::max(g.reserved, g.live + bytes);
        if (static_cast<double>(grown.count) > g.share * static_cast<double>(g.facts.total.count)) {
            ++g.ooms;
            listener->refused(gpu, bytes, g.facts.total - g.reserved - g.others);
            return false;
        }
        g.reserved = grown;
        g.live += bytes;
        g.peak_live = std::max(g.peak_live, g.live);
        g.peak_reserved = std::max(g.peak_reserved, g.reserved);
        g.blocks[block] = bytes;
        listener->allocated(gpu, block, bytes);
        return true;
    }
    void release(int gpu, const void* block) {
        Gpu& g = gpus[static_cast<std::size_t>(gpu)];
        g.live -= g.blocks[block];
        g.blocks.erase(block);
        listener->released(gpu, block);
    }

    std::string built_for() noexcept override { return "paper"; }
    int count(std::string& problem) noexcept override {
        if (gpus.empty()) problem = none;
        return static_cast<int>(gpus.size());
    }
    std::string facts(int gpu, GpuFacts& out) noexcept override {
        out = gpus[static_cast<std::size_t>(gpu)].facts;
        return gpus[static_cast<std::size_t>(gpu)].facts_error;
    }
    std::string use_expandable_segments() noexcept override {
        calls.push_back("growable");
        expandable = true;
        return {};
    }
    std::string use_fixed_segments() noexcept override {
        calls.push_back("fixed");
        if (!user_wants.empty()) return user_wants + " asks for them";
        expandable = false;
        return {};
    }
    std::string try_allocation(int gpu) noexcept override {
        calls.push_back("try " + std::to_string(gpu));
        return expandable && no_growing ? "CUDA driver error: operation not supported" : "";
    }
    PoolRules rules() noexcept override {
        PoolRules rules;
        rules.expandable = expandable;
        return rules;
    }
    std::vector<const void*> library_blocks() noexcept override { return of_libraries; }
    std::string start(int gpu, GpuListener* l) noexcept override {
        listener = l;
        gpus[static_cast<std::size_t>(gpu)].started = gpus[static_cast<std::size_t>(gpu)].start_error.empty();
        return gpus[static_cast<std::size_t>(gpu)].start_error;
    }
    std::string memory(int gpu, Bytes& free, Bytes& total) noexcept override {
        const Gpu& g = gpus[static_cast<std::size_t>(gpu)];
        total = g.facts.total;
        free = total - g.reserved - g.others;
        return g.lost;
    }
    GpuPoolStats stats(int gpu) noexcept override {
        const Gpu& g = gpus[static_cast<std::size_t>(gpu)];
        return {g.live, g.live, g.reserved, g.peak_live, g.peak_reserved, {}, g.retries, g.ooms};
    }
    void reset_peaks(int gpu) noexcept override {
        Gpu& g = gpus[static_cast<std::size_t>(gpu)];
        g.peak_live = g.live;
        g.peak_reserved = g.reserved;
    }
    void empty_cache(int gpu) noexcept override {
        ++emptied;
        gpus[static_cast<std::size_t>(gpu)].reserved = gpus[static_cast<std::size_t>(gpu)].live;
    }
    std::string set_fraction(int gpu, double share) noexcept override {
        gpus[static_cast<std::size_t>(gpu)].share = share;
        return {};
    }
    std::string synchronise(int gpu) noexcept override {
        ++synchronised;
        finish(last_mark);
        return gpus[static_cast<std::size_t>(gpu)].lost;
    }
    std::string lasting_error(int gpu) noexcept override { return gpus[static_cast<std::size_t>(gpu)].lost; }
    bool pinned_memory() noexcept override { return false; }

    // A paper GPU works when it is told to: finish() does what was given to it up to a mark.
    bool marks = false;         ///< whether marks can be had
    GpuMark last_mark = 0;      ///< set last
    GpuMark done = 0;           ///< all work up to this one is done
    GpuMark broken_before = 0;  ///< the work before this mark breaks the device; 0: none does
    std::string breaks_with = "CUDA error: an illegal memory access was encountered";
    std::set<GpuMark> held;  ///< marks that nobody has let go of
    int waits = 0;           ///< times that somebody waited for a mark
    int synchronised = 0;    ///< times that somebody waited for all work

    /// The device does its work up to `mark`, or until it breaks.
    void finish(GpuMark mark) {
        done = std::max(done, broken_before == 0 ? mark : std::min(mark, broken_before - 1));
        if (broken_before != 0 && mark >= broken_before) gpus.front().lost = breaks_with;
    }
    GpuMark mark(int) noexcept override {
        if (!marks) return 0;
        held.insert(++last_mark);
        return last_mark;
    }
    MarkState state(int gpu, GpuMark mark) noexcept override {
        if (mark <= done) return MarkState::Reached;
        return gpus[static_cast<std::size_t>(gpu)].lost.empty() ? MarkState::Ahead : MarkState::Failed;
    }
    std::string wait(int gpu, GpuMark mark) noexcept override {
        ++waits;
        finish(mark);
        return gpus[static_cast<std::size_t>(gpu)].lost;
    }
    double seconds_between(int, GpuMark from, GpuMark to) noexcept override {
        return static_cast<double>(to - from) * 1e-3;
    }
    void forget(int, GpuMark mark) noexcept override { held.erase(mark); }
};

/// A GPU of `gib` GiB.
inline FakeDriver::Gpu paper_gpu(const std::string& name, std::int64_t gib, int major = 9) {
    FakeDriver::Gpu g;
    g.facts = {name, major, 0, Bytes{gib << 30}, "0000:01:00.0"};
    return g;
}

}  // namespace headroom::test
