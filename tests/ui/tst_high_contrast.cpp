// High contrast as it is painted: every text of every page and dialog stands out 7:1 from what is behind it, every field and button has an outline of 3:1
// or stands on another ground, and nothing animates where motion is reduced.
#include "tests/ui/scene_stage.h"
#include "tests/ui/studio.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/samples/walk_page.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/desktop_theme.h"
#include "ui/shell/drop/drop_overlay.h"
#include "ui/shell/theme.h"

#include <QAbstractAnimation>
#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDialog>
#include <QHash>
#include <QLineEdit>
#include <QTabWidget>

#include <cmath>

using namespace headroom;
using namespace headroom::ui;

namespace {

double luminance(QRgb c) {
    const auto linear = [](int byte) {
        const double v = byte / 255.0;
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(qRed(c)) + 0.7152 * linear(qGreen(c)) + 0.0722 * linear(qBlue(c));
}

double contrast(QRgb a, QRgb b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

/// The colour that most pixels have, and how far the one that differs most stands out from it.
std::pair<QRgb, double> standsOut(const QImage& picture) {
    QHash<QRgb, int> counts;
    for (int y = 0; y < picture.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(picture.constScanLine(y));
        for (int x = 0, end = 0; x < picture.width(); x = end) {  // most neighbours have one colour
            while (end < picture.width() && line[end] == line[x]) ++end;
            counts[line[x] | 0xFF000000] += end - x;
        }
    }
    QRgb ground = 0;
    int most = -1;
    for (auto it = counts.begin(); it != counts.end(); ++it) {
        // Of two that have as many the same one every time, however the table lies.
        if (it.value() < most || (it.value() == most && it.key() < ground)) continue;
        most = it.value();
        ground = it.key();
    }
    double best = 1;
    for (auto it = counts.begin(); it != counts.end(); ++it) best = std::max(best, contrast(it.key(), ground));
    return {ground, best};
}

QString textOf(const QWidget* widget) {
    if (const auto* label = qobject_cast<const QLabel*>(widget))
        return label->pixmap().isNull() ? label->text() : QString();
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    return button ? button->text() : QString();
}

/// What of `window` cannot be read.
QStringList faults(QWidget& window) {
    QStringList out;
    const QImage all = window.grab().toImage().convertToFormat(QImage::Format_RGB32);
    const auto* cover = window.findChild<DropOverlay*>();  // what lies behind it is dimmed on purpose
    for (QWidget* widget : window.findChildren<QWidget*>()) {
        if (widget->window() != &window || !widget->isVisible() || !widget->isEnabled()) continue;
        if (cover && cover->isVisible() && !cover->isAncestorOf(widget)) continue;
        const QRect seen = widget->visibleRegion().boundingRect();
        if (seen.width() < 8 || seen.height() < 12) continue;
        const QImage picture = all.copy(QRect(widget->mapTo(&window, seen.topLeft()), seen.size()));
        const bool field = qobject_cast<QLineEdit*>(widget) || qobject_cast<QAbstractSpinBox*>(widget) ||
                           qobject_cast<QComboBox*>(widget);
        const QString text = textOf(widget).trimmed();
        if (text.isEmpty() && !field) continue;
        if (seen != widget->rect()) continue;  // half of a letter says nothing
        const auto [ground, best] = standsOut(picture);
        const double wanted = text.isEmpty() ? 3.0 : 7.0;
        if (best < wanted)
            out << QStringLiteral("%1 \"%2\": %3 on %4")
                       .arg(QLatin1String(widget->metaObject()->className()), text)
                       .arg(best, 0, 'f', 2)
                       .arg(QColor(ground).name());
    }
    return out;
}

}  // namespace

class HighContrastTest : public QObject {
    Q_OBJECT
private:
    static std::shared_ptr<void> wear(bool dark) {
        Theme::get().apply(ThemeChoice::HighContrast, 200);  // stems of letters are whole pixels then
        Theme::get().desktop()->takeScheme(dark ? 1 : 2);
        return {};
    }
    /// Figures arrive while the window is looked at: what they were put into is laid out anew a turn of the event loop later.
    static void canBeRead(QWidget& window) {
        QStringList wrong;
        (void)QTest::qWaitFor([&] {
            QCoreApplication::processEvents();
            wrong = faults(window);
            return wrong.isEmpty();
        });
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }

private Q_SLOTS:
    void init() { windows_.close_but_in("everySceneCanBeRead"); }

    /// In the dark or in the light, one after the other; in both where HEADROOM_ALL_LOOKS=1.
    void everySceneCanBeRead_data() {
        const bool all = qEnvironmentVariableIntValue("HEADROOM_ALL_LOOKS") != 0;
        QTest::addColumn<int>("scene");
        QTest::addColumn<bool>("dark");
        for (const bool dark : {true, false})
            for (const std::size_t i : scenes_in_order())
                if (all || (i % 2 == 0) == dark)
                    QTest::addRow("%s: %s", dark ? "dark" : "light", contact_scenes()[i].caption)
                        << static_cast<int>(i) << dark;
    }
    void everySceneCanBeRead() {
        QFETCH(int, scene);
        QFETCH(bool, dark);
        const Scene& looked_at = contact_scenes()[static_cast<std::size_t>(scene)];
        SceneStage& s = windows_.of(looked_at, {1920, 1200}, dark ? QStringLiteral("dark") : QStringLiteral("light"),
                                    [dark] { return wear(dark); });
        QVERIFY(show_scene(
            looked_at, s.window, [&s] { settle(s.window); },
            [&s](QDialog* dialog) { canBeRead(dialog ? static_cast<QWidget&>(*dialog) : s.window); }));
        if (!QTest::currentTestFailed()) windows_.over();
    }

    void nothingAnimatesWhereMotionIsReduced() {
        Theme::get().apply(ThemeChoice::Dark, 100);
        Theme::get().setMotion(MotionChoice::Reduced);
        Studio s("story");
        QTRY_COMPARE(s.window.page(), Page::Train);
        QVERIFY(!s.window.dockOptions().testFlag(QMainWindow::AnimatedDocks));
        SamplesPanel* pictures = s.window.trainPage()->samples();
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        pictures->tabs()->setCurrentWidget(pictures->walk());
        pictures->walk()->requestWalk();
        QTRY_COMPARE((s.session->settle(), pictures->walk()->frameCount()), 60);
        QVERIFY2(!pictures->walk()->playing(), "it waits for whoever plays it");
        s.action(Cmd::Export)->trigger();
        s.window.showPage(Page::Runs);
        QCoreApplication::processEvents();
        for (const auto* animation : s.window.findChildren<QAbstractAnimation*>())
            QVERIFY(animation->state() != QAbstractAnimation::Running);
        Theme::get().setMotion(MotionChoice::Full);
        QVERIFY(s.window.dockOptions().testFlag(QMainWindow::AnimatedDocks));
        Theme::get().setMotion(MotionChoice::System);
    }

private:
    SceneWindow windows_;
};

QTEST_MAIN(HighContrastTest)
#include "tst_high_contrast.moc"
