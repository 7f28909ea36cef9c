// Replays of cases that the reference libraries of Light GAN, VQGAN, CLIP and VQGAN-CLIP computed: tensors under the cases' own keys. What the
// parity verbs and the tests share.
#pragma once

#include "app/lab/parity/parity.h"
#include "core/models/nn/compute_mode.h"

#include <ATen/core/TensorBody.h>
#include <nlohmann/json.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace headroom {

class Vqgan;

using TensorMap = std::map<std::string, at::Tensor>;

/// How a case is computed.
struct ReplayWay {
    bool float64 = false;
    nn::ComputeMode mode;
    std::int64_t chunk = 0;  ///< of the cuts (trace alone); 0: all at once
};

/// One computation of a case and what is expected of it.
struct ReplayedSet {
    std::string file;              ///< of what was computed, without ".safetensors": that of the expectations
    TensorMap expected, computed;  ///< what is in both is compared
    nlohmann::json rules;          ///< by key its "tolerance", where float64 is false
    bool float64 = false;          ///< then 1e-9 of the largest magnitude
    std::map<std::string, at::Tensor> sure{};  ///< by key the entries that are compared; others: all
};

/// All computations that the files of a case state, each in `mode` where networks are computed. Not for Dcgan and Tokenizer.
/// Errors: NotFound, BadFile. Throws c10::Error and json::exception when what the files hold does not fit together.
Result<std::vector<ReplayedSet>> replay_case(ParityKind kind, const std::string& case_dir, nn::ComputeMode mode = {});
/// The report on them; `kind`: as the case says it.
ParityOutcome compare_sets(const std::string& kind, const std::vector<ReplayedSet>& sets);

/// The tensors of a file by name, a checkpoint's without "state_dict.". Errors: as read_tensor_file.
Result<TensorMap> read_case_tensors(const std::string& path);
/// The case's record. Error: NotFound, BadFile.
Result<nlohmann::json> read_case_record(const std::string& path);
/// The one file in `dir` that ends so (".ckpt"); empty: none.
std::string file_ending(const std::string& dir, const std::string& ending);
/// The VQGAN in the case's file `weights`, of the shape in its .yaml. Errors: as painters_from_files, WeightFile::open.
Result<std::shared_ptr<Vqgan>> read_case_vqgan(const std::string& case_dir, const std::string& weights);
/// A case that cannot be replayed, and what to do.
Error broken_case(const std::string& dir, const std::string& what);

/// vqgan/vq, vqgan/gumbel: every stage from image to decoded, of a "wide." picture too where the case has one. A Gumbel case that holds its
/// quantiser alone (quantiser.safetensors) gives indices, quantised and post_quant_conv_output. Errors: BadFile, NotFound.
Result<TensorMap> replay_vqgan(const std::string& case_dir, const ReplayWay& way);

/// clip/vit, clip/rn: image_features, text_features.
Result<TensorMap> replay_clip(const std::string& case_dir, const ReplayWay& way);

/// trace: ten steps of VQGAN-CLIP; losses, prompt_losses, z_after, indices, image0, grad0, image_final.
Result<TensorMap> replay_trace(const std::string& case_dir, const ReplayWay& way);

/// vqgan/train: the original's step, its update of D from both kinds of fakes, put together from the networks' parts.
Result<TensorMap> replay_train(const std::string& case_dir, const ReplayWay& way, bool legacy);
/// The same step as training takes it (VqganStep): what of the case's figures it has, "shared." alone of D's.
Result<TensorMap> replay_train_step(const std::string& case_dir, const ReplayWay& way, bool legacy);

/// light_gan/64 and others: both networks' outputs and losses, of every gradient its norm and how far it goes along a fixed direction; without those of
/// D where `way` recomputes, which has no second derivatives.
Result<TensorMap> replay_light_gan(const std::string& case_dir, const ReplayWay& way);

/// cutouts: crops, pool, noise, each augmentation, the chain: outputs, gradients, and kornia's matrices where warps have them.
Result<TensorMap> replay_cutouts(const std::string& case_dir, const ReplayWay& way);

/// optimisers.safetensors: where each of the latent's optimisers is after every step.
Result<TensorMap> replay_optimisers(const std::string& case_dir, const ReplayWay& way);

/// tokenizer.jsonl in `case_dir`: every text's cleaning, ids and row; `out_dir`: as run_parity. Errors: NotFound, BadFile, Disk.
Result<ParityOutcome> run_tokenizer_parity(const std::string& case_dir, const std::string& out_dir);

}  // namespace headroom
