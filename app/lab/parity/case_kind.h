// What the records of cases call the networks that they are of.
#pragma once

#include "app/lab/parity/parity.h"

#include <optional>
#include <string>

namespace headroom {

/// What the word "kind" of a record means; none: nothing that is known. A record of DCGAN has no such word.
inline std::optional<ParityKind> kind_said(const std::string& word) {
    if (word == "VQModel" || word == "GumbelVQ") return ParityKind::Vqgan;
    const auto kind = enum_from_name<ParityKind>(word);
    return kind == ParityKind::Dcgan ? std::nullopt : kind;
}

}  // namespace headroom
