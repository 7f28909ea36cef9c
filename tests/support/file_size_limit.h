// A stand-in for a full disk that every system has.
#pragma once

#include <gtest/gtest.h>

#include <csignal>

#include <sys/resource.h>

namespace headroom::test {

/// While it lives, no file of this process may grow past `bytes`.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) {
        EXPECT_EQ(::getrlimit(RLIMIT_FSIZE, &before_), 0);
        rlimit small = before_;
        small.rlim_cur = bytes;
        EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    void (*handler_)(int) = std::signal(SIGXFSZ, SIG_IGN);  // a write that is too long fails and ends nothing
    rlimit before_{};
};

}  // namespace headroom::test
