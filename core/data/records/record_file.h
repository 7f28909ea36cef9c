// RecordFile: pictures of one size at fixed distances in a plain or gzip-compressed file (CIFAR-10, MNIST).
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace headroom {

/// The bytes of a file with records, read once; gzip is recognised by content and inflated up to `limit` bytes.
/// Errors: NotFound, BadFile naming the file.
Result<std::vector<std::uint8_t>> read_record_file(const std::string& path, std::uint64_t limit);

/// The first bytes of a plain or compressed file, at most `count`; empty when it cannot be read.
std::vector<std::uint8_t> peek_record_file(const std::string& path, std::size_t count);

/// Size and modification time of a file as text, for fingerprints.
std::string record_stamp(const std::string& path);

}  // namespace headroom
