// Attention to near pixels in vectors of 8 floats.
#if defined(__AVX2__)
#define LANES 8
#define KERNEL near_avx2
#include "core/models/nn/attention/near_kernel.h"
#endif
