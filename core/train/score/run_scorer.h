// RunScorer: scores of a run under way against its data. On the worker's thread.
#pragma once

#include "core/api/scores.h"
#include "core/api/services.h"
#include "core/api/train_config.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/data/dataset.h"

#include <c10/core/Device.h>

#include <cstdint>
#include <functional>
#include <future>
#include <iterator>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

/// Moves with all that it keeps. Its end waits for what is being written.
class RunScorer {
public:
    /// Pictures first .. first + count - 1 of those that are scored. May throw c10::Error.
    using DrawFn = std::function<ImageList(std::int64_t first, std::int64_t count)>;
    struct Setting {
        const PackedDataset& data;
        std::string mark;  ///< equal texts: the same pictures of it
        at::Device device;
        std::optional<Bytes> keep{};  ///< of host memory between calls at most; nothing: whatever it takes
        std::int64_t step = 0;        ///< after which the run is scored
    };

    /// As `headroom-cli score RUN --count C` with scores.count for C: the same pictures of the data and of a generator the same latents. Copies are
    /// looked for among looked_through() of the data, also mirrored where the run mirrors them. Keeps the data's features, which no tensor holds, in the
    /// user's cache too (kept_features.h), written beside what comes next, and until forget_drawn() what was drawn: another scoring after the same step
    /// goes on from there. Errors: InvalidArgument (too few pictures, no file), of open_space, Cancelled. Throws c10::Error.
    Result<RunScores> score(const TrainConfig& config, const Setting& setting, const DrawFn& draw,
                            const ProgressFn& progress, std::stop_token stop);

    /// Whether there is something that a scoring would go on from.
    bool has_drawn() const { return !drawn_.features.of.empty(); }
    void forget_drawn() { drawn_ = {}; }

    /// Features of pictures, a row for each of the first ones; no tensor holds them between calls.
    struct Rows {
        std::string of;  ///< what they are computed of
        std::int64_t width = 0;
        /// Once they are whole nobody changes them: `keeping` may be writing them to the user's cache.
        std::shared_ptr<std::vector<float>> numbers = std::make_shared<std::vector<float>>();
        std::future<void> keeping{};
        std::int64_t count() const { return width > 0 ? std::ssize(*numbers) / width : 0; }
    };

private:
    struct Drawn {
        Rows features;
        ImageList pictures;  ///< without pixels: not kept
    };
    Rows known_;  ///< of the data
    Drawn drawn_;
};

/// Of so many pictures of the data, `compared` of which the run is compared with, those that copies are looked for among: all, as far as their features
/// (`width` numbers each) may be kept, but no more than a processor looks at in minutes where it is `slow` at that. `mirrored`: each is looked at twice.
std::int64_t looked_through(std::int64_t of, std::int64_t compared, std::int64_t width, bool slow, bool mirrored,
                            const std::optional<Bytes>& keep);
/// Which of so many pictures of the data a run is compared with, ascending.
std::vector<std::int64_t> scored_pictures(const TrainConfig& config, std::int64_t of);
/// Of the latents that are scored.
inline constexpr std::uint64_t kScoredSeed = 2020;

}  // namespace headroom
