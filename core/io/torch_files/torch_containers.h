// The two containers of PyTorch files: zip archives (since 1.6) and bare pickles (before). Internal to core/io.
#pragma once

#include "core/base/result.h"
#include "core/io/torch_files/torch_tensors.h"

#include <cstdint>
#include <string>

namespace headroom {

/// No pickle of a real weight file comes near this; data is stored beside it.
inline constexpr std::uint64_t kMaxPickleBytes = 64u << 20;

/// Open a file of that container and check everything short of the data. Error: NotFound, BadFile.
Result<TorchIndex> open_torch_zip(const std::string& path);
Result<TorchIndex> open_torch_legacy(const std::string& path);

/// The one of the two that the file's first bytes call for. Error: as above; BadFile for foreign files.
Result<TorchIndex> open_torch(const std::string& path);

}  // namespace headroom
