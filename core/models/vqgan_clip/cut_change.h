// A change of some of the cuts as one autograd node: what it keeps for the backward pass is said by the change, not by the
// operations that it is made of.
#pragma once

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace headroom::imagine {

/// A differentiable change of pictures (t, 3, S, S) to pictures of the same shape. Without a graph of its own.
class Change {
public:
    virtual ~Change() = default;
    virtual at::Tensor forward(const at::Tensor& x) const = 0;
    /// The gradient of x. `x` is undefined unless reads_input().
    virtual at::Tensor backward(const at::Tensor& grad, const at::Tensor& x) const = 0;
    virtual bool reads_input() const { return false; }
};

/// `x` (n, 3, S, S) with its `rows` changed. Keeps the touched rows when the change reads its input, else nothing.
at::Tensor changed(const at::Tensor& x, const std::vector<std::int64_t>& rows, std::shared_ptr<const Change> change);

}  // namespace headroom::imagine
