// The families that the window knows. One call adds another; nothing else lists them.
#pragma once

#include "core/families/registry.h"
#include "ui/families/family.h"

namespace headroom::ui {

/// In the order of headroom::families().
std::span<const WindowFamily* const> window_families();

const WindowFamily& window_family_of(ModelKind kind);
inline const WindowFamily& window_family_of(const TrainConfig& config) { return window_family_of(config.model); }
inline const FamilyWords& words_of(ModelKind kind) { return window_family_of(kind).words(); }

/// Adds a family, or puts it in the place of that of its kind. Before the first window; `family` lives as long as the program.
void add_window_family(const WindowFamily& family);

/// The kind that a new studio begins with.
inline ModelKind first_kind() { return families().front()->facts().kind; }
inline Page page_of(ModelKind kind) { return window_family_of(kind).facts().page; }
/// The kinds whose runs are shown on `page`.
std::vector<ModelKind> kinds_on(Page page);

}  // namespace headroom::ui
