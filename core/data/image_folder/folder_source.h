// FolderSource: a folder of JPEG, PNG, WebP and GIF files as a source of pictures, in the order of their sorted relative paths.
#pragma once

#include "core/api/train_config.h"
#include "core/data/image_folder/folder_scan.h"
#include "core/data/image_source.h"

namespace headroom {

/// The smallest side of a picture that is worth training on.
inline constexpr int kSmallestSide = 8;

class FolderSource final : public ImageSource {
public:
    FolderSource(std::string root, FolderListing listing, FitMode fit, Ground ground);

    std::string kind() const override { return "folder"; }
    std::string name() const override { return name_; }
    std::string identity() const override;
    std::string contents() const override;
    std::string looks() const override;
    std::int64_t count() const override { return static_cast<std::int64_t>(listing_.files.size()); }
    Result<void> render(std::int64_t index, int size, int channels, std::uint8_t* out) const override;
    std::string path(std::int64_t index) const override;
    Result<DatasetImage> describe(std::int64_t index, bool with_mean) const override;
    Result<PictureSides> look(std::int64_t index, int side, std::uint8_t* rgba) const override;
    std::vector<RejectedFile> refused() const override { return listing_.refused; }

private:
    std::string full_path(std::int64_t index) const {
        return root_ + "/" + listing_.files[static_cast<std::size_t>(index)];
    }

    std::string root_, name_;
    FolderListing listing_;
    FitMode fit_;
    Ground ground_;
};

/// True for a rejected file that was meant to be a picture: by its extension, or by its content when it has none. Others (a
/// text file beside the pictures, a folder) are listed but do not count towards data.max_bad.
bool counts_as_bad(const RejectedFile& file);

}  // namespace headroom
