// Writes the ending of a packed file, and maps and checks one.
#include "core/data/packed_file.h"

#include "core/io/files/atomic_file.h"
#include "core/io/files/sha256.h"

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cstring>

namespace headroom {
namespace {

constexpr std::string_view kMagic = "HDRPACK1";
constexpr std::size_t kTail = 8 + 8 + 64;  // magic, length, SHA-256 in hex
constexpr std::size_t kLongestDescription = std::size_t{1} << 30;

Error damaged(const std::string& path, const std::string& why) {
    return make_error(ErrorCode::BadFile, "The packed data '" + path + "' " + why + ".",
                      "It is packed again from its source.");
}

Result<PackedInfo> parse_description(const std::string& path, std::string_view text) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object()) return damaged(path, "has no readable description");
    PackedInfo info;
    try {
        info.kind = json.at("kind").get<std::string>();
        info.fingerprint = json.at("fingerprint").get<std::string>();
        info.count = json.at("count").get<std::int64_t>();
        info.size = json.at("size").get<int>();
        info.channels = json.at("channels").get<int>();
        for (const auto& entry : json.at("rejected"))
            info.rejected.push_back({entry.at(0).get<std::string>(), entry.at(1).get<std::string>()});
    } catch (const nlohmann::json::exception& error) { return damaged(path, "has an incomplete description"); }
    const bool sane =
        info.count >= 0 && info.size > 0 && info.size <= 16384 && (info.channels == 1 || info.channels == 3);
    if (!sane) return damaged(path, "has an impossible description");
    return info;
}

/// The description's text, from the end of the mapped file.
Result<std::string_view> find_description(const std::string& path, const std::uint8_t* bytes, std::size_t size) {
    if (size < kTail) return damaged(path, "is cut off");
    const char* tail = reinterpret_cast<const char*>(bytes + size - kTail);
    if (std::string_view(tail, kMagic.size()) != kMagic) return damaged(path, "is cut off or of another version");
    std::uint64_t length = 0;
    std::memcpy(&length, tail + 8, sizeof length);
    if (length > kLongestDescription || length > size - kTail)
        return damaged(path, "has a description of impossible length");
    const std::string_view text(tail - length, length);
    if (sha256_of(text) != std::string_view(tail + 16, 64)) return damaged(path, "has a damaged description");
    return text;
}

}  // namespace

std::string packed_ending(const PackedInfo& info) {
    nlohmann::json json{{"kind", info.kind}, {"fingerprint", info.fingerprint}, {"count", info.count},
                        {"size", info.size}, {"channels", info.channels},       {"rejected", nlohmann::json::array()}};
    for (const RejectedFile& file : info.rejected) json["rejected"].push_back({file.path, file.reason});
    std::string ending = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    const std::uint64_t length = ending.size();
    const std::string hash = sha256_of(ending);
    ending += kMagic;
    ending.append(reinterpret_cast<const char*>(&length), sizeof length);
    return ending + hash;
}

Result<std::shared_ptr<const PackedFile>> PackedFile::open(const std::string& path, std::string name) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return make_error(ErrorCode::NotFound, "There is no packed data '" + path + "'.");
    struct stat status {};
    const bool known = ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
    void* mapping =
        known ? ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
    ::close(fd);
    if (mapping == MAP_FAILED) return damaged(path, "cannot be mapped");

    std::shared_ptr<PackedFile> file(new PackedFile);
    file->name_ = std::move(name);
    file->pixels_ = static_cast<const std::uint8_t*>(mapping);
    file->mapped_ = static_cast<std::size_t>(status.st_size);
    const auto text = find_description(path, file->pixels_, file->mapped_);
    if (!text) return text.error();
    auto info = parse_description(path, *text);
    if (!info) return info.error();
    const unsigned __int128 pixels = static_cast<unsigned __int128>(info->count) * info->image_bytes();
    if (pixels + text->size() + kTail != file->mapped_) return damaged(path, "has the wrong length");
    file->info_ = std::move(*info);
    return std::shared_ptr<const PackedFile>(std::move(file));
}

const std::uint8_t* PackedFile::image(std::int64_t index) const {
    // A fault maps what the system has cached around it too, half a MiB and more, so pages are let go of often; it costs
    // microseconds, and they come back from the cache as they are read.
    constexpr std::size_t kReadBeforeLettingGo = 128u << 10;
    if (read_.fetch_add(info_.image_bytes(), std::memory_order_relaxed) >= kReadBeforeLettingGo) {
        read_.store(0, std::memory_order_relaxed);
        ::madvise(const_cast<std::uint8_t*>(pixels_), mapped_,
                  MADV_DONTNEED);  // read-only and shared: nothing can be lost
    }
    return pixels_ + static_cast<std::size_t>(index) * info_.image_bytes();
}

PackedFile::~PackedFile() {
    if (pixels_) ::munmap(const_cast<std::uint8_t*>(pixels_), mapped_);
}

}  // namespace headroom
