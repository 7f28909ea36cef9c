// Looks at the files' times, the latest first. Clocks may be wrong for a while: what they say is never a reason to empty a cache.
#include "core/io/files/bounded_cache.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::hours kInUse{1};
/// So many go of age at a time. A clock that jumps ahead makes everything old at once, and nothing in a cache tells that from a long absence: what was
/// used last keeps its place until others have come into the cache, or it is used again.
constexpr std::size_t kMostOfAge = 2;

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
    for (std::size_t i = 0; i < files.size(); ++i) {
        const CachedFile& file = files[i];
        if (file.used > now) note_cache_use(file.path.string());  // by a clock that was ahead: it would never grow old
        bytes += file.bytes;
        const auto unused = now - file.used;
        const bool is_old = unused > bound.unused && files.size() - i <= kMostOfAge;
        const bool is_too_much = bytes > bound.bytes && unused > kInUse;
        if (!is_old && !is_too_much) continue;
        std::error_code failed;
        fs::remove(file.path, failed);
    }
}

}  // namespace headroom
