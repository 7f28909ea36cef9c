// LightGanStep: what one optimiser step of D and of G of a Light GAN means. It knows nothing of data sets, runs or recovery. Reference: the step of
// lightweight-gan 1.2.1 (hinge losses of the whole picture and of it at 32 px, D's decoders, a gradient penalty every few steps), with
// each picture's numbers and augmentation its own, so that micro-batches compute what the whole batch does but for batch norms.
#pragma once

#include "core/models/light_gan/networks.h"
#include "core/train/gan/gan_phases.h"

#include <cstdint>
#include <functional>

namespace headroom {

/// Window::latent makes the fakes of D's phase, from 0; those of G's phase are others.
struct LightGanWindow : Window {
    std::function<at::Tensor(std::size_t)> latent_g;  ///< (n, latent, 1, 1)
};

struct LightGanRules : PhaseRules {
    double augment_share = 0;  ///< of the pictures that D sees
    at::Tensor share_now{};    ///< the same where it adapts, 0-dim float32 on their device; undefined: augment_share
    double gp_weight = 10;
};

/// int64 (N): which of its quarters a picture's number of 0 to 1 means.
at::Tensor quarters_of(const at::Tensor& shares);

class LightGanStep : public GanPhases {
public:
    LightGanStep(light_gan::Generator& g, light_gan::Discriminator& d, Adam& opt_g, Adam& opt_d, LossScaler& scaler_g,
                 LossScaler& scaler_d)
        : GanPhases(g, d, opt_g, opt_d, scaler_g, scaler_d), g_(g), d_(d) {}

    /// Gradients of D over the window, then its optimiser step. `with_penalty`: on the slope of D at real and fake pictures.
    void d_phase(const LightGanWindow& window, const LightGanRules& rules, bool with_penalty, StepFigures& figures);
    /// Gradients of G through the updated D, and all that its optimiser step needs: until update_g() nothing has changed but G's
    /// running statistics.
    void g_gradients(const LightGanWindow& window, const LightGanRules& rules, StepFigures& figures);
    /// Both.
    void g_phase(const LightGanWindow& window, const LightGanRules& rules, StepFigures& figures) {
        g_gradients(window, rules, figures);
        update_g(figures);
    }

private:
    at::Tensor make_fake(const at::Tensor& z, const LightGanRules& rules, std::uint64_t phase, nn::FirstSample first);
    /// x as D sees it: augmented by its share, each picture by itself.
    static at::Tensor seen(const at::Tensor& x, const LightGanRules& rules, std::uint64_t stream,
                           nn::FirstSample first);
    /// `full`: in fp32 and nothing recomputed, for second derivatives.
    light_gan::Judgement judge(const at::Tensor& x, const LightGanRules& rules, bool full, bool decode,
                               nn::FirstSample first);
    /// One half of the gradient penalty: gp_weight / 2 * mean over pictures of |d sum D(x) / d x|^2.
    static at::Tensor penalty(const light_gan::Judgement& of, const at::Tensor& x, const LightGanRules& rules);

    light_gan::Generator& g_;
    light_gan::Discriminator& d_;
};

}  // namespace headroom
