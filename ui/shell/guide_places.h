// GuidePlaces: which page of the guide, and which section of it, is about what: widgets, dialogs, settings.
#pragma once

#include "ui/forward.h"

#include <QString>

#include <string_view>
#include <vector>

namespace headroom::ui {

/// A place is "train", a page, or "train#latents", a section of it: the heading's words in English, in small letters, joined by hyphens. It names the
/// same section in every language, which have the same headings in the same order.

/// The place about `widget`, or about what it stands in; empty: none.
QString guidePlaceOf(const QWidget* widget);
/// The place about a setting of `group`, both as rows have them.
QString guidePlaceOf(std::string_view group, std::string_view key);
/// Which heading of its page a place means, from 0; nothing: the top, as also where there is no such section.
int guideSectionOf(const QString& place);
inline constexpr int kGuideTop = -1;
/// All places that are named here or by widgets' classes, for the test that they exist.
std::vector<QString> guidePlaces();

}  // namespace headroom::ui
