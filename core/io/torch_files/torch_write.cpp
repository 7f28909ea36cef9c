// Writes a flat state dict that torch.load(weights_only=True) reads: a zip of stored records, each aligned to 64 bytes.
#include "core/io/torch_files/torch_write.h"

#include "core/io/files/atomic_file.h"
#include "core/io/files/sha256.h"
#include "core/io/tensors/tensor_buffer.h"
#include "core/io/tensors/tensor_checks.h"

#include <array>
#include <map>
#include <utility>

namespace headroom {
namespace {

std::string_view storage_class(DType dtype) {
    static constexpr std::array<std::string_view, 10> names{
        "DoubleStorage", "FloatStorage", "HalfStorage", "BFloat16Storage", "LongStorage",
        "IntStorage",    "ShortStorage", "CharStorage", "ByteStorage",     "BoolStorage"};
    return names[static_cast<std::size_t>(dtype)];
}

/// Pickle instructions, protocol 2.
class PickleText {
public:
    std::string text{"\x80\x02", 2};

    void word(std::string_view value) {
        text += 'X';
        append_little(text, static_cast<std::uint32_t>(value.size()));
        text += value;
    }
    void global(std::string_view module, std::string_view name) {
        text.append("c").append(module).append("\n").append(name).append("\n");
    }
    void number(std::int64_t value) {
        if (value >= 0 && value <= 0x7fffffff) {
            text += 'J';
            append_little(text, static_cast<std::int32_t>(value));
        } else {
            text.append("\x8a\x08", 2);
            append_little(text, value);
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
        for (std::size_t i = tensor.shape.size(); i-- > 1;)
            strides[i - 1] = strides[i] * std::max<std::int64_t>(tensor.shape[i], 1);
        for (const auto* list : {static_cast<const std::vector<std::int64_t>*>(&tensor.shape),
                                 static_cast<const std::vector<std::int64_t>*>(&strides)}) {
            text += '(';
            for (const std::int64_t side : *list) number(side);
            text += 't';
        }
        text += '\x89';
        empty_ordered_dict();
        text += "tR";
    }
};

/// Of each tensor the first that lies at the same bytes.
std::vector<std::size_t> storages_of(const std::vector<TensorView>& tensors) {
    std::map<std::pair<const std::byte*, std::size_t>, std::size_t> first;
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const auto& data = tensors[i].data;
        out.push_back(data.empty() ? i : first.emplace(std::pair(data.data(), data.size()), i).first->second);
        if (tensors[out.back()].dtype != tensors[i].dtype) out.back() = i;
    }
    return out;
}

std::string make_pickle(const std::vector<TensorView>& tensors, const std::vector<std::size_t>& storages,
                        std::string_view within) {
    PickleText pickle;
    if (!within.empty()) {
        pickle.text += "}(";
        pickle.word(within);
    }
    pickle.empty_ordered_dict();
    pickle.text += '(';
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        pickle.word(tensors[i].name);
        pickle.tensor(tensors[i], std::to_string(storages[i]));
    }
    return pickle.text + (within.empty() ? "u." : "uu.");
}

}  // namespace

Result<std::string> write_torch_file(const std::string& path, const std::vector<TensorView>& tensors,
                                     std::string_view within) {
    return write_torch_file(path, tensors, ZipLimits{}, within);
}

Result<std::string> write_torch_file(const std::string& path, const std::vector<TensorView>& tensors,
                                     const ZipLimits& limits, std::string_view within) {
    if (auto ok = check_tensors_to_write(path, tensors); !ok) return ok.error();
    const std::vector<std::size_t> storages = storages_of(tensors);
    const std::string pickle = make_pickle(tensors, storages, within);
    std::uint64_t total = pickle.size() + 2048;
    for (const TensorView& tensor : tensors) total += tensor.data.size() + 320;
    Sha256 hash;
    const auto written = write_stream_atomic(path, total, [&](const WriteFn& write) -> Result<void> {
        const WriteFn hashed = [&](std::span<const std::byte> bytes) -> Result<void> {
            hash.update(bytes);
            return write(bytes);
        };
        ZipWriter zip(hashed, limits);
        if (auto ok = zip.add("archive/data.pkl", pickle); !ok) return ok;
        if (auto ok = zip.add("archive/byteorder", std::string("little")); !ok) return ok;
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            if (storages[i] != i) continue;
            if (auto ok = zip.add("archive/data/" + std::to_string(i), tensors[i].data); !ok) return ok;
        }
        if (auto ok = zip.add("archive/version", std::string("3\n")); !ok) return ok;
        return zip.finish();
    });
    if (!written) return written.error();
    return hash.hex();
}

}  // namespace headroom
