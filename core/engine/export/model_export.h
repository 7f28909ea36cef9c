// Weights for other programs: a folder as the Hugging Face hub has them, and ONNX.
#pragma once

#include "core/api/services.h"
#include "core/engine/backend.h"

#include <stop_token>

namespace headroom {

/// Writes the weights that draw to the request's target and beside it README.md (the card), settings.json, samples.png, load_NAME.py and, where
/// pictures are drawn from numbers, samples.safetensors: all of them or none. Errors: as exports have them; InvalidArgument where README.md is
/// another's, or the licence is none.
Result<void> write_model(const ExportRequest& request, Backend& backend, const ProgressFn& progress,
                         std::stop_token stop);

/// Whether write_model() may write beside `target`. Error InvalidArgument: a README.md is there that is no card of Headroom.
Result<void> check_model_target(const std::string& target);

/// Writes the networks that draw as ONNX: the first to the target, further ones beside it ("…-encoder.onnx", "…-decoder.onnx").
Result<void> write_onnx_networks(const ExportRequest& request, const ProgressFn& progress);

}  // namespace headroom
