// The whole window in each state of a run: before the start, failing, stopping, closing.
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/ui/opened_paths.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/status_text.h"
#include "tests/ui/studio.h"
#include "ui/models/forecast_watch.h"
#include "ui/models/ledger_model.h"
#include "ui/panels/run/run_header.h"
#include "ui/panels/run/run_panel.h"
#include "ui/shell/close_guard.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/notify/run_word.h"
#include "ui/shell/situation_watch.h"
#include "ui/shell/theme.h"
#include "ui/widgets/notice_bar.h"

#include <QDialog>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>

using namespace headroom;
using namespace headroom::ui;

class WindowStatesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void beforeTheStartAMisfitSaysTheMissingBytesAndOffersPlans() {
        Studio s("ready");
        s.window.showPage(MainWindow::Page::Train);
        QTRY_VERIFY(!s.action(Cmd::Go)->isEnabled() &&
                    s.action(Cmd::Go)->toolTip().contains(QStringLiteral("Forecast 21.10 GiB, budget 6.00")));
        QTRY_VERIFY(
            s.shows(QStringLiteral("Start is off: the forecast is 21.10 GiB and the budget 6.00. 15.25 GiB missing.")));
        QTRY_VERIFY(s.shows(QStringLiteral("forecast 21.10 + reserve 0.15, budget 6.00 GiB")));
        QTRY_VERIFY(s.shows(QStringLiteral("Ready, does not fit")));
        QVERIFY(s.window.findChild<LedgerModel*>()
                    ->indexOf(LedgerRow::Process, LedgerModel::Planned)
                    .data()
                    .toString()
                    .startsWith(QStringLiteral("21.10 ± ")));
        int offers = 0;
        for (auto* button : s.window.findChildren<QAbstractButton*>())
            offers += button->isVisible() && button->text() == QStringLiteral("Make it fit…");
        QCOMPARE(offers, 3);  // tool bar, notice, memory panel
    }

    void beforeTheStartARunThatGrowsIsJudgedWhenItTakesMost() {
        Studio s("ready");
        s.window.showPage(MainWindow::Page::Train);
        s.bridge.apply({{"image.size", std::int64_t{64}}});
        QTRY_VERIFY(s.action(Cmd::Go)->isEnabled());
        QVERIFY(!s.shows(QStringLiteral("Start is off")));
        s.bridge.apply({{"image.grow_to", std::int64_t{256}}});
        QTRY_VERIFY(!s.action(Cmd::Go)->isEnabled());
        QVERIFY2(s.action(Cmd::Go)->toolTip().contains(
                     QStringLiteral("Forecast 21.10 GiB, budget 6.00 (once Resolution is 256)")),
                 qPrintable(s.action(Cmd::Go)->toolTip()));
        QVERIFY(s.shows(QStringLiteral("Start is off: the forecast is 21.10 GiB and the budget 6.00. 15.25 GiB "
                                       "missing. The run needs the most once Resolution is 256.")));
        QVERIFY(s.shows(QStringLiteral("Ready, does not fit")));
        // The figures before the start are of then, too.
        const auto status = [&s] { return status_text(s.window); };
        QTRY_VERIFY2(status().contains(QStringLiteral("Forecast 21.10 of 6.00 GiB budget | once Resolution is 256")),
                     qPrintable(status()));
        QVERIFY(s.shows(QStringLiteral("forecast 21.10 + reserve 0.15, budget 6.00 GiB (once Resolution is 256)")));
        QVERIFY(s.window.findChild<LedgerModel*>()
                    ->indexOf(LedgerRow::Process, LedgerModel::Planned)
                    .data()
                    .toString()
                    .startsWith(QStringLiteral("21.10")));
        s.bridge.apply({{"image.grow_after", std::int64_t{1000000000}}});  // its steps end before it grows
        QTRY_VERIFY(s.action(Cmd::Go)->isEnabled());
        QVERIFY(!s.shows(QStringLiteral("Ready, does not fit")));
        QTRY_VERIFY(!status().contains(QStringLiteral("once")));
    }

    void inARunThatGrowsFiguresAreOfThePresentStage() {
        Studio s("ready");
        s.window.showPage(MainWindow::Page::Train);
        s.bridge.apply({{"image.size", std::int64_t{64}},
                        {"image.grow_to", std::int64_t{128}},
                        {"batch.micro", std::int64_t{32}}});
        const ForecastWatch* watch = s.window.runPanel()->forecast();
        const auto stage = [&] { return watch->decisive() ? watch->decisive()->stage : std::string("none"); };
        QTRY_COMPARE(stage(), std::string("once image.size is 128"));
        QTRY_VERIFY(s.shows(QStringLiteral("once Resolution is 128")));
        QTRY_VERIFY(s.action(Cmd::Go)->isEnabled());
        s.window.own()->watch()->startNew();
        QTRY_VERIFY((s.session->advance(), s.bridge.state() == RunState::Running));
        s.window.runPanel()->edits()->propose("batch.micro", std::int64_t{8});
        QTRY_VERIFY(stage().empty());
        QTRY_VERIFY((s.session->advance(), !status_text(s.window).contains(QStringLiteral("once"))));
        QVERIFY(!s.shows(QStringLiteral("once Resolution")));
    }

    void theStatusBarSaysWhatIsLackingUntilTheEngineIsThere() {
        WindowServices services("ready");
        SessionBridge bridge;
        MainWindow window(&bridge, false);
        window.show();
        const auto status = [&window] { return status_text(window); };
        QCOMPARE(status(), QStringLiteral("The engine is loading"));
        bridge.setLacking(QStringLiteral("LibTorch is missing"));
        QCOMPARE(status(), QStringLiteral("LibTorch is missing"));
        window.setServices(&services);
        bridge.setSession(services.make_session());
        QVERIFY2(status().startsWith(QStringLiteral("Ready")), qPrintable(status()));
    }

    void aPastThatCannotBeReadIsToldAndReadAgain() {
        Studio s("ready");
        s.window.showPage(MainWindow::Page::Train);
        s.services.unreadable = true;
        s.window.own()->watch()->continueRun(QStringLiteral("/runs/shapes-128-05"));
        const auto bar = [&s] { return s.window.notices()->find(QStringLiteral("past")); };
        QTRY_VERIFY((s.session->advance(), bar()));
        QVERIFY(s.shows(QStringLiteral("its history is damaged")));
        const auto again = [&] {
            for (auto* button : bar()->findChildren<QPushButton*>())
                if (button->text() == QStringLiteral("Try again")) return button->click();
        };
        const QPointer<NoticeBar> first = bar();
        again();
        QTRY_VERIFY(bar() && bar() != first);  // no better
        s.services.unreadable = false;
        again();
        QTRY_VERIFY(!bar());
    }

    void aPendingForecastBeforeTheStartHoldsNothingUp() {
        Studio s("pending");
        s.window.showPage(MainWindow::Page::Train);
        QTRY_VERIFY(s.shows(QStringLiteral("forecasting: two short steps are being measured")));
        QTRY_VERIFY(s.action(Cmd::Go)->isEnabled());
        QVERIFY(!s.shows(QStringLiteral("Start is off")));
        for (LedgerRow row : {LedgerRow::Context, LedgerRow::Activations, LedgerRow::Process}) {  // unknown is never 0
            QTRY_COMPARE(s.window.findChild<LedgerModel*>()->indexOf(row, LedgerModel::Planned).data().toString(),
                         QStringLiteral("n/a"));
        }
        s.session->release_forecasts();
        QTRY_VERIFY(!s.action(Cmd::Go)->isEnabled());
        QTRY_VERIFY(!s.shows(QStringLiteral("forecasting")));
    }

    void aFailureIsRedAndOffersTheCheckpoint() {
        Studio s("story");
        QTRY_COMPARE(s.window.page(), MainWindow::Page::Train);
        s.session->fail_next_step(make_error(
            ErrorCode::Diverged, "step 4210: its loss is infinite or no number, and with it what was trained",
            "Lower the rates."));
        s.session->advance();
        QTRY_VERIFY(s.window.notices()->find(QStringLiteral("end")));
        NoticeBar* bar = s.window.notices()->find(QStringLiteral("end"));
        QCOMPARE(bar->title(),
                 QStringLiteral("Step 4,210: its loss is infinite or no number, and with it what was trained"));
        QCOMPARE(bar->property("tone").toString(), QStringLiteral("err"));
        QVERIFY(bar->findChild<QPushButton*>());
        Q_EMIT s.bridge.failed({make_error(ErrorCode::InvalidArgument, "steps.txt: no such file"), 4210, -1, {}});
        QCOMPARE(s.window.notices()->find(QStringLiteral("end"))->title(), QStringLiteral("steps.txt: no such file"));
    }

    void warningsBecomeNoticesOncePerId() {
        Studio s("story");
        Q_EMIT s.bridge.notice(QStringLiteral("disk"), QStringLiteral("Disk low"), QStringLiteral("2 GiB left"));
        Q_EMIT s.bridge.notice(QStringLiteral("disk"), QStringLiteral("Disk lower"), QStringLiteral("1 GiB left"));
        QCOMPARE(s.window.notices()->find(QStringLiteral("disk"))->title(), QStringLiteral("Disk lower"));
    }

    void aMemorySnapshotIsShownInItsFolder() {
        Studio s("story");
        const OpenedPaths opened;
        Q_EMIT s.bridge.fileWritten(QStringLiteral("/snapshots/memory.pickle"));
        const NoticeBar* bar = s.window.notices()->find(QStringLiteral("snapshot"));
        QVERIFY(bar);
        for (auto* button : bar->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Show in folder")) button->click();
        QCOMPARE(opened.last, QStringLiteral("/snapshots"));
    }

    void closingAsksOnceAndStops() {
        Studio s("story");
        QTRY_VERIFY(is_active(s.bridge.state()));
        int asked = 0;
        s.window.closeGuard()->setQuestion([&] {
            ++asked;
            return CloseGuard::Answer::Cancel;
        });
        QVERIFY(!s.window.close());
        QVERIFY(s.window.isVisible());
        s.window.closeGuard()->setQuestion([&] {
            ++asked;
            return CloseGuard::Answer::StopAndSave;
        });
        QVERIFY(!s.window.close());
        QVERIFY(!s.window.close());  // stopping: no second question
        QCOMPARE(asked, 2);
        QTRY_VERIFY((s.session->advance(), !s.window.isVisible()));
    }

    void aRunThatEndsWhileItIsAskedAboutClosesTheWindow() {
        Studio s("story");
        QTRY_VERIFY(is_active(s.bridge.state()));
        s.window.closeGuard()->setQuestion([&] {
            s.bridge.stop(StopMode::SaveAndStop);
            (void)QTest::qWaitFor([&] { return s.session->advance(), !is_active(s.bridge.state()); });
            return CloseGuard::Answer::StopAndSave;
        });
        QVERIFY(!s.window.close());
        QTRY_VERIFY(!s.window.isVisible());
    }

    void aDialogOfAFieldIsAnsweredBeforeItsFormGoes() {
        Studio s("story");
        QTRY_VERIFY(!s.window.own()->watch()->runDir().isEmpty());
        s.window.showPage(Page::Imagine);
        QPointer<Workbench> beside = s.window.front();
        QVERIFY(beside && beside != s.window.own());
        QDialog dialog(&s.window);  // as a field asks for a file
        dialog.setModal(true);
        dialog.show();
        s.bridge.stop(StopMode::StopWithoutSaving);
        QTRY_VERIFY((s.session->advance(), !is_active(s.bridge.state())));
        QTest::qWait(300);
        QVERIFY(beside && s.window.front() == beside);
        beside->bridge()->apply({{"prompts", std::string("a red cube")}});  // what was answered
        dialog.close();
        QTRY_VERIFY(s.window.front() == s.window.own());
        QTRY_VERIFY(!beside);
        QTRY_COMPARE(s.bridge.config()->own<ImagineConfig>().prompts, std::string("a red cube"));
    }

    void whatADialogBringsAfterTheRunIsOfTheSettingsBesideIt() {
        Studio s("story");
        QTRY_VERIFY(!s.window.own()->watch()->runDir().isEmpty());
        s.window.showPage(Page::Imagine);
        const QPointer<Workbench> beside = s.window.front();
        beside->bridge()->apply({{"prompts", std::string("a red cube")}});
        QDialog dialog(&s.window);
        dialog.setModal(true);
        dialog.show();
        s.bridge.stop(StopMode::StopWithoutSaving);
        QTRY_VERIFY((s.session->advance(), !is_active(s.bridge.state())));
        s.window.starts()->takePatch(kVqganClip, {{"steps", std::int64_t{77}}});
        QCOMPARE(s.window.front(), beside.data());
        dialog.close();
        QTRY_VERIFY(!beside);
        QTRY_COMPARE(s.bridge.config()->own<ImagineConfig>().prompts, std::string("a red cube"));
        QCOMPARE(s.bridge.config()->steps, std::int64_t{77});
    }

    void aLowWindowFoldsPagesThatComeLaterAndLargerTexts() {
        Studio s("story");
        QTRY_VERIFY(!s.window.own()->watch()->runDir().isEmpty());
        const auto folded = [&](Page page) {
            return s.window.front()->centre(page)->lower()->parentWidget()->maximumHeight() < 1000;
        };
        s.window.resize(1280, 700);
        QTRY_VERIFY(folded(Page::Train));
        s.window.showPage(Page::Imagine);  // a form beside the run, made now
        QTRY_VERIFY(s.window.front() != s.window.own());
        QVERIFY(folded(Page::Imagine));
        s.window.showPage(Page::Train);
        s.window.resize(1600, 1000);
        QTRY_VERIFY(!folded(Page::Train));
        Theme::get().apply(ThemeChoice::Dark, 200);
        QTRY_VERIFY(folded(Page::Train));
        Theme::get().apply(ThemeChoice::Dark, 100);
        QTRY_VERIFY(!folded(Page::Train));
        s.window.closeGuard()->setQuestion([] { return CloseGuard::Answer::StopWithoutSaving; });
        s.window.close();
        QTRY_VERIFY((s.session->advance(), !s.window.isVisible()));
    }

    void theEndOfOneRunLeavesTheNoticeOfAnother() {
        Studio s("ready");
        NoticeHost host;
        host.show();
        RunNotices own(&s.bridge, s.window.actions(), &host, nullptr);
        SessionBridge elsewhere;
        auto other = std::make_unique<RunNotices>(&elsewhere, s.window.actions(), &host, nullptr);
        Q_EMIT elsewhere.finished(Finished{});
        Q_EMIT s.bridge.failed({make_error(ErrorCode::Environment, "the device was lost"), 0, -1, {}});
        other.reset();
        NoticeBar* bar = host.find(QStringLiteral("end"));
        QVERIFY(bar && bar->title().contains(QStringLiteral("device was lost")));
    }

    void aStopThatAFullDiskHoldsUpKeepsTheWindowAndIsAskedAboutAgain() {
        Studio s("story");
        QTRY_VERIFY(is_active(s.bridge.state()));
        int asked = 0;
        s.window.closeGuard()->setQuestion([&] {
            ++asked;
            return CloseGuard::Answer::StopAndSave;
        });
        s.session->fill_disk(true);
        QVERIFY(!s.window.close());
        QTRY_VERIFY((s.session->advance(), s.bridge.state() == RunState::Paused));
        QVERIFY(!s.bridge.stopping());
        s.session->fill_disk(false);
        QVERIFY(s.window.isVisible());
        QVERIFY(!s.window.close());
        QCOMPARE(asked, 2);
        QTRY_VERIFY((s.session->advance(), !s.window.isVisible()));
    }

    void aRunThatFailsInTheTrayIsToldOf() {
        Studio s("story");
        QTRY_VERIFY(is_active(s.bridge.state()));
        QSignalSpy said(s.window.closeGuard(), &CloseGuard::shownInTray);
        s.window.closeGuard()->setQuestion([] { return CloseGuard::Answer::KeepInTray; });
        QVERIFY(!s.window.close());
        QVERIFY(!s.window.isVisible());
        s.session->fail_next_step(make_error(ErrorCode::Environment, "the device was lost"));
        QTRY_COMPARE((s.session->advance(), said.count()), 1);
        QVERIFY(said.first().at(1).toString().contains(QStringLiteral("the device was lost")));
    }

    void theTrayTellsOnlyWhatIsWanted() {
        Studio s("story");
        QTRY_VERIFY(is_active(s.bridge.state()));
        QSignalSpy said(s.window.closeGuard(), &CloseGuard::shownInTray);
        s.window.closeGuard()->setQuestion([] { return CloseGuard::Answer::KeepInTray; });
        QVERIFY(!s.window.close());
        s.window.word()->setChosen(RunWord::Choice::Finished, false);
        Q_EMIT s.bridge.finished({"all steps are done", 4210, 0, "/runs/shapes-128-07"});
        QCOMPARE(said.count(), 0);
        s.window.word()->setChosen(RunWord::Choice::Finished, true);
        Q_EMIT s.bridge.finished({"all steps are done", 4210, 0, "/runs/shapes-128-07"});
        QCOMPARE(said.count(), 1);
        s.window.word()->setChosen(RunWord::Choice::Failed, false);
        Q_EMIT s.bridge.failed({});
        QCOMPARE(said.count(), 1);
        Q_EMIT s.window.findChild<DesktopNotifier*>()->clicked();  // of a note of another run
        QVERIFY(s.window.isVisible());
    }

    void closingDuringAStopAsksNothing() {
        Studio s("story");
        QTRY_VERIFY(is_active(s.bridge.state()));
        int asked = 0;
        s.window.closeGuard()->setQuestion([&] {
            ++asked;
            return CloseGuard::Answer::Cancel;
        });
        s.bridge.stop(StopMode::SaveAndStop);
        QVERIFY(s.bridge.stopping());
        QVERIFY(!s.window.close());
        QCOMPARE(asked, 0);
        QTRY_VERIFY((s.session->advance(), !s.window.isVisible()));
        QVERIFY(!s.bridge.stopping());
    }

    void theHeaderRestsWhenTheRunHasEnded() {
        Studio s("story");
        QTRY_VERIFY(is_active(s.bridge.state()));
        auto* header = s.window.runPanel()->findChild<RunHeader*>();
        auto* bar = header->findChild<QProgressBar*>();
        s.bridge.stop(StopMode::SaveAndStop);
        const auto says = [&](const QString& words) {
            const auto labels = header->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](QLabel* l) { return l->text().contains(words); });
        };
        QVERIFY(says(QStringLiteral("Stopping after this step")));
        Q_EMIT s.bridge.progress(QStringLiteral("finishing files"), -1.0);
        QTRY_VERIFY((s.session->advance(), !is_active(s.bridge.state())));
        Q_EMIT s.bridge.progress(QStringLiteral("finishing files"), -1.0);  // comes late
        QVERIFY2(bar->maximum() > 0, "the bar is still busy");
        QVERIFY(!says(QStringLiteral("finishing files")) && !says(QStringLiteral("Stopping")));
    }

    void theHeadersBarFollowsTheNearestLimit() {
        Studio s("story");
        QTRY_VERIFY(is_active(s.bridge.state()));
        auto* bar = s.window.runPanel()->findChild<RunHeader*>()->findChild<QProgressBar*>();
        s.bridge.apply({{"steps", std::int64_t{0}}, {"epochs", std::int64_t{10}}});
        QTRY_VERIFY((s.session->advance(), s.bridge.config()->steps == 0 && s.bridge.config()->epochs == 10));
        StepDone step;
        step.step = 4300;
        step.epoch = 2.5;
        Q_EMIT s.bridge.stepsDone({step});
        QCOMPARE(bar->value(), 250);
    }

    void beforeTheStartTheForecastStays() {
        Studio s("ready");
        s.window.showPage(Page::Train);
        QTRY_VERIFY(s.window.runPanel()->forecast()->staged());
        QTRY_VERIFY(s.window.findChild<LedgerModel*>()->hasForecast());
        s.window.runPanel()->forecast()->askNow();
        QCoreApplication::processEvents();
        QVERIFY(s.window.findChild<LedgerModel*>()->hasForecast());
    }
};

QTEST_MAIN(WindowStatesTest)
#include "tst_window_states.moc"
