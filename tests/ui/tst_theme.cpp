// The colour table keeps its contrasts, the style sheet leaves no placeholder, icons take the colour asked for.
#include "tests/ui/patient_test.h"
#include "ui/families/vqgan_clip/picture_frames.h"
#include "ui/panels/upscale/upscale_parts.h"
#include "ui/shell/desktop_theme.h"
#include "ui/shell/event_filters.h"
#include "ui/shell/theme.h"
#include "ui/widgets/kit.h"

#include <QAction>
#include <QApplication>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QFontInfo>
#include <QImage>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QStyle>
#include <QTabBar>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWindow>

#include <cmath>

using namespace headroom::ui;

namespace {

double luminance(const QColor& c) {
    const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

}  // namespace

class ThemeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textIsReadable() {
        for (ColorScheme scheme : {ColorScheme::Dark, ColorScheme::Light}) {
            const auto c = [scheme](Token t) { return token_color(t, scheme); };
            for (Token text : {Token::T1, Token::T2, Token::T3}) {
                for (Token under : {Token::Panel, Token::Raised, Token::Input})
                    QVERIFY(contrast(c(text), c(under)) >= 4.5);
            }
            QVERIFY(contrast(c(Token::OnFill), c(Token::Fill)) >= 4.5);
            QVERIFY(contrast(c(Token::Ctl), c(Token::Panel)) >= 3.0);
            QVERIFY(contrast(c(Token::Ok), c(Token::OkB)) >= 4.5);
            QVERIFY(contrast(c(Token::Warn), c(Token::WarnB)) >= 4.5);
            QVERIFY(contrast(c(Token::Err), c(Token::ErrB)) >= 4.5);
        }
    }

    void highContrastIsHigh() {
        for (ColorScheme scheme : {ColorScheme::DarkContrast, ColorScheme::LightContrast}) {
            const auto at_least = [scheme](double wanted, Token over, Token under) {
                const double is = contrast(token_color(over, scheme), token_color(under, scheme));
                QVERIFY2(is >= wanted,
                         qPrintable(QStringLiteral("%1 on %2: %3").arg(token_name(over), token_name(under)).arg(is)));
            };
            for (Token text : {Token::T1, Token::T2, Token::T3, Token::Acc, Token::Ok, Token::Warn, Token::Err}) {
                for (Token under : {Token::Panel, Token::Raised, Token::Input}) at_least(7, text, under);
            }
            for (Token text : {Token::T1, Token::T2}) {
                for (Token under : {Token::Hover, Token::Sel, Token::OkB, Token::WarnB, Token::ErrB, Token::InfB})
                    at_least(7, text, under);
            }
            at_least(7, Token::OnFill, Token::Fill);
            at_least(7, Token::Ok, Token::OkB);
            at_least(7, Token::Warn, Token::WarnB);
            at_least(7, Token::Err, Token::ErrB);
            for (Token line : {Token::Win, Token::Line, Token::Ctl, Token::Fill, Token::Grid, Token::C1, Token::C2,
                               Token::C3, Token::C4})
                at_least(3, line, Token::Panel);
            for (int i = 0; i < kBarRoleCount; ++i) {
                const auto role = static_cast<BarRole>(i);
                if (role != BarRole::Free)
                    QVERIFY(contrast(role_color(role, scheme), token_color(Token::Panel, scheme)) >= 3);
            }
        }
    }

