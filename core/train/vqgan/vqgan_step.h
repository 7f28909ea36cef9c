// VqganStep: what one optimiser step of a VQGAN (stage 1) and of its discriminator means: one pass of the autoencoder serves both.
// It knows nothing of data sets, runs or recovery. Reference: Esser, Rombach, Ommer, "Taming Transformers", 2021.
#pragma once

#include "core/api/train_config.h"
#include "core/models/vqgan/discriminator.h"
#include "core/models/vqgan/vqgan.h"
#include "core/train/optim/adam.h"
#include "core/train/ranks/shared_gradients.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace headroom {

/// Distance of two batches of pictures (N, 3, H, W) in [-1, 1], differentiable in the second: a 0-dim mean over pictures.
using PerceptualDistance = std::function<at::Tensor(const at::Tensor& target, const at::Tensor& picture)>;

/// The pictures of one accumulation window, made when asked for, micro-batch by micro-batch.
struct VqganWindow {
    std::vector<std::int64_t> samples;            ///< pictures per micro-batch; the last may be short
    std::function<at::Tensor(std::size_t)> real;  ///< (n, 3, H, W) in [-1, 1]
    std::function<at::Tensor(std::size_t, at::IntArrayRef)>
        gumbel;  ///< standard Gumbel numbers of that shape (n, K, h, w)
    std::int64_t total() const;
};

/// The part of the settings that changes what a step computes.
struct VqganRules {
    double l1 = 1, ssim = 0, perceptual = 0, codebook = 1, commitment = 0.25, gan = 0, gan_most = 1e4;
    double temperature = 1, divergence = 0, clip = 0;
    bool legacy = false;
    bool bf16 = false;
    bool with_d = false;      ///< the discriminator takes part
    bool codes_learn = true;  ///< by gradient
    bool want_grad_norms = true;
    bool overlap_sums = false;  ///< of several processes, see SharedGradients
};

/// 0-dim tensors on the device, means over the window; undefined: not computed.
struct VqganStepFigures {
    at::Tensor total, l1, ssim, perceptual, codebook, adversarial, adaptive_weight;
    at::Tensor loss_d, d_real, d_fake, grad_norm_g, grad_norm_d;
};

class VqganStep {
public:
    VqganStep(Vqgan& net, PatchDiscriminator& d, Adam& opt_g, Adam& opt_d);

    /// Gradients of the autoencoder and, with_d, of the discriminator over the window. Throws c10::OutOfMemoryError; drop() afterwards.
    void gradients(const VqganWindow& window, const VqganRules& rules, VqganStepFigures& figures);
    /// Gradients are clipped and all that the optimisers' steps need is allocated.
    void prepare(const VqganRules& rules);
    /// The optimisers' steps, after prepare(). All or nothing each; they allocate nothing.
    void update_g(const MeanShare& mean = {});  ///< as in Adam::step()
    void update_d();
    /// The three in this order.
    void optimise(const VqganRules& rules);
    /// Lets go of gradients.
    void drop();
    /// The window's micro-batches are shared out among the processes of the run; null: this one computes them all.
    void share_with(StepPeers* peers) { peers_ = peers; }
    /// The micro-batch that is, or was, being computed, from 0; -1: none.
    int micro_batch() const { return micro_batch_; }

    PerceptualDistance perceptual;  ///< null: none
    /// Each micro-batch's latents (n, D, h, w) and codes (n, h, w), before its backward pass.
    std::function<void(const at::Tensor& latents, const at::Tensor& indices)> observe_codes;
    /// For probes: the discriminator's part of a micro-batch begins (true), has ended (false); twice per micro-batch.
    std::function<void(bool begins)> observe_d;

private:
    struct Made {
        at::Tensor picture, codes_loss;
    };
    Made reconstruct(const at::Tensor& x, const VqganWindow& window, std::size_t i, const VqganRules& rules);
    at::Tensor judge(const at::Tensor& x, const VqganRules& rules);
    /// Gradient of the picture losses at `picture`, a leaf.
    at::Tensor picture_gradient(const at::Tensor& x, const at::Tensor& picture, const VqganRules& rules, double share,
                                VqganStepFigures& figures);
    struct Adversarial {
        at::Tensor loss, gradient;
    };
    /// The adversarial loss and its gradient at `picture`; D's own gradients of it as a fake are accumulated.
    Adversarial adversarial_loss(const at::Tensor& picture, const VqganRules& rules, double share,
                                 VqganStepFigures& figures);
    /// `last`: micro-batch of the window, on this process.
    void judge_real(const at::Tensor& x, const VqganRules& rules, double share, bool last, VqganStepFigures& figures);
    void micro_step(const VqganWindow& window, std::size_t i, bool last, const VqganRules& rules,
                    VqganStepFigures& figures);
    at::Tensor last_gradient(const at::Tensor& output, const at::Tensor& gradient) const;
    /// The micro-batches of `window` that are this process's.
    std::pair<std::size_t, std::size_t> begin_window(const VqganWindow& window, const VqganRules& rules);
    /// Of several processes: gradients, D's running statistics and figures become those of the whole window. `sums` are this process's.
    void add_up(const VqganWindow& window, const VqganStepFigures& sums, VqganStepFigures& figures);

    Vqgan& net_;
    PatchDiscriminator& d_;
    Adam& opt_g_;
    Adam& opt_d_;
    StepPeers* peers_ = nullptr;
    std::optional<SharedGradients> shared_g_, shared_d_;  ///< of the window under way, with several processes
    std::optional<nn::NormRecording> recording_;          ///< likewise
    int micro_batch_ = -1;
};

}  // namespace headroom
