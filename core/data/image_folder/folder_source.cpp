// Decodes, checks and fits one file at a time.
#include "core/data/image_folder/folder_source.h"

#include "core/base/utf8.h"
#include "core/data/fit.h"
#include "core/data/pixels.h"
#include "core/io/files/sha256.h"
#include "core/io/pictures/image_reading.h"
#include "core/io/pictures/image_scan.h"
#include "core/io/pictures/resample.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

namespace headroom {
namespace {

// Raise when a decoder or the fit makes other bytes of the same file.
constexpr int kFolderVersion = 2;

// A JPEG is decoded so small that this many of its pixels a side are left for each of the result: the average over areas still decides
// what the result looks like, not the decoder.
constexpr int kOversampled = 2;

Result<void> check_side(int width, int height) {
    if (std::min(width, height) >= kSmallestSide) return {};
    return make_error(ErrorCode::BadFile, "it has " + std::to_string(width) + " x " + std::to_string(height) +
                                              " pixels, and at least " + std::to_string(kSmallestSide) +
                                              " a side are needed");
}

/// Hands RGBA rows on with their colours weighed by alpha, so that what nobody sees does not bleed into a mean.
class WeighedByAlpha final : public PictureRows {
public:
    explicit WeighedByAlpha(PictureRows& next) : next_(next) {}
    void begin(int width, int height, int channels) override {
        row_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(channels));
        next_.begin(width, height, channels);
    }
    void row(const std::uint8_t* rgba) override {
        std::copy_n(rgba, row_.size(), row_.begin());
        weigh_by_alpha(row_);
        next_.row(row_.data());
    }

private:
    PictureRows& next_;
    std::vector<std::uint8_t> row_;
};

std::string folder_name(const std::string& root) {
    std::error_code failed;
    std::filesystem::path path = std::filesystem::absolute(root, failed).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    const std::string name = printable_line(path.filename().string());
    return name.empty() ? root : name;
}

}  // namespace

FolderSource::FolderSource(std::string root, FolderListing listing, FitMode fit, Ground ground)
    : root_(std::move(root)), name_(folder_name(root_)), listing_(std::move(listing)), fit_(fit), ground_(ground) {}

std::string FolderSource::identity() const {
    const std::string ground = ground_ == Ground::White ? "" : ", ground " + std::string(name_of(ground_));
    return "folder " + std::to_string(kFolderVersion) + ", fit " + std::string(name_of(fit_)) + ground + ", files " +
           listing_.stamp;
}

std::string FolderSource::looks() const {
    return "folder " + std::to_string(kFolderVersion) + ", files " + listing_.stamp;
}

std::string FolderSource::contents() const {
    Sha256 hash;
    for (std::size_t i = 0; i < listing_.files.size(); ++i) {
        const std::string& name = listing_.files[i];
        hash.update(std::as_bytes(std::span(name.data(), name.size() + 1)));  // with its end
        hash.update(std::as_bytes(std::span(&listing_.sizes[i], 1)));
    }
    return "files " + hash.hex();
}

Result<void> FolderSource::render(std::int64_t index, int size, int channels, std::uint8_t* out) const {
    FittedRows rows(fit_, index, size, out, level_of(ground_));
    if (auto read = read_picture_file(full_path(index), channels, size * kOversampled, rows, level_of(ground_)); !read)
        return read.error();
    return check_side(rows.width(), rows.height());
}

std::string FolderSource::path(std::int64_t index) const {
    return printable_line(listing_.files[static_cast<std::size_t>(index)]);
}

Result<DatasetImage> FolderSource::describe(std::int64_t index, bool with_mean) const {
    if (!with_mean) {
        const auto header = scan_picture_file(full_path(index));
        if (!header) return header.error();
        if (auto large_enough = check_side(header->width, header->height); !large_enough) return large_enough.error();
        return DatasetImage{path(index), header->width, header->height, {}};
    }
    WholePicture whole;
    if (auto read = read_picture_file(full_path(index), 3, 0, whole, level_of(ground_)); !read) return read.error();
    const ImageBuffer image = whole.take();
    if (auto large_enough = check_side(image.width, image.height); !large_enough) return large_enough.error();
    const std::size_t pixels = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
    return DatasetImage{path(index), image.width, image.height, mean_rgb(image.pixels->data(), pixels, 3)};
}

Result<PictureSides> FolderSource::look(std::int64_t index, int side, std::uint8_t* rgba) const {
    FittedRows rows(FitMode::Stretch, index, side, rgba);
    WeighedByAlpha weighed(rows);
    const auto header = read_picture_file(full_path(index), 4, side * kOversampled, weighed);
    if (!header) return header.error();
    // Not those of the rows: of a JPEG they may be a smaller picture's.
    if (auto large_enough = check_side(header->width, header->height); !large_enough) return large_enough.error();
    return PictureSides{header->width, header->height};
}

bool counts_as_bad(const RejectedFile& file) {
    static constexpr std::array<std::string_view, 6> kUnreadEndings{".bmp", ".tif", ".tiff", ".heic", ".heif", ".avif"};
    if (file.path.ends_with('/')) return false;
    if (std::filesystem::path(file.path).extension().empty())
        return !file.reason.starts_with(kNotAPicture) && !file.reason.starts_with(kEmptyFile);
    return names_picture(file.path) || std::any_of(kUnreadEndings.begin(), kUnreadEndings.end(),
                                                   [&](auto ending) { return ends_in(file.path, ending); });
}

}  // namespace headroom
