// Loading, finding, compiling and keeping a device's kernels.
#include "core/kernels/device_kernels.h"

#include "core/base/log.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/sha256.h"

#include <filesystem>
#include <stdexcept>

namespace headroom::kernels {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHexDigits = 64;
constexpr std::uint64_t kLargestImage = 64u << 20;

/// The image in a file: its hash, then itself. Empty: there is none, or it is damaged.
std::string image_in(const std::string& path) {
    const auto text = read_text(path, kLargestImage);
    if (!text || text->size() <= kHexDigits) return {};
    std::string image = text->substr(kHexDigits);
    return sha256_of(image) == text->substr(0, kHexDigits) ? image : std::string();
}

/// Without room for it the next run compiles again; that is no error of this one.
void keep(const std::string& path, const std::string& image) {
    std::error_code failed;
    fs::create_directories(fs::path(path).parent_path(), failed);
    sweep_partial_files(folder_of(path));
    const auto written = write_text_atomic(path, sha256_of(image) + image);
    if (!written) log_message(LogSeverity::Warn, "compiled kernels are not kept: " + written.error().message);
}

}  // namespace

DeviceKernels::DeviceKernels(KernelDriver& driver, int device, KernelCompiler& compiler, std::string folder,
                             Refuse refuse)
    : driver_(driver), compiler_(compiler), device_(device), folder_(std::move(folder)), refuse_(std::move(refuse)) {}

bool DeviceKernels::ready() {
    std::call_once(asked_, [this] {
        const std::string problem = make_ready();
        ready_ = problem.empty();
        if (!ready_)
            log_message(LogSeverity::Warn,
                        "GPU " + std::to_string(device_) + ": LibTorch's own operators are used, because " + problem);
    });
    return ready_;
}

std::string DeviceKernels::make_ready() {
    return driver_.load_own(device_).empty() ? std::string() : compile_or_find();
}

std::string DeviceKernels::compile_or_find() {
    int architecture = 0;
    if (std::string problem = driver_.architecture(device_, architecture); !problem.empty()) return problem;
    const auto key = compiler_.key(architecture);
    if (!key) return key.error().message;
    const std::string path = folder_.empty() ? std::string() : folder_ + "/" + sha256_of(*key) + ".kernels";
    if (!path.empty()) {
        const std::string kept = image_in(path);
        if (!kept.empty() && driver_.load(device_, kept).empty()) return {};
    }
    const auto image = compiler_.compile(architecture);
    if (!image) return image.error().message;
    if (std::string problem = driver_.load(device_, *image); !problem.empty()) return problem;
    if (!path.empty()) keep(path, *image);
    return {};
}

void DeviceKernels::launch(const Launch& what) {
    const std::string problem = driver_.launch(device_, what);
    if (problem.empty()) return;
    const std::string words =
        "kernel " + std::string(kKernelTable[static_cast<std::size_t>(what.kernel)].name) + ": " + problem;
    if (refuse_) refuse_(words);
    throw std::runtime_error(words);
}

}  // namespace headroom::kernels
