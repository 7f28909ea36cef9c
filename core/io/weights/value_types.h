// Numbers of the types that weight files hold, widened to float, and reading weights as such. No tensor library.
#pragma once

#include "core/base/result.h"
#include "core/io/tensors/tensor_file.h"
#include "core/io/tensors/tensor_stream.h"

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

/// Whether `dtype` is one of those that weights are kept in; counters, tables and quantised weights are whole numbers.
constexpr bool holds_fractions(DType dtype) {
    return dtype == DType::F64 || dtype == DType::F32 || dtype == DType::F16 || dtype == DType::BF16;
}

/// Reads tensor `index` of a file as row-major float32 weights into `out`, which has as many elements. Holds the tensor once besides, a float32
/// one not at all. Errors: as TensorStream::read; BadFile where it holds whole numbers: quantised weights stand for others than they
/// are (num_batches_tracked is a counter, and read).
Result<void> read_as_floats(TensorStream& stream, std::size_t index, std::span<float> out);

}  // namespace headroom
