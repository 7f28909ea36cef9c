// Group norm's passes in vectors of 8 floats.
#if defined(__AVX2__)
#define LANES 8
#define KERNEL planes_avx2
#include "core/models/nn/norms/planes_kernel.h"
#endif
