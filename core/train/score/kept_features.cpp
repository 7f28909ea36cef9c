// A file for each set of pictures and network, beside the packed data: a hash of what they are of, the numbers, a hash of both.
#include "core/train/score/kept_features.h"

#include "core/base/file_handle.h"
#include "core/base/user_folders.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/bounded_cache.h"
#include "core/io/files/sha256.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <system_error>

namespace headroom {
namespace {

/// The number rises when the same network finds other features in the same pictures.
constexpr const char* kFeaturesFormat = "headroom-features-1";
constexpr const char* kEndingOfFeatures = ".features";
constexpr CacheBound kBoundOfFeatures{.bytes = std::uint64_t{2} << 30};
constexpr std::size_t kPieceOfFeatures = std::size_t{4} << 20;  // bytes
constexpr std::size_t kHashDigits = 64;

std::string hash_of_what(const std::string& of, std::int64_t count) {
    return sha256_of(std::string(kFeaturesFormat) + "\n" + of + "\n" + std::to_string(count));
}

std::string features_file(const std::string& what) {
    return default_cache_folder() + "/data/features-" + what.substr(0, 32) + kEndingOfFeatures;
}

}  // namespace

bool read_kept_features(const std::string& of, std::int64_t count, const RoomForFeatures& room, const Pace& pace) {
    const std::string what = hash_of_what(of, count), path = features_file(what);
    const auto file = FileHandle::open_for_reading(path);
    if (!file || count <= 0) return false;
    const std::int64_t column = count * static_cast<std::int64_t>(sizeof(float));
    const std::int64_t bytes = file->size() - static_cast<std::int64_t>(2 * kHashDigits);
    std::string hash(kHashDigits, '\0');
    if (bytes <= 0 || bytes % column != 0 || !file->read_at(0, std::as_writable_bytes(std::span(hash))) || hash != what)
        return false;
    Sha256 seen;
    seen.update(std::as_bytes(std::span(what)));
    const std::span<float> numbers(room(bytes / column), static_cast<std::size_t>(bytes) / sizeof(float));
    const std::span<std::byte> all = std::as_writable_bytes(numbers);
    for (std::size_t done = 0; done < all.size(); done += kPieceOfFeatures) {
        pace(static_cast<double>(done) / static_cast<double>(all.size()));
        const std::span<std::byte> piece = all.subspan(done, std::min(kPieceOfFeatures, all.size() - done));
        if (!file->read_at(kHashDigits + done, piece)) return false;
        seen.update(piece);
    }
    if (!file->read_at(kHashDigits + all.size(), std::as_writable_bytes(std::span(hash))) || hash != seen.hex())
        return false;
    note_cache_use(path);
    return true;
}

void keep_features(const std::string& of, std::int64_t count, std::span<const float> numbers,
                   const std::stop_token& stop) {
    const std::span<const std::byte> all = std::as_bytes(numbers);
    // Their file would stay for an hour at least, and all others would go for it.
    if (all.size() + 2 * kHashDigits > kBoundOfFeatures.bytes) return;
    const std::string what = hash_of_what(of, count), path = features_file(what), folder = folder_of(path);
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) return;
    sweep_partial_files(folder);
    std::filesystem::remove_all(default_cache_folder() + "/features", failed);  // where an earlier Headroom kept them
    const auto produce = [&](const WriteFn& write) -> Result<void> {
        Sha256 written;
        const auto put = [&](std::span<const std::byte> bytes) {
            written.update(bytes);
            return write(bytes);
        };
        if (auto done = put(std::as_bytes(std::span(what))); !done) return done;
        for (std::size_t first = 0; first < all.size(); first += kPieceOfFeatures) {
            if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "stopped");
            if (auto done = put(all.subspan(first, std::min(kPieceOfFeatures, all.size() - first))); !done) return done;
        }
        const std::string hash = written.hex();
        return write(std::as_bytes(std::span(hash)));
    };
    // Where they cannot be kept they are made again the next time.
    if (!write_stream_atomic(path, all.size() + 2 * kHashDigits, produce)) return;
    bound_cache(folder, kEndingOfFeatures, kBoundOfFeatures);
}

}  // namespace headroom
