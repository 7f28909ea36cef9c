// Strict reading of zip archives: what the central directory says must be what the file holds, once, without overlaps.
#include "core/io/torch_files/zip_reader.h"

#include "core/base/file_errors.h"
#include "core/io/files/byte_cursor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <numeric>

#include <zlib.h>

namespace headroom {
namespace {

constexpr std::uint32_t kLocalHeader = 0x04034b50, kCentralHeader = 0x02014b50, kEnd = 0x06054b50, kEnd64 = 0x06064b50,
                        kLocator64 = 0x07064b50;
constexpr std::size_t kEndSize = 22, kLocatorSize = 20, kEnd64Size = 56, kLocalSize = 30;
constexpr std::uint64_t kMaxRecords = tensor_limits::kTensors + 64;  // each tensor has one, and a few describe
constexpr std::uint64_t kMaxDirectory = 64u << 20;
constexpr std::uint64_t kMaxRatio = 100;
constexpr std::uint16_t kStored = 0, kDeflated = 8;
constexpr std::uint16_t kFlagEncrypted = 1, kFlagDescriptor = 8, kFlagStrong = 0x40, kFlagMasked = 0x2000;

std::string name_problem(std::string_view name) {
    if (name.empty() || name.size() > 512 || !is_clean_utf8(name)) return "is empty, too long or not clean text";
    if (name.front() == '/' || name.find('\\') != std::string_view::npos) return "is an absolute or foreign path";
    for (std::size_t at = 0; at <= name.size();) {
        const std::size_t slash = std::min(name.find('/', at), name.size());
        if (name.substr(at, slash - at) == "..") return "leads out of the archive";
        at = slash + 1;
    }
    return {};
}

struct End {
    std::uint64_t directory = 0, directory_size = 0, records = 0, position = 0;
};

/// Replaces 32-bit fields that say "see the zip64 field" by the 64-bit ones. False if they are missing.
bool apply_zip64(std::span<const std::byte> extra, ZipRecord& record, bool wants_size, bool wants_stored,
                 bool wants_header) {
    ByteCursor at(extra);
    while (at.left() >= 4) {
        const std::uint16_t id = at.u16(), length = at.u16();
        const std::string_view body = at.text(length);
        if (!at.ok()) return false;
        if (id != 1) continue;
        ByteCursor field(std::as_bytes(std::span(body.data(), body.size())));
        if (wants_size) record.size = field.u64();
        if (wants_stored) record.stored_size = field.u64();
        if (wants_header) record.local_header = field.u64();
        return field.ok();
    }
    return !wants_size && !wants_stored && !wants_header;
}

}  // namespace

Error ZipReader::damaged(const std::string& what) const {
    return make_error(ErrorCode::BadFile, path_ + " cannot be loaded: " + what,
                      "Download or copy the file again; it is damaged or was tampered with.");
}

const ZipRecord* ZipReader::find(std::string_view name) const {
    const auto it = by_name_.find(std::string(name));
    return it == by_name_.end() ? nullptr : &records_[it->second];
}

Result<ZipReader> ZipReader::open(const std::string& path) {
    auto file = FileHandle::open_for_reading(path);
    if (!file) return file.error();
    ZipReader reader;
    reader.path_ = path;
    reader.file_ = *std::move(file);
    reader.file_size_ = static_cast<std::uint64_t>(std::max<std::int64_t>(reader.file_.size(), 0));
    if (reader.file_size_ > tensor_limits::kFileBytes) return reader.damaged("it is larger than 64 GiB");
    if (auto ok = reader.read_directory(); !ok) return ok.error();
    if (auto ok = reader.check_local_headers(); !ok) return ok.error();
    return reader;
}

namespace {

/// Finds the end record, which must be the last thing in the file, and the zip64 one before it.
Result<End> find_end(const FileHandle& file, std::uint64_t file_size, const std::string& path) {
    const auto bad = [&](const std::string& what) {
        return make_error(ErrorCode::BadFile, path + " cannot be loaded: " + what, "Download or copy the file again.");
    };
    const std::size_t tail_size =
        static_cast<std::size_t>(std::min<std::uint64_t>(file_size, kEndSize + 65535 + kLocatorSize));
    std::vector<std::byte> tail(tail_size);
    if (tail_size < kEndSize || !file.read_at(file_size - tail_size, tail))
        return bad("the archive is incomplete (" + std::to_string(file_size) + " bytes)");
    std::size_t at = tail_size - kEndSize + 1;
    while (at-- > 0) {
        ByteCursor c(tail, at);
        if (c.u32() != kEnd) continue;
        const std::uint16_t disk = c.u16(), directory_disk = c.u16(), here = c.u16(), records = c.u16();
        const std::uint32_t size = c.u32(), begin = c.u32();
        const std::uint16_t comment = c.u16();
        if (at + kEndSize + comment != tail_size) continue;
        if (disk != directory_disk || (disk != 0 && disk != 0xffff) || here != records)
            return bad("the archive is split into parts");
        End end{begin, size, records, file_size - tail_size + at};
        if (at < kLocatorSize) return end;
        ByteCursor locator(tail, at - kLocatorSize);
        if (locator.u32() != kLocator64) return end;
        locator.u32();
        const std::uint64_t position = locator.u64();
        std::array<std::byte, kEnd64Size> wide{};
        if (position > end.position - kLocatorSize || end.position - kLocatorSize - position < kEnd64Size ||
            !file.read_at(position, wide))
            return bad("its zip64 directory is missing");
        ByteCursor w(wide);
        if (w.u32() != kEnd64) return bad("its zip64 directory is missing");
        w.text(20);  // size, versions, disk numbers
        const std::uint64_t records_here = w.u64();
        end.records = w.u64();
        end.directory_size = w.u64();
        end.directory = w.u64();
        if (records_here != end.records) return bad("the archive is split into parts");
        end.position = position;
        return end;
    }
    return bad("the archive is incomplete (" + std::to_string(file_size) + " bytes, its end is missing)");
}

}  // namespace

Result<void> ZipReader::read_directory() {
    const auto end = find_end(file_, file_size_, path_);
    if (!end) return end.error();
    if (end->records > kMaxRecords || end->directory_size > kMaxDirectory)
        return damaged("it has more than 100000 records");
    // Nothing may lie between the directory and its end: a second archive hidden there would be read by some programs.
    if (end->directory > end->position || end->position - end->directory != end->directory_size)
        return damaged("its directory is not where it should be");
    directory_begin_ = end->directory;
    std::vector<std::byte> directory(static_cast<std::size_t>(end->directory_size));
    if (!file_.read_at(directory_begin_, directory)) return damaged("its directory cannot be read");
    ByteCursor c(directory);
    for (std::uint64_t i = 0; i < end->records; ++i) {
        ZipRecord record;
        if (c.u32() != kCentralHeader) return damaged("its directory is damaged");
        c.u32();  // versions
        record.flags = c.u16();
        record.method = c.u16();
        c.u32();  // time and date
        record.crc = c.u32();
        const std::uint32_t stored = c.u32(), size = c.u32();
        const std::uint16_t name_length = c.u16(), extra_length = c.u16(), comment_length = c.u16();
        c.text(8);  // disk and attributes
        const std::uint32_t header = c.u32();
        record.name = std::string(c.text(name_length));
        const std::string_view extra = c.text(extra_length);
        c.text(comment_length);
        if (!c.ok()) return damaged("its directory is damaged");
        record.size = size;
        record.stored_size = stored;
        record.local_header = header;
        constexpr std::uint32_t wide = 0xffffffff;
        if (!apply_zip64(std::as_bytes(std::span(extra.data(), extra.size())), record, size == wide, stored == wide,
                         header == wide))
            return damaged("its zip64 fields are damaged");
        if (const std::string problem = name_problem(record.name); !problem.empty())
            return damaged("the record name '" + shown_name(record.name) + "' " + problem);
        if (record.flags & (kFlagEncrypted | kFlagStrong | kFlagMasked))
            return damaged("the record '" + shown_name(record.name) + "' is encrypted");
        if (record.method != kStored && record.method != kDeflated)
            return damaged("the record '" + shown_name(record.name) + "' is packed in an unknown way");
        if (record.method == kStored && record.size != record.stored_size)
            return damaged("the record '" + shown_name(record.name) + "' has two different sizes");
        if (record.method == kDeflated && record.size / kMaxRatio > record.stored_size) {
            return damaged("the record '" + shown_name(record.name) + "' would unpack to " +
                           std::to_string(record.size / std::max<std::uint64_t>(record.stored_size, 1)) +
                           " times its size");
        }
        if (!by_name_.emplace(record.name, records_.size()).second)
            return damaged("the record '" + shown_name(record.name) + "' is there twice");
        records_.push_back(std::move(record));
    }
    if (c.left() != 0) return damaged("its directory is damaged");
    return {};
}

Result<void> ZipReader::check_local_headers() {
    for (ZipRecord& record : records_) {
        const std::string where = "the record '" + shown_name(record.name) + "' ";
        std::vector<std::byte> head(kLocalSize + record.name.size());
        if (record.local_header > directory_begin_ || directory_begin_ - record.local_header < head.size() ||
            !file_.read_at(record.local_header, head))
            return damaged(where + "lies outside the archive");
        ByteCursor c(head);
        const bool right = c.u32() == kLocalHeader;
        c.u16();
        const std::uint16_t flags = c.u16(), method = c.u16();
        c.u32();
        const std::uint32_t crc = c.u32(), stored = c.u32(), size = c.u32();
        const std::uint16_t name_length = c.u16(), extra_length = c.u16();
        if (!right || name_length != record.name.size() || c.text(name_length) != record.name ||
            method != record.method || (flags & kFlagEncrypted))
            return damaged(where + "differs from the archive's directory");
        // With a descriptor after the data, the header may leave size and CRC empty.
        const bool may_be_empty = flags & kFlagDescriptor;
        const auto agrees = [&](std::uint32_t local, std::uint64_t central) {
            return local == central || local == 0xffffffff || (may_be_empty && local == 0);
        };
        if (!agrees(size, record.size) || !agrees(stored, record.stored_size) ||
            !(crc == record.crc || (may_be_empty && crc == 0)))
            return damaged(where + "differs from the archive's directory");
        record.data_begin = record.local_header + head.size() + extra_length;
        if (record.data_begin > directory_begin_ || directory_begin_ - record.data_begin < record.stored_size)
            return damaged(where + "lies outside the archive");
    }
    std::vector<std::size_t> order(records_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return records_[a].local_header < records_[b].local_header; });
    for (std::size_t i = 1; i < order.size(); ++i) {
        const ZipRecord& before = records_[order[i - 1]];
        if (before.data_begin + before.stored_size > records_[order[i]].local_header)
            return damaged("the records '" + shown_name(before.name) + "' and '" + shown_name(records_[order[i]].name) +
                           "' overlap");
    }
    return {};
}

