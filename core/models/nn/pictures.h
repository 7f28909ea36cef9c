// Between the bytes of pictures and the numbers that networks compute with.
#pragma once

#include "core/memory/libtorch.h"

namespace headroom::nn {

/// Bytes -> [0, 1] in float32.
inline at::Tensor unit_from_bytes(const at::Tensor& bytes) { return bytes.to(at::kFloat).div_(255.0); }
/// [0, 1] in float32 -> bytes, clamped and rounded.
inline at::Tensor bytes_from_unit(const at::Tensor& x) { return x.clamp(0, 1).mul_(255.0).round_().to(at::kByte); }

/// Bytes -> [-1, 1] in float32, laid out as `format`.
inline at::Tensor centred_from_bytes(const at::Tensor& bytes, at::MemoryFormat format = at::MemoryFormat::Preserve) {
    return bytes.to(at::kFloat, false, false, format).div_(127.5).sub_(1.0);
}
/// [-1, 1] of any type -> bytes, rounded and clamped.
inline at::Tensor bytes_from_centred(const at::Tensor& x) {
    return x.to(at::kFloat).add(1.0).mul_(127.5).round_().clamp_(0, 255).to(at::kByte);
}

}  // namespace headroom::nn
