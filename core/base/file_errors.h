// Failures of the file system in words.
#pragma once

#include "core/base/error.h"

#include <string>

namespace headroom {

/// A failed write: "cannot write <path>: the disk is full", with what to do. `number` is an errno value; that of a missing file
/// distinguishes a missing folder from one that takes no files. Code Disk.
Error write_error(const std::string& path, int number);

/// The detail of an error, by which advice_in_place recognises its reason.
std::string errno_detail(int number);

/// What to do about a failed write below `folder` when nothing can be written elsewhere (a run that is going on): "Free some space."
std::string advice_in_place(const Error& error, const std::string& folder);

/// Whether a failed read says nothing of the file: the disk is away, or too many files are open. Later it may succeed.
bool may_pass(const Error& error);

/// A failed read: NotFound when nothing is there, else BadFile.
Error read_error(const std::string& path, int number);

}  // namespace headroom
