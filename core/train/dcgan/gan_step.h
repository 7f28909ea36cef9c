// GanStep: what one optimiser step of D and of G means (order of operations, accumulation, losses, precision). It knows
// nothing of data sets, runs or recovery. Reference: the step of Radford et al. 2015 as the classic PyTorch example does it.
#pragma once

#include "core/api/train_config.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/models/dcgan/networks.h"
#include "core/train/gan/gan_phases.h"

#include <cstdint>
#include <vector>

namespace headroom {

/// The part of the settings that changes what a step computes.
struct StepRules : PhaseRules {
    GanLoss loss = GanLoss::Bce;
    double smoothing = 0, noise = 0, gp_weight = 10, r1_gamma = 0;
    double r1_weight = 1;    ///< D's steps from one R1 penalty to the next
    bool keep_fakes = true;  ///< keep G's graph from the D phase for the G phase
    bool fakes_seen =
        false;  ///< the D phase makes the G phase's fakes too: G's running statistics follow them there alone
    bool has_gradient_penalty() const { return loss == GanLoss::WganGp && gp_weight > 0; }
};

class GanStep : public GanPhases {
public:
    GanStep(Generator& g, Discriminator& d, Adam& opt_g, Adam& opt_d, LossScaler& scaler_g, LossScaler& scaler_d);

    /// Gradients of D over the window, then its optimiser step. `with_r1`: this is a step with the R1 penalty.
    void d_phase(const Window& window, const StepRules& rules, bool with_r1, StepFigures& figures);
    /// Gradients of G through the updated D, and all that its optimiser step needs: until update_g() nothing has changed but G's
    /// running statistics.
    void g_gradients(const Window& window, const StepRules& rules, StepFigures& figures);
    /// Both.
    void g_phase(const Window& window, const StepRules& rules, StepFigures& figures) {
        g_gradients(window, rules, figures);
        update_g(figures);
    }
    /// Off: activations after batch norm are kept, not recomputed (benches only).
    void set_lean(bool on) {
        lean_ = on;
        g_.set_lean(on);
    }
    /// Drops kept fakes too.
    void drop() override;

private:
    at::Tensor judge(const at::Tensor& x, const StepRules& rules, std::uint64_t stream, nn::FirstSample first);
    at::Tensor make_fake(const at::Tensor& z, const StepRules& rules, bool recompute = false);
    /// Spectral norm's vector moves with every forward pass of D, those of micro-batches that others compute too.
    void pass_over(std::size_t micro_batches, const StepRules& rules, bool d_phase, bool with_r1);
    void penalties(const Window& window, std::size_t i, const at::Tensor& real, const at::Tensor& fake,
                   const StepRules& rules, bool with_r1, double share, bool last, StepFigures& figures);

    Generator& g_;
    Discriminator& d_;
    std::vector<at::Tensor> fakes_;
    bool lean_ = true;
};

}  // namespace headroom
