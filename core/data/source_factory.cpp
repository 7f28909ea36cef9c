// From data.path to a source. Content decides what a path holds, not its name.
#include "core/data/source_factory.h"

#include "core/base/utf8.h"
#include "core/data/image_folder/folder_source.h"
#include "core/data/records/cifar10.h"
#include "core/data/records/mnist.h"
#include "core/data/shapes/shapes_source.h"
#include "core/io/pictures/image_reading.h"

#include <filesystem>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWhatToChoose =
    "Choose a folder with JPEG, PNG, WebP or GIF pictures, CIFAR-10 (binary) or MNIST files, or 'shapes'.";

/// Why a single file is no data set, with what to choose instead.
Error no_data_set(const std::string& path) {
    const std::string name = "'" + printable_line(path) + "'";
    if (scan_picture_file(path)) {
        return make_error(ErrorCode::BadFile, name + " is one picture, not a data set.",
                          "Choose the folder that holds it.");
    }
    for (const char* extension : {".zip", ".tar", ".gz", ".tgz", ".rar", ".7z", ".bz2", ".xz"}) {
        if (path.ends_with(extension))
            return make_error(ErrorCode::BadFile, name + " is an archive.", "Unpack it and choose its folder.");
    }
    return make_error(ErrorCode::BadFile, name + " is not a data set that Headroom reads.", kWhatToChoose);
}

Result<std::unique_ptr<ImageSource>> open_folder(const TrainConfig& config, const ProgressFn& progress,
                                                 std::stop_token stop) {
    const std::string& path = config.data_path;
    auto listing = scan_folder(path, progress, std::move(stop));
    if (!listing) return listing.error();
    if (listing->files.empty()) {
        std::string message = "The folder '" + printable_line(path) + "' holds no files";
        if (!listing->refused.empty())
            message +=
                " that can be read (" + listing->refused.front().path + ": " + listing->refused.front().reason + ")";
        return make_error(
            ErrorCode::BadFile, message + ".",
            "Choose a folder with JPEG, PNG, WebP or GIF pictures; subfolders are searched, hidden files are not.");
    }
    return std::unique_ptr<ImageSource>(
        std::make_unique<FolderSource>(path, std::move(*listing), config.data_fit, config.data_ground));
}

}  // namespace

Result<std::unique_ptr<ImageSource>> make_source(const TrainConfig& config, const ProgressFn& progress,
                                                 std::stop_token stop) {
    const std::string& path = config.data_path;
    if (path == "shapes")
        return std::unique_ptr<ImageSource>(std::make_unique<ShapesSource>(config.data_count, config.data_variety));
    if (path.empty()) return make_error(ErrorCode::NotFound, "No data is chosen (data.path is empty).", kWhatToChoose);
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (!fs::exists(status)) {
        const std::string why = failed && status.type() != fs::file_type::not_found
                                    ? " cannot be read: " + failed.message() + "."
                                    : " does not exist.";
        return make_error(ErrorCode::NotFound, "The data '" + printable_line(path) + "'" + why, kWhatToChoose);
    }
    for (const auto& open : {open_cifar10, open_mnist}) {
        auto source = open(path, config);
        if (!source || *source) return source;
    }
    return fs::is_directory(status) ? open_folder(config, progress, std::move(stop)) : no_data_set(path);
}

}  // namespace headroom
