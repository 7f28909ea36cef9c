// After a crash: what a window kept while it was open, and going on from there. After a close: the settings are there again.
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/families/vqgan_clip/prompt_list.h"
#include "ui/families/vqgan_clip/prompt_row.h"
#include "ui/models/forecast_watch.h"
#include "ui/models/kind_drafts.h"
#include "ui/models/start_choice.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/shell/close_guard.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/session_keeper.h"
#include "ui/shell/situation_watch.h"
#include "ui/shell/theme.h"
#include "ui/widgets/notice_bar.h"

#include <QDir>
#include <QFile>
#include <QLockFile>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>

#include <algorithm>
#include <memory>

using namespace headroom;
using namespace headroom::ui;

namespace {

QString left_session() { return QStringLiteral("left-session"); }

/// Presses the button that says `text`; false: there is none.
bool press(NoticeBar* bar, const QString& text) {
    for (auto* button : bar->findChildren<QPushButton*>()) {
        if (button->text() != text) continue;
        button->click();
        return true;
    }
    return false;
}

}  // namespace

class SessionKeeperTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<QTemporaryDir> home_;

    QStringList kept() const {
        QDir dir(home_->path() + QStringLiteral("/headroom/open"));
        return dir.entryList({QStringLiteral("window-*.json")}, QDir::Files);
    }
    /// As a crash leaves it: the file is there, and nobody closes the window.
    void crash(std::unique_ptr<Studio>& s) {
        s->window.keeper()->keep();
        QTRY_COMPARE(kept().size(), 1);
        s.reset();
        QCOMPARE(kept().size(), 1);
    }
    void goOn(Studio& next) {
        NoticeBar* bar = next.window.notices()->find(left_session());
        QVERIFY(bar);
        QTRY_VERIFY(next.bridge.session());
        QVERIFY(press(bar, QStringLiteral("Go on with the run")));
    }

