// The source files, embedded.
#include "core/kernels/kernel_source.h"

#include "core/base/embed.h"

HEADROOM_EMBED(headroom_kernels_entries, HEADROOM_KERNEL_SOURCE "/core/kernels/cuda/device_entries.cu")
HEADROOM_EMBED(headroom_kernels_random_stream, HEADROOM_KERNEL_SOURCE "/core/base/random.h")
HEADROOM_EMBED(headroom_kernels_sampler, HEADROOM_KERNEL_SOURCE "/core/base/sampler.h")
HEADROOM_EMBED(headroom_kernels_device, HEADROOM_KERNEL_SOURCE "/core/kernels/source/device.h")
HEADROOM_EMBED(headroom_kernels_list, HEADROOM_KERNEL_SOURCE "/core/kernels/source/kernel_list.h")
HEADROOM_EMBED(headroom_kernels_adam, HEADROOM_KERNEL_SOURCE "/core/kernels/source/adam_kernels.h")
HEADROOM_EMBED(headroom_kernels_code, HEADROOM_KERNEL_SOURCE "/core/kernels/source/code_kernels.h")
HEADROOM_EMBED(headroom_kernels_colour_pixel, HEADROOM_KERNEL_SOURCE "/core/kernels/source/colour_pixel.h")
HEADROOM_EMBED(headroom_kernels_colour, HEADROOM_KERNEL_SOURCE "/core/kernels/source/colour_kernels.h")
HEADROOM_EMBED(headroom_kernels_crop, HEADROOM_KERNEL_SOURCE "/core/kernels/source/crop_kernels.h")
HEADROOM_EMBED(headroom_kernels_cut, HEADROOM_KERNEL_SOURCE "/core/kernels/source/cut_kernels.h")
HEADROOM_EMBED(headroom_kernels_norm, HEADROOM_KERNEL_SOURCE "/core/kernels/source/norm_kernels.h")
HEADROOM_EMBED(headroom_kernels_picture, HEADROOM_KERNEL_SOURCE "/core/kernels/source/picture_kernels.h")
HEADROOM_EMBED(headroom_kernels_random, HEADROOM_KERNEL_SOURCE "/core/kernels/source/random_kernels.h")
HEADROOM_EMBED(headroom_kernels_twister, HEADROOM_KERNEL_SOURCE "/core/kernels/source/twister_kernels.h")

namespace headroom::kernels {
namespace {

/// What core/base/random.h and sampler.h take from the standard library, of what CUDA's compilers have by themselves.
constexpr const char* kIntegers =
    "#pragma once\nnamespace std { using uint64_t = unsigned long long; using int64_t = long long; }\n";
constexpr const char* kMathematics = "#pragma once\nnamespace std { using ::sqrt; using ::log; using ::cos; }\n";

}  // namespace

std::vector<SourceText> kernel_source() {
    std::vector<SourceText> out;
#define HEADROOM_SOURCE(symbol, name)                                               \
    out.push_back({name, std::string(reinterpret_cast<const char*>(symbol##_begin), \
                                     reinterpret_cast<const char*>(symbol##_end))});
    HEADROOM_SOURCE(headroom_kernels_entries, "core/kernels/cuda/device_entries.cu")
    HEADROOM_SOURCE(headroom_kernels_random_stream, "core/base/random.h")
    HEADROOM_SOURCE(headroom_kernels_sampler, "core/base/sampler.h")
    HEADROOM_SOURCE(headroom_kernels_device, "core/kernels/source/device.h")
    HEADROOM_SOURCE(headroom_kernels_list, "core/kernels/source/kernel_list.h")
    HEADROOM_SOURCE(headroom_kernels_adam, "core/kernels/source/adam_kernels.h")
    HEADROOM_SOURCE(headroom_kernels_code, "core/kernels/source/code_kernels.h")
    HEADROOM_SOURCE(headroom_kernels_colour_pixel, "core/kernels/source/colour_pixel.h")
    HEADROOM_SOURCE(headroom_kernels_colour, "core/kernels/source/colour_kernels.h")
    HEADROOM_SOURCE(headroom_kernels_crop, "core/kernels/source/crop_kernels.h")
    HEADROOM_SOURCE(headroom_kernels_cut, "core/kernels/source/cut_kernels.h")
    HEADROOM_SOURCE(headroom_kernels_norm, "core/kernels/source/norm_kernels.h")
    HEADROOM_SOURCE(headroom_kernels_picture, "core/kernels/source/picture_kernels.h")
    HEADROOM_SOURCE(headroom_kernels_random, "core/kernels/source/random_kernels.h")
    HEADROOM_SOURCE(headroom_kernels_twister, "core/kernels/source/twister_kernels.h")
#undef HEADROOM_SOURCE
    out.push_back({"cstdint", kIntegers});
    out.push_back({"cmath", kMathematics});
    return out;
}

}  // namespace headroom::kernels
