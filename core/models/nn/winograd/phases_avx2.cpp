// The 4x4 convolutions of stride 2 in vectors of 8 floats.
#if defined(__AVX2__)
#define LANES 8
#define VECTORS 2
#define ROWS 6
#define KERNEL phases_avx2
#include "core/models/nn/winograd/phases_kernel.h"
#endif
