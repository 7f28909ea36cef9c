// The whole window in German and in words that are 40 % longer: nothing is left in English, and nothing is cut off.
#include "tests/ui/scene_texts.h"
#include "tests/ui/studio.h"
#include "ui/i18n/language.h"
#include "ui/panels/queue/add_several_dialog.h"
#include "ui/panels/run/run_panel.h"
#include "ui/shell/layout_store.h"
#include "ui/shell/theme.h"
#include "ui/widgets/number_field.h"

#include <QAbstractButton>
#include <QSettings>
#include <QTemporaryDir>

using namespace headroom;
using namespace headroom::ui;

class LanguagesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }
    void init() { windows_.close_but_in("everyScene"); }
    void cleanup() {
        if (!windows_.is_open()) speak(QStringLiteral("en"));
    }

    void everyScene_data() {
        // The pseudo language is longer than German; where there is more room it alone shows what is not translated.
        add_scenes({{"pseudo", {1280, 800}, 100},
                    {"de", {1280, 800}, 100},
                    {"pseudo", {1600, 1000}, 100},
                    {"pseudo", {1280, 800}, 100, Qt::RightToLeft}});
    }
    void everyScene() { check_scene(windows_); }
    void noEventOfAWindowTakesLong() { QVERIFY2(slow_events().isEmpty(), qPrintable(slow_events())); }

    /// What stands beside Run grows as a run goes on and ends: the dock makes room for it.
    void theFormHasRoomInEveryState_data() {
        QTest::addColumn<QString>("fixture");
        for (const char* fixture : {"ready", "story", "oom", "failed", "ranks"}) QTest::newRow(fixture) << fixture;
    }
    void theFormHasRoomInEveryState() {
        QFETCH(QString, fixture);
        speak(QStringLiteral("de"));
        WindowServices services(fixture.toUtf8().constData());
        SessionBridge bridge;
        MainWindow window(&bridge, false);
        window.resize(1280, 800);  // as it was left, so that nothing is fitted anew later
        window.show();
        window.setServices(&services);
        bridge.setSession(services.make_session());
        settle(window);
        window.showPage(Page::Train);
        settle(window);
        const RunPanel* panel = window.runPanel(Page::Train);
        const int room = panel->parentWidget()->width();
        QVERIFY2(panel->minimumSizeHint().width() <= room,
                 qPrintable(QStringLiteral("%1 in %2").arg(panel->minimumSizeHint().width()).arg(room)));
        for (const QAbstractButton* part : panel->findChildren<QAbstractButton*>()) {
            if (!part->isVisible()) continue;
            const int end = part->mapTo(panel, part->rect().topRight()).x();
            QVERIFY2(end < room, qPrintable(QStringLiteral("%1 of %2%3").arg(end).arg(room).arg(place_of(part))));
        }
    }

    void theMenuKeepsTheLanguageForTheNextStart() {
        const QTemporaryDir kept;
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, kept.path());
        const auto entry = [](const Studio& s) {
            for (QAction* action : s.window.findChildren<QAction*>())
                if (action->text() == QLatin1String("Deutsch")) return action;
            return static_cast<QAction*>(nullptr);
        };
        {
            Studio s("ready", true);
            QVERIFY(entry(s) && !entry(s)->isChecked());
            entry(s)->trigger();
            QTRY_VERIFY(s.shows(QStringLiteral("started again")));
            QCOMPARE(s.window.store().text(QStringLiteral("language"), {}), QStringLiteral("de"));
        }
        speak(LayoutStore(true).text(QStringLiteral("language"), {}));  // as the program does before its window
        Studio s("ready", true);
        QVERIFY(entry(s)->isChecked());
        QCOMPARE(s.action(Cmd::Quit)->text(), QStringLiteral("Beenden"));
    }

    void numbersAreGermanAndTypedEitherWay() {
        speak(QStringLiteral("de"));
        NumberField field(NumberField::Kind::Real);
        field.setLimits(0, 10);
        field.setValue(0.25);
        QCOMPARE(field.text(), QStringLiteral("0,25"));
        QCOMPARE(field.plainText(), QStringLiteral("0.25"));  // what the engine and files are given
        for (const char* typed : {"1,5", "1.5"}) {
            field.selectAll();
            QTest::keyClicks(&field, QString::fromLatin1(typed));
            QCOMPARE(field.plainText(), QStringLiteral("1.5"));
        }
        // A comma is within a number here, so it does not stand between two.
        const SweepPlan plan = planSweep(TrainConfig{}, {}, {{"loss.smoothing", QStringLiteral("0,1; 0.25")}});
        QVERIFY2(plan.problem.isEmpty(), qPrintable(plan.problem));
        QCOMPARE(plan.values.at("loss.smoothing"), (std::vector<ParamValue>{0.1, 0.25}));
        QCOMPARE(plainAmount(QStringLiteral("1,5 GiB")), QStringLiteral("1.5GiB"));
        QCOMPARE(plainAmount(QStringLiteral("auto")), QStringLiteral("auto"));
        Studio s("story");
        QTRY_VERIFY(s.shows(QStringLiteral("4.210")));
    }

private:
    SceneWindow windows_;
};

int main(int argc, char** argv) { return run_scenes<LanguagesTest>(argc, argv); }

#include "tst_languages.moc"
