// The kernel in vectors of 16 floats.
#if defined(__AVX512F__)
#define LANES 16
#define KERNEL run_avx512
#include "core/models/nn/winograd/kernel.h"
#endif
