// Measuring around the segments of a pass.
#include "core/models/nn/segment_meter.h"

#include "core/base/clock.h"

#include <ATen/ops/ones_like.h>

#include <algorithm>

namespace headroom::nn {
namespace {

/// A measurement under way: from `mark` on.
struct Meter {
    DeviceMemory& memory;
    MeasuredChain chain;
    std::vector<at::Tensor> inputs;  ///< of the segments: what the caller lets go of is no saving of the next part
    Bytes live;
    double started = 0;

    explicit Meter(DeviceMemory& m) : memory(m) { mark(); }

    void mark() {
        (void)memory.synchronise();
        live = memory.counts().live_total;
        memory.begin_step(false);
        started = 1e-9 * static_cast<double>(now_ns());
    }
    /// What happened since the mark. `result`: of the part that was computed, whose graph ends at its input; `boundary`: the bytes
    /// of it that stay, and of its gradient, which is alive when the part is recomputed. Runs the part's backward pass,
    /// because its workspaces are the library's own affair.
    SegmentCost since_mark(const at::Tensor& result, Bytes boundary) {
        (void)memory.synchronise();
        SegmentCost out;
        out.kept = memory.counts().live_total - live;
        out.seconds = 1e-9 * static_cast<double>(now_ns()) - started;
        out.boundary = boundary;
        out.work = std::max(memory.counts().step_peak - live, out.kept) + boundary;
        if (result.defined() && result.requires_grad()) {
            memory.begin_step(false);
            result.backward(at::ones_like(result));
            (void)memory.synchronise();
            out.work = std::max(out.work, memory.counts().step_peak - live);
        }
        return out;
    }
};

thread_local Meter* t_meter = nullptr;

Bytes size_of(const at::Tensor& t) { return Bytes{static_cast<std::int64_t>(t.nbytes())}; }

/// Head, segments and tail in one row. Recomputing what is no segment gains nothing.
std::vector<SegmentCost> row_of(const MeasuredChain& chain) {
    std::vector<SegmentCost> row{chain.before};
    row.insert(row.end(), chain.segments.begin(), chain.segments.end());
    row.push_back(chain.after);
    return row;
}

}  // namespace

at::Tensor metered_segment(const std::function<at::Tensor(const at::Tensor&)>& fn, const at::Tensor& x) {
    if (!t_meter) return fn(x);
    Meter& meter = *t_meter;
    if (meter.chain.segments.empty()) meter.chain.before = meter.since_mark(x, {});
    // Every part has a graph of its own, so that its backward pass can be measured alone.
    const at::Tensor input = x.detach().requires_grad_(x.requires_grad());
    meter.mark();
    at::Tensor out = fn(input);
    meter.chain.segments.push_back(meter.since_mark(out, size_of(out)));
    out = out.detach().requires_grad_(out.requires_grad());
    meter.inputs.push_back(x);
    input.mutable_grad().reset();
    meter.mark();
    return out;
}

MeasuredChain measure_segments(DeviceMemory& memory, const std::function<at::Tensor()>& forward) {
    const auto turn = memory.turn();
    (void)forward();
    Meter meter(memory);
    struct Restore {
        ~Restore() { t_meter = nullptr; }
    } restore;
    t_meter = &meter;
    const at::Tensor result = forward();
    meter.chain.after = meter.since_mark(result, {});
    meter.chain.before.boundary = meter.chain.before.kept;
    meter.chain.after.boundary = meter.chain.after.kept;
    return std::move(meter.chain);
}

Bytes MeasuredChain::peak(const ComputeMode& mode) const {
    std::uint64_t again = 0;
    for (std::size_t i = 0; i < segments.size(); ++i) again |= std::uint64_t{mode.computes_again(i)} << (i + 1);
    return chain_peak(row_of(*this), again);
}

std::optional<ComputeMode> MeasuredChain::fitting(Bytes budget) const {
    const auto choice = choose_segments(row_of(*this), budget);
    if (!choice) return std::nullopt;
    ComputeMode mode;
    mode.again = (choice->again >> 1) & ((std::uint64_t{1} << segments.size()) - 1);
    return mode;
}

}  // namespace headroom::nn
