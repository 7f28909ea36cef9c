// PictureSet: pictures that scores look at one by one: files of a folder, a packed data set, what a generator drew.
#pragma once

#include "core/api/image_buffer.h"
#include "core/api/services.h"
#include "core/base/result.h"
#include "core/data/dataset.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

struct PictureSet {
    std::string name;  ///< for messages
    std::int64_t count = 0;
    /// By 0 .. count - 1: grey or RGB. Of a folder on any thread.
    std::function<Result<ImageBuffer>(std::int64_t)> picture;
    std::vector<std::string> left_out{};  ///< files that cannot be read, each with the reason
    std::string fingerprint{};  ///< of the pictures in this order; empty: they are not worth being known again
};

/// Every JPEG, PNG, WebP and GIF file below `folder` whose header can be read, in the order of their paths, each at its own size. Errors: as
/// scan_folder; BadFile: no picture.
Result<PictureSet> pictures_of_folder(const std::string& folder, const ProgressFn& progress, std::stop_token stop);
/// Each as training sees it.
PictureSet pictures_of_data(std::shared_ptr<const PackedDataset> data);
PictureSet pictures_of_list(std::string name, ImageList pictures);

/// Which pictures of a folder can be decoded, ascending: each is, once, on all cores. The others join `set.left_out`. Errors: Cancelled, OutOfMemory;
/// what may pass (may_pass()) of a file that was there.
Result<std::vector<std::int64_t>> readable_of(PictureSet& set, const ProgressFn& progress, std::stop_token stop);
/// "FOLDER: 2 files are left out (a.png: it is cut off)"; empty: none.
std::string note_of_left_out(const PictureSet& set);

PictureSet those_of(PictureSet set, std::vector<std::int64_t> chosen);
/// `set`, and behind it the same once more, each picture mirrored left to right.
PictureSet with_mirrored(PictureSet set);
/// Those that some_indices() chooses of them.
PictureSet some_of(PictureSet set, std::int64_t count, std::uint64_t seed);
/// The same in the same order, and behind them others by that seed until there are `most`.
PictureSet some_first(PictureSet set, std::int64_t count, std::int64_t most, std::uint64_t seed);

}  // namespace headroom
