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
/// Adds one that is not built in and lives as long as the program. Before anything else asks for families, rows or presets: their
/// tables are made once.
void add_family(const Family& family);

/// Of a kind that was not said, the first.
const Family& family_of(ModelKind kind);
inline const Family& family_of(const TrainConfig& config) { return family_of(config.model); }

/// Its name in files and on the command line.
inline std::string_view name_of(ModelKind kind) { return family_of(kind).facts().info.id; }

/// The kind whose id is `id`.
std::optional<ModelKind> find_kind(std::string_view id);

}  // namespace headroom
