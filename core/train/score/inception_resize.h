// How pictures come to the size of Inception. Torch-free header.
#pragma once

#include "core/base/enum_names.h"

#include <array>
#include <string_view>

namespace headroom {

/// Each as a package has it; scores of two ways must not be compared.
enum class InceptionResize {
    CleanFid,       ///< clean-fid 0.1.35: Pillow's bicubic with its widened kernel, in floats
    PytorchFid,     ///< pytorch-fid 0.3.0: PyTorch's bilinear without widening (jagged where a picture shrinks)
    TorchFidelity,  ///< torch-fidelity 0.4.0: TensorFlow 1's bilinear, which begins at the corner
};
template <> struct EnumNames<InceptionResize> {
    static constexpr std::array<std::string_view, 3> names{"clean-fid", "pytorch-fid", "torch-fidelity"};
};

}  // namespace headroom
