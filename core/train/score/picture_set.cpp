// Listing pictures; reading one when it is looked at.
#include "core/train/score/picture_set.h"

#include "core/base/file_errors.h"
#include "core/base/some_indices.h"
#include "core/base/utf8.h"
#include "core/data/dataset.h"
#include "core/data/image_folder/folder_source.h"
#include "core/data/parallel.h"
#include "core/io/files/sha256.h"
#include "core/io/pictures/image_codec.h"
#include "core/train/run/pictures.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <optional>
#include <span>
#include <utility>

namespace headroom {
namespace {

/// What is no picture, and is not called one, is nobody's loss.
void leave_out(const RejectedFile& file, std::vector<std::string>& left_out) {
    if (counts_as_bad(file)) left_out.push_back(file.path + ": " + file.reason);
}

ImageBuffer mirrored_picture(const ImageBuffer& picture) {
    auto pixels = std::make_shared<std::vector<std::uint8_t>>(picture.pixels->size());
    copy_mirrored(picture.pixels->data(), picture.width, picture.height, picture.channels, pixels->data());
    return {picture.width, picture.height, picture.channels, std::move(pixels)};
}

}  // namespace

Result<PictureSet> pictures_of_folder(const std::string& folder, const ProgressFn& progress, std::stop_token stop) {
    auto listing = scan_folder(folder, progress, stop);
    if (!listing) return listing.error();
    const std::vector<std::string> names = listing->files;  // as they are; the source's paths are for people
    const FolderSource source(folder, *std::move(listing), FitMode::Stretch, Ground::White);
    std::vector<std::string> left_out;
    auto files = std::make_shared<std::vector<std::string>>();
    for (std::int64_t i = 0; i < source.count(); ++i) {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "stopped");
        if (const auto described = source.describe(i, false))
            files->push_back(folder + "/" + names[static_cast<std::size_t>(i)]);
        else
            leave_out({source.path(i), described.error().message}, left_out);
    }
    if (files->empty())
        return make_error(ErrorCode::BadFile,
                          folder + " holds no picture that can be read" +
                              (left_out.empty() ? "" : " (" + left_out.front() + ")"),
                          "Choose a folder with JPEG, PNG, WebP or GIF pictures.");
    return PictureSet{folder, static_cast<std::int64_t>(files->size()),
                      [files](std::int64_t i) { return decode_image((*files)[static_cast<std::size_t>(i)]); },
                      std::move(left_out), source.looks()};
}

PictureSet pictures_of_data(std::shared_ptr<const PackedDataset> data) {
    PictureSet out{data->name(), data->count(), {}};
    out.fingerprint = data->fingerprint();
    for (const RejectedFile& file : data->rejected()) leave_out(file, out.left_out);
    out.picture = [data = std::move(data)](std::int64_t i) { return Result<ImageBuffer>(picture_of(*data, i)); };
    return out;
}

PictureSet pictures_of_list(std::string name, ImageList pictures) {
    const auto count = static_cast<std::int64_t>(pictures.size());
    return {std::move(name), count, [pictures = std::move(pictures)](std::int64_t i) {
                return Result<ImageBuffer>(pictures[static_cast<std::size_t>(i)]);
            }};
}

Result<std::vector<std::int64_t>> readable_of(PictureSet& set, const ProgressFn& progress, std::stop_token stop) {
    std::vector<std::optional<Error>> failed(static_cast<std::size_t>(set.count));
    const auto read = [&](std::int64_t i) {
        const auto picture = set.picture(i);
        if (picture) return;
        if (picture.error().code == ErrorCode::OutOfMemory) throw std::bad_alloc();
        failed[static_cast<std::size_t>(i)] = picture.error();
    };
    const LoopProgress told{&progress, "reading " + set.name, 0, set.count};
    if (auto done = for_each_parallel(set.count, 0, read, told, std::move(stop)); !done) return done.error();
    std::vector<std::int64_t> out;
    for (std::int64_t i = 0; i < set.count; ++i) {
        const std::optional<Error>& error = failed[static_cast<std::size_t>(i)];
        if (error && may_pass(*error)) return *error;
        if (error)
            set.left_out.push_back(printable_line(error->message));
        else
            out.push_back(i);
    }
    return out;
}

std::string note_of_left_out(const PictureSet& set) {
    if (set.left_out.empty()) return {};
    return set.name + ": " + std::to_string(set.left_out.size()) + " files are left out (" + set.left_out.front() + ")";
}

PictureSet those_of(PictureSet set, std::vector<std::int64_t> chosen) {
    set.count = static_cast<std::int64_t>(chosen.size());
    if (!set.fingerprint.empty()) {
        Sha256 which;
        which.update(std::as_bytes(std::span(chosen)));
        set.fingerprint += ", those of " + which.hex();
    }
    set.picture = [chosen = std::move(chosen), all = std::move(set.picture)](std::int64_t i) {
        return all(chosen[static_cast<std::size_t>(i)]);
    };
    return set;
}

PictureSet with_mirrored(PictureSet set) {
    const std::int64_t count = set.count;
    set.count = 2 * count;
    if (!set.fingerprint.empty()) set.fingerprint += ", mirrored too";
    set.picture = [count, each = std::move(set.picture)](std::int64_t i) -> Result<ImageBuffer> {
        if (i < count) return each(i);
        const auto picture = each(i - count);
        if (!picture) return picture.error();
        return mirrored_picture(*picture);
    };
    return set;
}

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