private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }
    void init() {
        home_ = std::make_unique<QTemporaryDir>();
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, home_->path());
    }

    void whatIsKeptIsReadBack() {
        KeptSession session{QDateTime::fromString(QStringLiteral("2026-01-02T03:04:05"), Qt::ISODate), Page::Runs};
        TrainConfig config = KindDrafts::first(first_kind());
        config.batch_micro = 24;
        session.drafts = {config};
        session.run.at = QStringLiteral("/runs/a b");
        // The size is one that a Light GAN alone takes.
        session.run.staged = {{"lr.g", 3e-4}, {"data.mirror", true}, {"image.size", std::int64_t{1024}}};
        session.attached = {QStringLiteral("/runs/c"), QStringLiteral("c"), {{"lr.d", 2e-4}}};
        const auto back = read_kept_session(write_kept_session(session));
        QVERIFY(back);
        QCOMPARE(back->when, session.when);
        QCOMPARE(back->page, Page::Runs);
        QVERIFY(back->drafts == session.drafts);
        QCOMPARE(back->run.at, session.run.at);
        QVERIFY(back->run.staged == session.run.staged);
        QCOMPARE(back->attached.at, session.attached.at);
        QCOMPARE(back->attached.name, session.attached.name);
        QVERIFY(back->attached.staged == session.attached.staged);
        for (const char* damaged : {"", "[]", "{\"version\":9}", "{\"version\":1,\"page\":99}"})
            QVERIFY2(!read_kept_session(damaged), damaged);
    }

    void aClosedWindowLeavesItsSettingsWithoutAQuestion() {
        auto s = std::make_unique<Studio>("ready", true);
        s->window.showPage(Page::Train);
        s->bridge.apply({{"batch.micro", std::int64_t{24}}});
        s->window.showPage(Page::Imagine);
        s->bridge.apply({{"prompts", std::string("a blue ball")}});
        s->window.keeper()->keep();
        QTRY_COMPARE(kept().size(), 1);
        QVERIFY(s->window.close());
        QTRY_COMPARE(kept().size(), 0);
        s.reset();
        {
            SessionBridge bridge;  // one whose engine never comes has nothing to say about them
            MainWindow window(&bridge);
            window.show();
            QVERIFY(window.close());
            BackgroundTask::waitForAll();
        }
        Studio next("ready", true);
        QVERIFY(!next.window.notices()->find(left_session()));
        QCOMPARE(next.window.page(), Page::Imagine);
        const ParamEdits* edits = next.window.own()->edits();
        QCOMPARE(std::get<std::string>(edits->valueShown("prompts")), std::string("a blue ball"));
        next.window.showPage(Page::Train);
        QCOMPARE(next.bridge.config()->batch_micro, std::int64_t{24});
        QVERIFY(!edits->canUndo());
    }

    void whatIsBeingTypedAsTheWindowClosesIsThereAtTheNextStart_data() {
        QTest::addColumn<bool>("words");
        QTest::addColumn<bool>("in_front");
        QTest::newRow("a number") << false << true;
        QTest::newRow("words") << true << true;
        QTest::newRow("words, and another window is in front") << true << false;
    }
    void whatIsBeingTypedAsTheWindowClosesIsThereAtTheNextStart() {
        QFETCH(bool, words);
        QFETCH(bool, in_front);
        const Page page = words ? Page::Imagine : Page::Train;
        {
            QWidget other;
            Studio s("ready", true);
            s.window.showPage(page);
            if (words) s.bridge.apply({{"prompts", std::string("a red cube")}});
            QVERIFY(QTest::qWaitForWindowActive(&s.window));
            QWidget* field = s.window.runPanel(Page::Train)->form()->rowFor("batch.micro")->editor()->field();
            if (words) field = s.window.findChild<PromptList*>()->rows().front()->text();
            field->setFocus();
            QVERIFY(field->hasFocus());
            QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(field, words ? QStringLiteral("a blue ball") : QStringLiteral("24"));
            if (!in_front) {
                other.show();
                other.activateWindow();
                QTRY_VERIFY(!s.window.isActiveWindow());
            }
            QVERIFY(s.window.close());
            BackgroundTask::waitForAll();
        }
        Studio next("ready", true);
        next.window.showPage(page);
        const TrainConfig& there = *next.bridge.config();
        if (words)
            QCOMPARE(there.own<ImagineConfig>().prompts, std::string("a blue ball"));
        else
            QCOMPARE(there.batch_micro, std::int64_t{24});
    }

    void whatWasPreparedBeforeTheDemoIsThereAtTheNextStart() {
        {
            Studio s("ready", true);
            s.window.showPage(Page::Train);
            s.bridge.apply({{"batch.accumulate", std::int64_t{4}}});
            s.window.starts()->startDemo(first_kind());
            QTRY_VERIFY((s.session->advance(), s.bridge.state() == RunState::Running));
            QVERIFY(s.bridge.config()->batch_accumulate != 4);
            s.bridge.stop(StopMode::StopWithoutSaving);
            QTRY_VERIFY((s.session->advance(), !is_active(s.bridge.state())));
            QVERIFY(s.window.close());
            BackgroundTask::waitForAll();
        }
        Studio next("ready", true);
        QCOMPARE(next.bridge.config()->batch_accumulate, std::int64_t{4});
    }

    void whatWasLeftStaysUntilItIsAnswered() {
        for (const std::int64_t batch : {std::int64_t{24}, std::int64_t{40}}) {  // two windows, and the power fails
            Studio s("ready", true);
            s.bridge.apply({{"batch.micro", batch}});
            s.window.keeper()->keep();
            BackgroundTask::waitForAll();
            if (batch == 24) QTest::qWait(1100);  // the other is the newer one: they are told apart by seconds
        }
        QCOMPARE(kept().size(), 2);
        {
            Studio unanswered("ready", true);  // asks, and ends before there is an answer
            QVERIFY(unanswered.window.notices()->find(left_session()));
        }
        QCOMPARE(kept().size(), 2);
        for (const std::int64_t batch : {std::int64_t{40}, std::int64_t{24}}) {
            Studio next("ready", true);
            QTRY_VERIFY(next.bridge.session());
            NoticeBar* bar = next.window.notices()->find(left_session());
            QVERIFY(bar && press(bar, QStringLiteral("Bring them back")));
            QTRY_COMPARE(next.bridge.config()->batch_micro, batch);
            QVERIFY(next.window.close());
            BackgroundTask::waitForAll();
        }
        QCOMPARE(kept().size(), 0);
        Studio last("ready", true);
        QVERIFY(!last.window.notices()->find(left_session()));
    }

    /// In a sandbox every window has the same process id, and a name made of it would be that of the one that crashed.
    void oneOfTheSameProcessIdIsOffered() {
        const QString open = home_->path() + QStringLiteral("/headroom/open");
        QVERIFY(QDir().mkpath(open));
        const QString path = QStringLiteral("%1/window-%2-1").arg(open).arg(QCoreApplication::applicationPid());
        QLockFile crashed(path + QStringLiteral(".lock"));
        QVERIFY(crashed.tryLock());  // what stays behind: a file that names a process that runs
        QFile session(path + QStringLiteral(".json"));
        QVERIFY(session.open(QIODevice::WriteOnly));
        session.write(write_kept_session({QDateTime::currentDateTime(), Page::Train}));
        session.close();
        QFile early(open + QStringLiteral("/window-early.lock"));  // of one that crashed before it kept anything
        QVERIFY(early.open(QIODevice::WriteOnly) &&
                early.setFileTime(QDateTime::currentDateTime().addSecs(-3600), QFileDevice::FileModificationTime));
        early.close();
        Studio next("ready", true);
        QVERIFY(!early.exists());
        QTRY_VERIFY(next.bridge.session());
        NoticeBar* bar = next.window.notices()->find(left_session());
        QVERIFY(bar && press(bar, QStringLiteral("Bring them back")));
        QCOMPARE(kept().size(), 0);
        next.window.keeper()->keep();
        QTRY_COMPARE(kept().size(), 1);
        QVERIFY(next.window.close());
    }

    void anEditIsKeptByItself() {
        Studio s("ready", true);
        s.bridge.apply({{"batch.micro", std::int64_t{24}}});
        QTRY_COMPARE(kept().size(), 1);
        QVERIFY(s.window.close());
    }

    void theSettingsComeBack() {
        auto s = std::make_unique<Studio>("ready", true);
        s->window.showPage(Page::Train);
        s->bridge.apply({{"batch.micro", std::int64_t{24}}});
        s->window.showPage(Page::Imagine);
        s->bridge.apply({{"prompts", std::string("a blue ball")}});
        crash(s);
        Studio next("ready", true);
        NoticeBar* bar = next.window.notices()->find(left_session());
        QVERIFY(bar);
        QCOMPARE(bar->title(), QStringLiteral("Headroom ended without being closed"));
        keep_picture(next.window, QStringLiteral("left-session"));
        const QString left = kept().value(0);
        next.window.showPage(Page::Train);
        QVERIFY(next.bridge.config()->batch_micro != 24);  // nothing is forced
        QVERIFY(press(bar, QStringLiteral("Bring them back")));
        QVERIFY(!left.isEmpty() && !kept().contains(left));  // it is not offered again
        QTRY_COMPARE(next.window.page(), Page::Imagine);
        QCOMPARE(std::get<std::string>(next.window.front()->edits()->valueShown("prompts")),
                 std::string("a blue ball"));
        next.window.showPage(Page::Train);
        QTRY_COMPARE(next.bridge.config()->batch_micro, std::int64_t{24});
        QVERIFY(next.window.close());
    }

    void whatIsPreparedBesideARunComesBackToo() {
        auto s = std::make_unique<Studio>("imagine", true);
        QTRY_VERIFY(is_active(s->bridge.state()));
        s->window.showPage(Page::Train);
        Workbench* beside = s->window.benchOn(Page::Train);
        QVERIFY(beside != s->window.own());
        const ModelKind first = beside->bridge()->config()->model;
        beside->bridge()->apply({{"batch.micro", std::int64_t{24}}});
        const auto other = std::find_if(window_families().begin(), window_families().end(), [&](const WindowFamily* f) {
            return f->kind() != first && page_of(f->kind()) == Page::Train;
        });
        QVERIFY(other != window_families().end());
        beside->drafts()->want((*other)->kind());
        beside->bridge()->apply({{"lr.g", 3e-5}});
        crash(s);
        Studio next("ready", true);
        NoticeBar* bar = next.window.notices()->find(left_session());
        QVERIFY(bar);
        QTRY_VERIFY(next.bridge.session());
        QVERIFY(press(bar, QStringLiteral("Settings only")) || press(bar, QStringLiteral("Bring them back")));
        QCOMPARE(next.window.own()->drafts()->draft(first).batch_micro, std::int64_t{24});
        next.window.showPage(Page::Train);
        QTRY_COMPARE(next.bridge.config()->model, (*other)->kind());
        QCOMPARE(next.bridge.config()->lr_g, 3e-5);
        QVERIFY(next.window.close());
    }

    void theRunGoesOnWithItsStagedEdits() {
        auto s = std::make_unique<Studio>("story", true);
        QTRY_VERIFY(is_active(s->bridge.state()));
        QTRY_VERIFY(!s->window.own()->watch()->runDir().isEmpty());
        s->window.own()->edits()->propose("lr.g", 3e-5);
        crash(s);
        Studio next("ready", true);
        goOn(next);
        QTRY_VERIFY((next.session->advance(), is_active(next.bridge.state())));
        QTRY_VERIFY((next.session->advance(), next.window.own()->edits()->staged().contains("lr.g")));
        next.window.closeGuard()->setQuestion([] { return CloseGuard::Answer::StopWithoutSaving; });
        next.window.close();
        QTRY_VERIFY((next.session->advance(), !next.window.isVisible()));
    }

    void whatCannotBeUsedWhileARunGoesStaysToBeUsedLater() {
        auto s = std::make_unique<Studio>("ready", true);
        s->bridge.apply({{"batch.micro", std::int64_t{24}}});
        crash(s);
        Studio next("ready", true);
        QTRY_VERIFY(next.bridge.session());
        next.window.own()->watch()->startNew();
        QTRY_VERIFY((next.session->advance(), is_active(next.bridge.state())));
        const QPointer<NoticeBar> bar = next.window.notices()->find(left_session());
        QVERIFY(bar && press(bar, QStringLiteral("Bring them back")));
        QVERIFY(next.window.notices()->find(QStringLiteral("left-session-run")));  // says why nothing came back
        QVERIFY(kept().size() >= 1);
        next.bridge.stop(StopMode::StopWithoutSaving);
        QTRY_VERIFY((next.session->advance(), !is_active(next.bridge.state())));
        QVERIFY(bar && press(bar, QStringLiteral("Bring them back")));
        QTRY_COMPARE(next.bridge.config()->batch_micro, std::int64_t{24});
        QVERIFY(!next.window.notices()->find(QStringLiteral("left-session-run")));
        QVERIFY(next.window.close());
    }

    void aRunThatGoesOnInAProcessOfItsOwnGetsItsStagedEditsThere() {
        auto s = std::make_unique<Studio>("story", true);
        QTRY_VERIFY(!s->window.own()->watch()->runDir().isEmpty());
        s->window.own()->edits()->propose("lr.g", 3e-5);
        crash(s);
        Studio next("ready", true);
        next.window.startChoice()->setOwnProcess(true);
        goOn(next);
        QTRY_VERIFY(next.window.attached());
        QTRY_VERIFY(next.window.attached()->edits()->staged().contains("lr.g"));
        next.window.detach();
        next.window.startChoice()->setOwnProcess(false);
        next.window.own()->watch()->startNew();  // which has nothing to do with it
        QTRY_VERIFY((next.session->advance(), is_active(next.bridge.state())));
        QTRY_VERIFY((next.session->advance(), !next.window.own()->watch()->runDir().isEmpty()));
        QVERIFY(next.window.own()->edits()->staged().empty());
        next.window.closeGuard()->setQuestion([] { return CloseGuard::Answer::StopWithoutSaving; });
        next.window.close();
        QTRY_VERIFY((next.session->advance(), !next.window.isVisible()));
    }

    void theAttachedRunComesBackWithItsStagedEdits() {
        const QString run = QStringLiteral("/runs/shapes-128-07");
        const auto attached = [&](Studio& s) {
            return s.window.attached() && s.window.attached()->watch()->runDir() == run &&
                   s.window.attached()->bridge()->state() == RunState::Running;
        };
        auto s = std::make_unique<Studio>("ready", true);
        s->services.train_elsewhere(run.toStdString());
        s->window.attach(run);
        QTRY_VERIFY(attached(*s));
        s->window.attached()->edits()->propose("lr.g", 3e-5);
        QTRY_VERIFY(!s->window.attached()->edits()->staged().empty());
        crash(s);
        Studio next("ready", true);
        next.services.train_elsewhere(run.toStdString());
        NoticeBar* bar = next.window.notices()->find(left_session());
        QVERIFY(bar);
        QTRY_VERIFY(next.bridge.session());
        QVERIFY(press(bar, QStringLiteral("Bring them back")));
        QTRY_VERIFY(attached(next));
        QTRY_COMPARE(next.window.attached()->edits()->staged(), (ParamPatch{{"lr.g", 3e-5}}));
        QVERIFY(next.window.own()->edits()->staged().empty());
        // Another run gets none of them.
        next.window.detach();
        next.services.train_elsewhere("/runs/shapes-128-06");
        next.window.attach(QStringLiteral("/runs/shapes-128-06"));
        QTRY_VERIFY(next.window.attached() && next.window.attached()->bridge()->state() == RunState::Running);
        QVERIFY(next.window.attached()->edits()->staged().empty());
        QVERIFY(next.window.close());
    }

    void anAttachedEditIsKeptByItself() {
        Studio s("ready", true);
        s.services.train_elsewhere("/runs/shapes-128-07");
        s.window.attach(QStringLiteral("/runs/shapes-128-07"));
        QTRY_VERIFY(s.window.attached() && s.window.attached()->bridge()->state() == RunState::Running);
        s.window.attached()->edits()->propose("lr.g", 3e-5);
        const auto keptAttached = [&] {
            QFile file(home_->path() + QStringLiteral("/headroom/open/") + kept().value(0));
            const auto session = file.open(QIODevice::ReadOnly) ? read_kept_session(file.readAll()) : std::nullopt;
            return session && session->attached.staged.contains("lr.g");
        };
        QTRY_VERIFY(keptAttached());
        QVERIFY(s.window.close());
    }

    void windowsThatAreOpenAreLeftAlone() {
        Studio first("ready", true);
        first.window.keeper()->keep();
        QTRY_COMPARE(kept().size(), 1);
        Studio second("ready", true);
        QVERIFY(!second.window.notices()->find(left_session()));
        QCOMPARE(kept().size(), 1);
        QVERIFY(second.window.close());
        QVERIFY(first.window.close());
    }
};

QTEST_MAIN(SessionKeeperTest)
#include "tst_session_keeper.moc"
