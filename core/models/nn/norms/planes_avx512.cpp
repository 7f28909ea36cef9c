// Group norm's passes in vectors of 16 floats.
#if defined(__AVX512F__)
#define LANES 16
#define KERNEL planes_avx512
#include "core/models/nn/norms/planes_kernel.h"
#endif
