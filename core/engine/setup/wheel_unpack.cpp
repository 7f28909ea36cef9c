// Unpacks by libarchive.
#include "core/engine/setup/wheel_unpack.h"

#include "core/base/file_errors.h"
#include "core/base/file_handle.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <vector>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPiece = 1 << 20;

/// Of LibTorch's libraries those that stand without CUDA.
constexpr std::array<std::string_view, 4> kForCpu{"libc10.so", "libtorch_cpu.so", "libtorch.so", "libgomp.so.1"};
/// And what they cannot be loaded without.
constexpr std::array<std::string_view, 2> kCudaForCpu{"libcudart.so.13", "libcupti.so.13"};

template <std::size_t N> bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_plain(std::string_view path) {
    return !path.empty() && path.front() != '/' && path.find('\\') == std::string_view::npos &&
           ("/" + std::string(path) + "/").find("/../") == std::string::npos;
}

bool is_licence(std::string_view path, std::string_view name) {
    return path.find(".dist-info/") != std::string_view::npos &&
           (path.find("/licenses/") != std::string_view::npos || name.starts_with("LICENSE") ||
            name.starts_with("License") || name == "METADATA");
}

struct CloseReader {
    void operator()(archive* a) const { archive_read_free(a); }
};

Error not_whole(const std::string& wheel, archive* zip) {
    const char* text = archive_error_string(zip);
    return make_error(ErrorCode::BadFile, wheel + " cannot be unpacked: " + (text ? text : "it is no archive"),
                      "Remove it and start again.");
}

Result<void> write_entry(archive* zip, const std::string& wheel, const std::string& target,
                         const std::stop_token& stop) {
    std::error_code failed;
    fs::create_directories(folder_of(target), failed);
    if (failed) return write_error(target, failed.value());
    FileHandle file(::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    if (!file.valid()) return write_error(target, errno);
    std::vector<std::byte> piece(kPiece);
    for (;;) {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the set-up was stopped");
        const la_ssize_t n = archive_read_data(zip, piece.data(), piece.size());
        if (n < 0) return not_whole(wheel, zip);
        if (n == 0) break;
        if (const int number = file.write_all(std::span(piece).first(static_cast<std::size_t>(n))))
            return write_error(target, number);
    }
    // What is renamed into its place afterwards must lie on the disk by then.
    if (::fsync(file.fd()) != 0) return write_error(target, errno);
    if (const int number = file.close()) return write_error(target, number);
    return {};
}

}  // namespace

bool is_wanted_of_wheel(std::string_view path, bool gpu) {
    const std::string_view name = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
    if (!is_plain(path) || name.empty()) return false;
    if (is_licence(path, name)) return true;
    const bool library = name.find(".so") != std::string_view::npos && path.find("/lib/") != std::string_view::npos;
    if (path.starts_with("torch/lib/"))
        return library && !name.starts_with("libtorch_python") && (gpu || is_one_of(kForCpu, name));
    return path.starts_with("nvidia/") && library && (gpu || is_one_of(kCudaForCpu, name));
}

Result<void> unpack_wheel(const std::string& wheel, const std::string& folder, bool gpu,
                          const std::function<void(double)>& progress, const std::stop_token& stop) {
    const std::unique_ptr<archive, CloseReader> zip(archive_read_new());
    archive_read_support_format_zip_seekable(zip.get());
    if (archive_read_open_filename(zip.get(), wheel.c_str(), kPiece) != ARCHIVE_OK) return not_whole(wheel, zip.get());
    std::error_code failed;
    const auto size = static_cast<double>(std::max<std::uintmax_t>(1, fs::file_size(wheel, failed)));
    for (archive_entry* entry = nullptr;;) {
        const int status = archive_read_next_header(zip.get(), &entry);
        if (status == ARCHIVE_EOF) return {};
        if (status != ARCHIVE_OK) return not_whole(wheel, zip.get());
        const char* const named = archive_entry_pathname(entry);
        const std::string path = named ? named : "";
        if (archive_entry_filetype(entry) != AE_IFREG || !is_wanted_of_wheel(path, gpu)) continue;
        if (auto ok = write_entry(zip.get(), wheel, folder + "/" + path, stop); !ok) return ok;
        if (progress) progress(std::min(1.0, static_cast<double>(archive_filter_bytes(zip.get(), -1)) / size));
    }
}

}  // namespace headroom
