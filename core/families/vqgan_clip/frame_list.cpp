// Listing and naming of frames.
#include "core/families/vqgan_clip/frame_list.h"

#include "core/api/picture_files.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

namespace headroom {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The run of digits at `at`, without leading zeros; `at` moves behind it.
std::string_view number_at(std::string_view text, std::size_t& at) {
    while (at + 1 < text.size() && text[at] == '0' && is_digit(text[at + 1])) ++at;
    const std::size_t from = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return text.substr(from, at - from);
}

/// Below 0, 0, above 0; names that differ by zeros or capitals alone are alike.
int natural_order(std::string_view a, std::string_view b) {
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (is_digit(a[i]) && is_digit(b[j])) {
            const std::string_view x = number_at(a, i), y = number_at(b, j);
            if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
            if (const int order = x.compare(y); order != 0) return order;
            continue;
        }
        const auto x = static_cast<unsigned char>(small_letter(a[i++])),
                   y = static_cast<unsigned char>(small_letter(b[j++]));
        if (x != y) return x < y ? -1 : 1;
    }
    return static_cast<int>(i < a.size()) - static_cast<int>(j < b.size());
}

bool is_picture_name(const fs::path& path) {
    const std::string name = path.filename().string();
    return name.front() != '.' && names_picture(name);
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
    const int order = natural_order(a, b);
    return order != 0 ? order < 0 : a < b;
}

Result<std::vector<std::string>> list_frames(const std::string& folder) {
    std::error_code ec;
    if (!fs::is_directory(folder, ec))
        return make_error(ErrorCode::NotFound, "start.folder: there is no folder " + folder,
                          "Choose the folder that holds the pictures.");
    std::vector<std::string> names;
    fs::directory_iterator it(folder, ec);
    for (const fs::directory_iterator end; !ec && it != end; it.increment(ec)) {
        std::error_code unknown;
        if (is_picture_name(it->path()) && it->is_regular_file(unknown))
            names.push_back(it->path().filename().string());
    }
    if (ec)
        return make_error(ErrorCode::Disk, "start.folder: the folder " + folder + " cannot be read: " + ec.message(),
                          "Look at its permissions.");
    if (names.empty())
        return make_error(ErrorCode::NotFound, "start.folder: the folder " + folder + " holds no pictures",
                          "PNG, JPEG, WebP and GIF files count, those in folders within do not.");
    std::sort(names.begin(), names.end(), natural_less);
    return names;
}

std::vector<std::string> frame_results(const std::vector<std::string>& names) {
    std::vector<std::string> out;
    std::set<std::string> taken;
    for (const std::string& name : names) {
        std::string result = fs::path(name).stem().string() + ".png";
        if (taken.count(result) > 0) result = name + ".png";
        while (!taken.insert(result).second) result = "_" + result;
        out.push_back(std::move(result));
    }
    return out;
}

}  // namespace headroom
