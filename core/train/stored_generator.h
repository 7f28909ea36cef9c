// Pictures from stored weights: a run's newest checkpoint, one checkpoint, or a generator's state dict of the classic example.
#pragma once

#include "core/engine/backend.h"
#include "core/models/dcgan/spec.h"
#include "core/io/tensor_file.h"

#include <optional>
#include <vector>

namespace headroom {

Result<ImageList> generate_from_stored(const GenerateRequest& request, const ProgressFn& progress, std::stop_token stop);

/// Latent size, widths, channels and size of a generator from its tensors' names and shapes alone (classic names, with or
/// without a "module." prefix). Error: BadFile when it is no DCGAN generator.
Result<DcganSpec> infer_generator(const std::vector<TensorView>& tensors);

}  // namespace headroom
