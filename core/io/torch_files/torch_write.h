// The writer of PyTorch files with its limits in the open, for tests of files that are too large for 32 bits.
#pragma once

#include "core/io/tensors/tensor_file.h"
#include "core/io/torch_files/zip_writer.h"

namespace headroom {

/// As write_torch_file of tensor_file.h, with zip64 fields from `limits` on.
Result<std::string> write_torch_file(const std::string& path, const std::vector<TensorView>& tensors,
                                     const ZipLimits& limits, std::string_view within = {});

}  // namespace headroom
