// Attention to near pixels in vectors of 16 floats.
#if defined(__AVX512F__)
#define LANES 16
#define KERNEL near_avx512
#include "core/models/nn/attention/near_kernel.h"
#endif
