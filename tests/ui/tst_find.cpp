// The finder (Ctrl+K): ranking, keys alone, and what each kind of find goes to.
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/models/forecast_watch.h"
#include "ui/models/kind_drafts.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/shell/find/find_dialog.h"
#include "ui/shell/find/ranking.h"
#include "ui/shell/guide_dialog.h"
#include "ui/shell/theme.h"

#include <QLineEdit>
#include <QSettings>
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

    void settingsOfTheOtherPageBringIt() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        find_and_go(open_finder(s), "cutouts");
        QTRY_COMPARE(s.window.page(), Page::Imagine);
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
