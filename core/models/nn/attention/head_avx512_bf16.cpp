// Attention of short sequences in vectors of 16 floats, with products of bf16.
#if defined(__AVX512BF16__)
#define LANES 16
#define VECTORS 2
#define ROWS 12
#define NARROW
#define KERNEL head_avx512_bf16
#include "core/models/nn/attention/head_kernel.h"
#endif
