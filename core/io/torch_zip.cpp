// PyTorch's zip container: <root>/data.pkl describes, <root>/data/<key> holds the bytes. TorchScript archives look alike.
#include "core/io/pickle_reader.h"
#include "core/io/torch_containers.h"
#include "core/io/torch_tensors.h"
#include "core/io/zip_reader.h"

#include <algorithm>
#include <map>

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
    if (root.find('/') + 1 != root.size() && !root.empty()) return bad_zip(path, "its data.pkl is not where PyTorch puts it");
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
    return std::any_of(zip.records().begin(), zip.records().end(), [&](const ZipRecord& record) { return record.name.starts_with(root + "code/"); });
}

}  // namespace

Result<TensorFile> read_torch_zip(const std::string& path) {
    const auto zip = ZipReader::open(path);
    if (!zip) return zip.error();
    const auto root = find_root(*zip, path);
    if (!root) return root.error();
    if (auto little = check_byte_order(*zip, *root, path); !little) return little.error();
    const auto pickle = zip->read(*zip->find(*root + "data.pkl"), kMaxPickleBytes);
    if (!pickle) return pickle.error();
    const auto tree = read_pickle(pickle->bytes(), path, nullptr);
    if (!tree) return tree.error();

    TensorFile file;
    const TorchOptions options{path, zip->file_size(), is_torchscript(*zip, *root)};
    file.container = options.is_program ? "torchscript" : "zip";
    auto buffers = std::make_shared<TorchBuffers>();
    std::map<std::string, std::span<const std::byte>, std::less<>> loaded;
    const StorageSource source = [&](const PickleStorage& storage, DType dtype) -> Result<std::span<const std::byte>> {
        const std::string name = *root + "data/" + std::string(storage.key);
        auto it = loaded.find(name);
        if (it == loaded.end()) {
            const ZipRecord* record = zip->find(name);
            if (!record) return bad_zip(path, "the record '" + shown_name(name) + "' is missing");
            auto content = zip->read(*record, tensor_limits::kFileBytes);
            if (!content) return content.error();
            buffers->buffers.push_back(*std::move(content));
            it = loaded.emplace(name, std::as_const(buffers->buffers.back()).bytes()).first;
        }
        if (it->second.size() / element_size(dtype) < static_cast<std::uint64_t>(storage.count)) {
            return bad_zip(path, "the record '" + shown_name(name) + "' has " + std::to_string(it->second.size()) + " bytes, too few for the " + std::to_string(storage.count) +
                                     " elements that it should hold");
        }
        return it->second;
    };
    if (auto ok = take_tensors(*tree, options, source, *buffers, file); !ok) return ok.error();
    if (options.is_program) file.warnings.push_back("the file contains a program; only its tensors were read and nothing was run");
    file.storage = std::move(buffers);
    warn_of_non_finite(file);
    return file;
}

}  // namespace headroom
