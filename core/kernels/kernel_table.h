// The kernels by number and name, on the host's side.
#pragma once

#include "core/kernels/source/kernel_list.h"

#include <array>
#include <cstddef>

namespace headroom::kernels {

#define HEADROOM_NUMBER(name) name##_number,
enum KernelNumber : int { HEADROOM_KERNELS(HEADROOM_NUMBER) kKernels };
#undef HEADROOM_NUMBER

/// The number of kernel K.
template <class K> inline constexpr int kNumber = -1;
#define HEADROOM_NUMBER(name) template <> inline constexpr int kNumber<name> = name##_number;
HEADROOM_KERNELS(HEADROOM_NUMBER)
#undef HEADROOM_NUMBER

struct KernelRow {
    const char* name;   ///< "StreamNormals"
    const char* entry;  ///< its function in a GPU's image
    unsigned threads;   ///< of a block
    std::size_t args;   ///< bytes
};

inline constexpr std::array<KernelRow, kKernels> kKernelTable{{
#define HEADROOM_ROW(name) {#name, "headroom_" #name, name::kThreads, sizeof(name::Args)},
    HEADROOM_KERNELS(HEADROOM_ROW)
#undef HEADROOM_ROW
}};

}  // namespace headroom::kernels
