// Pickles and zip archives byte by byte.
#include "tests/support/torch_builder.h"

#include <cstring>

#include <zlib.h>

namespace headroom::test {
namespace {

template <class T> void put(std::string& out, T value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out.append(bytes, sizeof value);
}

std::uint32_t crc_of(const std::string& content) {
    return static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())));
}

}  // namespace

Pickle& Pickle::raw(const std::string& bytes) {
    bytes_ += bytes;
    return *this;
}

Pickle& Pickle::text(const std::string& value) {
    bytes_ += 'X';
    put(bytes_, static_cast<std::uint32_t>(value.size()));
    bytes_ += value;
    return *this;
}

Pickle& Pickle::number(std::int64_t value) {
    bytes_.append("\x8a\x08", 2);
    put(bytes_, value);
    return *this;
}

Pickle& Pickle::global(const std::string& module, const std::string& name) {
    return raw("c" + module + "\n" + name + "\n");
}

Pickle& Pickle::tensor(const std::string& type, const std::string& key, std::int64_t count, std::int64_t offset,
                       const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& strides) {
    global("torch._utils", "_rebuild_tensor_v2")
        .raw("((")
        .text("storage")
        .global("torch", type)
        .text(key)
        .text("cpu")
        .number(count)
        .raw("tQ")
        .number(offset);
    for (const auto* list : {&shape, &strides}) {
        raw("(");
        for (const std::int64_t n : *list) number(n);
        raw("t");
    }
    return raw("\x89").global("collections", "OrderedDict").raw(")RtR");
}

void ZipBuilder::append(const std::string& name, const std::string& stored, std::uint32_t crc, std::uint32_t size,
                        std::uint16_t how) {
    const Entry entry{name,  crc, static_cast<std::uint32_t>(stored.size()), size,
                      flags, how, static_cast<std::uint32_t>(bytes_.size())};
    bytes_.append("PK\x03\x04", 4);
    put(bytes_, std::uint16_t{20});
    put(bytes_, entry.flags);
    put(bytes_, entry.method);
    put(bytes_, std::uint32_t{0});
    put(bytes_, entry.crc);
    put(bytes_, entry.stored);
    put(bytes_, entry.size);
    put(bytes_, static_cast<std::uint16_t>(name.size()));
    put(bytes_, std::uint16_t{0});
    bytes_ += name + stored;
    entries_.push_back(entry);
}

void ZipBuilder::add(const std::string& name, const std::string& content) {
    append(name, content, crc_of(content), claimed_size.value_or(static_cast<std::uint32_t>(content.size())), method);
}

void ZipBuilder::add_deflated(const std::string& name, const std::string& content) {
    std::string packed(compressBound(static_cast<uLong>(content.size())) + 16, '\0');
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = static_cast<uInt>(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    append(name, packed, crc_of(content), claimed_size.value_or(static_cast<std::uint32_t>(content.size())), 8);
}

void ZipBuilder::repeat_last(const std::string& name) {
    Entry entry = entries_.back();
    entry.name = name;
    entries_.push_back(entry);
}

std::string ZipBuilder::finish() const {
    std::string directory;
    for (const Entry& entry : entries_) {
        directory.append("PK\x01\x02", 4);
        put(directory, std::uint32_t{0x00140014});
        put(directory, entry.flags);
        put(directory, entry.method);
        put(directory, std::uint32_t{0});
        put(directory, entry.crc);
        put(directory, zip64 ? 0xffffffffu : entry.stored);
        put(directory, zip64 ? 0xffffffffu : entry.size);
        put(directory, static_cast<std::uint16_t>(entry.name.size()));
        put(directory, static_cast<std::uint16_t>(zip64 ? 28 : 0));
        put(directory, std::uint16_t{0});
        directory.append(8, '\0');
        put(directory, zip64 ? 0xffffffffu : entry.header);
        directory += entry.name;
        if (!zip64) continue;
        put(directory, std::uint32_t{0x00180001});
        put(directory, std::uint64_t{entry.size});
        put(directory, std::uint64_t{entry.stored});
        put(directory, std::uint64_t{entry.header});
    }
    std::string out = bytes_ + directory;
    if (zip64) {
        const std::uint64_t at = out.size();
        out.append("PK\x06\x06", 4);
        put(out, std::uint64_t{44});
        put(out, std::uint32_t{0x002d002d});
        put(out, std::uint64_t{0});
        put(out, std::uint64_t{entries_.size()});
        put(out, std::uint64_t{entries_.size()});
        put(out, std::uint64_t{directory.size()});
        put(out, std::uint64_t{bytes_.size()});
        out.append("PK\x06\x07", 4);
        put(out, std::uint32_t{0});
        put(out, at);
        put(out, std::uint32_t{1});
    }
    out.append("PK\x05\x06", 4);
    put(out, std::uint32_t{0});
    put(out, static_cast<std::uint16_t>(zip64 ? 0xffff : entries_.size()));
    put(out, static_cast<std::uint16_t>(zip64 ? 0xffff : entries_.size()));
    put(out, zip64 ? 0xffffffffu : static_cast<std::uint32_t>(directory.size()));
    put(out, zip64 ? 0xffffffffu : static_cast<std::uint32_t>(bytes_.size()));
    put(out, std::uint16_t{0});
    return out;
}

}  // namespace headroom::test
