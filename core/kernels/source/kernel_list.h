// All kernels by name: HEADROOM_KERNELS(X) writes X(name) for each.
#pragma once

#include "core/kernels/source/adam_kernels.h"
#include "core/kernels/source/code_kernels.h"
#include "core/kernels/source/colour_kernels.h"
#include "core/kernels/source/crop_kernels.h"
#include "core/kernels/source/cut_kernels.h"
#include "core/kernels/source/norm_kernels.h"
#include "core/kernels/source/picture_kernels.h"
#include "core/kernels/source/random_kernels.h"
#include "core/kernels/source/twister_kernels.h"

#define HEADROOM_KERNELS(X) \
    X(StreamNormals)        \
    X(StreamDraws)          \
    X(TwisterFill)          \
    X(NormMoments)          \
    X(NormStatistics)       \
    X(NormForward)          \
    X(NormSums)             \
    X(NormTotals)           \
    X(NormBackward)         \
    X(AdamStep)             \
    X(CodeLengths)          \
    X(NearestCode)          \
    X(NearestPart)          \
    X(CutWarps)             \
    X(CutColours)           \
    X(CutSharpness)         \
    X(CropPool)             \
    X(CropPoolBackward)     \
    X(CropResample)         \
    X(CropResampleBackward) \
    X(PictureBatch)
