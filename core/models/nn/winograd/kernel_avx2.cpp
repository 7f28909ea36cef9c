// The kernel in vectors of 8 floats.
#if defined(__AVX2__)
#define LANES 8
#define KERNEL run_avx2
#include "core/models/nn/winograd/kernel.h"
#endif
