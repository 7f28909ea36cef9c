// SharedGradients: gradients of a window whose micro-batches several processes compute, added up into each one's. What a step of one
// process accumulates by itself.
#pragma once

#include "core/models/nn/norm_recording.h"
#include "core/models/nn/norm_sync.h"
#include "core/train/ranks/step_peers.h"

#include <vector>

namespace headroom {

/// For one optimiser and one window. On the worker's thread.
class SharedGradients {
public:
    SharedGradients(StepPeers& peers, Adam& optimiser) : peers_(peers), optimiser_(optimiser) {}

    /// After each backward pass. With ordered sums all but process 0 keep what each pass gave by itself.
    void keep_pass();
    /// Allocates what adding up needs. Before all agree, so that what does not fit is known then.
    void prepare();
    /// Every process's gradients become the window's. `all_have_work`: each had a micro-batch. Throws as StepPeers::agree().
    void add_up(bool all_have_work);

private:
    /// The part of `flat_` that is parameter `i`'s, lying as it lies.
    at::Tensor part(std::size_t i) const;
    void take_in(std::size_t i, const at::Tensor& gradient);

    StepPeers& peers_;
    Adam& optimiser_;
    at::Tensor flat_;
    std::vector<std::int64_t> begins_;
    std::vector<std::uint8_t> there_;              ///< which parameters have a gradient
    std::vector<std::vector<at::Tensor>> passes_;  ///< each pass's gradients by parameter; undefined: none
};

/// Joins the batch norms of all processes: who could not come here is heard of before any waits for it.
class PeerNorms final : public nn::NormSync {
public:
    explicit PeerNorms(StepPeers& peers) : peers_(peers) {}
    std::vector<std::vector<float>> gather(const std::vector<float>& mine) override;

private:
    StepPeers& peers_;
};

/// What batch norms of `nets` saw on all processes since `recording` began moves their running statistics, in the window's order.
void follow_all(const nn::NormRecording& recording, const std::vector<const torch::nn::Module*>& nets,
                StepPeers& peers);

}  // namespace headroom
