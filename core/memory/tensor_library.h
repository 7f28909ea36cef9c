// The tensor library as Headroom uses it: what is set once for the whole process, and by whom: the backend when a program starts.
#pragma once

namespace headroom {

/// Installs the counting allocator and the kernels that take the place of LibTorch's (wide_bf16.h), and forbids TF32 outside of turns
/// that ask for it (lease.h). Before the first tensor and before any thread computes; calling it again changes nothing.
void set_up_tensor_library();

}  // namespace headroom
