// SHA-256 (FIPS 180-4) of bytes and files, by OpenSSL.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace headroom {

/// Incremental. Throws std::runtime_error where OpenSSL has no SHA-256.
class Sha256 {
public:
    Sha256();
    void update(std::span<const std::byte> bytes);
    /// Finishes: 64 lower-case hex digits.
    std::string hex();

private:
    struct Free {
        void operator()(evp_md_ctx_st* context) const;
    };
    std::unique_ptr<evp_md_ctx_st, Free> context_;
};

/// Of the whole of `text`, as Sha256 has it.
std::string sha256_of(std::string_view text);

/// Error: NotFound, Disk (it cannot be read).
Result<std::string> sha256_of_file(const std::string& path);

}  // namespace headroom