Result<void> ZipReader::inflate_record(const ZipRecord& record, std::span<std::byte> out) const {
    const Error bad = damaged("the record '" + shown_name(record.name) + "' cannot be unpacked");
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return bad;
    const auto ended = [](z_stream* s) { inflateEnd(s); };
    const std::unique_ptr<z_stream, decltype(ended)> guard(&stream, ended);
    std::vector<std::byte> piece(1u << 18);
    std::uint64_t read = 0, written = 0;
    int status = Z_OK;
    while (status != Z_STREAM_END) {
        if (stream.avail_in == 0 && read < record.stored_size) {
            const auto part = std::span(piece).first(
                static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), record.stored_size - read)));
            if (!file_.read_at(record.data_begin + read, part)) return read_error(path_, EIO);
            read += part.size();
            stream.next_in = reinterpret_cast<Bytef*>(part.data());
            stream.avail_in = static_cast<uInt>(part.size());
        }
        const std::size_t room = static_cast<std::size_t>(std::min<std::uint64_t>(1u << 30, record.size - written));
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + written);
        stream.avail_out = static_cast<uInt>(room);
        const uInt in_before = stream.avail_in;
        status = inflate(&stream, Z_NO_FLUSH);
        const std::size_t made = room - stream.avail_out;
        written += made;
        if (status != Z_OK && status != Z_STREAM_END) return bad;
        if (made == 0 && stream.avail_in == in_before && status != Z_STREAM_END)
            return bad;  // more content than declared
    }
    return written == record.size && read == record.stored_size && stream.avail_in == 0 ? Result<void>()
                                                                                        : Result<void>(bad);
}

Result<TensorBuffer> ZipReader::read(const ZipRecord& record, std::uint64_t limit) const {
    if (record.size > limit)
        return damaged("the record '" + shown_name(record.name) + "' is too large (" + std::to_string(record.size) +
                       " bytes)");
    auto buffer = TensorBuffer::allocate(record.size, path_);
    if (!buffer) return buffer;
    if (auto ok = read_into(record, buffer->bytes()); !ok) return ok.error();
    return buffer;
}

Result<void> ZipReader::read_into(const ZipRecord& record, std::span<std::byte> out) const {
    if (out.size() != record.size)
        return make_error(ErrorCode::Internal, path_ + ": a record was to be read into room of another size");
    if (record.method == kStored) {
        if (!file_.read_at(record.data_begin, out)) return read_error(path_, EIO);
    } else if (auto ok = inflate_record(record, out); !ok) {
        return ok.error();
    }
    const uLong crc = crc32_z(crc32_z(0, nullptr, 0), reinterpret_cast<const Bytef*>(out.data()), out.size());
    if (crc != record.crc)
        return damaged("the record '" + shown_name(record.name) + "' is damaged (its CRC-32 does not match)");
    return {};
}

}  // namespace headroom
