// CheckpointManifest: manifest.json of a checkpoint, with a hash per file and one over itself.
#pragma once

#include "core/api/train_config.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

struct CheckpointManifest {
    struct File {
        std::string name;
        std::uint64_t bytes = 0;
        std::string sha256;
    };

    std::int64_t step = 0, images = 0;
    double score = 0;  ///< NaN: none
    bool best = false;
    TrainConfig config;
    std::string state_json;
    std::vector<File> files;

    std::uint64_t total_bytes() const;

    /// Error: InvalidArgument when the state is not clean text.
    Result<std::string> to_text() const;
    /// `path` is for messages. Error: BadFile (damaged, newer, foreign).
    static Result<CheckpointManifest> from_text(const std::string& text, const std::string& path);
    /// Reads <dir>/manifest.json. Error: NotFound becomes BadFile: a checkpoint without it is damaged.
    static Result<CheckpointManifest> load(const std::string& dir);
};

}  // namespace headroom
