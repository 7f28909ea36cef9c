// Download: fetches one file over HTTP, goes on where it was broken off, and takes nothing for granted that a server says.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace headroom {

struct DownloadRequest {
    std::string url;     ///< http or https
    std::string path;    ///< where the file will be; its folder exists
    std::string sha256;  ///< lower-case hex; empty: unknown, then only what the server says is checked
    std::uint64_t most_bytes = 64ull << 30;  ///< a longer answer is refused
    int attempts = 5;                        ///< connections before giving up, in a row without a single new byte
    int stall_seconds = 30;                  ///< without a byte for so long, the connection counts as broken
    int retry_milliseconds = 1000;           ///< before the second attempt; doubled each time, at most 30 s
    /// Called once, before the first connection: not at all where the file is already right. Its error is the download's.
    std::function<Result<void>()> before_connecting{};
};

struct DownloadProgress {
    std::uint64_t done = 0;       ///< bytes on disk, those of earlier tries included
    std::uint64_t total = 0;      ///< 0: the server did not say
    double bytes_per_second = 0;  ///< of this connection
};
/// Called on the downloading thread, a few times a second.
using DownloadProgressFn = std::function<void(const DownloadProgress&)>;

/// Blocks until the file is there, whole and checked. Until then it grows in `path`.part, with `path`.part.json telling whose it is; both stay
/// after an error or a stop, so that the next call goes on there, unless their content turned out to be wrong. An earlier file at `path` is
/// replaced only by a checked one, and kept without a connection when its SHA-256 is already right.
/// Errors: Cancelled (a stop); Disk; NotFound (the server has no such file); Environment (no connection); BadFile (another file than
/// promised: hash, size, a web page); InvalidArgument (an address of another kind).
Result<void> download_file(const DownloadRequest& request, const DownloadProgressFn& progress, std::stop_token stop);

}  // namespace headroom
