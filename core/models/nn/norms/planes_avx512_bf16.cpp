// Group norm's passes in vectors of 16 floats, with the processor's own rounding to bf16.
#if defined(__AVX512BF16__)
#define LANES 16
#define NARROW
#define KERNEL planes_avx512_bf16
#include "core/models/nn/norms/planes_kernel.h"
#endif
