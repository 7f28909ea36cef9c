// GanStep: what one optimiser step of D and of G means (order of operations, accumulation, losses, precision). It knows
// nothing of data sets, runs or recovery. Reference: the step of Radford et al. 2015 as the classic PyTorch example does it.
#pragma once

#include "core/api/train_config.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/memory/libtorch.h"
#include "core/models/dcgan/networks.h"
#include "core/train/dcgan/diff_augment.h"
#include "core/train/optim/adam.h"
#include "core/train/optim/loss_scaler.h"
#include "core/train/ranks/shared_gradients.h"

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

/// The part of the settings that changes what a step computes.
struct StepRules {
    GanLoss loss = GanLoss::Bce;
    Precision precision = Precision::Fp32;
    double smoothing = 0, noise = 0, gp_weight = 10, r1_gamma = 0, clip = 0;
    double r1_weight = 1;  ///< steps between R1 penalties
    DiffAugment augment;
    std::uint64_t seed = 1;
    bool keep_fakes = true;  ///< keep G's graph from the D phase for the G phase
    bool fakes_seen =
        false;  ///< the D phase makes the G phase's fakes too: G's running statistics follow them there alone
    bool want_grad_norms = true;
    bool sync_norms = false;  ///< batch norms of several processes compute together
    bool overlap_sums =
        false;  ///< of several processes: gradients are added up while the last backward pass goes on, see SharedGradients
    bool has_gradient_penalty() const { return loss == GanLoss::WganGp && gp_weight > 0; }
};

/// 0-dim tensors on the device; read them together.
struct StepFigures {
    at::Tensor loss_d_real, loss_d_fake, loss_d_penalty, loss_g, d_real, d_fake, d_fake_after, grad_norm_d, grad_norm_g;
    /// fp16: 1 where the network's gradients were not finite and its step was skipped, else 0; undefined: losses are not scaled.
    at::Tensor overflow_d, overflow_g;
    bool d_stepped = false, g_stepped = false;  ///< false: not asked for
};

class GanStep {
public:
    GanStep(Generator& g, Discriminator& d, Adam& opt_g, Adam& opt_d, LossScaler& scaler_g, LossScaler& scaler_d);

    /// Gradients of D over the window, then its optimiser step. `with_r1`: this is a step with the R1 penalty.
    void d_phase(const Window& window, const StepRules& rules, bool with_r1, StepFigures& figures);
    /// Gradients of G through the updated D, and all that its optimiser step needs: until update_g() nothing has changed but G's
    /// running statistics.
    void g_gradients(const Window& window, const StepRules& rules, StepFigures& figures);
    /// G's optimiser step; `mean_share` as in Adam::step(). All or nothing; allocates nothing.
    void update_g(const StepFigures& figures, double mean_share = 0);
    /// Both.
    void g_phase(const Window& window, const StepRules& rules, StepFigures& figures) {
        g_gradients(window, rules, figures);
        update_g(figures);
    }
    /// The micro-batch that is, or was, being computed, from 0; -1: none, the optimiser's turn.
    int micro_batch() const { return micro_batch_; }
    /// Off: activations after batch norm are kept, not recomputed (benches only).
    void set_lean(bool on) {
        lean_ = on;
        g_.set_lean(on);
    }
    /// The window's micro-batches are shared out among the processes of the run; null: this one computes them all.
    void share_with(StepPeers* peers) {
        peers_ = peers;
        if (peers) norms_.emplace(*peers);
    }
    /// Drops kept fakes and gradients.
    void drop();
    /// Called between D's gradients and its optimiser step, and the same for G: last chance to look (parity).
    std::function<void(bool is_d)> before_optimiser;

private:
    at::Tensor judge(const at::Tensor& x, const StepRules& rules, std::uint64_t stream, nn::FirstSample first);
    at::Tensor make_fake(const at::Tensor& z, const StepRules& rules, bool recompute = false);
    /// `last`: of the phase, on this process.
    void backward(const at::Tensor& loss, double share, LossScaler& scaler, bool last);
    /// Gradients unscaled, measured, clipped, the optimiser prepared. Returns what LossScaler::unscale() says.
    at::Tensor ready(Adam& optimiser, LossScaler& scaler, const StepRules& rules, at::Tensor* norm, bool is_d);
    static void update(Adam& optimiser, LossScaler& scaler, const at::Tensor& overflow, double mean_share = 0);
    /// After each backward pass of `optimiser`'s network.
    void pass_done() {
        if (shared_) shared_->keep_pass();
    }
    /// Begins a phase over a window: the micro-batches that are this process's.
    std::pair<std::size_t, std::size_t> begin_phase(const Window& window, Adam& optimiser, const StepRules& rules);
    void begin_micro_batch(const Window& window, std::size_t i, std::size_t first_own, const StepRules& rules);
    /// Of several processes: gradients, running statistics and figures become those of the whole window. `sums` are this process's.
    void add_up(const Window& window, const StepFigures& sums, StepFigures& figures);
    /// Spectral norm's vector moves with every forward pass of D, those of micro-batches that others compute too.
    void pass_over(std::size_t micro_batches, const StepRules& rules, bool d_phase, bool with_r1);
    void penalties(const Window& window, std::size_t i, const at::Tensor& real, const at::Tensor& fake,
                   const StepRules& rules, bool with_r1, double share, bool last, StepFigures& figures);

    Generator& g_;
    Discriminator& d_;
    Adam& opt_g_;
    Adam& opt_d_;
    LossScaler& scaler_g_;
    LossScaler& scaler_d_;
    std::vector<at::Tensor> fakes_;
    StepPeers* peers_ = nullptr;
    std::optional<SharedGradients> shared_;       ///< of the phase under way, with several processes
    std::optional<nn::NormRecording> recording_;  ///< likewise
    std::optional<PeerNorms> norms_;              ///< with several processes
    bool lean_ = true;
    int micro_batch_ = -1;
};

}  // namespace headroom
