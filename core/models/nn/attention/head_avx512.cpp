// Attention of short sequences in vectors of 16 floats.
#if defined(__AVX512F__)
#define LANES 16
#define VECTORS 2
#define ROWS 12
#define KERNEL head_avx512
#include "core/models/nn/attention/head_kernel.h"
#endif