    void highContrastFollowsTheDesktopOrIsChosen() {
        Theme& theme = Theme::get();
        theme.apply(ThemeChoice::HighContrast, 100);
        DesktopTheme& desktop = *theme.desktop();
        desktop.takeScheme(1);
        QVERIFY(theme.highContrast() && theme.dark());
        QCOMPARE(theme.color(Token::Panel), token_color(Token::Panel, ColorScheme::DarkContrast));
        desktop.takeScheme(2);  // it stays high, and turns light
        QVERIFY(theme.highContrast() && !theme.dark());
        QSet<int> dashes;
        for (Token curve : {Token::C1, Token::C2, Token::C3, Token::C4}) dashes.insert(theme.dash(curve));
        QCOMPARE(dashes.size(), 4);
        QVERIFY(contrast(theme.blend(theme.color(Token::C2), 0.32), theme.color(Token::Panel)) >= 3);
        theme.apply(ThemeChoice::System, 100);
        QVERIFY(!theme.highContrast());
        QCOMPARE(theme.dash(Token::C2), Qt::SolidLine);
        for (const auto& [space, key, on, off] :
             {std::tuple("org.freedesktop.appearance", "contrast", QVariant(1u), QVariant(0u)),
              std::tuple("org.gnome.desktop.a11y.interface", "high-contrast", QVariant(true), QVariant(false))}) {
            desktop.takeSetting(QLatin1String(space), QLatin1String(key), on);
            QVERIFY(theme.highContrast());
            desktop.takeSetting(QLatin1String(space), QLatin1String(key), off);
            QVERIFY(!theme.highContrast());
        }
        desktop.takeScheme(0);
    }

    void nothingMovesWhereMotionIsReduced() {
        Theme& theme = Theme::get();
        const auto still = [] {
            return qApp->style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0 &&
                   qApp->style()->styleHint(QStyle::SH_Widget_Animate) == 0;
        };
        QVERIFY(!theme.reducedMotion() && !still());
        for (const auto& [space, key, on, off] :
             {std::tuple("org.freedesktop.appearance", "reduced-motion", QVariant(1u), QVariant(0u)),
              std::tuple("org.gnome.desktop.interface", "enable-animations", QVariant(false), QVariant(true)),
              std::tuple("org.kde.kdeglobals.KDE", "AnimationDurationFactor", QVariant(QStringLiteral("0")),
                         QVariant(QStringLiteral("1")))}) {
            theme.desktop()->takeSetting(QLatin1String(space), QLatin1String(key), on);
            QVERIFY(theme.reducedMotion() && still());
            theme.setMotion(MotionChoice::Full);
            QVERIFY(!theme.reducedMotion() && !still());
            theme.setMotion(MotionChoice::System);
            theme.desktop()->takeSetting(QLatin1String(space), QLatin1String(key), off);
            QVERIFY(!theme.reducedMotion());
        }
        theme.setMotion(MotionChoice::Reduced);
        QVERIFY(still());
        theme.setMotion(MotionChoice::System);
    }

    void applyChangesPaletteAndFonts() {
        Theme::get().apply(ThemeChoice::Light, 100);
        QVERIFY(!Theme::get().dark());
        QCOMPARE(QApplication::palette().color(QPalette::Window), token_color(Token::Panel, ColorScheme::Light));
        Theme::get().apply(ThemeChoice::Dark, 150);
        QCOMPARE(QApplication::palette().color(QPalette::Window), token_color(Token::Panel, ColorScheme::Dark));
        QCOMPARE(Theme::get().font(TextSize::Body).pixelSize(), 20);
        QCOMPARE(Theme::get().scaled(12), 18);
    }

    void systemFollowsTheDesktopWhileItRuns() {
        Theme& theme = Theme::get();
        DesktopTheme& desktop = *theme.desktop();
        desktop.takeScheme(0);
        desktop.takePalette(true);
        theme.apply(ThemeChoice::System, 100);
        QVERIFY(theme.dark());
        QSignalSpy changed(&theme, &Theme::changed);
        desktop.takePalette(false);
        QVERIFY(!theme.dark());
        QCOMPARE(changed.count(), 1);
        QCOMPARE(QApplication::palette().color(QPalette::Window), token_color(Token::Panel, ColorScheme::Light));
        QVERIFY(QToolTip::palette().color(QPalette::ToolTipBase).lightness() > 128);
        desktop.takePalette(false);
        QCOMPARE(changed.count(), 1);  // nothing new: nothing is drawn again
        desktop.takeScheme(1);         // the portal's word stands above the palette
        QVERIFY(theme.dark());
        desktop.takePalette(true);
        desktop.takeScheme(2);
        QVERIFY(!theme.dark());
        desktop.takeScheme(0);
        QVERIFY(theme.dark());
        theme.apply(ThemeChoice::Light, 100);  // chosen by hand: the desktop is not followed
        changed.clear();
        desktop.takePalette(false);
        desktop.takePalette(true);
        QCOMPARE(changed.count(), 0);
        QVERIFY(!theme.dark());
    }

