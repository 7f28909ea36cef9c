// Reads a pickle (protocols 2 to 5, the instructions that weight files contain) into an inert tree.
#pragma once

#include "core/base/result.h"
#include "core/io/torch_files/pickle_tree.h"

#include <cstddef>
#include <span>
#include <string>

namespace headroom {

/// Reads one pickle from the front of `bytes`, which must outlive the tree; `*used` gets its length. `what` names it in
/// messages ("model.pth"). Errors: BadFile. Limits: 20 million instructions, 5 million values, 1 MiB a text.
Result<PickleTree> read_pickle(std::span<const std::byte> bytes, const std::string& what, std::size_t* used);

}  // namespace headroom
