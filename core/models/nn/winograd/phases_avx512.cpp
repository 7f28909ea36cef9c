// The 4x4 convolutions of stride 2 in vectors of 16 floats.
#if defined(__AVX512F__)
#define LANES 16
#define VECTORS 2
#define ROWS 12
#define KERNEL phases_avx512
#include "core/models/nn/winograd/phases_kernel.h"
#endif
