// Numbers of the types that weight files hold, widened to float. No tensor library.
#pragma once

#include "core/io/tensors/tensor_file.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace headroom {

/// Of a 16-bit IEEE number, exactly; infinities and NaN included.
float half_to_float(std::uint16_t bits);
/// Of a bfloat16, exactly.
float bfloat_to_float(std::uint16_t bits);

/// Widens (F64 and wide integers: rounds) `bytes` of `dtype` to floats. `out` has as many elements.
void to_floats(DType dtype, std::span<const std::byte> bytes, std::span<float> out);

}  // namespace headroom
