// Theme: resolves the choice, holds fonts and icons, and gives the application its palette and style sheet.
#include "ui/shell/theme.h"

#include "ui/shell/desktop_theme.h"
#include "ui/shell/late_polish.h"
#include "ui/shell/theme_style.h"

#include <QApplication>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QPointer>
#include <QProxyStyle>
#include <QSet>
#include <QStyleFactory>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <utility>

/// The resources sit in a static library: without this call the linker may leave them out.
static void init_resources() { Q_INIT_RESOURCE(headroom); }

namespace headroom::ui {

namespace {

/// A colour for each scheme: dark, light, and the two of high contrast.
using Shades = std::array<QRgb, 4>;

struct TokenRow {
    const char* name;
    Shades of;
};

constexpr std::array<TokenRow, kTokenCount> kTokens{{
    {"win", {0xFF13161A, 0xFFD9DEE4, 0xFF7A7A7A, 0xFF767676}},
    {"panel", {0xFF1B1F25, 0xFFF9FAFB, 0xFF000000, 0xFFFFFFFF}},
    {"raised", {0xFF232931, 0xFFEDF0F3, 0xFF121212, 0xFFF2F2F2}},
    {"input", {0xFF14181D, 0xFFFFFFFF, 0xFF000000, 0xFFFFFFFF}},
    {"line", {0xFF2E353E, 0xFFD3D9E0, 0xFF9A9A9A, 0xFF6E6E6E}},
    {"ctl", {0xFF697585, 0xFF7A8593, 0xFFD8D8D8, 0xFF1E1E1E}},
    {"hover", {0xFF2C343E, 0xFFE3E8ED, 0xFF333333, 0xFFDADADA}},
    {"sel", {0xFF1D3B5E, 0xFFCDE2FA, 0xFF003F87, 0xFFBFDDFF}},
    {"t1", {0xFFE9ECF0, 0xFF15191E, 0xFFFFFFFF, 0xFF000000}},
    {"t2", {0xFFB6BEC9, 0xFF3E4752, 0xFFF0F0F0, 0xFF141414}},
    {"t3", {0xFF929DAA, 0xFF59636F, 0xFFC8C8C8, 0xFF3C3C3C}},
    {"acc", {0xFF62AAF7, 0xFF0B5CAD, 0xFF8CCBFF, 0xFF003E85}},
    {"fill", {0xFF2A6EBB, 0xFF1B66B5, 0xFFFFE24D, 0xFF003E85}},
    {"onfill", {0xFFFFFFFF, 0xFFFFFFFF, 0xFF000000, 0xFFFFFFFF}},
    {"ok", {0xFF4CC78B, 0xFF0E6E45, 0xFF6BF0A8, 0xFF00482A}},
    {"warn", {0xFFEAB84F, 0xFF7D5200, 0xFFFFD75E, 0xFF553600}},
    {"err", {0xFFF58A81, 0xFFAE241C, 0xFFFFB0A8, 0xFF8A0F0A}},
    {"okb", {0xFF17332A, 0xFFDDF3E7, 0xFF00250F, 0xFFEAF8F0}},
    {"warnb", {0xFF35290F, 0xFFFCF0D2, 0xFF2B1F00, 0xFFFFF4DC}},
    {"errb", {0xFF3B2123, 0xFFFBE3E0, 0xFF3A0808, 0xFFFFE9E7}},
    {"infb", {0xFF172B41, 0xFFDDEBFA, 0xFF001F3D, 0xFFE6F1FF}},
    {"grid", {0xFF2A313A, 0xFFE1E6EB, 0xFF6A6A6A, 0xFF949494}},
    {"c1", {0xFF62AAF7, 0xFF0B5CAD, 0xFF8CCBFF, 0xFF003E85}},
    {"c2", {0xFFF0A23B, 0xFFB35C00, 0xFFFFB84D, 0xFF7A3B00}},
    {"c3", {0xFF4CC78B, 0xFF0E6E45, 0xFF6BF0A8, 0xFF00482A}},
    {"c4", {0xFFD180AE, 0xFFA23F78, 0xFFF5A8D8, 0xFF7A1F57}},
}};

constexpr std::array<Shades, kBarRoleCount> kRoles{{
    {0xFF737D8A, 0xFF7F8997, 0xFFA8B0BA, 0xFF5A6470},  // other programs
    {0xFFD5DCE4, 0xFF2F3842, 0xFFFFFFFF, 0xFF1C242C},  // context
    {0xFF9FB3C8, 0xFF55708C, 0xFFC6D3E0, 0xFF3D5570},  // pictures of the window
    {0xFF3F8EE0, 0xFF0068B0, 0xFF5AA8FF, 0xFF005A9C},  // weights
    {0xFFD180AE, 0xFFB8578C, 0xFFE79BC8, 0xFF8A2F66},  // optimiser
    {0xFFE69F00, 0xFFC77F00, 0xFFFFB000, 0xFF8A5600},  // gradients
    {0xFF25B08A, 0xFF00785D, 0xFF35D0A4, 0xFF005C47},  // activations
    {0xFF168066, 0xFF2E9F84, 0xFF1FA07F, 0xFF1A7A62},  // activations of alternate phases
    {0xFFEFE26B, 0xFF5E5500, 0xFFFFF07A, 0xFF4A4300},  // inputs, workspace
    {0xFFA78BE8, 0xFF6A4FC0, 0xFFC4B0FF, 0xFF4A2FA0},  // data set on the device
    {0xFFE2703A, 0xFFD86A2E, 0xFFFF8A55, 0xFFA8481A},  // workspaces of libraries
    {0xFF7CC4EE, 0xFF2E93C9, 0xFF8CD4FF, 0xFF1F76A6},  // cache
    {0xFF14181D, 0xFFFFFFFF, 0xFF000000, 0xFFFFFFFF},  // free
    {0xFFEAB84F, 0xFF7D5200, 0xFFFFD75E, 0xFF553600},  // forecast ghost
}};

}  // namespace

QColor token_color(Token token, ColorScheme scheme) {
    return QColor::fromRgb(kTokens[static_cast<std::size_t>(token)].of[static_cast<std::size_t>(scheme)]);
}

QColor role_color(BarRole role, ColorScheme scheme) {
    return QColor::fromRgb(kRoles[static_cast<std::size_t>(role)][static_cast<std::size_t>(scheme)]);
}

QString token_name(Token token) { return QString::fromLatin1(kTokens[static_cast<std::size_t>(token)].name); }

namespace {

/// Fusion whose icons in menus, fields and buttons grow with the text, and which stands still where motion is reduced.
class GrowingStyle : public QProxyStyle {
public:
    GrowingStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        if (metric == PM_SmallIconSize || metric == PM_ButtonIconSize || metric == PM_LineEditIconSize)
            return scaled(16);
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* answer) const override {
        if ((hint == SH_Widget_Animate || hint == SH_Widget_Animation_Duration) && Theme::get().reducedMotion())
            return 0;
        return QProxyStyle::styleHint(hint, option, widget, answer);
    }
};

constexpr double kLeastShare = 0.62;  ///< what is blended is still seen well in high contrast

constexpr Qt::UIEffect kEffects[] = {Qt::UI_AnimateMenu,    Qt::UI_FadeMenu,    Qt::UI_AnimateCombo,
                                     Qt::UI_AnimateTooltip, Qt::UI_FadeTooltip, Qt::UI_AnimateToolBox};

}  // namespace

