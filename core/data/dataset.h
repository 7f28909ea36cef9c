// Data sets: opened once into a packed uint8 cache (memory-mapped, NHWC), then read by index without decoding.
#pragma once

#include "core/api/image_buffer.h"
#include "core/api/services.h"
#include "core/api/train_config.h"
#include "core/base/result.h"
#include "core/base/sampler.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

/// How many pictures the settings data.skip_duplicates and data.skip_empty keep from a run.
struct SkippedPictures {
    std::int64_t duplicates = 0, empty = 0;
    std::int64_t count() const { return duplicates + empty; }
};

/// A packed data set: `count` pictures of size x size x channels bytes, interleaved, memory-mapped read-only. Thread-safe.
class PackedDataset {
public:
    virtual ~PackedDataset() = default;
    virtual std::int64_t count() const = 0;
    virtual int size() const = 0;
    virtual int channels() const = 0;
    virtual const std::uint8_t* image(std::int64_t index) const = 0;
    virtual std::string name() const = 0;         ///< "Shapes (built-in)", the folder's name
    virtual std::string kind() const = 0;         ///< "shapes", "folder", "cifar10", "mnist"
    virtual std::string fingerprint() const = 0;  ///< of source and settings; part of a checkpoint
    virtual const std::vector<RejectedFile>& rejected() const = 0;
    /// What was in the source as well and is not among these because the settings skip it (skip_pictures.h).
    virtual SkippedPictures skipped() const { return {}; }
    /// Pictures of the same kind that are not among these, to see what was learnt by heart; null: there are none (hold_out.h).
    virtual std::shared_ptr<const PackedDataset> held_out() const { return nullptr; }
};

/// Opens config.data_* at config.image_size, less what config.data_skip_* name and config.data_held_out keeps back; packs first when there is no valid
/// cache (progress, cancel, atomic). `cache_dir` empty: the user's cache folder. Errors: NotFound, BadFile (too many bad files, no pictures),
/// InvalidArgument (all are skipped), Disk, Cancelled.
Result<std::shared_ptr<const PackedDataset>> open_dataset(const TrainConfig& config, const std::string& cache_dir,
                                                          const ProgressFn& progress, std::stop_token stop);

/// What open_dataset would refuse of config.data_*, and of a run that `begins` too few pictures for its batch, by the heads of the pictures: nothing is
/// packed, and nothing decoded unless pictures are to be skipped. Errors: as there, but Disk.
Result<void> check_data(const TrainConfig& config, bool begins, const ProgressFn& progress,
                        const std::stop_token& stop);

/// The fingerprint that `open`, the data set of config.data_*, has when it is packed as `config` says: at another size, fitted otherwise. Lists the
/// folder; decodes nothing. Errors: NotFound, BadFile, Cancelled.
Result<std::string> fingerprint_as(const TrainConfig& config, const PackedDataset& open, std::stop_token stop);

/// `config` with all pictures of another data set; `path`: what data.path takes.
inline TrainConfig with_data(TrainConfig config, const std::string& path) {
    config.data_path = path;
    config.data_skip_duplicates = config.data_skip_empty = false;
    config.data_held_out = 0;
    return config;
}

/// What pictures config.data_* stand for, wherever they lie: how many there are, and a hash of their files' names and sizes (of CIFAR-10 and
/// MNIST of their bytes). Lists the folder; decodes nothing. Errors: NotFound, BadFile, Cancelled.
Result<std::string> data_contents(const TrainConfig& config, std::stop_token stop);

/// Whether a square crop takes more than a third of such a picture.
inline bool loses_a_third(int width, int height) { return std::min(width, height) * 3 < std::max(width, height) * 2; }

/// The share of the pictures of config.data_* of which that is so, by the headers of up to 256 of them; NaN: they cannot be read. Lists the folder.
double cut_share(const TrainConfig& config, std::stop_token stop);

/// Report for the inspector and `dataset inspect`.
Result<DatasetReport> inspect_dataset(const DatasetQuery& query, const ProgressFn& progress, std::stop_token stop);

/// Copies a picture of height * width * channels bytes, mirrored left to right.
void copy_mirrored(const std::uint8_t* from, int width, int height, int channels, std::uint8_t* out);

/// Copies the `count` pictures from `first_position` on into `out` (NHWC), mirrored where `mirror` and their coins say so.
void gather_batch(const PackedDataset& data, const Sampler& sampler, bool mirror, std::int64_t first_position,
                  std::int64_t count, std::uint8_t* out);

}  // namespace headroom
