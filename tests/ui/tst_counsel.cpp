// CounselPanel: one notice at a time, the change that helps as one staged edit, what became of it, muting, Autopilot, the empty state.
#include "core/api/param_schema.h"
#include "core/config/change_mark.h"
#include "core/families/counsel_rules.h"
#include "tests/support/fixture_story.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/run_stage.h"
#include "tests/ui/studio.h"
#include "ui/i18n/language.h"
#include "ui/models/mark_text.h"
#include "ui/panels/counsel/counsel_panel.h"
#include "ui/shell/centre_page.h"
#include "ui/widgets/kit.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

using namespace headroom;
using namespace headroom::ui;

namespace {

CounselNotice checkerboards() {
    CounselNotice notice;
    notice.rule = CounselRule::Checkerboard;
    notice.from = 100;
    notice.step = 500;
    notice.figures = {{"checkerboard_over", 40, 12}, {"contrast", 30, 15}};
    return notice;
}

struct Stage {
    RunStage run{"story"};
    CounselPanel panel{&run.bridge};

    Stage() {
        ParamEdits* const edits = run.panel->edits();
        QObject::connect(&panel, &CounselPanel::stageRequested, edits, &ParamEdits::proposeAll);
        QObject::connect(&panel, &CounselPanel::nextRunRequested, edits, &ParamEdits::stageForNext);
        QObject::connect(edits, &ParamEdits::changed, &panel,
                         [this, edits] { panel.setStagedForNext(edits->stagedForNext()); });
        panel.resize(280, 360);
        panel.show();
    }
    void tell(CounselState state, const CounselNotice& notice) {
        CounselTold told;
        told.state = state;
        told.notice = notice;
        Q_EMIT run.bridge.counselTold(told);
    }
    QPushButton* button(const char* name) const { return panel.findChild<QPushButton*>(QLatin1String(name)); }
    bool says(const QString& part) const {
        for (const QLabel* label : panel.findChildren<QLabel*>())
            if (label->isVisibleTo(&panel) && label->text().contains(part)) return true;
        return false;
    }
    /// What was asked of the engine for a setting, newest last.
    std::vector<ParamValue> asked(const std::string& key) const {
        std::vector<ParamValue> out;
        for (const Command& command : run.session->commands())
            if (const auto* apply = std::get_if<ApplyParams>(&command); apply && apply->patch.contains(key))
                out.push_back(apply->patch.at(key));
        return out;
    }
};

}  // namespace

