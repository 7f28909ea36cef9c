// The design's colour table: one row per token or bar role, dark and light. Nothing else in the window writes a colour.
#pragma once

#include "ui/shell/theme.h"

#include <QString>

namespace headroom::ui {

inline constexpr int kTokenCount = static_cast<int>(Token::C4) + 1;
inline constexpr int kBarRoleCount = static_cast<int>(BarRole::Ghost) + 1;

QColor token_color(Token token, bool dark);
QColor role_color(BarRole role, bool dark);
/// The name a token has in the style sheet template ("panel", "t1").
QString token_name(Token token);

}  // namespace headroom::ui