    void textIsAsLargeAsTheSystemsUnlessChosen() {
        QCOMPARE(DesktopTheme::textPercentFor(12), 100);  // 9 points: never smaller than drawn
        QCOMPARE(DesktopTheme::textPercentFor(10 * 96.0 / 72), 100);
        QCOMPARE(DesktopTheme::textPercentFor(11 * 96.0 / 72), 110);
        QCOMPARE(DesktopTheme::textPercentFor(60), 200);
        Theme& theme = Theme::get();
        theme.apply(ThemeChoice::Dark, Theme::kSystemText);
        QSignalSpy changed(&theme, &Theme::changed);
        theme.desktop()->takeText(125);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(theme.textPercent(), 125);
        QCOMPARE(theme.textChoice(), Theme::kSystemText);
        QCOMPARE(QApplication::font().pixelSize(), 16);
        theme.apply(ThemeChoice::Dark, 150);
        theme.desktop()->takeText(110);
        QCOMPARE(theme.textPercent(), 150);
        theme.desktop()->takeText(100);
    }

    void aScreenOfAnotherPixelRatioDrawsAnew() {
        class Screened : public QWidget {
        public:
            qreal ratio = 1.0;

        protected:
            int metric(PaintDeviceMetric which) const override {
                if (which == PdmDevicePixelRatio) return static_cast<int>(ratio);
                if (which == PdmDevicePixelRatioScaled) return static_cast<int>(ratio * devicePixelRatioFScale());
                return QWidget::metric(which);
            }
        };
        PixelRatioWatch watch;
        qApp->installEventFilter(&watch);
        Screened window;
        window.show();
        QSignalSpy changed(&Theme::get(), &Theme::changed);
        const auto move = [&](qreal ratio) {
            window.ratio = ratio;
            QEvent event(QEvent::ScreenChangeInternal);
            QCoreApplication::sendEvent(&window, &event);
        };
        move(1.0);
        QCOMPARE(changed.count(), 0);
        move(2.0);
        QCOMPARE(changed.count(), 1);
        move(2.0);
        QCOMPARE(changed.count(), 1);
    }

    void focusShowsToWhoUsesKeys() {
        FocusRings rings;
        qApp->installEventFilter(&rings);
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* tabs = new QTabBar;
        tabs->addTab(QStringLiteral("Samples"));
        tabs->addTab(QStringLiteral("Real images"));
        auto* button = new QPushButton(QStringLiteral("Pause"));
        layout->addWidget(tabs);
        layout->addWidget(button);
        const auto ring = [](const QWidget* w) { return w->hasFocus() && w->property("keys").toBool(); };
        window.resize(400, 120);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QVERIFY(tabs->hasFocus());
        QVERIFY(!ring(tabs));  // nobody touched it
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
        QVERIFY(!ring(tabs));
        QTest::keyClick(tabs, Qt::Key_Left);
        QVERIFY(ring(tabs));
        QTest::keyClick(tabs, Qt::Key_Tab);
        QVERIFY(ring(button));
        QTest::mouseClick(button, Qt::LeftButton);
        tabs->setFocus();
        button->setFocus();
        QVERIFY(!ring(button));
    }

