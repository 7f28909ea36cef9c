// Recognised by the IDX header: 0, 0, unsigned bytes, three dimensions.
#include "core/data/records/mnist.h"

#include "core/base/utf8.h"
#include "core/data/records/record_file.h"
#include "core/data/records/record_source.h"

#include <algorithm>
#include <filesystem>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHeader = 16;
constexpr std::uint64_t kLargestIdxFile = std::uint64_t{2} << 30;
constexpr std::uint32_t kLargestRecordSide = 1024, kSmallestRecordSide = 8;

std::uint32_t big32(const std::vector<std::uint8_t>& b, std::size_t at) {
    return std::uint32_t{b[at]} << 24 | std::uint32_t{b[at + 1]} << 16 | std::uint32_t{b[at + 2]} << 8 | b[at + 3];
}

bool looks_like_idx_pictures(const std::string& path) {
    const std::vector<std::uint8_t> head = peek_record_file(path, 4);
    return head.size() == 4 && big32(head, 0) == 0x0803;
}

/// The file of pictures in a folder: the training set before any other; empty when there is none.
std::string pictures_in(const fs::path& folder) {
    std::vector<std::string> found;
    std::error_code failed;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
        const std::string name = it->path().filename().string();
        const bool named = name.find("images") != std::string::npos && name.find("idx3") != std::string::npos;
        if (named && looks_like_idx_pictures(it->path().string())) found.push_back(it->path().string());
    }
    std::sort(found.begin(), found.end());
    const auto training = std::find_if(found.begin(), found.end(), [](const std::string& path) {
        return fs::path(path).filename().string().find("train") != std::string::npos;
    });
    if (training != found.end()) return *training;
    return found.empty() ? "" : found.front();
}

}  // namespace

Result<std::unique_ptr<ImageSource>> open_mnist(const std::string& path, const TrainConfig& config) {
    std::error_code failed;
    std::string file = path;
    if (fs::is_directory(path, failed)) {
        file = pictures_in(path);
        for (const char* below : {"raw", "MNIST/raw", "FashionMNIST/raw"}) {
            if (file.empty()) file = pictures_in(fs::path(path) / below);
        }
        if (file.empty()) return std::unique_ptr<ImageSource>();
    } else if (!looks_like_idx_pictures(path)) {
        return std::unique_ptr<ImageSource>();
    }
    auto bytes = read_record_file(file, kLargestIdxFile);
    if (!bytes) return bytes.error();
    const auto bad = [&](const std::string& why) {
        return make_error(ErrorCode::BadFile, "cannot read " + printable_line(file) + ": " + why,
                          "Fetch the file again.");
    };
    if (bytes->size() < kHeader) return bad("its IDX header is cut off");
    const std::uint32_t count = big32(*bytes, 4), height = big32(*bytes, 8), width = big32(*bytes, 12);
    if (std::min(width, height) < kSmallestRecordSide || std::max(width, height) > kLargestRecordSide) {
        return bad("its pictures have " + std::to_string(width) + " x " + std::to_string(height) +
                   " pixels; 8 to 1024 a side are read");
    }
    const std::uint64_t expected = kHeader + std::uint64_t{count} * width * height;
    if (count == 0 || bytes->size() != expected) {
        return bad("its header promises " + std::to_string(count) + " pictures, which need " +
                   std::to_string(expected) + " bytes, but it has " + std::to_string(bytes->size()));
    }
    const RecordLayout layout{kHeader, 0, static_cast<int>(width), static_cast<int>(height), 1};
    const std::string name = fs::path(file).filename().string(), stamp = "mnist\n" + name + " " + record_stamp(file);
    std::vector<RecordPart> parts;
    parts.push_back({name, std::move(*bytes), static_cast<std::int64_t>(count)});
    return std::unique_ptr<ImageSource>(
        std::make_unique<RecordSource>("mnist", "MNIST", stamp, layout, std::move(parts), config));
}

}  // namespace headroom
