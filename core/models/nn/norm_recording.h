// NormRecording: what batch norms see in forward passes, kept instead of moving their running statistics: a process that computes some of
// a window's micro-batches tells it to the others, and all move their statistics in the window's order.
#pragma once

#include "core/memory/libtorch.h"

#include <string>
#include <vector>

namespace headroom::nn {

/// Which kernel computed a batch norm: running statistics move by its arithmetic.
enum class NormKernel : int {
    Short,  ///< LibTorch's, for pictures in a shorter format than fp32
    Full,   ///< LibTorch's, for those in fp32
    Own     ///< a GPU's kernel of our own
};

/// While alive, batch norms in training on this thread record. Recomputed passes record nothing.
class NormRecording {
public:
    NormRecording();
    ~NormRecording();
    NormRecording(const NormRecording&) = delete;
    NormRecording& operator=(const NormRecording&) = delete;

    /// The one of this thread; null: none.
    static NormRecording* current();

    /// Mean and unbiased variance of the micro-batch that the layer with this running mean sees: filled by the forward pass.
    struct Seen {
        at::Tensor running_mean, mean, variance;
        NormKernel by = NormKernel::Full;
        bool together = false;  ///< of all processes' pictures: the others have recorded the same
    };
    const Seen& next(const at::Tensor& running_mean, const at::Tensor& running_variance, NormKernel by, bool together);
    const std::vector<Seen>& seen() const { return seen_; }

private:
    std::vector<Seen> seen_;
    NormRecording* before_;
};

/// Buffers of the batch norms of `net`, in the order of their layers.
struct RunningStatistics {
    at::Tensor mean, variance, batches;
};
std::vector<RunningStatistics> running_statistics(const torch::nn::Module& net);

/// LibTorch's kernel for `x`.
NormKernel library_kernel(const at::Tensor& x);

/// How the running statistics follow a micro-batch's, bit for bit as the kernel `by` moves them; LibTorch's on a GPU within rounding.
void follow(const RunningStatistics& running, const at::Tensor& mean, const at::Tensor& variance, NormKernel by);

/// With which statistics tensors and momentum a batch norm calls its kernel.
struct NormTarget {
    at::Tensor mean, variance;
    double momentum = 0;
};
/// For an input that the kernel `by` normalises. `momentum` 0: a recomputed pass, or none in training. `together`: see NormRecording::Seen.
NormTarget norm_target(NormKernel by, const at::Tensor& mean, const at::Tensor& variance, double momentum,
                       bool together = false);

inline constexpr double kNormMomentum = 0.1;

}  // namespace headroom::nn
