// Batch norm's passes in vectors of 16 floats.
#if defined(__AVX512F__)
#define LANES 16
#define KERNEL rows_avx512
#include "core/models/nn/norms/rows_kernel.h"
#endif
