// Counts rejected files and says which.
#include "core/data/bad_share.h"

#include "core/data/image_folder/folder_source.h"

#include <algorithm>
#include <cstdio>

namespace headroom {
namespace {

constexpr std::size_t kNamed = 3;

std::string some_of(const std::vector<RejectedFile>& files) {
    std::string text;
    for (std::size_t i = 0; i < std::min(files.size(), kNamed); ++i)
        text += (i ? "; " : "") + files[i].path + ": " + files[i].reason;
    if (files.size() > kNamed) text += "; and " + std::to_string(files.size() - kNamed) + " more";
    return text;
}

std::string percent(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g %%", value);
    return text;
}

}  // namespace

Result<void> check_rejected(const std::string& name, std::int64_t pictures, const std::vector<RejectedFile>& rejected,
                            double max_bad) {
    if (pictures == 0) {
        return make_error(ErrorCode::BadFile,
                          "There is no usable picture in '" + name + "' (" + some_of(rejected) + ").",
                          "Choose a folder with JPEG, PNG, WebP or GIF pictures of at least 8 pixels a side.");
    }
    std::vector<RejectedFile> bad;
    std::copy_if(rejected.begin(), rejected.end(), std::back_inserter(bad), counts_as_bad);
    const auto total = static_cast<double>(bad.size()) + static_cast<double>(pictures);
    const double share = 100.0 * static_cast<double>(bad.size()) / total;
    if (bad.empty() || share <= max_bad) return {};
    return make_error(ErrorCode::BadFile,
                      std::to_string(bad.size()) + " of " + std::to_string(static_cast<std::int64_t>(total)) +
                          " pictures in '" + name + "' cannot be used (" + percent(share) + ", allowed " +
                          percent(max_bad) + "): " + some_of(bad) + ".",
                      "Remove or replace them, or allow more (data.max_bad).");
}

}  // namespace headroom
