// Theme: resolves the choice, holds fonts and icons, and gives the application its palette and style sheet.
#include "ui/shell/theme.h"

#include "ui/shell/desktop_theme.h"
#include "ui/shell/icon_cache.h"
#include "ui/shell/theme_style.h"
#include "ui/shell/theme_tokens.h"

#include <QApplication>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QToolTip>

/// The resources sit in a static library: without this call the linker may leave them out.
static void init_resources() { Q_INIT_RESOURCE(headroom); }

namespace headroom::ui {

namespace {

/// Fusion whose icons in menus, fields and buttons grow with the text.
class GrowingStyle : public QProxyStyle {
public:
    GrowingStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        if (metric == PM_SmallIconSize || metric == PM_ButtonIconSize || metric == PM_LineEditIconSize)
            return Theme::get().scaled(16);
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
};

}  // namespace

struct Theme::Impl {
    ThemeChoice choice = ThemeChoice::System;
    bool dark = true;
    DesktopTheme* desktop = nullptr;  ///< lives as long as the application
    int text_percent = 100;
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
            if (impl_->choice == ThemeChoice::System) apply(ThemeChoice::System, impl_->text_percent);
        });
        connect(impl_->desktop, &QObject::destroyed, this,
                [this] {  // with the application, which nothing outlives but the theme
                    impl_->style.removeImages();
                    impl_->desktop = nullptr;
                });
    }
    impl_->choice = choice;
    impl_->dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && impl_->desktop->dark());
    impl_->text_percent = qBound(100, text_percent, 200);
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
        case Role::Cache: return BarRole::Cache;
    }
    return BarRole::Inputs;
}

}  // namespace headroom::ui
