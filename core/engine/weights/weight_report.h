// WeightReport: what a weight file holds, from names and shapes alone: the kind of network and its architecture. No tensors run.
#pragma once

#include "core/base/result.h"
#include "core/io/tensors/tensor_file.h"
#include "core/io/weights/weight_map.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// Sums of one tensor in float64, in stored order of elements.
struct TensorSums {
    double sum = 0, abs_sum = 0;
    std::int64_t not_finite = 0;
};
TensorSums sum_tensor(const TensorView& tensor);

/// "dcgan-generator", "dcgan-discriminator", "vqgan", "gumbel-vqgan", "clip", "light-gan", "light-gan-generator" or "unknown", and named numbers of its architecture.
struct WeightKind {
    std::string kind = "unknown";
    std::vector<std::pair<std::string, std::int64_t>> numbers;  ///< "latent", "size", "channels", ...
    std::vector<std::pair<std::string, std::string>>
        words;                         ///< DCGAN: "norm" (batch, instance, none), "convolutions", "spectral_norm"
    std::vector<std::int64_t> widths;  ///< DCGAN: channels between the layers, input side first
    std::vector<std::pair<std::string, std::vector<std::int64_t>>>
        lists;            ///< VQGAN, CLIP: "multipliers", "attention_levels", ...
    std::string variant;  ///< CLIP: "vit" or "resnet"
};
/// Names and shapes suffice; `data` may be empty. `metadata`: the file's, which tells what shapes do not.
WeightKind recognise_weights(const std::vector<TensorView>& tensors,
                             const std::map<std::string, std::string>& metadata = {});
/// The same of a VQGAN or CLIP that has been found already, configuration included.
WeightKind describe_network(const WeightMap& map);

}  // namespace headroom
