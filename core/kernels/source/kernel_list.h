// All kernels by name: HEADROOM_KERNELS(X) writes X(name) for each.
#pragma once

#include "core/kernels/source/random_kernels.h"
#include "core/kernels/source/twister_kernels.h"

#define HEADROOM_KERNELS(X) \
    X(StreamNormals)        \
    X(StreamDraws)          \
    X(TwisterFill)
