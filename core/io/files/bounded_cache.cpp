// Looks at the files' times, the latest first.
#include "core/io/files/bounded_cache.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::hours kInUse{1};

struct CachedFile {
    fs::path path;
    fs::file_time_type used;
    std::uint64_t bytes;
};

std::vector<CachedFile> cached_files(const std::string& folder, std::string_view ending) {
    std::vector<CachedFile> out;
    std::error_code failed;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
        std::error_code gone;
        if (!it->path().filename().string().ends_with(ending) || !it->is_regular_file(gone)) continue;
        const fs::file_time_type used = it->last_write_time(gone);
        if (gone) continue;
        const std::uintmax_t bytes = it->file_size(gone);
        if (!gone) out.push_back({it->path(), used, bytes});
    }
    return out;
}

}  // namespace

void note_cache_use(const std::string& file) {
    std::error_code failed;
    fs::last_write_time(file, fs::file_time_type::clock::now(), failed);
}

void bound_cache(const std::string& folder, std::string_view ending, const CacheBound& bound) {
    std::vector<CachedFile> files = cached_files(folder, ending);
    std::sort(files.begin(), files.end(), [](const CachedFile& a, const CachedFile& b) { return a.used > b.used; });
    const auto now = fs::file_time_type::clock::now();
    std::uint64_t bytes = 0;
    for (const CachedFile& file : files) {
        bytes += file.bytes;
        const auto unused = now - file.used;
        if (unused <= bound.unused && (bytes <= bound.bytes || unused <= kInUse)) continue;
        std::error_code failed;
        fs::remove(file.path, failed);
    }
}

}  // namespace headroom
