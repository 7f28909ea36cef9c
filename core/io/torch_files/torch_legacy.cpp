// PyTorch's container before 1.6: five pickles in a row (magic number, protocol, system, object, storage keys), then raw data.
#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/io/torch_files/pickle_reader.h"
#include "core/io/torch_files/torch_containers.h"
#include "core/io/torch_files/torch_tensors.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>

namespace headroom {
namespace {

constexpr std::string_view kMagic("\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 10);
constexpr std::int64_t kProtocol = 1001;

/// Where a storage lies in the file.
struct Stored {
    std::uint64_t begin = 0;
    std::int64_t count = 0;
    DType dtype = DType::F32;
};
using StoredTable = std::map<std::string, Stored, std::less<>>;

Error bad_legacy(const std::string& path, const std::string& what) {
    return make_error(ErrorCode::BadFile, path + " cannot be loaded: " + what,
                      "Download or copy the file again, or save it anew with a current PyTorch.");
}

class LegacyStorages final : public TorchStorages {
public:
    LegacyStorages(FileHandle file, StoredTable table, std::string path)
        : file_(std::move(file)), table_(std::move(table)), path_(std::move(path)) {}

    Result<std::uint64_t> size_of(const TorchEntry& entry) const override {
        const auto it = table_.find(entry.storage);
        if (it == table_.end() || it->second.dtype != entry.dtype || it->second.count < entry.storage_count) {
            return bad_legacy(path_, "the data '" + shown_name(entry.storage) + "' is missing");
        }
        return static_cast<std::uint64_t>(it->second.count) * element_size(entry.dtype);
    }
    Result<void> read(const TorchEntry& entry, std::span<std::byte> out) const override {
        const auto it = table_.find(entry.storage);
        if (it == table_.end()) return bad_legacy(path_, "the data '" + shown_name(entry.storage) + "' is missing");
        if (!file_.read_at(it->second.begin, out)) return read_error(path_, EIO);
        return {};
    }

private:
    FileHandle file_;
    StoredTable table_;
    std::string path_;
};

class LegacyOpener {
public:
    explicit LegacyOpener(std::string path) : path_(std::move(path)) {}
    Result<TorchIndex> open();

private:
    Error bad(const std::string& what) const { return bad_legacy(path_, what); }
    Result<PickleTree> next_pickle();
    Result<void> check_system(const PickleTree& tree) const;
    Result<void> read_pickles();
    Result<void> index_storages(const PickleTree& object, const PickleTree& keys);

    std::string path_;
    FileHandle file_;
    std::uint64_t size_ = 0;
    TensorBuffer head_;   ///< the front of the file, with its five pickles
    std::size_t at_ = 0;  ///< after the last pickle
    PickleTree object_, keys_;
    StoredTable table_;
};

Result<PickleTree> LegacyOpener::next_pickle() {
    const auto rest = std::as_const(head_).bytes().subspan(at_);
    std::size_t used = 0;
    auto tree = read_pickle(rest.first(std::min<std::size_t>(rest.size(), kMaxPickleBytes)), path_, &used);
    at_ += used;
    return tree;
}

Result<void> LegacyOpener::check_system(const PickleTree& tree) const {
    if (!tree.is(tree.root, PickleKind::Dict)) return bad("its header is not that of a PyTorch file");
    const auto& items = tree.children(tree.root);
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
        if (tree.is(items[i], PickleKind::Text) && tree.text(items[i]) == "little_endian" &&
            tree.at(items[i + 1]).integer != 1)
            return bad("it was written on a big-endian machine");
    }
    return {};
}

Result<void> LegacyOpener::read_pickles() {
    at_ = 0;
    const auto magic = next_pickle();
    if (!magic) return magic.error();
    if (!magic->is(magic->root, PickleKind::BigInt) || magic->text(magic->root) != kMagic)
        return bad("it is a pickle, but not one that torch.save made");
    const auto protocol = next_pickle();
    if (!protocol) return protocol.error();
    if (!protocol->is(protocol->root, PickleKind::Int) || protocol->at(protocol->root).integer != kProtocol)
        return bad("its version is unknown");
    const auto system = next_pickle();
    if (!system) return system.error();
    if (auto ok = check_system(*system); !ok) return ok.error();
    auto object = next_pickle();
    if (!object) return object.error();
    auto keys = next_pickle();
    if (!keys) return keys.error();
    object_ = *std::move(object);
    keys_ = *std::move(keys);
    return {};
}

/// Finds where each storage lies: in the order of the key list, an element count and the raw data.
Result<void> LegacyOpener::index_storages(const PickleTree& object, const PickleTree& keys) {
    std::map<std::string_view, const PickleStorage*> declared;
    for (const PickleStorage& storage : object.storages) {
        const auto [it, is_new] = declared.emplace(storage.key, &storage);
        if (!is_new && (it->second->count != storage.count || it->second->type != storage.type))
            return bad("the data '" + shown_name(storage.key) + "' is described in two ways");
    }
    if (!keys.is(keys.root, PickleKind::List)) return bad("its list of data is missing");
    std::uint64_t at = at_;
    for (const PickleId item : keys.children(keys.root)) {
        if (!keys.is(item, PickleKind::Text)) return bad("its list of data is damaged");
        const std::string key(keys.text(item));
        const auto it = declared.find(key);
        if (it == declared.end()) return bad("the data '" + shown_name(key) + "' belongs to nothing");
        const auto dtype = dtype_of_storage(it->second->type);
        if (!dtype)
            return bad("the data '" + shown_name(key) + "' is of a kind that is not supported (" +
                       shown_name(it->second->type) + ")");
        std::int64_t count = 0;
        const bool has_count =
            size_ - at >= sizeof count && file_.read_at(at, std::as_writable_bytes(std::span(&count, 1)));
        const std::array<std::int64_t, 1> shape{count};
        const auto bytes = checked_bytes(shape, element_size(*dtype));
        if (!has_count || !bytes || *bytes > size_ - at - sizeof count)
            return bad("the data '" + shown_name(key) + "' is incomplete (the file has " + std::to_string(size_) +
                       " bytes)");
        if (count != it->second->count)
            return bad("the data '" + shown_name(key) + "' has " + std::to_string(count) + " elements instead of " +
                       std::to_string(it->second->count));
        at += sizeof count;
        if (!table_.emplace(key, Stored{at, count, *dtype}).second)
            return bad("the data '" + shown_name(key) + "' is there twice");
        at += *bytes;
    }
    if (at != size_) return bad(std::to_string(size_ - at) + " bytes follow its data");
    return {};
}

Result<TorchIndex> LegacyOpener::open() {
    auto handle = FileHandle::open_for_reading(path_);
    if (!handle) return handle.error();
    file_ = *std::move(handle);
    size_ = static_cast<std::uint64_t>(std::max<std::int64_t>(file_.size(), 0));
    if (size_ > tensor_limits::kFileBytes) return bad("it is larger than 64 GiB");
    // The pickles are small beside the data; more of the front is read only when they turn out to go on.
    constexpr std::uint64_t first = 4u << 20, most = kMaxPickleBytes + (1u << 20);
    for (std::uint64_t length = std::min(first, size_);; length = std::min(length * 4, std::min(most, size_))) {
        auto head = TensorBuffer::allocate(length, path_);
        if (!head) return head.error();
        head_ = *std::move(head);
        if (!file_.read_at(0, head_.bytes())) return read_error(path_, EIO);
        const auto ok = read_pickles();
        if (ok) break;
        if (length == std::min(most, size_)) return ok.error();
    }
    if (auto ok = index_storages(object_, keys_); !ok) return ok.error();
    TorchIndex index;
    index.path = path_;
    index.container = "legacy";
    index.file_size = size_;
    if (auto ok = list_tensors(object_, {path_, size_, false}, index); !ok) return ok.error();
    index.storages = std::make_unique<LegacyStorages>(std::move(file_), std::move(table_), path_);
    return index;
}

}  // namespace

Result<TorchIndex> open_torch_legacy(const std::string& path) { return LegacyOpener(path).open(); }

}  // namespace headroom
