// What a checkpoint stores, as bytes that can be compared.
#pragma once

#include "core/io/runs/run_folder.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace headroom::test {

/// Every stored tensor, moments included, as bytes by "part/name".
using StoredBytes = std::map<std::string, std::vector<std::byte>>;

inline StoredBytes bytes_of(const CheckpointContent& content) {
    StoredBytes out;
    for (const CheckpointPart& part : content.parts) {
        for (const TensorView& t : part.tensors) out[part.name + "/" + t.name].assign(t.data.begin(), t.data.end());
    }
    return out;
}

}  // namespace headroom::test
