// Finds and checks the batches. The training batches are used; the test batch only where there is nothing else.
#include "core/data/records/cifar10.h"

#include "core/base/utf8.h"
#include "core/data/records/record_file.h"
#include "core/data/records/record_source.h"

#include <algorithm>
#include <filesystem>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr RecordLayout kLayout{0, 1, 32, 32, 3};
constexpr std::uint64_t kLargestBatchFile = std::uint64_t{1} << 30;

bool is_batch_name(const std::string& name) {
    return name == "test_batch.bin" || (name.starts_with("data_batch_") && name.ends_with(".bin"));
}

bool is_python_batch(const std::string& name) {
    return name == "test_batch" || (name.starts_with("data_batch_") && name.size() == 12);
}

Error python_version(const std::string& path) {
    return make_error(
        ErrorCode::BadFile,
        "'" + printable_line(path) +
            "' holds the Python version of CIFAR-10, whose files are programs that Headroom does not run.",
        "Fetch the binary version (cifar-10-binary.tar.gz), unpack it and choose its folder.");
}

/// The batch files of a folder, training batches first choice.
std::vector<std::string> batches_in(const fs::path& folder) {
    std::vector<std::string> training, test;
    std::error_code failed;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
        const std::string name = it->path().filename().string();
        if (is_batch_name(name)) (name.starts_with("test") ? test : training).push_back(it->path().string());
    }
    std::sort(training.begin(), training.end());
    return training.empty() ? test : training;
}

Result<RecordPart> read_batch(const std::string& path) {
    auto bytes = read_record_file(path, kLargestBatchFile);
    if (!bytes) return bytes.error();
    const std::size_t record = kLayout.record_bytes();
    if (bytes->empty() || bytes->size() % record != 0) {
        return make_error(
            ErrorCode::BadFile,
            "'" + printable_line(path) + "' has " + std::to_string(bytes->size()) +
                " bytes, not a whole number of CIFAR-10 records of 3073: it is cut off or something else.",
            "Fetch the binary version of CIFAR-10 again.");
    }
    for (std::size_t at = 0; at < bytes->size(); at += record) {
        if ((*bytes)[at] > 9) {
            return make_error(ErrorCode::BadFile,
                              "'" + printable_line(path) + "' has a label " + std::to_string((*bytes)[at]) +
                                  " in record " + std::to_string(at / record) +
                                  ", but CIFAR-10 has labels 0 to 9: it is damaged or something else.");
        }
    }
    const auto count = static_cast<std::int64_t>(bytes->size() / record);
    return RecordPart{fs::path(path).filename().string(), std::move(*bytes), count};
}

}  // namespace

Result<std::unique_ptr<ImageSource>> open_cifar10(const std::string& path, const TrainConfig& config) {
    std::error_code failed;
    std::vector<std::string> files;
    if (fs::is_directory(path, failed)) {
        files = batches_in(path);
        if (files.empty()) files = batches_in(fs::path(path) / "cifar-10-batches-bin");
        const bool python = fs::exists(fs::path(path) / "data_batch_1", failed) ||
                            fs::exists(fs::path(path) / "cifar-10-batches-py" / "data_batch_1", failed);
        if (files.empty() && python) return python_version(path);
    } else {
        const std::string name = fs::path(path).filename().string();
        const std::vector<std::uint8_t> head = peek_record_file(path, 2);
        if (is_python_batch(name) && head.size() == 2 && head[0] == 0x80) return python_version(path);
        if (is_batch_name(name)) files = {path};
    }
    if (files.empty()) return std::unique_ptr<ImageSource>();
    std::vector<RecordPart> parts;
    std::string stamp = "cifar10";
    for (const std::string& file : files) {
        auto part = read_batch(file);
        if (!part) return part.error();
        stamp += "\n" + part->name + " " + record_stamp(file);
        parts.push_back(std::move(*part));
    }
    return std::unique_ptr<ImageSource>(
        std::make_unique<RecordSource>("cifar10", "CIFAR-10", std::move(stamp), kLayout, std::move(parts), config));
}

}  // namespace headroom
