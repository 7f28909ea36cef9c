// Theme: resolves the choice, holds fonts and icons, and gives the application its palette and style sheet.
#include "ui/shell/theme.h"

#include "ui/shell/desktop_theme.h"
#include "ui/shell/theme_style.h"

#include <QApplication>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QToolTip>

/// The resources sit in a static library: without this call the linker may leave them out.
static void init_resources() { Q_INIT_RESOURCE(headroom); }

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
    {0xFFA78BE8, 0xFF6A4FC0},  // data set on the device
    {0xFFE2703A, 0xFFD86A2E},  // workspaces of libraries
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

namespace {

/// Fusion whose icons in menus, fields and buttons grow with the text.
class GrowingStyle : public QProxyStyle {
public:
    GrowingStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        if (metric == PM_SmallIconSize || metric == PM_ButtonIconSize || metric == PM_LineEditIconSize)
            return scaled(16);
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
};

}  // namespace

struct Theme::Impl {
    ThemeChoice choice = ThemeChoice::System;
    bool dark = true;
    DesktopTheme* desktop = nullptr;  ///< lives as long as the application
    int text_choice = 100, text_percent = 100;
    QString family;
    mutable IconCache icons;
    ThemeStyle style;
};

Theme::Theme() : impl_(new Impl) {
    init_resources();
    const int id = QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/Roboto-Regular.ttf"));
    QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/Roboto-Medium.ttf"));
    const QStringList families = QFontDatabase::applicationFontFamilies(id);
    impl_->family = families.isEmpty() ? QGuiApplication::font().family() : families.first();
}

Theme& Theme::get() {
    static Theme theme;
    return theme;
}

void Theme::apply(ThemeChoice choice, int text_percent) {
    if (!impl_->desktop) {  // the desktop's own palette, before ours replaces it
        impl_->desktop = new DesktopTheme(QCoreApplication::instance());
        connect(impl_->desktop, &DesktopTheme::changed, this, [this] {
            if (impl_->choice == ThemeChoice::System || impl_->text_choice == kSystemText)
                apply(impl_->choice, impl_->text_choice);
        });
        connect(impl_->desktop, &QObject::destroyed, this,
                [this] {  // with the application, which nothing outlives but the theme
                    impl_->style.removeImages();
                    impl_->desktop = nullptr;
                });
    }
    impl_->choice = choice;
    impl_->dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && impl_->desktop->dark());
    impl_->text_choice = text_percent;
    impl_->text_percent = text_percent == kSystemText ? impl_->desktop->textPercent() : qBound(100, text_percent, 200);
    impl_->icons.clear();
    if (auto* app = qobject_cast<QApplication*>(QCoreApplication::instance())) {
        app->setStyleSheet({});                    // or each of the next three styles every widget once more
        QApplication::setStyle(new GrowingStyle);  // the application owns it
        QApplication::setFont(font(TextSize::Body));
        QApplication::setPalette(ThemeStyle::palette(*this));
        QToolTip::setPalette(ThemeStyle::palette(*this));
        app->setStyleSheet(impl_->style.sheet(*this));
    }
    Q_EMIT changed();
}

ThemeChoice Theme::choice() const { return impl_->choice; }
DesktopTheme* Theme::desktop() const { return impl_->desktop; }
bool Theme::dark() const { return impl_->dark; }
int Theme::textChoice() const { return impl_->text_choice; }
int Theme::textPercent() const { return impl_->text_percent; }

QColor Theme::color(Token token) const { return token_color(token, impl_->dark); }
QColor Theme::color(BarRole role) const { return role_color(role, impl_->dark); }

QColor Theme::blend(QColor c, double share) const {
    const QColor under = color(Token::Panel);
    const auto mix = [share](int over, int base) { return qRound(over * share + base * (1.0 - share)); };
    return QColor(mix(c.red(), under.red()), mix(c.green(), under.green()), mix(c.blue(), under.blue()));
}

QFont Theme::font(TextSize size, bool medium) const {
    QFont f(impl_->family);
    f.setPixelSize(scaled(static_cast<int>(size)));
    f.setWeight(medium ? QFont::Medium : QFont::Normal);
    return f;
}

QFont Theme::mono() const {
    QFont f = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    f.setPixelSize(scaled(12));
    return f;
}

int Theme::scaled(int pixels) const { return (pixels * impl_->text_percent + 50) / 100; }

QIcon Theme::icon(const QString& name, Token token) const {
    return impl_->icons.icon(name, color(token), color(Token::T3));
}

QPixmap Theme::pixmap(const QString& name, Token token, int size, qreal device_pixel_ratio) const {
    return impl_->icons.pixmap(name, color(token), size, device_pixel_ratio);
}

BarRole bar_role(Role role) {
    switch (role) {
        case Role::Weights:
        case Role::Buffers:
        case Role::Ema:
        case Role::Clip:
            return BarRole::
                Weights;  // CLIP's are frozen weights like the VQGAN's; what it keeps for the backward pass counts as activations
        case Role::Optimiser: return BarRole::Optimiser;
        case Role::Gradients: return BarRole::Gradients;
        case Role::Activations:
        case Role::Preview: return BarRole::Activations;
        case Role::Inputs:
        case Role::Workspace:
        case Role::Codebook:
        case Role::Other: return BarRole::Inputs;
        case Role::Dataset: return BarRole::Dataset;
        case Role::Libraries: return BarRole::Libraries;
        case Role::Cache: return BarRole::Cache;
    }
    return BarRole::Inputs;
}

}  // namespace headroom::ui
