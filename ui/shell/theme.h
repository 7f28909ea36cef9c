// Theme: the one table of colours, fonts and icons. QPalette, QSS and painters all take their colours here.
#pragma once

#include "core/api/memory_report.h"
#include "ui/forward.h"

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QObject>
#include <QPixmap>
#include <QString>

namespace headroom::ui {

enum class Token {
    Win,
    Panel,
    Raised,
    Input,
    Line,
    Ctl,
    Hover,
    Sel,
    T1,
    T2,
    T3,
    Acc,
    Fill,
    OnFill,
    Ok,
    Warn,
    Err,
    OkB,
    WarnB,
    ErrB,
    InfB,
    Grid,
    C1,
    C2,
    C3,
    C4,
};

/// Rows of bar and ledger, in drawing order.
enum class BarRole {
    Others,
    Context,
    Window,
    Weights,
    Optimiser,
    Gradients,
    Activations,
    ActivationsAlt,
    Inputs,
    Dataset,
    Libraries,
    Cache,
    Free,
    Ghost
};

/// HighContrast is dark or light as the desktop is.
enum class ThemeChoice { System, Dark, Light, HighContrast };
enum class ColorScheme { Dark, Light, DarkContrast, LightContrast };
enum class MotionChoice { System, Reduced, Full };

/// Text sizes of the design (pixels at 100 %).
enum class TextSize { Plot = 11, Small = 12, Body = 13, Title = 15, Figure = 24 };

class Theme : public QObject {
    Q_OBJECT
public:
    static Theme& get();

    /// Applies palette, style sheet and fonts to the application; emits changing() and changed(). With System the desktop is followed from then
    /// on, whenever it turns dark or light or asks for high contrast.
    /// `text_percent`: 100 to 200; kSystemText: as large as the desktop's own, also when that changes.
    void apply(ThemeChoice choice, int text_percent);
    static constexpr int kSystemText = 0;
    /// The same while windows are seen: they keep the look they have until their parts have the new one, some at each turn of the event loop, and
    /// changed() comes then, once for all that was asked for in between.
    void applyInTurns(ThemeChoice choice, int text_percent);
    /// Has everything take its icons, pictures and sizes anew; emits changing() and changed(), with a look that is under way in turns once that is
    /// there.
    void redraw();
    ThemeChoice choice() const;
    /// As chosen, kSystemText too; textPercent() is what it comes to.
    int textChoice() const;
    /// What the desktop says; null before the first apply().
    DesktopTheme* desktop() const;
    bool dark() const;
    /// Text of 7:1 on whatever it stands, outlines and curves of 3:1; curves differ in their dashes too.
    bool highContrast() const;
    int textPercent() const;

    /// Nothing moves by itself where it is reduced: no animation of docks, menus and the style, no walk before it is played.
    void setMotion(MotionChoice choice);
    MotionChoice motion() const;
    bool reducedMotion() const;

    QColor color(Token token) const;
    QColor color(BarRole role) const;
    /// Solid, or in high contrast the dashes that a curve of this colour has.
    Qt::PenStyle dash(Token curve) const;
    /// `c` blended over the panel colour with `share` (0..1) of `c`, more of it in high contrast; no alpha.
    QColor blend(QColor c, double share) const;
    /// What lies over a window behind its dialog, half transparent.
    QColor shade() const;
    QFont font(TextSize size, bool medium = false) const;
    QFont mono() const;
    /// `pixels` scaled by the text percentage.
    int scaled(int pixels) const;
    /// A Tabler icon by file name without ".svg", in the token's colour; crisp at any device pixel ratio, cached.
    QIcon icon(const QString& name, Token token = Token::T1) const;
    QPixmap pixmap(const QString& name, Token token, int size, qreal device_pixel_ratio = 1.0) const;

Q_SIGNALS:
    void changing();  ///< changed() follows: what is shown has the look before, and its sizes
    void changed();

private:
    Theme();
    /// False: nothing of what the choices come to is another.
    bool take(ThemeChoice choice, int text_percent);
    void tellUnlessUnderWay();
    QString prepareStyle();
    struct Impl;
    Impl* impl_;
};

/// Of the theme in force.
inline int scaled(int pixels) { return Theme::get().scaled(pixels); }
template <class Name> QColor themeColor(Name name) { return Theme::get().color(name); }
inline QFont themeFont(TextSize size, bool medium = false) { return Theme::get().font(size, medium); }
inline QPixmap themePixmap(const QString& name, Token token, int size, qreal device_pixel_ratio = 1.0) {
    return Theme::get().pixmap(name, token, size, device_pixel_ratio);
}

/// The bar row that shows an engine role.
BarRole bar_role(Role role);

inline constexpr int kTokenCount = static_cast<int>(Token::C4) + 1;
inline constexpr int kBarRoleCount = static_cast<int>(BarRole::Ghost) + 1;

QColor token_color(Token token, ColorScheme scheme);
QColor role_color(BarRole role, ColorScheme scheme);
/// The name a token has in the style sheet template ("panel", "t1").
QString token_name(Token token);

}  // namespace headroom::ui
