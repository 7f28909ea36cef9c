// SharedGradients: gradients of a window whose micro-batches several processes compute, added up into each one's. What a step of one
// process accumulates by itself. They lie in one block of memory, which is cut into buckets; each is added up as soon as the last backward pass
// has left it, while that pass goes on (Li et al. 2020, "PyTorch Distributed", as gradient_as_bucket_view does it: no second copy).
#pragma once

#include "core/memory/libtorch.h"
#include "core/models/nn/norm_recording.h"
#include "core/models/nn/norm_sync.h"
#include "core/train/ranks/step_peers.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace headroom {

/// For one optimiser and one window. On the worker's thread.
class SharedGradients {
public:
    /// The parameters' gradients begin, as zeros. `overlap`: every parameter gets its gradient once in the last backward pass, in which no
    /// processes meet otherwise.
    SharedGradients(StepPeers& peers, Adam& optimiser, bool overlap);
    /// Where the window has failed here amid sums that the others count on, takes part in them.
    ~SharedGradients();
    SharedGradients(const SharedGradients&) = delete;
    SharedGradients& operator=(const SharedGradients&) = delete;

    /// Before the window's last backward pass on this process: all agree to add up its buckets. Throws as StepPeers::agree().
    void before_last_pass();
    /// After each backward pass. With ordered sums all but process 0 keep what each pass gave by itself.
    void keep_pass();
    /// After the last one, before the processes agree: waits for sums under way, and allocates what those that are left need. Throws likewise.
    void prepare();
    /// Every process's gradients become the window's. `all_have_work`: each had a micro-batch. Throws likewise.
    void add_up(bool all_have_work);

private:
    struct Bucket {
        std::int64_t begin = 0, end = 0;  ///< in `flat_`
        std::size_t missing = 0;  ///< parameters whose gradients lie in it, which the last pass has not reached yet
    };
    struct Hook {
        std::shared_ptr<torch::autograd::Node> at;
        std::uintptr_t key = 0;
    };
    void lay_out();
    void listen();
    /// A backward pass has come to parameter `i`.
    void arrived(std::size_t i, bool with_gradient);
    void begin_sums(bool of_all);
    void end_sums();
    /// The part of `flat_` that is parameter `i`'s, lying as it lies.
    at::Tensor part(std::size_t i) const;
    void take_in(std::size_t i, const at::Tensor& gradient);

    StepPeers& peers_;
    Adam& optimiser_;
    at::Tensor flat_;
    std::vector<std::int64_t> begins_;
    std::vector<std::uint8_t> there_;              ///< which parameters have a gradient
    std::vector<std::vector<at::Tensor>> passes_;  ///< ordered: each pass's gradients by parameter; undefined: none
    // The rest: sums in no order.
    const bool overlap_;
    std::vector<Bucket> buckets_;
    std::vector<std::size_t> bucket_of_;  ///< by parameter
    std::vector<Hook> hooks_;
    std::vector<std::unique_ptr<Pending>> sums_;  ///< of the first buckets
    std::size_t waited_ = 0;
    bool agreed_ = false, came_twice_ = false;
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