class TestCounsel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysThatAllIsWell() {
        Stage s;
        QVERIFY(s.says(QStringLiteral("Nothing to say")));
        QVERIFY(s.panel.title().isEmpty());
    }

    void tellsWhatWasSeenAndStagesTheChange() {
        Stage s;
        QTRY_VERIFY(s.run.panel->edits()->staging());
        s.tell(CounselState::Raised, fixture::story_notice());
        QCOMPARE(s.panel.title(), QStringLiteral("D wins"));
        QVERIFY(s.says(QStringLiteral("D's loss is 0.06, G's 4.50")));
        QVERIFY(s.says(QStringLiteral("98 % sure")));
        QVERIFY(s.says(QStringLiteral("Instance noise 0 to 0.1")));
        QVERIFY(s.says(QStringLiteral("Forecast:")));
        QVERIFY(s.run.panel->edits()->staged().empty());  // nothing without a click
        s.button("counselStage")->click();
        const ParamPatch expected{{"loss.noise", 0.1}};
        QVERIFY(s.run.panel->edits()->staged() == expected);
        QVERIFY(s.asked("loss.noise").empty());
    }

    void tellsWhatTheChangeCostsInTimeToo() {
        Stage s;
        QTRY_VERIFY(is_active(s.run.bridge.state()));
        CounselNotice notice = checkerboards();
        notice.change = {{"batch.micro", std::int64_t{192}}};
        s.tell(CounselState::Raised, notice);
        QVERIFY(s.says(QStringLiteral("at the peak, speed +5")));
    }

    void stagesForTheNextRunWhatThisOneCannotHave() {
        Stage s;
        ParamEdits* edits = s.run.panel->edits();
        QTRY_VERIFY(edits->staging());
        CounselNotice notice = checkerboards();
        notice.change = {{"model.upsampling", std::string("resize")}};
        const ParamValue resize = notice.change.at("model.upsampling");
        s.tell(CounselState::Raised, notice);
        QPushButton* const stage = s.button("counselStage");
        QVERIFY(stage->isVisibleTo(&s.panel));
        QCOMPARE(stage->text(), QStringLiteral("Stage for the next run"));
        stage->click();
        QVERIFY(edits->staged().empty());  // nothing that this run would refuse
        QVERIFY(edits->stagedForNext() == notice.change);
        const ParamRow& row = *find_param("model.upsampling");
        QVERIFY(row.get(edits->ofNextRun()) == resize);  // a run that is queued now has it
        QCOMPARE(stage->text(), QStringLiteral("Not in the next run"));
        stage->click();
        QVERIFY(edits->stagedForNext().empty());
        stage->click();
        s.run.bridge.stop(StopMode::SaveAndStop);
        s.run.session->settle();
        QTRY_VERIFY(!is_active(s.run.bridge.state()));
        QTRY_VERIFY(row.get(*s.run.bridge.config()) == resize);  // the settings of the next run
        QVERIFY(edits->stagedForNext().empty());
        QVERIFY(edits->canUndo());
    }

    void showsOneAtATimeTheMostUrgentFirst() {
        Stage s;
        s.tell(CounselState::Raised, checkerboards());
        QCOMPARE(s.panel.title(), QStringLiteral("Checkerboards"));
        QVERIFY(!s.button("counselStage")->isVisibleTo(&s.panel));  // it has no change
        s.tell(CounselState::Raised, fixture::story_notice());
        QCOMPARE(s.panel.title(), QStringLiteral("D wins"));
        QVERIFY(s.says(QStringLiteral("1 more")));
        s.button("counselLater")->click();
        QCOMPARE(s.panel.title(), QStringLiteral("Checkerboards"));
        s.tell(CounselState::Gone, checkerboards());
        QVERIFY(s.panel.title().isEmpty());
    }

    void saysWhetherTheChangeHelped() {
        Stage s;
        s.tell(CounselState::Changed, fixture::story_notice());
        QVERIFY(s.says(QStringLiteral("Whether it helps")));
        CounselTold told;
        told.state = CounselState::Judged;
        told.notice = fixture::story_notice();
        told.before = 0.96;
        told.after = 0.5;
        told.better = true;
        Q_EMIT s.run.bridge.counselTold(told);
        QVERIFY(s.says(QStringLiteral("It helped: 98 % became 75 %.")));
        told.better = false;
        Q_EMIT s.run.bridge.counselTold(told);
        QVERIFY(s.says(QStringLiteral("It did not help")));
        s.button("counselLater")->click();
        QVERIFY(s.says(QStringLiteral("Nothing to say")));
    }

    void keepsTheOutcomeUntilItIsRead() {
        Stage s;
        s.tell(CounselState::Changed, fixture::story_notice());
        CounselTold told;
        told.state = CounselState::Judged;
        told.notice = fixture::story_notice();
        told.after = 0.95;
        Q_EMIT s.run.bridge.counselTold(told);
        QVERIFY(s.says(QStringLiteral("they were not scored before and after")));
        s.tell(CounselState::Raised, fixture::story_notice());  // the fault is still there: another change is advised
        QVERIFY(s.says(QStringLiteral("It did not help")));
        QVERIFY(s.says(QStringLiteral("1 more")));
        s.button("counselLater")->click();
        QVERIFY(s.says(QStringLiteral("D's loss is 0.06, G's 4.50")));
        Q_EMIT s.run.bridge.counselTold(told);
        s.tell(CounselState::Raised, fixture::story_notice());
        s.tell(CounselState::Gone, fixture::story_notice());
        QVERIFY(s.says(QStringLiteral("It did not help")));
        s.button("counselLater")->click();
        QVERIFY(s.panel.title().isEmpty());
    }

    void mutesARuleAndTakesThatBack() {
        Stage s;
        QTRY_VERIFY(is_active(s.run.bridge.state()));
        s.tell(CounselState::Raised, fixture::story_notice());
        s.button("counselMute")->click();
        QVERIFY(s.panel.title().isEmpty());
        QCOMPARE(s.asked("counsel.muted").size(), std::size_t{1});
        QCOMPARE(std::get<std::string>(s.asked("counsel.muted").back()), std::string("d-wins"));
        s.run.session->settle();
        QTRY_COMPARE(s.run.bridge.config()->counsel_muted, std::string("d-wins"));
        auto* menu = s.panel.findChild<QToolButton*>(QStringLiteral("counselMenu"))->menu();
        QMenu* rules = menu->actions().back()->menu();
        Q_EMIT rules->aboutToShow();
        const auto wins = [&]() -> QAction* {
            for (QAction* action : rules->actions())
                if (action->text() == QStringLiteral("D wins")) return action;
            return nullptr;
        };
        QVERIFY(wins() && !wins()->isChecked());
        wins()->trigger();
        QCOMPARE(std::get<std::string>(s.asked("counsel.muted").back()), std::string());
    }

    void autopilotIsASettingOfTheRun() {
        Stage s;
        QTRY_VERIFY(is_active(s.run.bridge.state()));
        auto* menu = s.panel.findChild<QToolButton*>(QStringLiteral("counselMenu"))->menu();
        menu->actions().front()->trigger();
        QCOMPARE(s.asked("counsel.autopilot").size(), std::size_t{1});
        s.run.session->settle();
        QTRY_VERIFY(s.run.bridge.config()->counsel_autopilot);
        QTRY_VERIFY(s.says(QStringLiteral("Autopilot")));
    }

    void pointsAtTheSamplesThatItMeans() {
        Stage s;
        QSignalSpy pointed(&s.panel, &CounselPanel::stepPointed);
        s.tell(CounselState::Raised, fixture::story_notice());
        s.button("counselSamples")->click();
        QCOMPARE(pointed.size(), 1);
        QCOMPARE(pointed[0][0].toBool(), true);
        QCOMPARE(pointed[0][1].toLongLong(), 4200);
        s.button("counselLater")->click();  // and lets go of them with the notice
        QCOMPARE(pointed.back()[0].toBool(), false);
    }

    void standsBesideTheTimeline() {
        Studio s("counsel");
        s.window.resize(1600, 1000);
        s.window.showPage(Page::Train);
        QTRY_COMPARE(s.window.centreOf(Page::Train)->counsel()->title(), QStringLiteral("D wins"));
        CounselPanel* panel = s.window.centreOf(Page::Train)->counsel();
        QTRY_VERIFY(panel->isVisible());
        QVERIFY(panel->height() > 100);
        const QWidget* curves = s.window.centreOf(Page::Train)->lower();
        const QPoint beside = panel->mapTo(&s.window, QPoint()), left = curves->mapTo(&s.window, QPoint());
        QVERIFY(beside.x() >= left.x() + curves->width());
        QCOMPARE(beside.y(), left.y());
        for (const ThemeChoice look : {ThemeChoice::Dark, ThemeChoice::Light}) {
            Theme::get().apply(look, 100);
            QCoreApplication::processEvents();
            keep_picture(s.window,
                         look == ThemeChoice::Dark ? QStringLiteral("counsel-dark") : QStringLiteral("counsel-light"));
        }
        Theme::get().apply(ThemeChoice::Dark, 100);
        panel->findChild<QPushButton*>(QStringLiteral("counselStage"))->click();
        QTRY_VERIFY(s.shows(QStringLiteral("1 staged edit")));
        // A notice stands beside the curves in the smallest window; with larger letters the curves need its room.
        s.window.resize(960, 700);
        QTRY_VERIFY(panel->isVisible() && curves->width() > panel->width());
        Theme::get().apply(ThemeChoice::Dark, 150);
        QTRY_VERIFY(!panel->isVisible());
        Theme::get().apply(ThemeChoice::Dark, 100);
        s.window.resize(1600, 1000);
        QTRY_VERIFY(panel->isVisible());
        // Stage this change can be pressed again once the edit was taken back, and Later leaves the curves their width at 1280.
        QVERIFY(panel->findChild<QPushButton*>(QStringLiteral("counselStage"))->isEnabled());
        panel->findChild<QPushButton*>(QStringLiteral("counselLater"))->click();
        s.window.resize(1280, 800);
        QTRY_VERIFY(!panel->speaks() && !panel->isVisible());
    }

    void speaksGermanAndFromRightToLeft() {
        speak(QStringLiteral("de"));
        {
            Studio s("counsel");
            s.window.resize(1600, 1000);
            s.window.showPage(Page::Train);
            CounselPanel* panel = s.window.centreOf(Page::Train)->counsel();
            QTRY_COMPARE(panel->title(), QStringLiteral("D gewinnt"));
            QVERIFY(s.shows(QStringLiteral("Der Loss von D ist 0,06, der von G 4,50; D ist sich zu 98 % sicher.")));
            keep_picture(s.window, QStringLiteral("counsel-german"));
            const HistoryMark why{300, 2400, std::string(kCounselMark), "D wins: Halve D's rate."};
            const QString text = markOf(why, ModelKind{}).text;
            QVERIFY2(text.startsWith(QStringLiteral("D gewinnt: ")) && !text.contains(QStringLiteral("Halve")),
                     qPrintable(text));
        }
        speak(QStringLiteral("en"));
        QGuiApplication::setLayoutDirection(Qt::RightToLeft);
        {
            Studio s("counsel");
            s.window.resize(1600, 1000);
            s.window.showPage(Page::Train);
            CentrePage* centre = s.window.centreOf(Page::Train);
            QTRY_VERIFY(centre->counsel()->isVisible());
            QTRY_VERIFY(centre->counsel()->mapTo(&s.window, QPoint()).x() <
                        centre->lower()->mapTo(&s.window, QPoint()).x());
            keep_picture(s.window, QStringLiteral("counsel-right-to-left"));
        }
        QGuiApplication::setLayoutDirection(Qt::LeftToRight);
    }

    void everyRulesSentenceHasItsFigures() {
        for (const CounselRuleRow& row : counsel_rules()) {
            CounselNotice notice;
            notice.rule = row.rule;
            for (const Condition& look : row.looks)
                notice.figures.push_back({std::string(name_of(look.what)), 0.5, look.limit});
            const QString seen = seenText(notice);
            QVERIFY2(!seen.contains(QRegularExpression(QStringLiteral("%\\d"))), qPrintable(seen));
            QVERIFY2(!seen.contains(QStringLiteral("  ")), qPrintable(seen));
            if (!row.or_else) continue;
            notice.figures.front().name = name_of(row.or_else->look.what);
            const QString other = seenText(notice);
            QVERIFY2(!other.contains(QRegularExpression(QStringLiteral("%\\d"))), qPrintable(other));
            QVERIFY(other != seen);
        }
    }
};

QTEST_MAIN(TestCounsel)
#include "tst_counsel.moc"
