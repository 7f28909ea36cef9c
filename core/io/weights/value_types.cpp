// Widens stored numbers to float, by bits where that is exact.
#include "core/io/weights/value_types.h"

#include "core/io/tensors/tensor_buffer.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <string>

namespace headroom {
namespace {

template <class T, class Widen> void widen(std::span<const std::byte> bytes, std::span<float> out, Widen to_float) {
    for (std::size_t i = 0; i < out.size(); ++i) {
        T value;
        std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof value);
        out[i] = to_float(value);
    }
}

}  // namespace

float half_to_float(std::uint16_t bits) {
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
    const std::uint32_t exponent = (bits >> 10) & 31u, mantissa = bits & 1023u;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | (mantissa << 13));
    if (exponent == 0) {  // zero, or a number too small for its exponent
        const float value = std::ldexp(static_cast<float>(mantissa), -24);
        return sign ? -value : value;
    }
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
}

float bfloat_to_float(std::uint16_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }

void to_floats(DType dtype, std::span<const std::byte> bytes, std::span<float> out) {
    const auto plain = [](auto value) { return static_cast<float>(value); };
    switch (dtype) {
        case DType::F32: std::memcpy(out.data(), bytes.data(), out.size_bytes()); return;
        case DType::F16: return widen<std::uint16_t>(bytes, out, half_to_float);
        case DType::BF16: return widen<std::uint16_t>(bytes, out, bfloat_to_float);
        case DType::F64: return widen<double>(bytes, out, plain);
        case DType::I64: return widen<std::int64_t>(bytes, out, plain);
        case DType::I32: return widen<std::int32_t>(bytes, out, plain);
        case DType::I16: return widen<std::int16_t>(bytes, out, plain);
        case DType::I8: return widen<std::int8_t>(bytes, out, plain);
        case DType::U8:
        case DType::Bool: return widen<std::uint8_t>(bytes, out, plain);
    }
}

Result<void> read_as_floats(TensorStream& stream, std::size_t index, std::span<float> out) {
    const TensorEntry& entry = stream.entries()[index];
    if (!holds_fractions(entry.dtype) && !entry.name.ends_with("num_batches_tracked"))
        return make_error(ErrorCode::BadFile,
                          stream.path() + ": " + shown_name(entry.name) + " holds whole numbers (" +
                              std::string(name_of(entry.dtype)) + "), not weights",
                          "Quantised weights cannot be used; get them in float32 or float16.");
    if (entry.dtype == DType::F32) return stream.read(index, std::as_writable_bytes(out));
    auto raw = TensorBuffer::allocate(entry.bytes, stream.path());
    if (!raw) return raw.error();
    if (auto ok = stream.read(index, raw->bytes()); !ok) return ok;
    to_floats(entry.dtype, raw->bytes(), out);
    return {};
}

}  // namespace headroom
