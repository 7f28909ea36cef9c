// RunScorer: scores of a run under way against its data. On the worker's thread.
#pragma once

#include "core/api/scores.h"
#include "core/api/services.h"
#include "core/api/train_config.h"
#include "core/base/result.h"
#include "core/data/dataset.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace headroom {

class RunScorer {
public:
    /// Pictures first .. first + count - 1 of those that are scored. May throw c10::Error.
    using DrawFn = std::function<ImageList(std::int64_t first, std::int64_t count)>;

    /// `mark`: of the data's content. As `headroom-cli score --count C --subset C/2` with the default seed: the same pictures of the data, and of a
    /// generator the same latents. Keeps features of the data between calls. Errors: InvalidArgument (too few pictures), of open_space,
    /// Cancelled. Throws c10::Error.
    Result<RunScores> score(const TrainConfig& config, const PackedDataset& data, const std::string& mark, at::Device device,
                            const DrawFn& draw, const ProgressFn& progress, std::stop_token stop);

private:
    std::string known_;  ///< what training_ is of
    at::Tensor training_;
};

/// Which pictures of the data are compared, ascending.
std::vector<std::int64_t> scored_indices(const TrainConfig& config, std::int64_t of);
/// Of the latents that are scored.
inline constexpr std::uint64_t kScoredSeed = 2020;

}  // namespace headroom
