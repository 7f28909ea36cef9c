// WeightSource: where the weights of a new run or of samples lie: a run, a checkpoint, or bare weight files (netG, netD) of the
// classic PyTorch DCGAN example or of an export.
#pragma once

#include "core/api/command.h"
#include "core/api/services.h"
#include "core/base/result.h"
#include "core/io/runs/run_folder.h"

#include <string>
#include <vector>

namespace headroom {

class WeightFile;

/// The file in a run's folder that names the weights that it began with.
inline constexpr const char* kStartingWeights = "starting-weights.json";

/// Either `checkpoint` or `whole` is set, or at least one of the files.
struct WeightSource {
    std::string checkpoint;                ///< a checkpoint folder
    std::string generator, discriminator;  ///< weight files (.pth, .pt, .safetensors); empty: none
    std::string
        whole{};  ///< one file with all networks of a run of another family, as a training of lightweight-gan leaves; empty: none
};

/// Looks at `named`: a checkpoint folder, a run (its newest sound checkpoint; damaged ones are reported through `progress` as
/// "warning: ..."), a folder with one netG* and at most one netD* weight file, or a weight file, recognised by its tensors.
/// Error: NotFound, BadFile, InvalidArgument (several files to choose from).
Result<WeightSource> find_weights(const std::string& named, const ProgressFn& progress = {});

/// The networks of weight files as checkpoint parts "generator" and "discriminator", their tensors under the classic names; counters
/// that PyTorch before 0.4.1 did not store are zero. `warnings`: what the files' readers found. Error: NotFound, BadFile
/// (damaged, not a DCGAN, the other network).
Result<CheckpointContent> read_bare_weights(const WeightSource& files, std::vector<std::string>* warnings = nullptr);

/// What `source` names, as a checkpoint. Errors: as above.
Result<CheckpointContent> read_weights(const WeightSource& source, std::vector<std::string>* warnings = nullptr);

/// True when `request` begins with weights of its own.
bool has_weights(const RunRequest& request);

/// Notes in the folder of a new run what `request` begins with, so that a run that ends before its first checkpoint can begin with it again.
/// Error: Disk.
Result<void> note_starting_weights(const std::string& run_dir, const RunRequest& request);
/// Has `request` begin with what was noted there, if anything was. Error: BadFile.
Result<void> recall_starting_weights(const std::string& run_dir, RunRequest& request);

/// The settings of `config` that go with its weights: what a run takes over that begins with them (StartingWeights::network).
ParamPatch network_settings(const TrainConfig& config);

/// What `file` tells of its network as settings of the family whose runs begin with such files and take the network over
/// (StartingWeights::set_the_network). Empty: there is none.
ParamPatch settings_in_weights(const WeightFile& file);

/// What `request` begins with: weights_from, or generator_from and discriminator_from. Errors as above.
Result<CheckpointContent> read_starting_weights(const RunRequest& request,
                                                std::vector<std::string>* warnings = nullptr);

}  // namespace headroom
