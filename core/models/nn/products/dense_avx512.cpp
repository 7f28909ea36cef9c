// Products of dense matrices in vectors of 16 floats.
#if defined(__AVX512F__)
#define LANES 16
#define VECTORS 2
#define ROWS 12
#define KERNEL dense_avx512
#include "core/models/nn/products/dense_kernel.h"
#endif
