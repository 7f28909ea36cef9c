// The families that there are. One call adds another; nothing else lists them.
#pragma once

#include "core/families/family.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace headroom {

/// All families, the first being what a new studio begins with.
std::span<const Family* const> families();

const Family& family_of(ModelKind kind);
inline const Family& family_of(const TrainConfig& config) { return family_of(config.model); }

/// The kind whose id is `id`.
std::optional<ModelKind> find_kind(std::string_view id);

}  // namespace headroom
