// Attention of short sequences in vectors of 8 floats.
#if defined(__AVX2__)
#define LANES 8
#define VECTORS 2
#define ROWS 6
#define KERNEL head_avx2
#include "core/models/nn/attention/head_kernel.h"
#endif
