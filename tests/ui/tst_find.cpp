// The finder (Ctrl+K): ranking, keys alone, and what each kind of find goes to.
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/models/forecast_watch.h"
#include "ui/models/kind_drafts.h"
#include "ui/panels/fit/fit_dialog.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/find/find_dialog.h"
#include "ui/shell/guide_dialog.h"
#include "ui/shell/theme.h"

#include <QLineEdit>
#include <QSettings>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTreeWidget>

#include <algorithm>

using namespace headroom;
using namespace headroom::ui;

namespace {

FindDialog* open_finder(Studio& s) {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // an earlier one goes
    s.action(Cmd::Find)->trigger();
    return s.window.findChild<FindDialog*>();
}

/// Types `words` and takes the first that is found.
void find_and_go(FindDialog* finder, const char* words) {
    QTest::keyClicks(finder->field(), QLatin1String(words));
    QTest::keyClick(finder->field(), Qt::Key_Return);
}

}  // namespace

class FindTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void wordsComeBeforeLettersAndTitlesBeforeTheRest() {
        const QString none;
        QVERIFY(matchScore(QStringLiteral("mic"), QStringLiteral("Micro-batch"), none) >
                matchScore(QStringLiteral("mic"), QStringLiteral("Dynamic range"), none));
        QVERIFY(matchScore(QStringLiteral("batch"), QStringLiteral("Micro-batch"), none) >
                matchScore(QStringLiteral("batch"), QStringLiteral("Accumulation"), QStringLiteral("batch size")));
        QVERIFY(matchScore(QStringLiteral("batch"), QStringLiteral("Accumulation"), QStringLiteral("batch size")) > 0);
        QVERIFY(matchScore(QStringLiteral("mb"), QStringLiteral("Micro-batch"), none) > 0);
        QVERIFY(matchScore(QStringLiteral("micr bat"), QStringLiteral("Micro-batch"), none) > 0);
        QCOMPARE(matchScore(QStringLiteral("micro zebra"), QStringLiteral("Micro-batch"), none), 0);
        QCOMPARE(matchScore(QStringLiteral("zq"), QStringLiteral("Micro-batch"), none), 0);
        QCOMPARE(matchScore(none, QStringLiteral("Micro-batch"), none), 0);
        QVERIFY(matchScore(QStringLiteral("EXPORT"), QStringLiteral("export"), none) > 0);
    }

    void aSettingIsUnfoldedAndHasTheFocus() {
        Studio s("ready");
        QVERIFY(QTest::qWaitForWindowActive(&s.window));
        FindDialog* finder = open_finder(s);
        QVERIFY(finder && finder->isVisible());
        find_and_go(finder, "latent size");
        QTRY_COMPARE(s.window.page(), Page::Train);
        ParamRowView* row = s.window.runPanel()->form()->rowFor("latent");
        QVERIFY(row);
        QTRY_VERIFY(row->isVisible());
        QTRY_VERIFY(row->editor()->field()->hasFocus() || row->editor()->field()->isAncestorOf(s.window.focusWidget()));
        QTRY_VERIFY(!s.window.findChild<FindDialog*>());
    }

    void rowsFollowTheThemeAndWhatIsChosenStaysSo() {
        Studio s("ready");
        const FindDialog* finder = open_finder(s);
        QTreeWidget* list = finder->list();
        list->setCurrentItem(list->topLevelItem(2));
        const QString chosen = list->currentItem()->text(0);
        const QColor before = list->currentItem()->foreground(0).color();
        Theme::get().apply(ThemeChoice::Light, 100);
        const QColor after = list->currentItem()->foreground(0).color();
        Theme::get().apply(ThemeChoice::Dark, 100);
        QVERIFY(after != before);
        QCOMPARE(list->currentItem()->text(0), chosen);
    }

    void settingsOfTheOtherPageBringIt() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        find_and_go(open_finder(s), "cutouts");
        QTRY_COMPARE(s.window.page(), Page::Imagine);
    }

    void whatMenusHaveIsFoundWithItsPlace_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("path");
        const auto row = [](const char* typed, const char* title, const char* path) {
            QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(title) << QString::fromUtf8(path);
        };
        row("dark", "Dark", "View › Theme, on");
        row("light", "Light", "View › Theme");
        row("125", "125 %", "View › Text size");
        row("deutsch", "Deutsch", "View › Language");
        row("reduced", "Reduced", "View › Motion");
        row("512 MiB", "512 MiB", "View › Memory for pictures");
        row("with sound", "With sound", "Tools › Notifications");
        row("older sample", "Older sample", "View › Pictures and plots");
    }
    void whatMenusHaveIsFoundWithItsPlace() {
        QFETCH(QString, typed);
        QFETCH(QString, title);
        QFETCH(QString, path);
        Studio s("ready");
        s.window.showPage(Page::Train);
        FindDialog* finder = open_finder(s);
        QTest::keyClicks(finder->field(), typed);
        QVERIFY(!finder->shown().empty());
        QCOMPARE(finder->shown().front()->title, title);
        QCOMPARE(finder->shown().front()->detail, path);
        QCOMPARE(finder->shown().front()->problem, QString());
    }

    void whatOneWentDownToStaysChosenWhenMoreIsFound() {
        Studio s("ready");
        FindDialog* finder = open_finder(s);
        QTest::keyClicks(finder->field(), QStringLiteral("batch"));
        QTest::keyClick(finder->field(), Qt::Key_Down);
        const QString chosen = finder->list()->currentItem()->text(0);
        QVERIFY(finder->list()->currentItem() != finder->list()->topLevelItem(0));
        finder->add(
            {{QStringLiteral("run/batch"), QStringLiteral("Run"), QStringLiteral("batch"), {}, {}, {}, {}, [] {}}});
        QCOMPARE(finder->shown().front()->id, QStringLiteral("run/batch"));
        QCOMPARE(finder->list()->currentItem()->text(0), chosen);
        finder->reject();
    }

    void aThemeIsTakenFromThere() {
        Studio s("ready");
        find_and_go(open_finder(s), "light");
        QTRY_COMPARE(Theme::get().choice(), ThemeChoice::Light);
        find_and_go(open_finder(s), "dark");
        QTRY_COMPARE(Theme::get().choice(), ThemeChoice::Dark);
    }

    void pagesThatNobodyNeededYetAreMadeInLaterTurns() {
        Studio s("ready");
        FindDialog* finder = open_finder(s);
        const auto made = [&s] { return s.window.findChild<RunsPage*>() && s.window.findChild<ImaginePage*>(); };
        QVERIFY(finder->isVisible() && !made());
        finder->list()->setCurrentItem(finder->list()->topLevelItem(2));
        const QString chosen = finder->list()->currentItem()->text(0);
        QTRY_VERIFY(made());
        QCOMPARE(finder->list()->currentItem()->text(0), chosen);
        QCOMPARE(finder->list()->indexOfTopLevelItem(finder->list()->currentItem()), 2);
        finder->reject();
    }

    void whatIsTypedAtOnceFindsWhatPagesHave() {
        Studio s("ready");
        FindDialog* finder = open_finder(s);
        QVERIFY(!s.window.findChild<RunsPage*>());
        QTest::keyClicks(finder->field(), QStringLiteral("history grid"));
        QVERIFY(s.window.findChild<RunsPage*>());
        QCOMPARE(finder->shown().front()->title, QStringLiteral("History grid"));
        QCOMPARE(finder->shown().front()->sort, QStringLiteral("Tab"));
        finder->reject();
    }

    void docksAreFoundAndSayWhyTheyAreOff() {
        Studio s("ready");
        const auto dock = [](FindDialog* finder) -> const Find* {
            QTest::keyClicks(finder->field(), QStringLiteral("memory"));
            for (const Find* find : finder->shown())
                if (find->id == QStringLiteral("menu/View/Memory")) return find;
            return nullptr;
        };
        FindDialog* finder = open_finder(s);
        const Find* find = dock(finder);
        QVERIFY(find);
        QCOMPARE(find->problem, QStringLiteral("Not on this page"));  // Welcome has none
        finder->reject();
        s.window.showPage(Page::Train);
        finder = open_finder(s);
        find = dock(finder);
        QVERIFY(find && find->problem.isEmpty());
        QVERIFY(s.window.front()->memory()->isVisible());
        find->take();
        QVERIFY(!s.window.front()->memory()->isVisible());
    }

    void keysOfPicturesAndPlotsSayWhereTheyAreOff() {
        Studio s("ready");
        for (const Page page : {Page::Welcome, Page::Train, Page::Runs, Page::Imagine}) {
            s.window.showPage(page);
            const bool shown = page == Page::Train || page == Page::Imagine;
            for (const char* title : {"Older sample", "Fit the plot's axes"}) {
                FindDialog* finder = open_finder(s);
                QTest::keyClicks(finder->field(), QLatin1String(title));
                QCOMPARE(finder->shown().front()->title, QLatin1String(title));
                QCOMPARE(finder->shown().front()->problem, shown ? QString() : QStringLiteral("Not on this page"));
                finder->reject();
            }
        }
    }

    void tabsAreFoundOnTheirPages_data() {
        QTest::addColumn<QString>("title");
        QTest::addColumn<bool>("above");
        QTest::newRow("latents") << "Latents" << true;
        QTest::newRow("real images") << "Real images" << true;
        QTest::newRow("scores") << "Scores" << false;
        QTest::newRow("log") << "Log" << false;
        QTest::newRow("queue") << "Queue" << false;
    }
    void tabsAreFoundOnTheirPages() {
        QFETCH(QString, title);
        QFETCH(bool, above);
        Studio s("ready");
        s.window.showPage(Page::Train);
        FindDialog* finder = open_finder(s);
        QTest::keyClicks(finder->field(), title);
        std::optional<Find> found;
        for (const Find* find : finder->shown())
            if (!found && find->sort == QStringLiteral("Tab") && find->title == title) found = *find;
        QVERIFY(found);
        QCOMPARE(found->detail, QStringLiteral("Train"));  // what is in front is meant first
        s.window.showPage(Page::Runs);
        found->take();
        QCOMPARE(s.window.page(), Page::Train);
        const QTabWidget* tabs = above ? s.window.centre()->upper()->tabs() : s.window.centre()->lower();
        QCOMPARE(tabs->tabText(tabs->currentIndex()), title);
    }

    void aTabOfAPageThatWaitsIsThatOfItsOwnSession() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), Page::Train);
        FindDialog* finder = open_finder(s);
        QTest::keyClicks(finder->field(), QStringLiteral("history grid"));
        QTest::keyClick(finder->field(), Qt::Key_Return);
        QTRY_COMPARE(s.window.page(), Page::Imagine);
        const QTabWidget* tabs = s.window.centre()->upper()->tabs();
        QCOMPARE(tabs->tabText(tabs->currentIndex()), QStringLiteral("History grid"));
    }

    void aSettingOfAnotherModelBringsThatModel() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        QCOMPARE(s.bridge.config()->model, kDcgan);
        FindDialog* finder = open_finder(s);
        QTest::keyClicks(finder->field(), QStringLiteral("codebook"));
        auto found = finder->shown();
        QVERIFY(std::any_of(found.begin(), found.end(), [](const Find* find) {
            return find->id == QStringLiteral("setting/vqgan/net.codes") && find->problem.isEmpty();
        }));
        finder->reject();
        find_and_go(open_finder(s), "restart after");
        QTRY_COMPARE(s.bridge.config()->model, kVqgan);
        QCOMPARE(s.window.page(), Page::Train);
        ParamRowView* row = s.window.runPanel()->form()->rowFor("codebook.restart");
        QVERIFY(row);
        s.action(Cmd::Undo)->trigger();
        QCOMPARE(s.bridge.config()->model, kDcgan);
        finder = open_finder(s);  // what the chosen model has too is offered once
        QTest::keyClicks(finder->field(), QStringLiteral("micro-batch"));
        found = finder->shown();
        QCOMPARE(std::count_if(found.begin(), found.end(),
                               [](const Find* find) {
                                   return find->sort == QStringLiteral("Setting") &&
                                          find->title == QStringLiteral("Micro-batch");
                               }),
                 1);
        QVERIFY(found.front()->detail.startsWith(QStringLiteral("DCGAN")));
    }

    void aSettingOfAnotherModelWaitsForTheRun() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), Page::Train);
        FindDialog* finder = open_finder(s);
        QTest::keyClicks(finder->field(), QStringLiteral("codebook"));
        const auto found = finder->shown();
        const auto setting = std::find_if(found.begin(), found.end(), [](const Find* find) {
            return find->id.startsWith(QStringLiteral("setting/vqgan/"));
        });
        QVERIFY(setting != found.end());
        QCOMPARE((*setting)->problem, s.window.starts()->formProblem(kVqgan));
        QVERIFY(!(*setting)->problem.isEmpty());
    }

    void commandsSayWhyTheyAreOff() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        FindDialog* finder = open_finder(s);
        QTest::keyClicks(finder->field(), QStringLiteral("save checkpoint"));
        QVERIFY(!finder->shown().empty());
        const Find* first = finder->shown().front();
        QCOMPARE(first->title, QStringLiteral("Save checkpoint"));
        QCOMPARE(first->problem, off_reason(Cmd::Checkpoint, s.window.actions()->situation()));
        QVERIFY(!first->problem.isEmpty());
        QTest::keyClick(finder->field(), Qt::Key_Return);
        QVERIFY(finder->isVisible());  // nothing happened, and it says so
        bool said = false;
        for (const auto* label : finder->findChildren<QLabel*>())
            said = said || label->text().contains(QStringLiteral("is off: "));
        QVERIFY(said);
        keep_picture(*finder, QStringLiteral("find-off"));
        QTest::keyClick(finder->field(), Qt::Key_Escape);
        QTRY_VERIFY(!s.window.findChild<FindDialog*>());
    }

    void commandsOfRunsAndTheQueueAreFound() {
        Studio s("ready");
        const auto found = [&s](const char* typed, const QString& id) -> std::optional<Find> {
            FindDialog* finder = open_finder(s);
            QTest::keyClicks(finder->field(), QLatin1String(typed));
            std::optional<Find> out;
            for (const Find* find : finder->shown())
                if (find->id.startsWith(id)) out = *find;
            finder->reject();
            return out;
        };
        const auto deleting = [&] { return found("delete", QStringLiteral("runs/Runs/Delete")); };
        QVERIFY(deleting());
        QCOMPARE(found("duplicate", QStringLiteral("runs/Runs/Duplicate"))->problem,
                 QStringLiteral("Choose a run first"));
        QVERIFY(found("earlier", QStringLiteral("runs/Queue/")));
        QVERIFY(found("animate checkpoints", QStringLiteral("runs/Runs/Animate")));
        const QString run = QStringLiteral("/runs/petals-64-03");
        s.window.showPage(Page::Runs);
        s.window.runs()->choose(run);
        QTRY_COMPARE(s.window.runs()->currentRun(), run);
        s.window.showPage(Page::Train);
        QString asked;
        s.window.runs()->setConfirm([&asked](const QString& name) {
            asked = name;
            return false;
        });
        QVERIFY(deleting()->problem.isEmpty());
        deleting()->take();
        QCOMPARE(s.window.page(), Page::Runs);
        QCOMPARE(asked, QStringLiteral("petals-64-03"));
    }

    void memorySizesAreFound() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        find_and_go(open_finder(s), "8 gb card");
        QTRY_VERIFY(s.window.findChild<FitDialog*>());
    }

    void pagesPresetsAndTheGuideAreFound() {
        Studio s("ready");
        find_and_go(open_finder(s), "text to image");
        QTRY_COMPARE(s.window.page(), Page::Imagine);
        find_and_go(open_finder(s), "loss climbs");  // a word of the page alone
        QTRY_VERIFY(s.window.findChild<GuideDialog*>());
        QCOMPARE(s.window.findChild<GuideDialog*>()->page(), QStringLiteral("training-goes-wrong"));
    }

    void runsAreFoundByNameAndChosen() {
        Studio s("ready");
        FindDialog* finder = open_finder(s);
        QTest::keyClicks(finder->field(), QStringLiteral("petals"));
        QTRY_VERIFY(!finder->shown().empty() && finder->shown().front()->title == QStringLiteral("petals-64-03"));
        QTest::keyClick(finder->field(), Qt::Key_Return);
        QTRY_COMPARE(s.window.page(), Page::Runs);
        QTRY_COMPARE(s.window.runs()->currentRun(), QStringLiteral("/runs/petals-64-03"));
    }

    void arrowsMoveWhileOneTypes() {
        Studio s("ready");
        FindDialog* finder = open_finder(s);
        QVERIFY(finder->list()->topLevelItemCount() > 3);
        keep_picture(*finder, QStringLiteral("find-all"));
        QTest::keyClick(finder->field(), Qt::Key_Down);
        QTest::keyClick(finder->field(), Qt::Key_Down);
        QCOMPARE(finder->list()->indexOfTopLevelItem(finder->list()->currentItem()), 2);
        QTest::keyClick(finder->field(), Qt::Key_Up);
        QCOMPARE(finder->list()->indexOfTopLevelItem(finder->list()->currentItem()), 1);
        QVERIFY(!finder->field()->accessibleDescription().isEmpty());  // what is chosen is heard in the field
        QTest::keyClicks(finder->field(), QStringLiteral("zxqv"));
        QVERIFY(finder->shown().empty());
        QTest::keyClick(finder->field(), Qt::Key_Return);  // nothing to take
        QVERIFY(finder->isVisible());
    }

    void whatWasUsedComesFirstAlsoAtTheNextStart() {
        QTemporaryDir home;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, home.path());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, home.path());
        {
            Studio s("ready", true);
            find_and_go(open_finder(s), "welcome");
            QTRY_COMPARE(s.window.page(), Page::Welcome);
            QTRY_VERIFY(!s.window.findChild<FindDialog*>());
        }
        Studio s("ready", true);
        FindDialog* finder = open_finder(s);
        QCOMPARE(finder->shown().front()->id, QStringLiteral("command/show_welcome"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, qEnvironmentVariable("XDG_CONFIG_HOME"));
    }
};

QTEST_MAIN(FindTest)
#include "tst_find.moc"
