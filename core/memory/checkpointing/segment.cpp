// The autograd node of a checkpointed segment.
#include "core/memory/checkpointing/segment.h"

#include "core/memory/autocast_guard.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"

#include <ATen/autocast_mode.h>
#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/autograd/functions/utils.h>

#include <utility>

namespace headroom {
namespace {

thread_local bool t_recomputing = false;

/// What the recomputation needs to repeat the forward pass exactly.
struct Segment : torch::CustomClassHolder {
    SegmentFn fn;
    bool autocast = false;
    c10::ScalarType autocast_dtype = c10::kBFloat16;
    c10::DeviceType device = c10::kCPU;
};

class SegmentNode : public torch::autograd::Function<SegmentNode> {
public:
    static at::Tensor forward(torch::autograd::AutogradContext* ctx, const at::Tensor& x, const at::Tensor&,
                              const c10::intrusive_ptr<Segment>& segment) {
        ctx->save_for_backward({x});
        ctx->saved_data["segment"] = c10::IValue::make_capsule(segment);
        at::NoGradGuard no_grad;
        return segment->fn(x);
    }

    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* ctx,
                                                   torch::autograd::variable_list grads) {
        TORCH_CHECK(!at::GradMode::is_enabled(), "a segment that is recomputed has no second derivatives");
        const auto capsule = ctx->saved_data["segment"].toCapsule();
        auto* segment = static_cast<Segment*>(capsule.get());
        const at::Tensor saved = ctx->get_saved_variables()[0];
        at::Tensor x = saved.detach();
        x.requires_grad_(saved.requires_grad());
        at::Tensor y;
        {
            at::AutoGradMode with_grad(true);
            const RecomputeScope recomputing;
            const RoleScope role(Role::Activations);  // amid a backward pass, whose own tensors are workspace
            const AutocastGuard autocast(segment->device, segment->autocast, segment->autocast_dtype);
            y = segment->fn(x);
        }
        // The engine is entered with the edge alone, so that the recomputed output can be dropped before its gradient flows.
        torch::autograd::edge_list roots{torch::autograd::impl::gradient_edge(y)};
        y.reset();
        torch::autograd::variable_list seeds{std::move(grads[0])};
        torch::autograd::Engine::get_default_engine().execute(roots, seeds, /*keep_graph=*/false,
                                                              /*create_graph=*/false,
                                                              /*accumulate_grad=*/true, {});
        return {x.requires_grad() ? x.grad() : at::Tensor(), at::Tensor(), at::Tensor()};
    }
};

}  // namespace

at::Tensor checkpoint_segment(SegmentFn fn, const at::Tensor& x, const at::Tensor& anchor) {
    auto segment = c10::make_intrusive<Segment>();
    segment->fn = std::move(fn);
    segment->device = x.device().type();
    segment->autocast = at::autocast::is_autocast_enabled(segment->device);
    segment->autocast_dtype = at::autocast::get_autocast_dtype(segment->device);
    return SegmentNode::apply(x, anchor, segment);
}

bool is_recomputing() { return t_recomputing; }

RecomputeScope::RecomputeScope() : before_(std::exchange(t_recomputing, true)) {}
RecomputeScope::~RecomputeScope() { t_recomputing = before_; }

}  // namespace headroom