    void paintedPartsShowTheirFocusToWhoUsesKeys() {
        FilmStrip strip([](int) { return QImage(); });
        PartChooser part;
        QImage picture(40, 20, QImage::Format_RGB888);
        picture.fill(Qt::green);
        part.setPicture(picture, {400, 200});
        for (QWidget* each : {static_cast<QWidget*>(&strip), static_cast<QWidget*>(&part)}) {
            each->resize(200, 144);
            each->show();
            QVERIFY(QTest::qWaitForWindowActive(each));
            each->setFocus();
            QVERIFY(each->hasFocus());
            const QImage touched = each->grab().toImage();
            each->setProperty(kFocusRing, true);
            QVERIFY(each->grab().toImage() != touched);
            each->setProperty(kFocusRing, false);
            each->clearFocus();
            QCOMPARE(each->grab().toImage(), touched);
            each->hide();
        }
    }

    void lettersInAListSearchItAndDoNothingElse() {
        ShortcutGuard guard;
        qApp->installEventFilter(&guard);
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        QListWidget list;
        list.addItems({QStringLiteral("animals"), QStringLiteral("faces")});
        auto* button = new QPushButton(QStringLiteral("Pause"));
        layout->addWidget(&list);
        layout->addWidget(button);
        QAction fit;
        fit.setShortcut(QKeySequence(Qt::Key_F));
        window.addAction(&fit);
        QSignalSpy fitted(&fit, &QAction::triggered);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        list.setFocus();
        list.setCurrentRow(0);
        QTest::keyClick(&list, Qt::Key_F);
        QCOMPARE(fitted.count(), 0);
        QCOMPARE(list.currentRow(), 1);
        button->setFocus();
        QTest::keyClick(button, Qt::Key_F);
        QCOMPARE(fitted.count(), 1);
    }

    void thePortalsSignalTurnsTheWindow() {
        Theme& theme = Theme::get();
        theme.desktop()->takePalette(false);
        theme.apply(ThemeChoice::System, 100);
        const auto tell = [&](const char* space, const char* key, const QVariant& value) {
            QDBusMessage message = QDBusMessage::createSignal(QStringLiteral("/org/freedesktop/portal/desktop"),
                                                              QStringLiteral("org.freedesktop.portal.Settings"),
                                                              QStringLiteral("SettingChanged"));
            message << QLatin1String(space) << QLatin1String(key) << QVariant::fromValue(QDBusVariant(value));
            QVERIFY(QMetaObject::invokeMethod(theme.desktop(), "onSetting", Q_ARG(QDBusMessage, message)));
        };
        tell("org.freedesktop.appearance", "accent-color", 1u);
        QVERIFY(!theme.dark());
        tell("org.freedesktop.appearance", "color-scheme", 1u);
        QVERIFY(theme.dark());
        tell("org.freedesktop.appearance", "color-scheme", QVariant::fromValue(QDBusVariant(2u)));
        QVERIFY(!theme.dark());
        theme.desktop()->takeScheme(0);
    }

    void aThemeEventReadsThePaletteAnewAndLeavesOurs() {
        Theme& theme = Theme::get();
        DesktopTheme& desktop = *theme.desktop();
        desktop.takeScheme(0);
        desktop.takePalette(true);
        theme.apply(ThemeChoice::System, 100);
        QVERIFY(theme.dark());
        QWindow window;
        QEvent event(QEvent::ThemeChange);
        QCoreApplication::sendEvent(&window, &event);
        QTRY_VERIFY(!theme.dark());  // the offscreen desktop's own palette is light
        QCOMPARE(QApplication::palette().color(QPalette::Window), token_color(Token::Panel, ColorScheme::Light));
        theme.apply(ThemeChoice::Dark, 150);
        QCoreApplication::sendEvent(&window, &event);
        QCoreApplication::processEvents();
        QCOMPARE(QApplication::palette().color(QPalette::Window), token_color(Token::Panel, ColorScheme::Dark));
    }

