// GanPhases: what the steps of any generator and discriminator have in common: windows of micro-batches, gradients accumulated and shared out
// among processes, loss scales, the two optimisers' steps. What each phase computes is the family's. It knows nothing of runs or recovery.
#pragma once

#include "core/api/train_config.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/memory/tensor_notes.h"
#include "core/train/gan/diff_augment.h"
#include "core/train/optim/adam.h"
#include "core/train/optim/loss_scaler.h"
#include "core/train/ranks/shared_gradients.h"
#include "core/train/step/figures.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace headroom {

/// The pictures and latents of one accumulation window, made when asked for, micro-batch by micro-batch.
struct Window {
    std::vector<std::int64_t> samples;              ///< pictures per micro-batch; the last may be short
    nn::FirstSample first_image;                    ///< index of the window's first picture, keys its random numbers
    std::function<at::Tensor(std::size_t)> real;    ///< (n, C, H, W) in [-1, 1]
    std::function<at::Tensor(std::size_t)> latent;  ///< (n, latent, 1, 1)
    std::function<at::Tensor(std::size_t)> mix;     ///< (n, 1, 1, 1) uniforms of the gradient penalty
    std::int64_t total() const;
    nn::FirstSample first_of(std::size_t i) const;  ///< image index of micro-batch i's first picture
};

/// The part of the settings that changes what any GAN's step computes.
struct PhaseRules {
    Precision precision = Precision::Fp32;
    double clip = 0;
    DiffAugment augment;
    std::uint64_t seed = 1;
    bool want_grad_norms = true;
    bool want_signs = false;  ///< StepFigures::signs
    bool sync_norms = false;  ///< batch norms of several processes compute together
    bool overlap_sums =
        false;  ///< of several processes: gradients are added up while the last backward pass goes on, see SharedGradients
    bool half() const { return precision == Precision::Bf16 || precision == Precision::Fp16; }
    at::ScalarType half_type() const { return precision == Precision::Fp16 ? at::kHalf : at::kBFloat16; }
};

/// 0-dim tensors on the device; read them together. Undefined: not computed.
struct StepFigures {
    at::Tensor loss_d_real, loss_d_fake, loss_d_penalty, loss_g, d_real, d_fake, d_fake_after, grad_norm_d, grad_norm_g;
    at::Tensor loss_d_decoders;  ///< of pictures that D rebuilds from its features
    at::Tensor signs;            ///< sum of the signs of D's logits of real pictures
    /// fp16: 1 where the network's gradients were not finite and its step was skipped, else 0; undefined: losses are not scaled.
    at::Tensor overflow_d, overflow_g;
    bool d_stepped = false, g_stepped = false;  ///< false: not asked for
    /// Of add_rounds(): how many rounds of D were not skipped, and how many of those have a penalty. Undefined: all count.
    at::Tensor d_rounds, d_penalised;

    /// They are of one round of D, whose losses are scaled, and become those of it and the rounds `before`. What a skipped round came to, which
    /// may be no number, counts for nothing; D counts as skipped where all of them were. Throws c10::Error.
    void add_rounds(const StepFigures& before);
    /// D's losses and scores, added up over so many rounds, become their means, and its penalty's over the rounds that have one. Of add_rounds()
    /// the rounds that were made count; without any, losses are no number. Throws c10::Error.
    void average_d(std::size_t rounds, std::size_t penalised);
};

/// Keeps a network's parameters out of the graph: D in the G phase needs no gradients of its own.
class FrozenParameters {
public:
    explicit FrozenParameters(const Adam& optimiser) : optimiser_(optimiser) { set(false); }
    ~FrozenParameters() { set(true); }
    FrozenParameters(const FrozenParameters&) = delete;
    FrozenParameters& operator=(const FrozenParameters&) = delete;

private:
    void set(bool on);
    const Adam& optimiser_;
};

class GanPhases {
public:
    virtual ~GanPhases() = default;
    /// G's optimiser step; `mean` as in Adam::step(). All or nothing; allocates nothing.
    void update_g(const StepFigures& figures, const MeanShare& mean = {});
    /// The micro-batch that is, or was, being computed, from 0; -1: none, the optimiser's turn.
    int micro_batch() const { return micro_batch_; }
    /// The window's micro-batches are shared out among the processes of the run; null: this one computes them all.
    void share_with(StepPeers* peers) {
        peers_ = peers;
        if (peers) norms_.emplace(*peers);
    }
    /// Drops gradients and what else a step that ended early has left.
    virtual void drop();
    /// Called between D's gradients and its optimiser step, and the same for G: last chance to look (parity).
    std::function<void(bool is_d)> before_optimiser;

protected:
    GanPhases(torch::nn::Module& g, torch::nn::Module& d, Adam& opt_g, Adam& opt_d, LossScaler& scaler_g,
              LossScaler& scaler_d)
        : opt_g_(opt_g), opt_d_(opt_d), scaler_g_(scaler_g), scaler_d_(scaler_d), g_module_(g), d_module_(d) {}

    /// `last`: of the phase, on this process.
    void backward(const at::Tensor& loss, double share, LossScaler& scaler, bool last);
    /// After each backward pass of `optimiser`'s network.
    void pass_done() {
        if (shared_) shared_->keep_pass();
    }
    /// Begins a phase over a window: the micro-batches that are this process's.
    std::pair<std::size_t, std::size_t> begin_phase(const Window& window, Adam& optimiser, const PhaseRules& rules);
    void begin_micro_batch(const Window& window, std::size_t i, std::size_t first_own, const PhaseRules& rules);
    /// The end of D's phase: gradients of all, then its optimiser step. `sums` are this process's figures.
    void finish_d(const Window& window, const PhaseRules& rules, const StepFigures& sums, StepFigures& told);
    /// The end of G's phase: gradients of all, and all that its optimiser step needs.
    void finish_g(const Window& window, const PhaseRules& rules, const StepFigures& sums, StepFigures& told);
    bool is_shared() const { return peers_ != nullptr; }

    /// A micro-batch's own pictures or numbers, by name.
    template <class Make> static at::Tensor input(const char* name, Make make) {
        const LabelId id = label_id(name);
        const LabelScope label(id);
        at::Tensor x = make();
        describe(x, id);
        return x;
    }
    template <class Make> static at::Tensor small_part(Make make) {
        const FigureScope scope;
        return make();
    }

    Adam& opt_g_;
    Adam& opt_d_;
    LossScaler& scaler_g_;
    LossScaler& scaler_d_;

private:
    /// Of several processes: gradients, running statistics and figures become those of the whole window.
    void add_up(const Window& window, const PhaseRules& rules, const StepFigures& sums, StepFigures& figures);
    /// Gradients unscaled, measured, clipped, the optimiser prepared. Returns what LossScaler::unscale() says.
    at::Tensor ready(Adam& optimiser, LossScaler& scaler, const PhaseRules& rules, at::Tensor* norm, bool is_d);
    static void update(Adam& optimiser, LossScaler& scaler, const at::Tensor& overflow, const MeanShare& mean = {});

    torch::nn::Module& g_module_;
    torch::nn::Module& d_module_;
    StepPeers* peers_ = nullptr;
    std::optional<SharedGradients> shared_;       ///< of the phase under way, with several processes
    std::optional<nn::NormRecording> recording_;  ///< likewise
    std::optional<PeerNorms> norms_;              ///< with several processes
    int micro_batch_ = -1;
};

}  // namespace headroom
