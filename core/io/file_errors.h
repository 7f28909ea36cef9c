// Failures of the file system in words.
#pragma once

#include "core/base/error.h"

#include <string>

namespace headroom {

/// A failed write: "cannot write <path>: the disk is full", with what to do. `number` is an errno value. Code Disk.
Error write_error(const std::string& path, int number);

/// A failed read: NotFound when nothing is there, else BadFile.
Error read_error(const std::string& path, int number);

}  // namespace headroom
