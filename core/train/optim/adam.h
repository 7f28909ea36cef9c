// Adam with the fused kernel: no temporaries, one pass over the weights. Kingma & Ba 2015, as torch.optim.Adam without decay.
#pragma once

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

struct AdamOptions {
    double lr = 2e-4, beta1 = 0.5, beta2 = 0.999, eps = 1e-8;
};

/// What a kernel of our own writes beside a weight in the same pass; undefined tensors: none.
struct AdamCompanion {
    at::Tensor shadow;  ///< the weight in a shorter type, laid as it
    at::Tensor mean;    ///< its running mean, float32, laid as it
};

/// Of new weights in their running mean. `there`: () float32 on their device, which stands for `share` in what is recorded of a step; undefined:
/// the share stays.
struct MeanShare {
    double share = 0;  ///< 0: no mean follows
    at::Tensor there;
};

class Adam {
public:
    /// Own: moments are made at once (role Optimiser), with the parameters' memory format. Parameters: the parameters' own
    /// memory serves as moments; a step then takes the memory and time of a true one, and its numbers mean nothing (probes).
    enum class Moments { Own, Parameters };
    /// What it holds on the device of so many parameters with so many numbers in all: two moments of each number, unless they are on the host, and
    /// how many steps each parameter has made, which is always there.
    static constexpr std::int64_t bytes_of(std::int64_t parameters, std::int64_t numbers, bool on_host = false) {
        return (on_host ? 0 : 8 * numbers) + 4 * parameters;
    }
    Adam(std::vector<std::pair<std::string, at::Tensor>> parameters, AdamOptions options,
         Moments moments = Moments::Own);
    /// Goes on with what `before` has: parameter i with the moments and steps of its parameter like[i], which lie where they lay, so that they are at no
    /// moment there twice; without one with fresh ones. Who is the second to go on with the same ones gets a copy. Where one of both steps, the other
    /// has to be gone.
    Adam(std::vector<std::pair<std::string, at::Tensor>> parameters, AdamOptions options, const Adam& before,
         const std::vector<std::optional<std::size_t>>& like);

    /// A GPU reads the rate there: what it has recorded of a step follows.
    void set_options(AdamOptions options);
    const AdamOptions& options() const { return options_; }

    /// Keeps the moments in host memory and brings them to the parameters' device one by one in a step: the same numbers for
    /// the memory of the largest parameter's moments. A step waits for none of it; who asks for the moments does. Nothing changes when the
    /// host has no room (throws c10::Error).
    void set_on_host(bool on);
    bool on_host() const { return on_host_; }

    /// By parameter, until others are set.
    void set_companions(std::vector<AdamCompanion> companions) { companions_ = std::move(companions); }

    /// Allocates all that step() needs beyond the gradients, which must not change in between. step() does it where nobody has.
    /// `overflow`: 0-dim float32 on their device; where it is 1 when step() comes to it, weights and moments stay as they are.
    void prepare(const at::Tensor& overflow = {});
    /// One step on the parameters that have a gradient. All or nothing: after prepare() it allocates nothing. `mean`: of the running means;
    /// has_followed() says whether the same pass has moved one, which only a kernel of our own does.
    void step(const MeanShare& mean = {});
    bool has_followed(const at::Tensor& mean) const { return followed_.contains(mean.const_data_ptr()); }
    void zero_grad();
    /// Lets go of the parameters whose name begins with `prefix`, and of their moments.
    void forget(const std::string& prefix);
    /// L2 norm over all gradients, a 0-dim tensor.
    at::Tensor grad_norm() const;
    /// Scales all gradients so that their norm is at most `largest`.
    void clip(double largest);

    const std::vector<std::pair<std::string, at::Tensor>>& parameters() const { return parameters_; }
    std::vector<at::Tensor> gradients() const;
    /// Moments by parameter, for checkpoints and growth: index as parameters().
    at::Tensor& first_moment(std::size_t i);
    at::Tensor& second_moment(std::size_t i);
    /// Likewise all of them by name, as checkpoints store them: "m.NAME", "v.NAME", "step.NAME".
    std::vector<std::pair<std::string, at::Tensor>> state() const;

private:
    struct Batch {
        std::vector<at::Tensor> p, g, m, v, steps, next_steps;
        std::vector<AdamCompanion> companions;
        at::Tensor overflow;  ///< undefined: the step is never skipped
    };
    bool step_by_kernel(const Batch& b, const MeanShare& mean);
    void step_on_device(Batch& b, const MeanShare& mean);
    void step_from_host(Batch& b, const MeanShare& mean);
    void release();
    /// Until the device has written what it still has to write of moments on the host.
    void wait_for_moments() const;

    std::vector<std::pair<std::string, at::Tensor>> parameters_;
    AdamOptions options_;
    bool on_host_ = false;
    mutable bool on_their_way_ = false;  ///< moments, to the host
    at::Tensor lr_there_;                ///< () float64 on a GPU with kernels of our own: options_.lr
    std::vector<at::Tensor> m_, v_, steps_;
    std::vector<AdamCompanion> companions_;  ///< empty: none
    std::set<const void*> followed_;         ///< where the means lie that the latest step has moved
    /// What prepare() made ready: the tensors of the step, and room for one parameter's moments that are kept on the host.
    std::optional<Batch> ready_;
    at::Tensor m_space_, v_space_;
};

}  // namespace headroom
