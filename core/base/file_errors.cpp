// Words for errno values.
#include "core/base/file_errors.h"

#include "core/base/file_handle.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <initializer_list>
#include <system_error>

namespace headroom {
namespace {

std::string reason_of(int number) {
    switch (number) {
        case ENOSPC: return "the disk is full";
        case EDQUOT: return "the disk quota is used up";
        case EFBIG: return "the file is larger than allowed here";
        case EROFS: return "the file system is read-only";
        case EACCES:
        case EPERM: return "permission denied";
        case ENOENT: return "no such file or folder";
        case ENOTDIR: return "part of the path is not a folder";
        case EISDIR: return "it is a folder";
        case ELOOP: return "its symbolic links run in a circle";
        case ENAMETOOLONG: return "the name is too long";
        case EIO: return "the disk reports an error";
        default: return std::generic_category().message(number);
    }
}

}  // namespace

std::string errno_detail(int number) { return "errno " + std::to_string(number); }

Error write_error(const std::string& path, int number) {
    std::string reason = reason_of(number), hint = "Choose another name or folder.";
    switch (number) {
        case ENOSPC:
        case EDQUOT:
        case EFBIG: hint = "Free some space or choose another folder; the earlier file is unchanged."; break;
        case EACCES:
        case EPERM: hint = "Choose another folder or change its permissions; the earlier file is unchanged."; break;
        case EROFS: hint = "Choose another folder; the earlier file is unchanged."; break;
        case ENOENT: {
            std::error_code failed;
            const bool there = std::filesystem::is_directory(folder_of(path), failed);
            reason = there ? "its folder takes no files" : "its folder does not exist";
            hint = there ? "Choose another folder." : "Make the folder first, or choose another.";
            break;
        }
        default: break;
    }
    return make_error(ErrorCode::Disk, "cannot write " + path + ": " + reason, std::move(hint), errno_detail(number));
}

std::string advice_in_place(const Error& error, const std::string& folder) {
    std::error_code failed;
    if (!std::filesystem::is_directory(folder, failed)) return "Put the folder " + folder + " back.";
    const auto is = [&](std::initializer_list<int> numbers) {
        return std::any_of(numbers.begin(), numbers.end(), [&](int n) { return error.detail == errno_detail(n); });
    };
    if (is({ENOSPC, EDQUOT})) return "Free some space.";
    if (is({ENOENT, ENOTDIR, EISDIR})) return "Put back what was moved or deleted in " + folder + ".";
    if (is({EACCES, EPERM, EROFS})) return "Make the folder " + folder + " writable again.";
    if (is({EIO})) return "Check the disk and its cable.";
    return error.hint;
}

bool may_pass(const Error& error) {
    const auto numbers = {ENOENT, ENOTDIR, EIO,    EMFILE,    ENFILE,   ENOMEM,
                          ENODEV, ENXIO,   ESTALE, ETIMEDOUT, ENOTCONN, EAGAIN};
    return std::any_of(numbers.begin(), numbers.end(), [&](int n) { return error.detail == errno_detail(n); });
}

Error read_error(const std::string& path, int number) {
    const bool missing = number == ENOENT || number == ENOTDIR;
    return make_error(missing ? ErrorCode::NotFound : ErrorCode::BadFile,
                      "cannot read " + path + ": " + reason_of(number), {}, errno_detail(number));
}

}  // namespace headroom
