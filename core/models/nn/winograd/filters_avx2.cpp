// The gradient of 3x3 filters in vectors of 8 floats.
#if defined(__AVX2__)
#define LANES 8
#define VECTORS 2
#define ROWS 6
#define KERNEL filters_avx2
#include "core/models/nn/winograd/filters_kernel.h"
#endif
