// SharedCuts: the cuts of an iteration, shared out among the processes of a run.
#pragma once

#include "core/models/vqgan_clip/paint_step.h"
#include "core/train/ranks/step_peers.h"

#include <utility>
#include <vector>

namespace headroom {

/// For one iteration. On the worker's thread.
class SharedCuts final : public imagine::CutShare {
public:
    explicit SharedCuts(StepPeers& peers) : peers_(peers) {}

    bool is_first() const override { return peers_.is_first(); }
    std::int64_t chunk(std::int64_t cuts, std::int64_t chunk) const override;
    std::pair<std::int64_t, std::int64_t> own(std::int64_t chunks) const override;
    void chunk_done(const at::Tensor& seen) override;
    void add_up(const at::Tensor& seen, const std::vector<at::Tensor>& figures) override;
    void spread(at::Tensor& gradient) override;

private:
    StepPeers& peers_;
    std::vector<at::Tensor> chunks_;  ///< with ordered sums: each chunk's gradient, of all but the first process
};

}  // namespace headroom
