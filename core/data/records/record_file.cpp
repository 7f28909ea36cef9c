// Inflates piece by piece, so that a file that promises little and unpacks to much is refused on the way.
#include "core/data/records/record_file.h"

#include "core/base/file_handle.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <array>

#include <sys/stat.h>
#include <zlib.h>

namespace headroom {
namespace {

using ByteVector = std::vector<std::uint8_t>;

constexpr int kGzipWindow = 15 + 16;
constexpr std::size_t kPiece = std::size_t{1} << 20;

class Inflater {
public:
    explicit Inflater(const ByteVector& packed) {
        stream_.next_in = const_cast<Bytef*>(packed.data());
        stream_.avail_in = static_cast<uInt>(packed.size());
        ready_ = inflateInit2(&stream_, kGzipWindow) == Z_OK;
    }
    ~Inflater() {
        if (ready_) inflateEnd(&stream_);
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    /// Appends up to `count` bytes to `out`; false on damage. `ended` is set at the end of the data.
    bool read(std::size_t count, ByteVector& out) {
        const std::size_t start = out.size();
        out.resize(start + count);
        stream_.next_out = out.data() + start;
        stream_.avail_out = static_cast<uInt>(count);
        const int status = ready_ ? inflate(&stream_, Z_NO_FLUSH) : Z_MEM_ERROR;
        const std::size_t made = count - stream_.avail_out;
        out.resize(start + made);
        ended = status == Z_STREAM_END;
        return ended || (status == Z_OK && made > 0);
    }

    bool ended = false;

private:
    z_stream stream_{};
    bool ready_ = false;
};

bool is_gzip(const ByteVector& bytes) { return bytes.size() > 2 && bytes[0] == 0x1F && bytes[1] == 0x8B; }

Error bad(const std::string& path, const std::string& why) {
    return make_error(ErrorCode::BadFile, "cannot read " + printable_line(path) + ": " + why, "Fetch the file again.");
}

Result<ByteVector> read_plain(const std::string& path, std::uint64_t limit) {
    auto file = FileHandle::open_for_reading(path);
    if (!file) return file.error();
    const std::uint64_t size = static_cast<std::uint64_t>(std::max<std::int64_t>(file->size(), 0));
    if (size > limit) return bad(path, "it is larger than " + std::to_string(limit >> 20) + " MiB");
    ByteVector bytes(static_cast<std::size_t>(size));
    if (!file->read_at(0, std::as_writable_bytes(std::span(bytes))))
        return bad(path, "it was changed while it was read");
    return bytes;
}

}  // namespace

Result<ByteVector> read_record_file(const std::string& path, std::uint64_t limit) {
    auto bytes = read_plain(path, limit);
    if (!bytes || !is_gzip(*bytes)) return bytes;
    Inflater inflater(*bytes);
    ByteVector out;
    while (!inflater.ended) {
        if (!inflater.read(kPiece, out)) return bad(path, "its gzip data is damaged or cut off");
        if (out.size() > limit) return bad(path, "it unpacks to more than " + std::to_string(limit >> 20) + " MiB");
    }
    return out;
}

ByteVector peek_record_file(const std::string& path, std::size_t count) {
    constexpr std::size_t kEnough = 4096;
    const auto file = FileHandle::open_for_reading(path);
    if (!file || file->size() <= 0) return {};
    ByteVector head(static_cast<std::size_t>(
        std::min<std::int64_t>(file->size(), static_cast<std::int64_t>(std::max(kEnough, count)))));
    if (!file->read_at(0, std::as_writable_bytes(std::span(head)))) return {};
    if (is_gzip(head)) {
        ByteVector out;
        Inflater inflater(head);
        if (!inflater.read(count, out)) return {};
        return out;
    }
    head.resize(std::min(head.size(), count));
    return head;
}

std::string record_stamp(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return "missing";
    return std::to_string(status.st_size) + " " + std::to_string(status.st_mtim.tv_sec) + "." +
           std::to_string(status.st_mtim.tv_nsec);
}

}  // namespace headroom
