// Renders a source chunk by chunk on several threads and streams the chunks, in order, into an atomic file.
#include "core/data/packer.h"

#include "core/base/file_errors.h"
#include "core/base/user_folders.h"
#include "core/data/parallel.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/bounded_cache.h"
#include "core/io/files/sha256.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <new>
#include <optional>

namespace headroom {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{32} << 20;
constexpr std::size_t kEndingEstimate = std::size_t{64} << 10;
constexpr const char* kPacking = "packing images";
constexpr const char* kPackEnding = ".pack";
/// Of all packed data. One that is removed is packed again when it is wanted, and stays with the processes that have it open.
constexpr CacheBound kPackBound{.bytes = std::uint64_t{64} << 30};

/// Turns a source into the bytes of a packed file.
class Packer {
public:
    Packer(const ImageSource& source, const PackSettings& settings, const ProgressFn& progress, std::stop_token stop)
        : source_(source), settings_(settings), progress_(progress), stop_(std::move(stop)) {
        info_.kind = source.kind();
        info_.fingerprint = data_fingerprint(source, settings);
        info_.size = settings.size;
        info_.channels = settings.channels;
        info_.rejected = source.refused();
        const std::size_t fitting = kChunkBytes / info_.image_bytes();
        chunk_ = static_cast<std::int64_t>(
            std::clamp<std::size_t>(fitting, static_cast<std::size_t>(loader_threads(settings.workers)) * 4, 4096));
    }

    std::uint64_t expected_bytes() const {
        return static_cast<std::uint64_t>(source_.count()) * info_.image_bytes() + kEndingEstimate;
    }

    Result<void> write(const WriteFn& write) {
        for (std::int64_t first = 0; first < source_.count(); first += chunk_) {
            if (auto done = write_chunk(first, std::min(chunk_, source_.count() - first), write); !done) return done;
        }
        std::sort(info_.rejected.begin(), info_.rejected.end(),
                  [](const RejectedFile& a, const RejectedFile& b) { return a.path < b.path; });
        const std::string ending = packed_ending(info_);
        return write(std::as_bytes(std::span(ending.data(), ending.size())));
    }

private:
    Result<void> write_chunk(std::int64_t first, std::int64_t count, const WriteFn& write) {
        const std::size_t bytes = info_.image_bytes();
        pixels_.resize(static_cast<std::size_t>(count) * bytes);
        reasons_.assign(static_cast<std::size_t>(count), std::nullopt);
        const auto render = [&](std::int64_t i) {
            const auto at = static_cast<std::size_t>(i);
            if (auto done = source_.render(first + i, settings_.size, settings_.channels, &pixels_[at * bytes]);
                !done) {
                // Scarce memory says nothing about the picture, so it must not be remembered as a bad one.
                if (done.error().code == ErrorCode::OutOfMemory) throw std::bad_alloc();
                if (may_pass(done.error())) return note_away(first + i, done.error());
                reasons_[at] = done.error().message;
            }
        };
        const LoopProgress progress{&progress_, kPacking, first, source_.count()};
        if (auto done = for_each_parallel(count, settings_.workers, render, progress, stop_); !done) return done;
        if (away_) return *away_;
        const std::size_t kept = drop_rejected(first, count);
        return write(std::as_bytes(std::span(pixels_.data(), kept * bytes)));
    }

    /// What is kept is read again and again: a picture that cannot be read now is no bad one.
    void note_away(std::int64_t index, const Error& error) {
        const std::lock_guard lock(away_mutex_);
        if (!away_) away_ = away_error(source_, index, error);
    }

    /// Closes the gaps that rejected pictures left; returns how many pictures are kept.
    std::size_t drop_rejected(std::int64_t first, std::int64_t count) {
        const std::size_t bytes = info_.image_bytes();
        std::size_t kept = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            if (reasons_[i]) {
                info_.rejected.push_back({source_.path(first + static_cast<std::int64_t>(i)), *reasons_[i]});
                continue;
            }
            if (kept != i) std::memcpy(&pixels_[kept * bytes], &pixels_[i * bytes], bytes);
            ++kept;
        }
        info_.count += static_cast<std::int64_t>(kept);
        return kept;
    }

    const ImageSource& source_;
    const PackSettings& settings_;
    const ProgressFn& progress_;
    std::stop_token stop_;
    PackedInfo info_;
    std::int64_t chunk_ = 1;
    std::vector<std::uint8_t> pixels_;
    std::vector<std::optional<std::string>> reasons_;
    std::mutex away_mutex_;
    std::optional<Error> away_;
};

Result<void> make_folder(const std::string& folder) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (!failed) return {};
    return make_error(ErrorCode::Disk, "The cache folder '" + folder + "' cannot be made: " + failed.message() + ".",
                      "Set XDG_CACHE_HOME to a folder that can be written.");
}

}  // namespace

std::string data_fingerprint(const ImageSource& source, const PackSettings& settings) {
    const std::string text = source.kind() + "\n" + source.identity() + "\nsize " + std::to_string(settings.size) +
                             "\nchannels " + std::to_string(settings.channels);
    return sha256_of(text).substr(0, 32);
}

Result<std::shared_ptr<const PackedFile>> open_packed(const ImageSource& source, const PackSettings& settings,
                                                      const ProgressFn& progress, std::stop_token stop) {
    const std::string folder = settings.cache_dir.empty() ? default_cache_folder() + "/data" : settings.cache_dir;
    const std::string fingerprint = data_fingerprint(source, settings);
    const std::string path = folder + "/" + source.kind() + "-" + std::to_string(settings.size) + "-" +
                             fingerprint.substr(0, 16) + kPackEnding;
    if (auto cached = PackedFile::open(path, source.name()); cached && (*cached)->fingerprint() == fingerprint) {
        note_cache_use(path);
        return cached;
    }

    if (auto made = make_folder(folder); !made) return made.error();
    sweep_partial_files(folder);
    Packer packer(source, settings, progress, stop);
    const auto produce = [&](const WriteFn& write) { return packer.write(write); };
    if (auto written = write_stream_atomic(path, packer.expected_bytes(), produce); !written) return written.error();
    if (progress) progress(kPacking, 1.0);
    auto packed = PackedFile::open(path, source.name());
    bound_cache(folder, kPackEnding, kPackBound);
    return packed;
}

}  // namespace headroom
