// The tensor library as Headroom uses it: what is set once for the whole process, and by whom: the backend when a program starts.
#pragma once

namespace headroom {

/// Installs the counting allocator and the kernels that take the place of LibTorch's (wide_bf16.h), settles its functions, and forbids TF32
/// outside of turns that ask for it (lease.h). Before the first tensor and before any thread computes; calling it again changes nothing.
void set_up_tensor_library();

/// Calls each function that MKL computes for LibTorch (exp, log, tanh and the like: ATen's cpu/vml.h) once, in float32 and float64, on the calling
/// thread alone. At its first call MKL chooses a function's kernel, and where several threads make that call together one of them may compute its
/// share with a kernel of four digits (oneMKL 2024.2; pytorch/pytorch#188792). Part of set_up_tensor_library().
void settle_library_functions();

}  // namespace headroom
