// Replaces kept outputs by what recomputes them.
#include "core/memory/checkpointing/cheap_activation.h"

#include "core/memory/libtorch.h"
#include "core/memory/pieces.h"
#include "core/memory/role_scope.h"
#include "core/memory/tensor_notes.h"

#include <torch/csrc/autograd/generated/Functions.h>
#include <torch/csrc/autograd/saved_variable_hooks.h>

#include <mutex>
#include <utility>

namespace headroom {
namespace {

void activate(at::Tensor& x, double slope) {
    if (slope > 0)
        at::leaky_relu_(x, slope);
    else
        at::relu_(x);
}

}  // namespace

/// What recomputes the output. The factors are copies: an optimiser may step before the backward pass is over.
struct CheapActivation::Recipe {
    at::Tensor x, scale, bias, mean, one;
    double slope = 0;
    std::function<at::Tensor()> again;  ///< of one node, in place of all the above
    std::mutex mutex;
    at::Tensor made;  ///< between its two readers

    /// Norm and activation of a few pictures at a time.
    at::Tensor piecewise() const {
        at::Tensor out = at::empty_like(x), unused_mean = at::empty({0}, scale.options()),
                   unused_invstd = at::empty({0}, scale.options());
        in_pieces(x, [&](std::int64_t first, std::int64_t n) {
            at::Tensor part = out.narrow(0, first, n);
            at::native_batch_norm_out(part, unused_mean, unused_invstd, x.narrow(0, first, n), scale, bias, mean, one,
                                      /*training=*/false, 0.0, 0.0);
            activate(part, slope);
        });
        return out;
    }

    /// The output; the first reader leaves it for the second.
    at::Tensor make() {
        const std::lock_guard lock(mutex);
        if (made.defined()) return std::exchange(made, at::Tensor());
        at::NoGradGuard no_grad;
        const RoleScope role(Role::Activations);  // amid a backward pass, whose own tensors are workspace
        static const LabelId recomputed = label_id("recomputed activation");
        const LabelScope label(recomputed);
        if (again) {  // the convolution is its only reader
            at::Tensor out = again();
            describe(out, recomputed);
            return out;
        }
        // Given statistics whose inverse deviation is exactly one: the CPU's kernel then multiplies and adds the very numbers of
        // the first pass. A GPU's rounds the factor once more.
        at::Tensor out;
        if (!x.is_cpu() || x.nbytes() <= kPieceBytes) {
            out = at::batch_norm(x, scale, bias, mean, one, /*training=*/false, 0.0, 0.0, /*cudnn_enabled=*/false);
            activate(out, slope);
        } else {
            out = piecewise();
        }
        describe(out, recomputed);
        made = out;
        return out;
    }
};

namespace {

class Recompute final : public torch::autograd::SavedVariableHooks {
public:
    explicit Recompute(std::shared_ptr<CheapActivation::Recipe> recipe) : recipe_(std::move(recipe)) {}
    void call_pack_hook(const at::Tensor&) override {}
    at::Tensor call_unpack_hook() override { return recipe_->make(); }

private:
    std::shared_ptr<CheapActivation::Recipe> recipe_;
};

/// The activation's own copy of its output, where there is one.
torch::autograd::SavedVariable* kept_output(torch::autograd::Node* node) {
    using namespace torch::autograd::generated;
    if (auto* relu = dynamic_cast<ReluBackward0*>(node)) return &relu->result_;
    if (auto* leaky = dynamic_cast<LeakyReluBackward1*>(node)) return &leaky->result_;
    return nullptr;
}

bool holds(const torch::autograd::SavedVariable& saved, const at::Tensor& output) {
    const auto data = saved.get_raw_data();
    return data && data->defined() && data->data_ptr() == output.data_ptr() && data->strides() == output.strides();
}

}  // namespace

at::Tensor CheapActivation::forward(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                                    at::Tensor out, const at::Tensor& mean, const at::Tensor& deviation, double slope) {
    activate(out, slope);
    recipe_ = std::make_shared<Recipe>();
    recipe_->x = x.detach();
    recipe_->scale = deviation.detach() * weight.detach();
    recipe_->bias = bias.detach().clone();
    recipe_->mean = mean.detach();
    recipe_->one = at::ones_like(recipe_->mean);
    recipe_->slope = slope;
    output_ = out.detach();
    return out;
}

at::Tensor CheapActivation::forward(at::Tensor out, std::function<at::Tensor()> again) {
    recipe_ = std::make_shared<Recipe>();
    recipe_->again = std::move(again);
    output_ = out.detach();
    return out;
}

void CheapActivation::consumed_by(const at::Tensor& convolved) {
    const at::Tensor output = std::exchange(output_, at::Tensor());
    const std::shared_ptr<Recipe> recipe = std::exchange(recipe_, nullptr);
    auto* convolution = dynamic_cast<torch::autograd::generated::ConvolutionBackward0*>(convolved.grad_fn().get());
    if (!recipe || !convolution || !holds(convolution->input_, output)) return;
    if (recipe->again) {
        convolution->input_.register_hooks(std::make_unique<Recompute>(recipe));
        return;
    }
    // The gradient reaches the activation through the convolution's first edge.
    torch::autograd::SavedVariable* kept = kept_output(convolution->next_edge(0).function.get());
    if (!kept || !holds(*kept, output)) return;
    convolution->input_.register_hooks(std::make_unique<Recompute>(recipe));
    kept->register_hooks(std::make_unique<Recompute>(recipe));
}

}  // namespace headroom
