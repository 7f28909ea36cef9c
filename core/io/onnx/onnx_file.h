// ONNX files: a network's graph with its weights, as other programs run it.
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/families/network_graph.h"
#include "core/io/tensors/tensor_file.h"

#include <map>
#include <string>
#include <vector>

namespace headroom {

/// Writes `graph` with those of `weights` that it names, atomically and without a copy of them. `metadata`: texts that stay with the file.
/// Errors: BadFile (a tensor is missing or no float32), InvalidArgument (more than the format's 2 GiB), Disk.
Result<void> write_onnx(const std::string& path, const NetworkGraph& graph, const std::vector<TensorView>& weights,
                        const std::map<std::string, std::string>& metadata);

}  // namespace headroom
