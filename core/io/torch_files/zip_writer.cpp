// Streams stored records and then the directory.
#include "core/io/torch_files/zip_writer.h"

#include <initializer_list>

#include <zlib.h>

namespace headroom {
namespace {

constexpr std::uint32_t kWide = 0xffffffff;  // "see the zip64 field"
constexpr std::uint16_t kPlainVersion = 20, kZip64Version = 45;

std::uint32_t narrow(std::uint64_t value, bool wide) { return wide ? kWide : static_cast<std::uint32_t>(value); }

/// Method, time, CRC, sizes and the name's length, which the local and the central header share.
std::string common_fields(std::uint16_t version, std::uint32_t crc, std::uint32_t size, std::size_t name_length) {
    std::string out;
    append_little(out, version);
    append_little(out, std::uint16_t{0x0800});      // names are UTF-8
    append_little(out, std::uint16_t{0});           // stored
    append_little(out, std::uint32_t{0x00210000});  // no time, 1 January 1980: the same tensors give the same file
    append_little(out, crc);
    append_little(out, size);
    append_little(out, size);
    append_little(out, static_cast<std::uint16_t>(name_length));
    return out;
}

/// An extra field of kind 1 with these numbers; nothing when there are none.
std::string zip64_field(std::initializer_list<std::uint64_t> numbers) {
    std::string out;
    if (numbers.size() == 0) return out;
    append_little(out, std::uint16_t{1});
    append_little(out, static_cast<std::uint16_t>(numbers.size() * 8));
    for (const std::uint64_t n : numbers) append_little(out, n);
    return out;
}

}  // namespace

Result<void> ZipWriter::add(const std::string& name, std::span<const std::byte> data) {
    const auto crc = static_cast<std::uint32_t>(
        crc32_z(crc32_z(0, nullptr, 0), reinterpret_cast<const Bytef*>(data.data()), data.size()));
    const bool wide_size = data.size() >= limits_.bytes, wide_place = at_ >= limits_.bytes;
    const std::uint16_t version = wide_size || wide_place ? kZip64Version : kPlainVersion;
    const std::string common = common_fields(version, crc, narrow(data.size(), wide_size), name.size());
    const std::string sizes = wide_size ? zip64_field({data.size(), data.size()}) : "";
    // An extra field of kind "FB", as PyTorch uses, fills up to the alignment.
    const std::uint64_t unpadded = at_ + 30 + name.size() + sizes.size() + 4;
    const auto padding = static_cast<std::uint16_t>((64 - unpadded % 64) % 64);
    std::string head("PK\x03\x04", 4);
    head += common;
    append_little(head, static_cast<std::uint16_t>(sizes.size() + padding + 4));
    head += name + sizes + "FB";
    append_little(head, padding);
    head.append(padding, 'Z');

    std::string extra;
    if (wide_size && wide_place)
        extra = zip64_field({data.size(), data.size(), at_});
    else if (wide_size)
        extra = sizes;
    else if (wide_place)
        extra = zip64_field({at_});
    directory_.append("PK\x01\x02", 4);
    append_little(directory_, version);
    directory_ += common;
    append_little(directory_, static_cast<std::uint16_t>(extra.size()));
    append_little(directory_, std::uint16_t{0});  // comment
    directory_.append(8, '\0');                   // disk, attributes
    append_little(directory_, narrow(at_, wide_place));
    directory_ += name + extra;
    ++records_;
    if (auto ok = out(head); !ok) return ok;
    at_ += data.size();
    return write_(data);
}

Result<void> ZipWriter::finish() {
    const std::uint64_t begin = at_;
    if (auto ok = out(directory_); !ok) return ok;
    const bool wide_place = begin >= limits_.bytes, wide_size = directory_.size() >= limits_.bytes,
               wide_count = records_ >= limits_.records;
    std::string end;
    if (wide_place || wide_size || wide_count) {
        const std::uint64_t end64 = at_;
        end.append("PK\x06\x06", 4);
        append_little(end, std::uint64_t{44});  // bytes of this record after here
        append_little(end, kZip64Version);
        append_little(end, kZip64Version);
        append_little(end, std::uint32_t{0});  // disks
        append_little(end, std::uint32_t{0});
        append_little(end, records_);
        append_little(end, records_);
        append_little(end, std::uint64_t{directory_.size()});
        append_little(end, begin);
        end.append("PK\x06\x07", 4);
        append_little(end, std::uint32_t{0});
        append_little(end, end64);
        append_little(end, std::uint32_t{1});  // one disk in all
    }
    const auto count = wide_count ? std::uint16_t{0xffff} : static_cast<std::uint16_t>(records_);
    end.append("PK\x05\x06", 4);
    append_little(end, std::uint32_t{0});
    append_little(end, count);
    append_little(end, count);
    append_little(end, narrow(directory_.size(), wide_size));
    append_little(end, narrow(begin, wide_place));
    append_little(end, std::uint16_t{0});
    return out(end);
}

Result<void> ZipWriter::out(const std::string& text) {
    at_ += text.size();
    return write_(std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace headroom
