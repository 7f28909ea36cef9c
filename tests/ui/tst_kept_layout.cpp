// What a person arranges stays so: the window, its docks and dividers, the page, the folders of file dialogs, on each arrangement of screens. Reset
// layout puts all of it back, and a damaged file does no harm.
#include "tests/ui/kept_stage.h"
#include "tests/ui/patient_test.h"
#include "ui/i18n/language.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/menus.h"
#include "ui/shell/theme.h"
#include "ui/shell/window_docks.h"

#include <QComboBox>
#include <QFile>
#include <QScreen>
#include <QSlider>
#include <QSplitter>
#include <QToolButton>

#include <cstdlib>
#include <tuple>
#include <utility>

using namespace headroom;
using namespace headroom::ui;

class KeptLayoutTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }
    void init() { folder_ = nothingKept(); }

    void whatIsArrangedStaysSo() {
        QString smoothing, axis;
        {
            Studio s("ready", true);
            s.window.showPage(Page::Train);
            settle();
            const int drawn = dock(s.window, "runDock")->width();
            s.window.resizeDocks({dock(s.window, "runDock"), dock(s.window, "memoryDock")}, {drawn + 60, 430},
                                 Qt::Horizontal);
            settle();
            QCOMPARE(dock(s.window, "runDock")->width(), drawn + 60);
            s.window.showPage(Page::Runs);
            settle();
            s.window.showPage(Page::Train);
            settle();
            QCOMPARE(dock(s.window, "runDock")->width(), drawn + 60);  // another page does not take it back
            width_ = drawn + 60;

            s.window.centre()->setSizes({300, 600});
            auto* curves = s.window.trainPage()->timeline();
            auto* slider = curves->controls()->findChild<QSlider*>();
            auto* box = curves->controls()->findChild<QComboBox*>();
            smoothing = slider->property("kept").toString();
            axis = box->property("kept").toString();
            QVERIFY(!smoothing.isEmpty() && !axis.isEmpty());
            slider->setValue(37);
            box->setCurrentIndex(box->count() - 1);
            part<QToolButton>(s.window, QStringLiteral("group/dcgan/Batch"))->setChecked(false);
            part<QToolButton>(s.window, QStringLiteral("group/dcgan/Model"))->setChecked(true);
            s.window.showPage(Page::Runs);
            settle();
            part<QSplitter>(s.window, QStringLiteral("runs/compare"))->setSizes({700, 500});
            noteChosen(QStringLiteral("data"), folder_->path());
            settle();
            compare_ = part<QSplitter>(s.window, QStringLiteral("runs/compare"))->sizes();
            s.window.close();
        }
        qApp->setProperty(kLastFolders, {});
        Studio s("ready", true);
        QTRY_COMPARE(s.window.page(), Page::Runs);  // where it was left
        settle();
        const QList<int> sizes = part<QSplitter>(s.window, QStringLiteral("runs/compare"))->sizes();
        QVERIFY2(std::abs(sizes[0] - compare_[0]) <= 2, "the splitter of Runs");
        QCOMPARE(lastFolder(QStringLiteral("data")), folder_->path());
        s.window.showPage(Page::Train);
        settle();
        QCOMPARE(dock(s.window, "runDock")->width(), width_);
        QVERIFY(s.window.centre()->sizes()[0] < s.window.centre()->sizes()[1]);
        QCOMPARE(part<QSlider>(s.window, smoothing)->value(), 37);
        auto* box = part<QComboBox>(s.window, axis);
        QCOMPARE(box->currentIndex(), box->count() - 1);
        QVERIFY(!part<QToolButton>(s.window, QStringLiteral("group/dcgan/Batch"))->isChecked());
        QVERIFY(part<QToolButton>(s.window, QStringLiteral("group/dcgan/Model"))->isChecked());

        s.action(Cmd::ResetLayout)->trigger();
        settle();
        QVERIFY(dock(s.window, "runDock")->width() < width_);
        QVERIFY(s.window.centre()->sizes()[0] > s.window.centre()->sizes()[1]);
        QVERIFY(part<QSlider>(s.window, smoothing)->value() != 37);
        QCOMPARE(box->currentIndex(), 0);
        QVERIFY(part<QToolButton>(s.window, QStringLiteral("group/dcgan/Batch"))->isChecked());
        QVERIFY(!part<QToolButton>(s.window, QStringLiteral("group/dcgan/Model"))->isChecked());
        QVERIFY(lastFolder(QStringLiteral("data")).isEmpty());
    }

    void docksInTabsHaveAWidthThatIsNotTheirsBesideEachOther() {
        Studio s("ready", true);
        s.window.resize(1600, 1000);
        s.window.showPage(Page::Train);
        settle();
        QDockWidget *run = dock(s.window, "runDock"), *memory = dock(s.window, "memoryDock");
        const int drawn = run->width();
        s.window.tabifyDockWidget(run, memory);
        run->raise();
        settle();
        s.window.resizeDocks({run}, {drawn + 140}, Qt::Horizontal);
        settle();
        QTRY_COMPARE(run->width(), drawn + 140);
        s.window.showPage(Page::Runs);
        settle();
        s.window.showPage(Page::Train);
        settle();
        QVERIFY(s.window.tabifiedDockWidgets(run).contains(memory));
        run->raise();
        QTRY_COMPARE(run->width(), drawn + 140);  // another page does not take it back
        s.window.showPage(Page::Runs);
        s.window.addDockWidget(Qt::RightDockWidgetArea, memory);
        s.window.showPage(Page::Train);
        settle();
        QVERIFY(s.window.tabifiedDockWidgets(run).isEmpty());
        QTRY_COMPARE(run->width(), drawn);
    }

    void theWindowStaysAsLargeAsItWasAndMaximized() {
        QRect there;
        {
            Studio s("ready", true);
            s.window.setGeometry(40, 50, 1000, 640);
            settle();
            there = s.window.geometry();
            QCOMPARE(there.height(), 640);
            s.window.close();
        }
        {
            Studio s("ready", true);
            settle();
            QVERIFY(!s.window.isMaximized());
            // The tests' screen is narrower than the window may be.
            QVERIFY(std::abs(s.window.geometry().top() - there.top()) <= 4);
            QCOMPARE(s.window.height(), there.height());
            s.window.showMaximized();
            settle();
            QVERIFY(s.window.height() != there.height());
            s.window.close();
        }
        Studio s("ready", true);
        settle();
        QVERIFY(s.window.isMaximized());
        QCOMPARE(s.window.normalGeometry().height(), there.height());  // what it goes back to
    }

    void aDividerThatKeysHaveMovedStaysThere() {
        QList<int> sizes;
        {
            Studio s("ready", true);
            s.window.showPage(Page::Train);
            settle();
            const int before = s.window.centre()->sizes()[0];
            QTest::keyClick(s.window.centre()->handle(1), Qt::Key_Up, Qt::ShiftModifier);
            sizes = s.window.centre()->sizes();
            QCOMPARE(sizes[0], before - kBorderLeap);
            s.window.close();
        }
        Studio s("ready", true);
        s.window.showPage(Page::Train);
        settle();
        QVERIFY(std::abs(s.window.centre()->sizes()[0] - sizes[0]) <= 2);
    }

    void eachArrangementOfScreensHasItsLayout() {
        const QString laptop = QStringLiteral("1920x1080+0+0"), desk = laptop + QStringLiteral(" 2560x1440+1920+0");
        QString screens = laptop;
        Studio s("ready", true);
        LayoutStore& store = s.window.store();
        store.setScreens([&screens] { return screens; });
        s.window.showPage(Page::Train);
        settle();
        const auto plug = [&](const QString& now) {
            screens = now;
            Q_EMIT qGuiApp->screenAdded(QGuiApplication::primaryScreen());
            const bool waits = !store.calm();
            return QTest::qWaitFor([&] { return store.calm(); }, kPatienceMs) && waits;
        };
        const auto lower = [&] { return s.window.centre()->sizes()[0] < s.window.centre()->sizes()[1]; };
        s.window.centre()->setSizes({300, 600});
        settle();
        QVERIFY(lower());
        QVERIFY(plug(desk));
        QVERIFY2(lower(), "nothing is known of it: the window stays as it is");
        s.window.centre()->setSizes({600, 300});
        settle();
        QVERIFY(!lower());
        screens = laptop;
        Q_EMIT qGuiApp->screenRemoved(QGuiApplication::primaryScreen());
        s.window.centre()->setSizes({500, 400});  // the desktop squeezes the window
        s.window.docks()->keep(store);
        QTRY_VERIFY(store.calm());
        settle();
        QVERIFY(lower());
        s.window.showPage(Page::Runs);  // which has no docks
        settle();
        QVERIFY(plug(desk));
        settle();
        QVERIFY(!dock(s.window, "runDock")->isVisible());
        s.window.showPage(Page::Train);
        settle();
        QVERIFY(!lower());
        QVERIFY(dock(s.window, "runDock")->isVisible());
        Q_EMIT QGuiApplication::primaryScreen()->geometryChanged(QRect());
        QVERIFY2(!store.calm(), "a screen of another resolution is another one");
    }

    void docksStayWhereTheyWereWhenAPageWithoutThemIsClosed() {
        {
            Studio s("ready", true);
            s.window.showPage(Page::Train);
            settle();
            s.window.addDockWidget(Qt::LeftDockWidgetArea, dock(s.window, "memoryDock"));
            settle();
            s.window.showPage(Page::Welcome);
            settle();
            QVERIFY(dock(s.window, "memoryDock")->isHidden());
            s.window.close();
            QCOMPARE(s.window.page(), Page::Welcome);  // no other page is laid out for it
        }
        {
            Studio s("ready", true);  // never comes to a page with docks: they stay as they are kept
            settle();
            s.window.close();
        }
        Studio s("ready", true);
        s.window.showPage(Page::Train);
        settle();
        QVERIFY(dock(s.window, "memoryDock")->isVisible());
        QCOMPARE(s.window.dockWidgetArea(dock(s.window, "memoryDock")), Qt::LeftDockWidgetArea);
    }

    void aMovedDockIsKeptBeforeTheWindowIsClosed() {
        const auto kept = [] {
            const QSettings settings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("headroom"),
                                     QStringLiteral("window"));
            for (const QString& key : settings.allKeys())
                if (key.endsWith(QStringLiteral("/state"))) return settings.value(key).toByteArray();
            return QByteArray();
        };
        {
            Studio s("ready", true);
            s.window.showPage(Page::Train);
            QTRY_VERIFY(!kept().isEmpty());
            const QByteArray before = kept();
            s.window.addDockWidget(Qt::LeftDockWidgetArea, dock(s.window, "memoryDock"));
            QTRY_VERIFY(kept() != before);
        }  // as a crash leaves it: nobody closes the window
        Studio s("ready", true);
        s.window.showPage(Page::Train);
        settle();
        QCOMPARE(s.window.dockWidgetArea(dock(s.window, "memoryDock")), Qt::LeftDockWidgetArea);
    }

    void theKeyThatHidesDocksBringsBackThoseThatItHid() {
        const auto shown = [](const Studio& s) {
            return std::pair(!dock(s.window, "runDock")->isHidden(), !dock(s.window, "memoryDock")->isHidden());
        };
        const std::pair none(false, false), both(true, true), run(true, false);
        {
            Studio s("ready", true);
            QAction* hide = s.action(Cmd::HideDocks);
            QVERIFY(!hide->isEnabled());  // Welcome has none
            s.window.showPage(Page::Train);
            QVERIFY(hide->isEnabled());
            hide->trigger();
            QVERIFY(shown(s) == none && hide->isChecked());
            s.action(Cmd::ResetLayout)->trigger();
            QVERIFY(shown(s) == both && !hide->isChecked());
            hide->trigger();
            QVERIFY(shown(s) == none);
            hide->trigger();
            QVERIFY(shown(s) == both);
            dock(s.window, "memoryDock")->close();
            hide->trigger();
            hide->trigger();
            QVERIFY(shown(s) == run);  // what its user closed stays closed
            dock(s.window, "runDock")->close();
            QVERIFY(hide->isChecked());  // there is nothing left to hide
            s.window.close();
        }
        Studio s("ready", true);
        s.window.showPage(Page::Train);
        QVERIFY(shown(s) == none && s.action(Cmd::HideDocks)->isChecked());
        s.action(Cmd::HideDocks)->trigger();
        QVERIFY(shown(s) == both && !s.action(Cmd::HideDocks)->isChecked());
    }

    void theLookIsTheOneThatWasKeptUnlessAnotherIsAskedFor() {
        LayoutStore store(true);
        for (const auto& [key, value] : {std::pair("language", "de"), std::pair("theme", "light"),
                                         std::pair("text", "125"), std::pair("motion", "1")})
            store.setText(QLatin1String(key), QLatin1String(value));
        apply_kept_look(store);
        const QString spoken = spokenLanguage();
        const std::tuple look(Theme::get().choice(), Theme::get().textChoice(), Theme::get().motion());
        apply_kept_look(store, {QStringLiteral("en"), QStringLiteral("dark"), 100});
        Theme::get().setMotion(MotionChoice::System);
        QCOMPARE(spoken, QStringLiteral("de"));
        QVERIFY(look == std::tuple(ThemeChoice::Light, 125, MotionChoice::Reduced));
        QCOMPARE(spokenLanguage(), QStringLiteral("en"));
        QCOMPARE(Theme::get().choice(), ThemeChoice::Dark);
        QCOMPARE(Theme::get().textChoice(), 100);
    }

    void aDamagedFileDoesNoHarm() {
        {
            Studio s("ready", true);
            s.window.showPage(Page::Train);
            settle();
            s.window.close();
        }
        QSettings kept(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("headroom"),
                       QStringLiteral("window"));
        for (const QString& key : kept.allKeys())
            if (!key.endsWith(QLatin1String("version"))) kept.setValue(key, QStringLiteral("rubbish 7:x:-1 \u0001"));
        kept.sync();
        Studio s("ready", true);
        s.window.showPage(Page::Train);
        settle();
        QVERIFY(dock(s.window, "runDock")->width() >= 200);
        QVERIFY(dock(s.window, "memoryDock")->isVisible());
        QVERIFY(s.window.centre()->sizes()[0] > 0 && s.window.centre()->sizes()[1] > 0);
    }

    void safeModeReadsAndWritesNothing() {
        {
            Studio s("ready", false);
            s.window.showPage(Page::Train);
            s.window.close();
        }
        QVERIFY(!QFile::exists(folder_->path() + QStringLiteral("/headroom/window.ini")));
    }

private:
    std::unique_ptr<QTemporaryDir> folder_;
    int width_ = 0;
    QList<int> compare_;
};

QTEST_MAIN(KeptLayoutTest)
#include "tst_kept_layout.moc"
