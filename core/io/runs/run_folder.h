// RunFolder: the files of one run, and the one way to write them.
//
//   <run>/run.json            name, state, created, data name, size, step, images, elapsed (small, rewritten atomically)
//   <run>/config.json         the configuration in force (config_io)
//   <run>/history.db          SQLite: steps, marks, checkpoints, samples (run_history.h)
//   <run>/checkpoints/step-00001000/manifest.json  format, versions, step, images, config, file hashes and sizes, trainer state
//   <run>/checkpoints/step-00001000/*.safetensors
//   <run>/samples/step-00001000.png
//   <run>/frames/NAME.png     results of a run over a folder of pictures, named as these
//   <run>/starting-weights.json  of a run from given weights, where they lie (weight_source.h)
//   <run>/notes.json          tags and notes of the user, favourites.json the latents that they keep (run_notes.h)
//   <run>/log.txt
#pragma once

#include "core/api/services.h"
#include "core/api/train_config.h"
#include "core/base/result.h"
#include "core/io/tensors/tensor_file.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// One file of a checkpoint to be written: "generator" -> generator.safetensors.
struct CheckpointPart {
    std::string name;
    std::vector<TensorView> tensors;
    std::string file{};  ///< the weight file that it was read from; empty: made here or of a checkpoint
    std::shared_ptr<const void> storage{};  ///< keeps alive what of its views lies in no file
};

/// The run that `path` is, or whose checkpoint it is (RUN/checkpoints/CHECKPOINT), absolute; a file's folder.
std::string run_of(const std::string& path);

/// The part called `name`; null: there is none.
const CheckpointPart* find_part(const std::vector<CheckpointPart>& parts, std::string_view name);

/// A checkpoint as written or read. `state_json`: the trainer's counters (images, epoch position, scaler, RNG), its own format.
struct CheckpointContent {
    std::int64_t step = 0, images = 0;
    TrainConfig config;
    std::string state_json = "{}";
    double score = 0;  ///< lower is better; NaN: none
    bool best = false;
    std::vector<CheckpointPart> parts;  ///< when read: views into `files`
    std::vector<TensorFile> files;      ///< keep the views alive when read
};

/// Fills in what `info` says of a run's settings: the model, the pictures' sides, the prompts, the precision.
void describe_settings(const TrainConfig& config, RunInfo& info);

class RunFolder {
public:
    /// Makes a new run folder; with an empty `dir`, "<runs_root>/<name>-NN". Error: exists and is not empty, not writable.
    static Result<RunFolder> create(const std::string& dir, const std::string& runs_root, const std::string& name,
                                    const TrainConfig& config);
    /// The folder that create() would make, which is not made. Errors: as there.
    static Result<std::string> planned(const std::string& dir, const std::string& runs_root, const std::string& name);
    /// Opens an existing one; sweeps partial files of dead processes. Error: NotFound, BadFile.
    static Result<RunFolder> open(const std::string& dir);

    /// Makes and returns the first of "<runs_root>/<name>-01", "-02", ... that nobody has. Error: Disk.
    static Result<std::string> make_numbered(const std::string& runs_root, const std::string& name);

    RunFolder(RunFolder&&) noexcept;
    RunFolder& operator=(RunFolder&&) noexcept;
    ~RunFolder();

    const std::string& dir() const;
    /// Whether create() was given a folder that was there before.
    bool was_there() const;
    std::string name() const;
    std::string log_path() const;
    std::string sample_path(std::int64_t step) const;
    /// Of a result of a run over a folder of pictures, in a folder that other runs do not have.
    std::string frame_path(const std::string& name) const;

    /// Takes the run's lock for writing (released on destruction). Error: another live process trains it.
    Result<void> lock();

    Result<void> save_config(const TrainConfig& config);
    Result<TrainConfig> load_config() const;
    /// Where the process that trains the run answers ("unix:PATH"); written with the next save_info().
    void set_address(std::string address);
    /// The address that the run.json in `dir` names; empty: none. Whether somebody still answers there is not looked at.
    static std::string address_of(const std::string& dir);
    /// Rewrites run.json; `state` as in RunInfo::state.
    Result<void> save_info(const RunInfo& info);
    /// run.json plus checkpoints found on disk (not verified). A "running" run without a live lock holder reads "crashed".
    Result<RunInfo> load_info() const;

    /// Atomic: written beside, synced, re-read, renamed. The earlier checkpoints are untouched. Checks free space first.
    Result<CheckpointInfo> write_checkpoint(const CheckpointContent& content);
    /// Reads and verifies (manifest, sizes, SHA-256). Error: BadFile naming the file.
    static Result<CheckpointContent> read_checkpoint(const std::string& checkpoint_dir);
    /// Newest checkpoint that verifies; damaged ones are reported in `problems` and, under the run's lock, renamed to *.damaged. Error:
    /// NotFound, where there has never been a checkpoint; BadFile, Disk: there are, and none can be read.
    Result<std::string> newest_checkpoint(std::vector<std::string>* problems) const;
    std::vector<CheckpointInfo> checkpoints() const;
    /// Deletes all but the newest `keep` and the best.
    void prune_checkpoints(std::int64_t keep);

private:
    struct Impl;
    explicit RunFolder(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace headroom
