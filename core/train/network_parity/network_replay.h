// Replays of cases that the reference libraries of VQGAN, CLIP and VQGAN-CLIP computed: tensors under the cases' own keys. What the parity verbs
// and the tests share.
#pragma once

#include "core/base/result.h"
#include "core/models/nn/compute_mode.h"

#include <ATen/core/TensorBody.h>
#include <nlohmann/json.hpp>

#include <map>
#include <string>

namespace headroom {

using TensorMap = std::map<std::string, at::Tensor>;

/// How a case is computed.
struct ReplayWay {
    bool float64 = false;
    nn::ComputeMode mode;
    std::int64_t chunk = 0;  ///< of the cuts (trace alone); 0: all at once
};

/// The tensors of a file by name, a checkpoint's without "state_dict.". Errors: as read_tensor_file.
Result<TensorMap> read_case_tensors(const std::string& path);
/// The case's record. Error: NotFound, BadFile.
Result<nlohmann::json> read_case_record(const std::string& path);

/// vqgan/vq, vqgan/gumbel: every stage from image to decoded, of a "wide." picture too where the case has one. A Gumbel case that holds its
/// quantiser alone (quantiser.safetensors) gives indices, quantised and post_quant_conv_output. Errors: BadFile, NotFound.
Result<TensorMap> replay_vqgan(const std::string& case_dir, const ReplayWay& way);

/// clip/vit, clip/rn: image_features, text_features.
Result<TensorMap> replay_clip(const std::string& case_dir, const ReplayWay& way);

/// trace: ten steps of VQGAN-CLIP; losses, prompt_losses, z_after, indices, image0, grad0, image_final.
Result<TensorMap> replay_trace(const std::string& case_dir, const ReplayWay& way);

}  // namespace headroom
