// Listing pictures; reading one when it is looked at.
#include "core/train/score/picture_set.h"

#include "core/base/some_indices.h"
#include "core/data/image_folder/folder_source.h"
#include "core/io/pictures/image_codec.h"
#include "core/train/run/pictures.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace headroom {

Result<PictureSet> pictures_of_folder(const std::string& folder, const ProgressFn& progress, std::stop_token stop) {
    auto listing = scan_folder(folder, progress, stop);
    if (!listing) return listing.error();
    const std::vector<std::string> names = listing->files;  // as they are; the source's paths are for people
    const FolderSource source(folder, *std::move(listing), FitMode::Stretch, Ground::White);
    std::vector<RejectedFile> bad;
    auto files = std::make_shared<std::vector<std::string>>();
    for (std::int64_t i = 0; i < source.count(); ++i) {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "stopped");
        RejectedFile file{source.path(i), {}};
        if (const auto described = source.describe(i, false)) {
            files->push_back(folder + "/" + names[static_cast<std::size_t>(i)]);
        } else {
            file.reason = described.error().message;
            if (counts_as_bad(file)) bad.push_back(std::move(file));
        }
    }
    const auto first = [&] { return bad.front().path + ": " + bad.front().reason; };
    if (files->empty())
        return make_error(ErrorCode::BadFile,
                          folder + " holds no picture that can be read" + (bad.empty() ? "" : " (" + first() + ")"),
                          "Choose a folder with JPEG, PNG, WebP or GIF pictures.");
    PictureSet out{folder, static_cast<std::int64_t>(files->size()),
                   [files](std::int64_t i) { return decode_image((*files)[static_cast<std::size_t>(i)]); }};
    if (!bad.empty())
        out.notes.push_back(folder + ": " + std::to_string(bad.size()) + " files are left out (" + first() + ")");
    return out;
}

PictureSet pictures_of_data(std::shared_ptr<const PackedDataset> data) {
    const std::string name = data->name();
    const std::int64_t count = data->count();
    return {name, count,
            [data = std::move(data)](std::int64_t i) { return Result<ImageBuffer>(picture_of(*data, i)); }};
}

PictureSet pictures_of_list(std::string name, ImageList pictures) {
    const auto count = static_cast<std::int64_t>(pictures.size());
    return {std::move(name), count, [pictures = std::move(pictures)](std::int64_t i) {
                return Result<ImageBuffer>(pictures[static_cast<std::size_t>(i)]);
            }};
}

namespace {

PictureSet those_of(PictureSet set, std::vector<std::int64_t> chosen) {
    set.count = static_cast<std::int64_t>(chosen.size());
    set.picture = [chosen = std::move(chosen), all = std::move(set.picture)](std::int64_t i) {
        return all(chosen[static_cast<std::size_t>(i)]);
    };
    return set;
}

}  // namespace

PictureSet some_of(PictureSet set, std::int64_t count, std::uint64_t seed) {
    std::vector<std::int64_t> chosen = some_indices(set.count, count, seed);
    return those_of(std::move(set), std::move(chosen));
}

PictureSet some_first(PictureSet set, std::int64_t count, std::int64_t most, std::uint64_t seed) {
    std::vector<std::int64_t> chosen = some_indices(set.count, count, seed);
    const std::int64_t more = std::min(most, set.count) - static_cast<std::int64_t>(chosen.size());
    if (more > 0) {
        std::vector<std::int64_t> rest, all = some_indices(set.count, 0, seed);
        std::set_difference(all.begin(), all.end(), chosen.begin(), chosen.end(), std::back_inserter(rest));
        for (const std::int64_t i : some_indices(static_cast<std::int64_t>(rest.size()), more, seed))
            chosen.push_back(rest[static_cast<std::size_t>(i)]);
    }
    return those_of(std::move(set), std::move(chosen));
}

}  // namespace headroom
