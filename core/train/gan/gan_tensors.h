// GanTensors: what a run of any generator and discriminator holds besides the two networks: optimisers, loss scales, the average's upkeep, and
// the names of all of it.
#pragma once

#include "core/api/train_config.h"
#include "core/memory/timeline_builder.h"
#include "core/models/nn/latent_generator.h"
#include "core/train/gan/gan_phases.h"
#include "core/train/optim/adam.h"
#include "core/train/optim/loss_scaler.h"
#include "core/train/run/network_parts.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// Tensors by what they do, so that networks of other sizes find their like: "body@8.conv/weight".
using ByRole = std::map<std::string, at::Tensor>;

struct GanTensors {
    explicit GanTensors(at::Device where) : device(where) {}
    virtual ~GanTensors() = default;

    at::Device device;
    std::unique_ptr<Adam> opt_g, opt_d;
    LossScaler scaler_g, scaler_d;

    virtual nn::LatentGenerator& net_g() const = 0;
    virtual torch::nn::Module& net_d() const = 0;
    virtual nn::LatentGenerator* net_ema() const = 0;  ///< null without a moving average
    virtual GanPhases& phases() const = 0;
    /// The generator that pictures show.
    nn::LatentGenerator& shown() const { return net_ema() ? *net_ema() : net_g(); }

    /// Settings that act on existing tensors: rates, EMA on or off, layout, checkpointing, loss scaling. May throw c10::Error: whatever had been
    /// learned is there still, and configure() with the settings of before puts the rest back.
    void configure(const TrainConfig& config);
    /// Of a checkpoint: generator, discriminator, ema and, unless `weights_only`, optimiser_g and optimiser_d.
    virtual NetworkParts parts(bool weights_only) const;
    Result<void> load_parts(const std::vector<CheckpointPart>& stored, bool weights_only) {
        return load_all(parts(weights_only), stored);
    }
    /// What G's step has not moved with its weights. `skipped`: as in follow_average().
    void update_ema(const MeanShare& share, const at::Tensor& skipped) const {
        if (net_ema()) follow_average(net_ema()->module(), net_g().module(), share, skipped, opt_g.get());
    }
    /// Where every weight, buffer, average and moment lies, by name: owners for the timeline and the snapshot.
    std::vector<NamedBlock> named_blocks() const;
    /// Small tensors that a step changes before it is sure to succeed.
    NamedTensors buffers() const;

protected:
    /// The role of a tensor of G, or of D, by its name.
    virtual std::string role_of(const std::string& name, bool of_g) const = 0;
    /// What these networks find in the tensors of `old`.
    virtual ByRole seen_in(const GanTensors& old, ByRole from) const;
    /// G, or D, which lies where it shall, takes from that of `before` every tensor whose role and shape are the same: both lie in one place from here
    /// on, so that networks which grow are at no moment there twice. `before` stays as it was, and has to be gone once these train.
    void go_on_with(const GanTensors& before, bool of_g) const;
    /// Such networks get their optimisers and, of `before`, moments and average likewise, and loss scales; null: all begins anew.
    void make_optimisers(const TrainConfig& config, const GanTensors* before);
    /// How the networks compute with `config`.
    virtual void set_modes(const TrainConfig& config) = 0;
    /// The type of the weights' rounded copies; none: they have none.
    virtual std::optional<at::ScalarType> shadows_of(const TrainConfig& config) const = 0;
    /// A moving average that begins as G is now.
    virtual void begin_average() = 0;
    virtual void end_average() noexcept = 0;

private:
    torch::nn::Module& network(bool of_g) const { return of_g ? net_g().module() : net_d(); }
    std::unique_ptr<Adam> make_optimiser(AdamOptions options, const GanTensors* before, bool of_g) const;
    /// Filters, moments and averages lie as the settings want them.
    void set_layouts(const TrainConfig& config) const;
    ByRole by_role(const NamedTensors& tensors, bool of_g) const;
};

/// A network that was made under Role::Weights goes to `device`, its filters as `config` wants them, its buffers under their own role.
void place_network(torch::nn::Module& net, const TrainConfig& config, at::Device device);

}  // namespace headroom
