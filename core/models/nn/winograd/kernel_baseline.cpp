// The kernel in vectors of 4 floats, which every processor has.
#define LANES 4
#define KERNEL run_baseline
#include "core/models/nn/winograd/kernel.h"
