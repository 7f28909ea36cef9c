// Kernels on a GPU, by CUDA's runtime: part of the CUDA module.
#pragma once

#include "core/kernels/kernel_driver.h"

namespace headroom::kernels {

/// The process's, never destroyed.
KernelDriver& cuda_kernels();

}  // namespace headroom::kernels
