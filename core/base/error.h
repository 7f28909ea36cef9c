// Error: what went wrong, said so that a person can act on it. Errors cross module boundaries as values (see result.h).
#pragma once

#include <string>
#include <utility>

namespace headroom {

/// Kinds of failure that callers tell apart. The command line maps them to its exit statuses (exit_status()).
enum class ErrorCode {
    InvalidArgument,  ///< bad setting or usage: exit 2
    BadFile,          ///< unreadable, damaged or foreign file: exit 2
    NotFound,         ///< a named file, run or device does not exist: exit 2
    OutOfMemory,      ///< nothing that was tried fits: exit 3
    Environment,      ///< device, library or permission missing: exit 4
    Disk,             ///< disk full or not writable: exit 5
    Diverged,         ///< what was trained is infinite or no number: exit 6
    Cancelled,        ///< the user stopped it: exit 130
    Internal,         ///< a defect of Headroom: exit 1
};

/// One failure. `message` is one sentence naming the file, field or device and what is wrong;
/// `hint` says what can be done, `detail` is for the log, `field` for scripts (each may be empty).
struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string message;
    std::string hint;
    std::string detail;
    std::string field{};  ///< the option, setting, file or run that is wrong, where it is known apart from the message
};

/// The process exit status that `code` stands for on the command line.
constexpr int exit_status(ErrorCode code) {
    switch (code) {
        case ErrorCode::InvalidArgument:
        case ErrorCode::BadFile:
        case ErrorCode::NotFound: return 2;
        case ErrorCode::OutOfMemory: return 3;
        case ErrorCode::Environment: return 4;
        case ErrorCode::Disk: return 5;
        case ErrorCode::Diverged: return 6;
        case ErrorCode::Cancelled: return 130;
        case ErrorCode::Internal: break;
    }
    return 1;
}

inline Error make_error(ErrorCode code, std::string message, std::string hint = {}, std::string detail = {}) {
    return Error{code, std::move(message), std::move(hint), std::move(detail), {}};
}

}  // namespace headroom
