// Values of the colour table (ratios are checked by tst_theme).
#include "ui/shell/theme_tokens.h"

#include <array>

namespace headroom::ui {
namespace {

struct TokenRow {
    const char* name;
    QRgb dark, light;
};

constexpr std::array<TokenRow, kTokenCount> kTokens{{
    {"win", 0xFF13161A, 0xFFD9DEE4},   {"panel", 0xFF1B1F25, 0xFFF9FAFB},  {"raised", 0xFF232931, 0xFFEDF0F3},
    {"input", 0xFF14181D, 0xFFFFFFFF}, {"line", 0xFF2E353E, 0xFFD3D9E0},   {"ctl", 0xFF697585, 0xFF7A8593},
    {"hover", 0xFF2C343E, 0xFFE3E8ED}, {"sel", 0xFF1D3B5E, 0xFFCDE2FA},    {"t1", 0xFFE9ECF0, 0xFF15191E},
    {"t2", 0xFFB6BEC9, 0xFF3E4752},    {"t3", 0xFF929DAA, 0xFF59636F},     {"acc", 0xFF62AAF7, 0xFF0B5CAD},
    {"fill", 0xFF2A6EBB, 0xFF1B66B5},  {"onfill", 0xFFFFFFFF, 0xFFFFFFFF}, {"ok", 0xFF4CC78B, 0xFF0E6E45},
    {"warn", 0xFFEAB84F, 0xFF7D5200},  {"err", 0xFFF58A81, 0xFFAE241C},    {"okb", 0xFF17332A, 0xFFDDF3E7},
    {"warnb", 0xFF35290F, 0xFFFCF0D2}, {"errb", 0xFF3B2123, 0xFFFBE3E0},   {"infb", 0xFF172B41, 0xFFDDEBFA},
    {"grid", 0xFF2A313A, 0xFFE1E6EB},  {"c1", 0xFF62AAF7, 0xFF0B5CAD},     {"c2", 0xFFF0A23B, 0xFFB35C00},
    {"c3", 0xFF4CC78B, 0xFF0E6E45},    {"c4", 0xFFD180AE, 0xFFA23F78},
}};

struct RoleRow {
    QRgb dark, light;
};

constexpr std::array<RoleRow, kBarRoleCount> kRoles{{
    {0xFF737D8A, 0xFF7F8997},  // other programs
    {0xFFD5DCE4, 0xFF2F3842},  // context
    {0xFF3F8EE0, 0xFF0068B0},  // weights
    {0xFFD180AE, 0xFFB8578C},  // optimiser
    {0xFFE69F00, 0xFFC77F00},  // gradients
    {0xFF25B08A, 0xFF00785D},  // activations
    {0xFF168066, 0xFF2E9F84},  // activations of alternate phases
    {0xFFEFE26B, 0xFF5E5500},  // inputs, workspace
    {0xFF7CC4EE, 0xFF2E93C9},  // cache
    {0xFF14181D, 0xFFFFFFFF},  // free
    {0xFFEAB84F, 0xFF7D5200},  // forecast ghost
}};

}  // namespace

QColor token_color(Token token, bool dark) {
    const TokenRow& row = kTokens[static_cast<std::size_t>(token)];
    return QColor::fromRgb(dark ? row.dark : row.light);
}

QColor role_color(BarRole role, bool dark) {
    const RoleRow& row = kRoles[static_cast<std::size_t>(role)];
    return QColor::fromRgb(dark ? row.dark : row.light);
}

QString token_name(Token token) { return QString::fromLatin1(kTokens[static_cast<std::size_t>(token)].name); }

}  // namespace headroom::ui
