// Checks before tensors are written, shared by the writers.
#pragma once

#include "core/base/result.h"
#include "core/io/tensors/tensor_file.h"

#include <string>
#include <vector>

namespace headroom {

/// Names unique, clean and not reserved; byte counts as shape and type demand. Error: InvalidArgument naming the tensor.
Result<void> check_tensors_to_write(const std::string& path, const std::vector<TensorView>& tensors);

}  // namespace headroom
