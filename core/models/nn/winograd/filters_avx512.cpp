// The gradient of 3x3 filters in vectors of 16 floats.
#if defined(__AVX512F__)
#define LANES 16
#define VECTORS 2
#define ROWS 12
#define KERNEL filters_avx512
#include "core/models/nn/winograd/filters_kernel.h"
#endif