struct Theme::Impl {
    /// What the choices and the desktop come to.
    struct Look {
        ColorScheme scheme = ColorScheme::Dark;
        int text_percent = 100;
        bool still = false;
        Qt::LayoutDirection direction = Qt::LeftToRight;
        bool operator==(const Look&) const = default;
    };
    Look look() const {
        const bool high =
            choice == ThemeChoice::HighContrast || (choice == ThemeChoice::System && desktop->highContrast());
        const bool is_dark = choice == ThemeChoice::Dark || (choice != ThemeChoice::Light && desktop->dark());
        return {high ? (is_dark ? ColorScheme::DarkContrast : ColorScheme::LightContrast)
                     : (is_dark ? ColorScheme::Dark : ColorScheme::Light),
                text_choice == kSystemText ? desktop->textPercent() : qBound(100, text_choice, 200),
                motion == MotionChoice::Reduced || (motion == MotionChoice::System && desktop->reducedMotion()),
                QGuiApplication::layoutDirection()};
    }

    ThemeChoice choice = ThemeChoice::System;
    MotionChoice motion = MotionChoice::System;
    int text_choice = 100;
    Look shown;
    QSet<Qt::UIEffect> effects;       ///< the platform's
    DesktopTheme* desktop = nullptr;  ///< lives as long as the application
    QPointer<QStyle> base;            ///< likewise; below the style sheet
    QPointer<LatePolish> late;        ///< likewise
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
    if (take(choice, text_percent) || impl_->late->underWay()) {
        const QString sheet = prepareStyle();
        impl_->late->putOn(sheet);
    }
    Q_EMIT changed();
}

void Theme::applyInTurns(ThemeChoice choice, int text_percent) {
    if (!take(choice, text_percent)) return tellUnlessUnderWay();
    impl_->late->takeOffInTurns([this] {
        const QString sheet = prepareStyle();
        impl_->late->putOnInTurns(sheet, [this] { Q_EMIT changed(); });
    });
}

