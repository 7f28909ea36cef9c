// PyTorch's zip container: <root>/data.pkl describes, <root>/data/<key> holds the bytes. TorchScript archives look alike.
#include "core/io/torch_files/pickle_reader.h"
#include "core/io/torch_files/torch_containers.h"
#include "core/io/torch_files/torch_tensors.h"
#include "core/io/torch_files/zip_reader.h"

#include <algorithm>

namespace headroom {
namespace {

Error bad_zip(const std::string& path, const std::string& what) {
    return make_error(ErrorCode::BadFile, path + " cannot be loaded: " + what, "Choose a file that torch.save made.");
}

/// The folder that holds data.pkl. PyTorch puts everything under one, named as it likes.
Result<std::string> find_root(const ZipReader& zip, const std::string& path) {
    std::string root;
    int found = 0;
    for (const ZipRecord& record : zip.records()) {
        if (record.name != "data.pkl" && !record.name.ends_with("/data.pkl")) continue;
        root = record.name.substr(0, record.name.size() - 8);
        ++found;
    }
    if (found == 0) return bad_zip(path, "it is a zip archive without a data.pkl, so not a PyTorch file");
    if (found > 1) return bad_zip(path, "it has " + std::to_string(found) + " records called data.pkl");
    if (root.find('/') + 1 != root.size() && !root.empty())
        return bad_zip(path, "its data.pkl is not where PyTorch puts it");
    return root;
}

Result<void> check_byte_order(const ZipReader& zip, const std::string& root, const std::string& path) {
    const ZipRecord* record = zip.find(root + "byteorder");
    if (!record) return {};
    const auto content = zip.read(*record, 64);
    if (!content) return content.error();
    const std::string_view text(reinterpret_cast<const char*>(content->bytes().data()), content->bytes().size());
    if (text != "little") return bad_zip(path, "it was written on a big-endian machine");
    return {};
}

bool is_torchscript(const ZipReader& zip, const std::string& root) {
    if (zip.find(root + "constants.pkl")) return true;
    return std::any_of(zip.records().begin(), zip.records().end(),
                       [&](const ZipRecord& record) { return record.name.starts_with(root + "code/"); });
}

class ZipStorages final : public TorchStorages {
public:
    ZipStorages(ZipReader zip, std::string root, std::string path)
        : zip_(std::move(zip)), root_(std::move(root)), path_(std::move(path)) {}

    Result<std::uint64_t> size_of(const TorchEntry& entry) const override {
        const std::string name = root_ + "data/" + entry.storage;
        const ZipRecord* record = zip_.find(name);
        if (!record) return bad_zip(path_, "the record '" + shown_name(name) + "' is missing");
        if (record->size / element_size(entry.dtype) < static_cast<std::uint64_t>(entry.storage_count)) {
            return bad_zip(path_, "the record '" + shown_name(name) + "' has " + std::to_string(record->size) +
                                      " bytes, too few for the " + std::to_string(entry.storage_count) +
                                      " elements that it should hold");
        }
        if (record->size > tensor_limits::kFileBytes)
            return bad_zip(path_, "the record '" + shown_name(name) + "' is too large (" +
                                      std::to_string(record->size) + " bytes)");
        return record->size;
    }
    Result<void> read(const TorchEntry& entry, std::span<std::byte> out) const override {
        const ZipRecord* record = zip_.find(root_ + "data/" + entry.storage);
        if (!record) return bad_zip(path_, "the record '" + shown_name(entry.storage) + "' is missing");
        return zip_.read_into(*record, out);
    }

private:
    ZipReader zip_;
    std::string root_, path_;
};

}  // namespace

Result<TorchIndex> open_torch_zip(const std::string& path) {
    auto zip = ZipReader::open(path);
    if (!zip) return zip.error();
    const auto root = find_root(*zip, path);
    if (!root) return root.error();
    if (auto little = check_byte_order(*zip, *root, path); !little) return little.error();
    const auto pickle = zip->read(*zip->find(*root + "data.pkl"), kMaxPickleBytes);
    if (!pickle) return pickle.error();
    const auto tree = read_pickle(pickle->bytes(), path, nullptr);
    if (!tree) return tree.error();

    TorchIndex index;
    index.path = path;
    index.file_size = zip->file_size();
    const TorchOptions options{path, index.file_size, is_torchscript(*zip, *root)};
    index.container = options.is_program ? "torchscript" : "zip";
    if (auto ok = list_tensors(*tree, options, index); !ok) return ok.error();
    if (options.is_program)
        index.warnings.push_back("the file contains a program; only its tensors were read and nothing was run");
    index.storages = std::make_unique<ZipStorages>(*std::move(zip), *root, path);
    return index;
}

}  // namespace headroom
