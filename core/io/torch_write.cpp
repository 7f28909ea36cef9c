// Writes a flat state dict that torch.load(weights_only=True) reads: a zip of stored records, each aligned to 64 bytes.
#include "core/io/atomic_file.h"
#include "core/io/tensor_buffer.h"
#include "core/io/tensor_checks.h"

#include <array>
#include <cstring>

#include <zlib.h>

namespace headroom {
namespace {

constexpr std::uint64_t kMaxZip = 0xffffffff;  // beyond, zip64 would be needed

std::string_view storage_class(DType dtype) {
    static constexpr std::array<std::string_view, 10> names{"DoubleStorage", "FloatStorage", "HalfStorage", "BFloat16Storage", "LongStorage",
                                                            "IntStorage", "ShortStorage", "CharStorage", "ByteStorage", "BoolStorage"};
    return names[static_cast<std::size_t>(dtype)];
}

/// Little-endian bytes appended to a string.
template <class T>
void put(std::string& out, T value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out.append(bytes, sizeof value);
}

/// Pickle instructions, protocol 2.
class PickleText {
public:
    std::string text{"\x80\x02", 2};

    void word(std::string_view value) {
        text += 'X';
        put(text, static_cast<std::uint32_t>(value.size()));
        text += value;
    }
    void global(std::string_view module, std::string_view name) { text.append("c").append(module).append("\n").append(name).append("\n"); }
    void number(std::int64_t value) {
        if (value >= 0 && value <= 0x7fffffff) {
            text += 'J';
            put(text, static_cast<std::int32_t>(value));
        } else {
            text.append("\x8a\x08", 2);
            put(text, value);
        }
    }
    void empty_ordered_dict() {
        global("collections", "OrderedDict");
        text += ")R";
    }
    void tensor(const TensorView& tensor, const std::string& key) {
        global("torch._utils", "_rebuild_tensor_v2");
        text += "((";
        word("storage");
        global("torch", storage_class(tensor.dtype));
        word(key);
        word("cpu");
        number(static_cast<std::int64_t>(tensor.data.size() / element_size(tensor.dtype)));
        text += "tQK";
        text += '\0';
        std::vector<std::int64_t> strides(tensor.shape.size(), 1);
        for (std::size_t i = tensor.shape.size(); i-- > 1;) strides[i - 1] = strides[i] * std::max<std::int64_t>(tensor.shape[i], 1);
        for (const auto* list : {static_cast<const std::vector<std::int64_t>*>(&tensor.shape), static_cast<const std::vector<std::int64_t>*>(&strides)}) {
            text += '(';
            for (const std::int64_t side : *list) number(side);
            text += 't';
        }
        text += '\x89';
        empty_ordered_dict();
        text += "tR";
    }
};

std::string make_pickle(const std::vector<TensorView>& tensors) {
    PickleText pickle;
    pickle.empty_ordered_dict();
    pickle.text += '(';
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        pickle.word(tensors[i].name);
        pickle.tensor(tensors[i], std::to_string(i));
    }
    return pickle.text + "u.";
}

/// Streams stored records and then the directory.
class ZipStream {
public:
    explicit ZipStream(const WriteFn& write) : write_(write) {}

    Result<void> add(const std::string& name, std::span<const std::byte> data) {
        const auto crc = static_cast<std::uint32_t>(crc32_z(crc32_z(0, nullptr, 0), reinterpret_cast<const Bytef*>(data.data()), data.size()));
        const auto size = static_cast<std::uint32_t>(data.size());
        // An extra field of kind "FB", as PyTorch uses, fills up to the alignment.
        const std::uint64_t unpadded = at_ + 30 + name.size() + 4;
        const auto padding = static_cast<std::uint16_t>((64 - unpadded % 64) % 64);
        std::string common;
        put(common, std::uint16_t{20});
        put(common, std::uint16_t{0x0800});  // names are UTF-8
        put(common, std::uint16_t{0});       // stored
        put(common, std::uint32_t{0x00210000});  // no time, 1 January 1980: the same tensors give the same file
        put(common, crc);
        put(common, size);
        put(common, size);
        put(common, static_cast<std::uint16_t>(name.size()));
        std::string head("PK\x03\x04", 4);
        head += common;
        put(head, static_cast<std::uint16_t>(padding + 4));
        head += name;
        head += "FB";
        put(head, padding);
        head.append(padding, 'Z');

        directory_.append("PK\x01\x02", 4);
        put(directory_, std::uint16_t{20});
        directory_ += common;
        put(directory_, std::uint16_t{0});  // extra
        put(directory_, std::uint16_t{0});  // comment
        directory_.append(8, '\0');         // disk, attributes
        put(directory_, static_cast<std::uint32_t>(at_));
        directory_ += name;
        ++records_;
        if (auto ok = out(head); !ok) return ok;
        at_ += data.size();
        return write_(data);
    }
    Result<void> add(const std::string& name, const std::string& text) { return add(name, std::as_bytes(std::span(text.data(), text.size()))); }

    Result<void> finish() {
        std::string end("PK\x05\x06", 4);
        put(end, std::uint32_t{0});
        put(end, records_);
        put(end, records_);
        put(end, static_cast<std::uint32_t>(directory_.size()));
        put(end, static_cast<std::uint32_t>(at_));
        put(end, std::uint16_t{0});
        if (auto ok = out(directory_); !ok) return ok;
        return out(end);
    }

private:
    Result<void> out(const std::string& text) {
        at_ += text.size();
        return write_(std::as_bytes(std::span(text.data(), text.size())));
    }

    const WriteFn& write_;
    std::uint64_t at_ = 0;
    std::string directory_;
    std::uint16_t records_ = 0;
};

}  // namespace

Result<std::string> write_torch_file(const std::string& path, const std::vector<TensorView>& tensors) {
    if (auto ok = check_tensors_to_write(path, tensors); !ok) return ok.error();
    const std::string pickle = make_pickle(tensors);
    std::uint64_t total = pickle.size() + 1024;
    for (const TensorView& tensor : tensors) total += tensor.data.size() + 256;
    if (total > kMaxZip || tensors.size() > 65000) {
        return make_error(ErrorCode::InvalidArgument, "cannot write " + path + ": PyTorch files are written up to 4 GiB and 65000 tensors", "Export as safetensors instead.");
    }
    Sha256 hash;
    const auto written = write_stream_atomic(path, total, [&](const WriteFn& write) -> Result<void> {
        const WriteFn hashed = [&](std::span<const std::byte> bytes) -> Result<void> {
            hash.update(bytes);
            return write(bytes);
        };
        ZipStream zip(hashed);
        if (auto ok = zip.add("archive/data.pkl", pickle); !ok) return ok;
        if (auto ok = zip.add("archive/byteorder", std::string("little")); !ok) return ok;
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            if (auto ok = zip.add("archive/data/" + std::to_string(i), tensors[i].data); !ok) return ok;
        }
        if (auto ok = zip.add("archive/version", std::string("3\n")); !ok) return ok;
        return zip.finish();
    });
    if (!written) return written.error();
    return hash.hex();
}

}  // namespace headroom
