// PyTorch's container before 1.6: five pickles in a row (magic number, protocol, system, object, storage keys), then raw data.
#include "core/io/byte_cursor.h"
#include "core/io/file_errors.h"
#include "core/io/file_handle.h"
#include "core/io/pickle_reader.h"
#include "core/io/torch_containers.h"
#include "core/io/torch_tensors.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>

namespace headroom {
namespace {

constexpr std::string_view kMagic("\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 10);
constexpr std::int64_t kProtocol = 1001;

class LegacyReader {
public:
    explicit LegacyReader(std::string path) : path_(std::move(path)) {}
    Result<TensorFile> read();

private:
    Error bad(const std::string& what) const {
        return make_error(ErrorCode::BadFile, path_ + " cannot be loaded: " + what, "Download or copy the file again, or save it anew with a current PyTorch.");
    }
    Result<PickleTree> next_pickle();
    Result<void> check_system(const PickleTree& tree) const;
    Result<void> index_storages(const PickleTree& object, const PickleTree& keys);

    struct Stored { std::size_t begin = 0; std::int64_t count = 0; DType dtype = DType::F32; };

    std::string path_;
    TensorBuffer content_;
    std::size_t at_ = 0;
    std::map<std::string, Stored, std::less<>> storages_;
};

Result<PickleTree> LegacyReader::next_pickle() {
    const auto rest = std::as_const(content_).bytes().subspan(at_);
    std::size_t used = 0;
    auto tree = read_pickle(rest.first(std::min<std::size_t>(rest.size(), kMaxPickleBytes)), path_, &used);
    at_ += used;
    return tree;
}

Result<void> LegacyReader::check_system(const PickleTree& tree) const {
    if (!tree.is(tree.root, PickleKind::Dict)) return bad("its header is not that of a PyTorch file");
    const auto& items = tree.children(tree.root);
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
        if (tree.is(items[i], PickleKind::Text) && tree.text(items[i]) == "little_endian" && tree.at(items[i + 1]).integer != 1) return bad("it was written on a big-endian machine");
    }
    return {};
}

/// Finds where each storage lies: in the order of the key list, an element count and the raw data.
Result<void> LegacyReader::index_storages(const PickleTree& object, const PickleTree& keys) {
    std::map<std::string_view, const PickleStorage*> declared;
    for (const PickleStorage& storage : object.storages) {
        const auto [it, is_new] = declared.emplace(storage.key, &storage);
        if (!is_new && (it->second->count != storage.count || it->second->type != storage.type)) return bad("the data '" + shown_name(storage.key) + "' is described in two ways");
    }
    if (!keys.is(keys.root, PickleKind::List)) return bad("its list of data is missing");
    for (const PickleId item : keys.children(keys.root)) {
        if (!keys.is(item, PickleKind::Text)) return bad("its list of data is damaged");
        const std::string key(keys.text(item));
        const auto it = declared.find(key);
        if (it == declared.end()) return bad("the data '" + shown_name(key) + "' belongs to nothing");
        const auto dtype = dtype_of_storage(it->second->type);
        if (!dtype) return bad("the data '" + shown_name(key) + "' is of a kind that is not supported (" + shown_name(it->second->type) + ")");
        ByteCursor cursor(std::as_const(content_).bytes(), at_);
        const std::int64_t count = cursor.number<std::int64_t>();
        const std::array<std::int64_t, 1> shape{count};
        const auto bytes = checked_bytes(shape, element_size(*dtype));
        if (!cursor.ok() || !bytes || *bytes > cursor.left()) return bad("the data '" + shown_name(key) + "' is incomplete (the file has " + std::to_string(content_.bytes().size()) + " bytes)");
        if (count != it->second->count) return bad("the data '" + shown_name(key) + "' has " + std::to_string(count) + " elements instead of " + std::to_string(it->second->count));
        if (!storages_.emplace(key, Stored{cursor.position(), count, *dtype}).second) return bad("the data '" + shown_name(key) + "' is there twice");
        at_ = cursor.position() + static_cast<std::size_t>(*bytes);
    }
    if (at_ != content_.bytes().size()) return bad(std::to_string(content_.bytes().size() - at_) + " bytes follow its data");
    return {};
}

Result<TensorFile> LegacyReader::read() {
    auto handle = FileHandle::open_for_reading(path_);
    if (!handle) return handle.error();
    const std::uint64_t size = static_cast<std::uint64_t>(std::max<std::int64_t>(handle->size(), 0));
    if (size > tensor_limits::kFileBytes) return bad("it is larger than 64 GiB");
    auto content = TensorBuffer::allocate(size, path_);
    if (!content) return content.error();
    content_ = *std::move(content);
    if (!handle->read_at(0, content_.bytes())) return read_error(path_, EIO);

    const auto magic = next_pickle();
    if (!magic) return magic.error();
    if (!magic->is(magic->root, PickleKind::BigInt) || magic->text(magic->root) != kMagic) return bad("it is a pickle, but not one that torch.save made");
    const auto protocol = next_pickle();
    if (!protocol) return protocol.error();
    if (!protocol->is(protocol->root, PickleKind::Int) || protocol->at(protocol->root).integer != kProtocol) return bad("its version is unknown");
    const auto system = next_pickle();
    if (!system) return system.error();
    if (auto ok = check_system(*system); !ok) return ok.error();
    const auto object = next_pickle();
    if (!object) return object.error();
    const auto keys = next_pickle();
    if (!keys) return keys.error();
    if (auto ok = index_storages(*object, *keys); !ok) return ok.error();

    TensorFile file;
    file.container = "legacy";
    auto buffers = std::make_shared<TorchBuffers>();
    buffers->buffers.push_back(std::move(content_));
    const auto all = std::as_const(buffers->buffers.front()).bytes();
    const StorageSource source = [&](const PickleStorage& storage, DType dtype) -> Result<std::span<const std::byte>> {
        const auto it = storages_.find(storage.key);
        if (it == storages_.end() || it->second.dtype != dtype) return bad("the data '" + shown_name(storage.key) + "' is missing");
        return all.subspan(it->second.begin, static_cast<std::size_t>(it->second.count) * element_size(dtype));
    };
    if (auto ok = take_tensors(*object, {path_, size, false}, source, *buffers, file); !ok) return ok.error();
    file.storage = std::move(buffers);
    warn_of_non_finite(file);
    return file;
}

}  // namespace

Result<TensorFile> read_torch_legacy(const std::string& path) { return LegacyReader(path).read(); }

}  // namespace headroom
