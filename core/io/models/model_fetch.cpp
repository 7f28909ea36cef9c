// Downloads the files of a model one after another and looks at what came.
#include "core/io/models/model_fetch.h"

#include "core/base/file_errors.h"
#include "core/io/weights/weight_file.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace headroom {
namespace {

namespace fs = std::filesystem;

/// Sizes in the catalogue are rounded; an answer of another order is refused before it fills the disk.
std::uint64_t most_bytes(const CatalogFile& file) {
    return static_cast<std::uint64_t>(file.bytes + file.bytes / 4) + (1u << 20);
}

Result<void> check_weights(const CatalogModel& model, const std::string& path) {
    const auto weights = WeightFile::open(path);
    if (!weights) return weights.error();
    auto complete = weights->require_complete(model.kind == "clip" ? NetworkKind::Clip : NetworkKind::Vqgan);
    // What only a configuration or the user can say is no fault of the file.
    if (!complete && complete.error().code == ErrorCode::InvalidArgument) return {};
    return complete;
}

}  // namespace

Result<std::string> fetch_model(const CatalogModel& model, const std::string& folder,
                                const DownloadProgressFn& progress, std::stop_token stop,
                                const std::function<Result<void>()>& agree) {
    std::error_code failed;
    bool asked = false;
    const auto before_connecting = [&]() -> Result<void> {
        if (std::exchange(asked, true)) return {};
        if (agree) {
            if (auto ok = agree(); !ok) return ok;
        }
        fs::create_directories(folder, failed);
        if (failed) return write_error(folder, failed.value());
        return {};
    };
    std::uint64_t before = 0, expected = 0;
    for (const CatalogFile& file : model.files) expected += static_cast<std::uint64_t>(file.bytes);
    for (const CatalogFile& file : model.files) {
        const std::string path = (fs::path(folder) / file.name).string();
        // A file without a known hash that is there was checked when it came.
        if (file.sha256.empty() && fs::is_regular_file(path, failed)) continue;
        DownloadRequest request{file.url, path, file.sha256};
        request.most_bytes = most_bytes(file);
        request.before_connecting = before_connecting;
        const auto of_all = [&](const DownloadProgress& p) {
            if (progress) progress({before + p.done, std::max(expected, before + p.total), p.bytes_per_second});
        };
        if (auto ok = download_file(request, of_all, stop); !ok) return ok.error();
        before += static_cast<std::uint64_t>(fs::file_size(path, failed));
    }
    const std::string weights = (fs::path(folder) / model.files.front().name).string();
    if (auto ok = check_weights(model, weights); !ok) {
        fs::rename(weights, weights + ".wrong", failed);
        return ok.error();
    }
    return weights;
}

}  // namespace headroom
