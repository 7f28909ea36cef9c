// What a person arranges stays so: docks, splitters, columns, smoothing, axes, folded groups, the page, the folders of file dialogs. Reset layout
// puts all of it back, and a damaged file does no harm.
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/i18n/language.h"
#include "ui/models/runs_model.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/runs/run_compare.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/menus.h"
#include "ui/shell/theme.h"
#include "ui/shell/window_docks.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/segmented_bar.h"

#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QScreen>
#include <QSettings>
#include <QSlider>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTranslator>
#include <QTreeView>

#include <memory>
#include <tuple>

using namespace headroom;
using namespace headroom::ui;

namespace {

template <class T> T* part(const MainWindow& window, const QString& name) {
    for (T* one : window.findChildren<T*>())
        if (one->property("kept").toString() == name) return one;
    return nullptr;
}

QDockWidget* dock(const MainWindow& window, const char* name) {
    return window.findChild<QDockWidget*>(QLatin1String(name));
}

/// Another language: each text has a mark before it.
class Foreign : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* text, const char*, int) const override {
        return QLatin1Char('~') + QString::fromUtf8(text);
    }
};

/// Until what was shown is laid out.
void settle() {
    for (int i = 0; i < 5; ++i) QCoreApplication::processEvents();
}

}  // namespace

class KeptLayoutTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder_->path());
        qApp->setProperty(kLastFolders, {});
    }

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

    void eachKindOfRunHasItsOwnFolds() {
        const auto folds = [](const Studio& s, const char* name) {
            return part<QToolButton>(s.window, QStringLiteral("group/") + QLatin1String(name));
        };
        const auto choose = [](const Studio& s, int index) {
            s.window.runPanel()->choice()->bar()->button(index)->click();
            settle();
        };
        {
            Studio s("ready", true);
            s.window.showPage(Page::Train);
            settle();
            folds(s, "dcgan/Batch")->setChecked(false);
            choose(s, 1);
            QVERIFY(folds(s, "vqgan/Batch")->isChecked());
            folds(s, "vqgan/Codebook")->setChecked(true);
            s.window.close();
        }
        Studio s("ready", true);
        s.window.showPage(Page::Train);
        settle();
        choose(s, 0);  // the other one is as it was left
        QVERIFY(!folds(s, "dcgan/Batch")->isChecked());
        choose(s, 1);
        QVERIFY(folds(s, "vqgan/Batch")->isChecked());
        QVERIFY(folds(s, "vqgan/Codebook")->isChecked());
    }

    void foldsStayInAnotherLanguage() {
        Foreign foreign;
        qApp->installTranslator(&foreign);
        {
            Studio s("ready", true);
            s.window.showPage(Page::Train);
            settle();
            auto* fold = part<QToolButton>(s.window, QStringLiteral("group/dcgan/Batch"));
            QVERIFY(fold);
            QCOMPARE(fold->text(), QStringLiteral("~Batch"));
            fold->setChecked(false);
            s.window.close();
        }
        qApp->removeTranslator(&foreign);
        Studio s("ready", true);
        s.window.showPage(Page::Train);
        settle();
        QVERIFY(!part<QToolButton>(s.window, QStringLiteral("group/dcgan/Batch"))->isChecked());
    }

    void theGuideAndTheComparisonStayAsTheyWere() {
        const auto open_guide = [](Studio& s) {
            s.action(Cmd::Guide)->trigger();
            settle();
            return part<QSplitter>(s.window, QStringLiteral("guide/pages"));
        };
        const auto compare = [](Studio& s) {
            s.window.showPage(Page::Runs);
            RunsModel* runs = s.window.runs()->model();
            if (!QTest::qWaitFor([runs] { return runs->rowCount() > 2; }, kPatienceMs)) return;
            for (const int row : {0, 1}) runs->setData(runs->index(row, 0), Qt::Checked, Qt::CheckStateRole);
            if (!QTest::qWaitFor([&s] { return s.window.runs()->compare()->count() == 2; }, kPatienceMs)) return;
            settle();
        };
        QString curve;
        QList<int> sizes;
        {
            Studio s("ready", true);
            QSplitter* split = open_guide(s);
            QVERIFY(split);
            split->setSizes({split->width() / 2, split->width() / 2});
            sizes = split->sizes();
            compare(s);
            const RunCompare* shown = s.window.runs()->compare();
            QVERIFY(shown->isVisible() && shown->metrics()->count() > 2);
            shown->metrics()->setCurrentIndex(2);
            shown->axes()->setCurrentIndex(shown->axes()->count() - 1);
            curve = shown->metrics()->currentText();
            s.window.close();
        }
        Studio s("ready", true);
        QSplitter* split = open_guide(s);
        QVERIFY2(std::abs(split->sizes()[0] - sizes[0]) <= 4, "the splitter of the guide");
        compare(s);
        const RunCompare* shown = s.window.runs()->compare();
        QCOMPARE(shown->metrics()->currentText(), curve);
        QCOMPARE(shown->axes()->currentIndex(), shown->axes()->count() - 1);
        s.action(Cmd::ResetLayout)->trigger();
        QCOMPARE(shown->metrics()->currentIndex(), 0);
        QCOMPARE(shown->axes()->currentIndex(), 0);
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

    void columnsThatTheUserMadeWideStaySo() {
        {
            Studio s("ready", true);
            s.window.showPage(Page::Runs);
            settle();
            auto* header = part<QHeaderView>(s.window, QStringLiteral("runs/columns"));
            QVERIFY(header);
            header->setProperty(kUserSized, true);  // as a drag of the mouse does
            header->resizeSection(1, 211);
            s.window.close();
        }
        Studio s("ready", true);
        s.window.showPage(Page::Runs);
        settle();
        auto* header = part<QHeaderView>(s.window, QStringLiteral("runs/columns"));
        QCOMPARE(header->sectionSize(1), 211);
        Theme::get().apply(ThemeChoice::Dark, 100);  // columns are fitted to the text anew
        settle();
        QCOMPARE(header->sectionSize(1), 211);
        s.action(Cmd::ResetLayout)->trigger();
        QVERIFY(!userSized(header));
        QVERIFY(header->sectionSize(1) != 211);  // at once
    }

    void theOrderOfRowsStaysAlsoWhereNoColumnWasMadeWide() {
        const auto columns = [](const Studio& s) {
            return part<QHeaderView>(s.window, QStringLiteral("runs/columns"));
        };
        {
            Studio s("ready", true);
            s.window.showPage(Page::Runs);
            settle();
            s.window.runs()->list()->sortByColumn(RunsModel::ScoreColumn, Qt::DescendingOrder);
            s.window.close();
        }
        Studio s("ready", true);
        s.window.showPage(Page::Runs);
        settle();
        QCOMPARE(columns(s)->sortIndicatorSection(), static_cast<int>(RunsModel::ScoreColumn));
        QCOMPARE(columns(s)->sortIndicatorOrder(), Qt::DescendingOrder);
        QVERIFY(!userSized(columns(s)));
        s.action(Cmd::ResetLayout)->trigger();
        QCOMPARE(columns(s)->sortIndicatorSection(), static_cast<int>(RunsModel::NameColumn));
    }

    void theProcessesOfTheStartAreKept() {
        {
            Studio s("ready", true);
            s.window.startChoice()->setProcesses(3);
        }
        Studio s("ready", true);
        QCOMPARE(s.window.startChoice()->processes(), 3);
        QVERIFY(!s.window.startChoice()->ownProcess());
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