void Theme::redraw() {
    Q_EMIT changing();
    tellUnlessUnderWay();
}

void Theme::tellUnlessUnderWay() {
    if (!impl_->late || !impl_->late->underWay()) Q_EMIT changed();  // or it comes with that look
}

bool Theme::take(ThemeChoice choice, int text_percent) {
    if (!impl_->late) impl_->late = new LatePolish(qApp);
    if (!impl_->desktop) {
        for (const Qt::UIEffect effect : kEffects)
            if (QApplication::isEffectEnabled(effect)) impl_->effects.insert(effect);
        // the desktop's own palette, before ours replaces it
        impl_->desktop = new DesktopTheme(QCoreApplication::instance());
        const auto follow = [this] {
            if (impl_->desktop && impl_->look() != impl_->shown) applyInTurns(impl_->choice, impl_->text_choice);
        };
        connect(impl_->desktop, &DesktopTheme::changed, this, follow);
        connect(qGuiApp, &QGuiApplication::layoutDirectionChanged, impl_->desktop, follow, Qt::QueuedConnection);
        connect(impl_->desktop, &QObject::destroyed, this,
                [this] {  // with the application, which nothing outlives but the theme
                    impl_->style.removeImages();
                    impl_->desktop = nullptr;
                });
    }
    Q_EMIT changing();
    impl_->choice = choice;
    impl_->text_choice = text_percent;
    const Impl::Look before = std::exchange(impl_->shown, impl_->look());
    for (const Qt::UIEffect effect : kEffects)
        QApplication::setEffectEnabled(effect, impl_->effects.contains(effect) && !reducedMotion());
    const bool same = before.scheme == impl_->shown.scheme && before.text_percent == impl_->shown.text_percent &&
                      before.direction == impl_->shown.direction;
    return !same || !impl_->base;
}

QString Theme::prepareStyle() {
    impl_->icons.clear();
    impl_->late->takeOff();  // or each of what follows, the sheet itself too, styles every widget once more
    if (!impl_->base) {
        impl_->base = new GrowingStyle;
        QApplication::setStyle(impl_->base);  // the application owns it
    }
    QApplication::setFont(font(TextSize::Body));
    QApplication::setPalette(ThemeStyle::palette(*this));
    QToolTip::setPalette(ThemeStyle::palette(*this));
    return impl_->style.sheet(*this);
}

ThemeChoice Theme::choice() const { return impl_->choice; }
DesktopTheme* Theme::desktop() const { return impl_->desktop; }
bool Theme::dark() const {
    return impl_->shown.scheme == ColorScheme::Dark || impl_->shown.scheme == ColorScheme::DarkContrast;
}
bool Theme::highContrast() const {
    return impl_->shown.scheme == ColorScheme::DarkContrast || impl_->shown.scheme == ColorScheme::LightContrast;
}

void Theme::setMotion(MotionChoice choice) {
    impl_->motion = choice;
    if (impl_->desktop) applyInTurns(impl_->choice, impl_->text_choice);
}
MotionChoice Theme::motion() const { return impl_->motion; }
bool Theme::reducedMotion() const { return impl_->shown.still; }
int Theme::textChoice() const { return impl_->text_choice; }
int Theme::textPercent() const { return impl_->shown.text_percent; }

QColor Theme::color(Token token) const { return token_color(token, impl_->shown.scheme); }
QColor Theme::color(BarRole role) const { return role_color(role, impl_->shown.scheme); }

Qt::PenStyle Theme::dash(Token curve) const {
    if (!highContrast()) return Qt::SolidLine;
    switch (curve) {
        case Token::C2: return Qt::DashLine;
        case Token::C3: return Qt::DashDotLine;
        case Token::C4: return Qt::DotLine;
        default: return Qt::SolidLine;
    }
}

QColor Theme::blend(QColor c, double share) const {
    if (highContrast()) share = std::max(share, kLeastShare);
    const QColor under = color(Token::Panel);
    const auto mix = [share](int over, int base) { return qRound(over * share + base * (1.0 - share)); };
    return QColor(mix(c.red(), under.red()), mix(c.green(), under.green()), mix(c.blue(), under.blue()));
}

QColor Theme::shade() const {
    QColor out = highContrast() ? QColor(Qt::black) : color(dark() ? Token::Win : Token::T1);
    out.setAlphaF(0.55F);
    return out;
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

int Theme::scaled(int pixels) const { return (pixels * impl_->shown.text_percent + 50) / 100; }

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
        case Role::Graphs:  // where a recorded step's activations stand
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
