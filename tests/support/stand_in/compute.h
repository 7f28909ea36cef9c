// How an operator gets onto the stand-in device: its arguments are checked as CUDA would, its results made, and the CPU's kernel for it
// is put into the queue, over the same bytes.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

namespace headroom::stand_in {

/// A boxed kernel for every operator that has none of its own. Results of shapes that cannot be known before (`nonzero`) are waited for, as
/// on CUDA. What other results look like is learned the first time that an operator is called with such arguments.
void compute(const c10::OperatorHandle& op, torch::jit::Stack* stack);

/// Throws where CUDA's kernel would refuse these arguments: tensors elsewhere, a memory format, a type without a kernel.
void refuse_what_cuda_refuses(const c10::OperatorHandle& op, const std::vector<c10::IValue>& arguments);

}  // namespace headroom::stand_in
