// OpenSSL's EVP interface, which uses the processor's own instructions for it where there are any.
#include "core/io/files/sha256.h"

#include "core/base/file_errors.h"
#include "core/base/file_handle.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace headroom {
namespace {

void require(int went_well) {
    if (went_well != 1) throw std::runtime_error("OpenSSL could not compute a SHA-256");
}

}  // namespace

void Sha256::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
    require(context_ ? EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) : 0);
}

void Sha256::update(std::span<const std::byte> bytes) {
    require(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()));
}

std::string Sha256::hex() {
    std::array<unsigned char, 32> digest{};
    require(EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr));
    std::string out;
    for (const unsigned char byte : digest) {
        out.push_back("0123456789abcdef"[byte >> 4]);
        out.push_back("0123456789abcdef"[byte & 15]);
    }
    return out;
}

std::string sha256_of(std::string_view text) {
    Sha256 hash;
    hash.update(std::as_bytes(std::span(text)));
    return hash.hex();
}

Result<std::string> sha256_of_file(const std::string& path) {
    auto file = FileHandle::open_for_reading(path);
    if (!file) return file.error();
    std::vector<std::byte> piece(1u << 20);
    Sha256 hash;
    std::int64_t left = file->size();
    for (std::uint64_t offset = 0; left > 0;) {
        const auto part = std::span(piece).first(
            static_cast<std::size_t>(std::min<std::int64_t>(left, static_cast<std::int64_t>(piece.size()))));
        if (!file->read_at(offset, part)) return read_error(path, EIO);
        hash.update(part);
        offset += part.size();
        left -= static_cast<std::int64_t>(part.size());
    }
    return hash.hex();
}

}  // namespace headroom
