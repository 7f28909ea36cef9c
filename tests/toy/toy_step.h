// ToyNet: the tensors of the toy family and one optimiser step on them, for runs and for the probes of forecasts.
#pragma once

#include "core/api/train_config.h"
#include "core/memory/libtorch.h"
#include "core/train/optim/adam.h"
#include "core/train/run/network_parts.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace headroom::test {

/// The pictures of one step, made when asked for, micro-batch by micro-batch.
struct ToyWindow {
    std::vector<std::int64_t> samples;                          ///< pictures per micro-batch; the last may be short
    std::function<void(std::size_t i, std::uint8_t* to)> fill;  ///< bytes (samples[i], side, side, 3)
};

class ToyNet {
public:
    /// Fresh from config.seed, the same on every device. May throw c10::OutOfMemoryError.
    ToyNet(const TrainConfig& config, at::Device device);

    void configure(const TrainConfig& config) { optimiser_.set_options({config.lr_g, config.beta1, config.beta2}); }
    std::int64_t side() const { return mean_.size(-1); }
    const at::Tensor& mean() const { return mean_; }
    /// Of a checkpoint: toy (mean), optimiser.
    NetworkParts parts() const { return {{"toy", {{"mean", mean_}}}, {"optimiser", optimiser_.state()}}; }

    /// Gradients of the mean squared difference of pictures and mean over the window, and all that update() needs. Returns that mean, 0-dim.
    at::Tensor gradients(const ToyWindow& window);
    /// The optimiser's step. All or nothing.
    void update();
    void drop();
    /// The micro-batch that is, or was, being computed, from 0; -1: none.
    int micro_batch() const { return micro_batch_; }

private:
    at::Tensor pictures(const ToyWindow& window, std::size_t i) const;

    at::Tensor mean_;  ///< (copies, 3, side, side)
    Adam optimiser_;
    int micro_batch_ = -1;
};

/// What is alive throughout a step, exact from shapes.
RoleBytes static_memory_of(const TrainConfig& config);

}  // namespace headroom::test
