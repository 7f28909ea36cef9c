// CheckpointStore: one folder of checkpoints, each a folder of safetensors and a manifest, written whole or not at all.
#pragma once

#include "core/base/result.h"
#include "core/io/runs/run_folder.h"

#include <string>
#include <vector>

namespace headroom {

class CheckpointStore {
public:
    explicit CheckpointStore(std::string folder) : folder_(std::move(folder)) {}

    /// Written to a partial folder, every file synced and read back, then renamed. Error: Disk, InvalidArgument.
    Result<CheckpointInfo> write(const CheckpointContent& content) const;
    /// All whole-looking checkpoints by step; `problem` says what is wrong with one whose manifest cannot be read.
    std::vector<CheckpointInfo> list() const;
    /// Newest that verifies; with `set_aside` (the caller holds the run's lock) damaged ones are renamed to *.damaged. Error: NotFound, where
    /// there has never been one; BadFile: none of them is sound; Disk: the folder cannot be read.
    Result<std::string> newest_good(std::vector<std::string>* problems, bool set_aside) const;
    /// Deletes all but the newest `keep` and the best.
    void prune(std::int64_t keep) const;

    static Result<CheckpointContent> read(const std::string& dir);

private:
    std::string folder_;
};

}  // namespace headroom
