// Telling the allocator of a tensor's device what the tensor is: for the one-step timeline and the snapshot.
#pragma once

#include "core/memory/device_memory.h"

#include <ATen/core/TensorBody.h>

#include <string>

namespace headroom {

/// Whether any device records a step now; costs nothing to ask.
bool step_is_recorded();

/// Notes label, shape and type of the tensor's block while a step is recorded; else nothing. `label` 0: as it was allocated.
void describe(const at::Tensor& tensor, LabelId label);

/// `made`, which is kept for the backward pass, with its shape noted; whose it is, its label says already.
inline at::Tensor noted(at::Tensor made) {
    describe(made, 0);
    return made;
}

/// "64 x 128 x 32 x 32 bf16".
std::string shape_text(const at::Tensor& tensor);
std::string shape_text(const ShapeNote& note);

}  // namespace headroom
