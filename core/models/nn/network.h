// What the networks for text to image share: their mode, who their tensors belong to, freezing, and names of tensors.
#pragma once

#include "core/memory/checkpointing/segment.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/models/nn/compute_mode.h"

#include <string>
#include <utility>
#include <vector>

namespace headroom::nn {

/// A part of a network that the timeline and the ledger name: "VQGAN decoder.up.0.block.1".
class Block : public torch::nn::Module {
public:
    void set_label(LabelId label) { label_ = label; }

protected:
    /// `fn(x)` under this block's label, its result described.
    template <class Fn> at::Tensor labelled(const Fn& fn) {
        const LabelScope scope(label_);
        return described(fn());
    }

private:
    at::Tensor described(at::Tensor out) const;
    LabelId label_ = 0;
};

/// Labels every block within `module` by its path, after `owner`.
void label_blocks(torch::nn::Module& module, const std::string& owner);

/// Runs the segments of a network, recomputed in the backward pass where the mode says so (checkpointing/segment.h).
class Segments {
public:
    /// Segment number `i`: `fn(x)`; `fn` and all it captures must live until the backward pass. `trains`: some weight within
    /// needs a gradient.
    at::Tensor run(std::size_t i, SegmentFn fn, const at::Tensor& x, bool trains, const ComputeMode& mode);

private:
    at::Tensor anchor_;
};

/// Whether some parameter of `module` needs a gradient.
bool trains(const torch::nn::Module& module);
/// Whether some parameter of `module` is kept in bf16; such a network computes under autocast alone.
bool kept_in_bf16(const torch::nn::Module& module);
/// No parameter of `module` needs a gradient from here on; what gradients there are, are let go of.
void freeze(torch::nn::Module& module);
/// Parameters and buffers of `module` and all within by state-dict name, in PyTorch's order.
using NamedTensorList = std::vector<std::pair<std::string, at::Tensor>>;
NamedTensorList named_tensors(const torch::nn::Module& module);
/// The parameters alone, likewise: what an optimiser works on.
NamedTensorList named_parameters(const torch::nn::Module& module);
/// Moves a network that was made on the CPU to `device`, where each tensor has the role that it had, its filters laid as `filters`. May throw
/// c10::Error.
void move_to(const torch::nn::Module& module, at::Device device,
             at::MemoryFormat filters = at::MemoryFormat::Contiguous);
/// Every parameter and buffer of `from` into `to`, a network of the same shape.
void copy_values(const torch::nn::Module& from, const torch::nn::Module& to);

}  // namespace headroom::nn