    void fontHasTabularDigits() {
        const QFontMetrics metrics(Theme::get().font(TextSize::Body));
        QCOMPARE(QFontInfo(Theme::get().font(TextSize::Body)).family(), QStringLiteral("Roboto"));
        for (QChar digit : QStringLiteral("0123456789"))
            QCOMPARE(metrics.horizontalAdvance(digit), metrics.horizontalAdvance(QLatin1Char('0')));
    }

    void styleSheetHasNoPlaceholder() {
        const QString sheet = qApp->styleSheet();
        QVERIFY(sheet.size() > 1000);
        QVERIFY(!sheet.contains(QLatin1Char('@')));
        QVERIFY(!sheet.contains(QStringLiteral("px(")));
        QVERIFY(!sheet.contains(QStringLiteral("icon(")));
    }

    void aThemeThatComesAgainHasItsImagesYet() {
        Theme& theme = Theme::get();
        theme.apply(ThemeChoice::Dark, 100);
        const QString dark = qApp->styleSheet();
        theme.apply(ThemeChoice::Light, 100);
        QVERIFY(qApp->styleSheet() != dark);
        theme.apply(ThemeChoice::Dark, 100);
        QCOMPARE(qApp->styleSheet(), dark);
    }

    void blendIsOpaque() {
        const QColor mixed = Theme::get().blend(Theme::get().color(Token::C1), 0.32);
        QCOMPARE(mixed.alpha(), 255);
        QVERIFY(mixed != Theme::get().color(Token::C1));
        QVERIFY(mixed != Theme::get().color(Token::Panel));
    }

    void iconsTakeTheColour() {
        const QImage image = Theme::get().pixmap(QStringLiteral("player-play"), Token::Ok, 16, 2.0).toImage();
        QCOMPARE(image.width(), 32);
        const QColor ok = Theme::get().color(Token::Ok);
        int hits = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                const QColor p = image.pixelColor(x, y);
                hits +=
                    p.alpha() > 250 && std::abs(p.red() - ok.red()) < 4 && std::abs(p.green() - ok.green()) < 4 ? 1 : 0;
            }
        }
        QVERIFY(hits > 10);
    }

    void aListThatIsPaintedAgainReadsNoIconAgain() {
        static int times_read;
        times_read = 0;
        const QtMessageHandler before =
            qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString& message) {
                times_read += message.contains(QStringLiteral("no-such-icon is missing")) ? 1 : 0;
            });
        QListWidget list;
        new QListWidgetItem(Theme::get().icon(QStringLiteral("no-such-icon"), Token::Acc), QStringLiteral("A"), &list);
        for (int i = 0; i < 3; ++i) (void)list.grab();
        qInstallMessageHandler(before);
        QCOMPARE(times_read, 1);
    }

    /// Qt asks for icons as large as the room that is left, also where none is.
    void noRoomForAnIconIsNoIcon() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("QPainter|QPixmap")));
        const QIcon icon = Theme::get().icon(QStringLiteral("player-play"), Token::Acc);
        for (const QSize size : {QSize(0, 0), QSize(0, 16), QSize(16, 0), QSize(-4, -4)})
            QVERIFY(icon.pixmap(size).isNull());
        QVERIFY(Theme::get().pixmap(QStringLiteral("player-play"), Token::Acc, 0, 1.0).isNull());
        QCOMPARE(icon.pixmap(QSize(20, 16)).height(), 16);
    }

    void everyEngineRoleHasARow() {
        for (std::size_t i = 0; i < headroom::kRoleCount; ++i) {
            const BarRole row = bar_role(static_cast<headroom::Role>(i));
            QVERIFY(row != BarRole::Free && row != BarRole::Others && row != BarRole::Ghost);
        }
    }
};

QTEST_MAIN(ThemeTest)
#include "tst_theme.moc"
