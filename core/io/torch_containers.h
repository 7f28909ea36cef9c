// The two containers of PyTorch files: zip archives (since 1.6) and bare pickles (before). Internal to core/io.
#pragma once

#include "core/base/result.h"
#include "core/io/tensor_file.h"

#include <cstdint>
#include <string>

namespace headroom {

/// No pickle of a real weight file comes near this; data is stored beside it.
inline constexpr std::uint64_t kMaxPickleBytes = 64u << 20;

Result<TensorFile> read_torch_zip(const std::string& path);
Result<TensorFile> read_torch_legacy(const std::string& path);

}  // namespace headroom
