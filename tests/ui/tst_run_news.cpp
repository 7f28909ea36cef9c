// What the desktop is told of runs: which events, where they are chosen and nobody looks, of runs elsewhere and of the queue too, each once; and how far
// they are.
#include "tests/ui/patient_test.h"
#include "tests/ui/private_bus.h"
#include "tests/ui/studio.h"
#include "ui/bridge/shown_text.h"
#include "ui/panels/queue/queue_desk.h"
#include "ui/shell/layout_store.h"
#include "ui/shell/notify/run_fraction.h"
#include "ui/shell/notify/run_word.h"
#include "ui/shell/theme.h"

#include <QAction>
#include <QDateTime>
#include <QMenu>
#include <QPointer>
#include <QSignalSpy>

#include <optional>
#include <string>
#include <utility>

using namespace headroom;
using namespace headroom::ui;

namespace {

const char* const kRun = "/runs/shapes-128-07";

/// The titles of what the window tells the desktop; nobody looks at it.
struct Words {
    explicit Words(Studio& s) : studio(s) {
        s.window.word()->setWatched([](RunWord::Choice, bool) { return false; });
        QObject::connect(s.window.findChild<DesktopNotifier*>(), &DesktopNotifier::undelivered, &context,
                         [this](const DesktopNote& note) { titles << note.title; });
    }
    /// The window is attached to the run, and has heard of its past.
    void attach() {
        titles.clear();
        studio.window.attach(QString::fromLatin1(kRun));
        QTRY_VERIFY(!titles.isEmpty());  // the story has survived an error
        QTRY_COMPARE(studio.window.attached()->bridge()->state(), RunState::Running);
        titles.clear();
    }
    /// The window reads the queue once more.
    void look() const {
        QTRY_VERIFY(studio.window.queue()->available());
        BackgroundTask::waitForAll();  // an earlier look
        QCoreApplication::sendPostedEvents();
        studio.window.queue()->refresh();
        BackgroundTask::waitForAll();
        QCoreApplication::sendPostedEvents();
    }

    Studio& studio;
    QStringList titles;
    QObject context;
};

}  // namespace

class RunNewsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void eachEventIsToldWhereItIsChosenAndNobodyLooks() {
        NotificationService service;
        PrivateBus bus(&service);
        Studio s("ready");
        LayoutStore store(false);
        QWidget window;
        RunWord word(&s.bridge, new DesktopNotifier(bus.open(), &window), &store, &window);
        QTRY_VERIFY(bus.met());
        bool watched = true;
        word.setWatched([&](RunWord::Choice, bool) { return watched; });
        Failed failed;
        failed.error = make_error(ErrorCode::Environment, "the device was lost");
        Q_EMIT s.bridge.failed(failed);
        watched = false;
        OomRecovered oom;
        oom.survived = false;
        Q_EMIT s.bridge.oomRecovered(oom);  // it has ended the run
        oom.survived = true;
        Q_EMIT s.bridge.oomRecovered(oom);
        QTRY_COMPARE(service.notes.size(), 1);  // not the failure, which was seen
        QVERIFY(service.notes[0].title.contains(QStringLiteral("survived")));
        Q_EMIT s.bridge.notice(QStringLiteral("disk"), QStringLiteral("2 GiB are left"), {});
        QTRY_COMPARE(service.notes.size(), 2);
        QCOMPARE(service.notes[1].text, QStringLiteral("2 GiB are left"));
        Q_EMIT s.bridge.notice(QStringLiteral("other"), QStringLiteral("words"), {});
        word.setChosen(RunWord::Choice::Failed, false);
        Q_EMIT s.bridge.failed(failed);
        word.setChosen(RunWord::Choice::Sound, true);
        Q_EMIT s.bridge.finished({"all steps are done", 4210, 0, "/runs/shapes-128-07"});
        QTRY_COMPARE(service.notes.size(), 3);
        QCOMPARE(service.notes[2].title, QStringLiteral("shapes-128-07 has finished"));
        QCOMPARE(service.notes[2].hints.value(QStringLiteral("sound-name")).toString(), QStringLiteral("complete"));
    }

    void aWindowInTheTraySaysThatARunWaits() {
        NotificationService service;
        PrivateBus bus(&service);
        Studio s("ready");
        LayoutStore store(false);
        QWidget window;  // never shown
        RunWord word(&s.bridge, new DesktopNotifier(bus.open(), &window), &store, &window);
        QTRY_VERIFY(bus.met());
        Q_EMIT s.bridge.finished({"all steps are done", 4210, 0, "/runs/shapes-128-07"});  // the tray's own word
        Q_EMIT s.bridge.notice(QStringLiteral("disk"), QStringLiteral("2 GiB are left"), {});
        QTRY_COMPARE(service.notes.size(), 1);
        QCOMPARE(service.notes[0].text, QStringLiteral("2 GiB are left"));
    }

    void aRunThatIsAttachedIsToldOfByItsName() {
        Studio s("ready");
        Words words(s);
        s.services.train_elsewhere(kRun);
        words.attach();
        s.services.attached()->run_out_of_memory_next_step();
        s.services.attached()->advance();
        QTRY_COMPARE(words.titles, QStringList(QStringLiteral("shapes-128-07 has survived an out-of-memory error")));
        Q_EMIT s.window.attached()->bridge()->notice(QStringLiteral("disk"), QStringLiteral("2 GiB are left"), {});
        QCOMPARE(words.titles.takeLast(), QStringLiteral("shapes-128-07 waits for the disk"));
        s.services.attached()->fail_next_step(make_error(ErrorCode::Internal, "a figure is not finite"));
        s.services.attached()->advance();
        QTRY_COMPARE(words.titles.last(), QStringLiteral("shapes-128-07 has failed"));
    }

    void aLostConnectionIsNoFailureOfTheRun() {
        Studio s("ready");
        Words words(s);
        s.services.train_elsewhere(kRun);
        for (const bool queued : {false, true}) {
            if (queued) s.services.fake_queue().set(night_queue());
            words.look();
            words.attach();
            QSignalSpy lost(s.window.attached()->bridge(), &SessionBridge::failed);
            s.services.attached()->lose();
            QTRY_COMPARE(lost.count(), 1);
            // The queue will tell how it ends.
            QCOMPARE(words.titles, queued ? QStringList() : QStringList(QStringLiteral("Trouble with shapes-128-07")));
        }
        QueueSnapshot later = night_queue();
        later.items[1].state = QueueState::Finished;
        s.services.fake_queue().set(later);
        words.look();
        QCOMPARE(words.titles, QStringList(QStringLiteral("shapes-128-07 has finished")));
    }

    void runsOfTheQueueAreToldOfAndNoneTwice() {
        Studio s("ready");
        Words words(s);
        s.services.train_elsewhere(kRun);
        s.services.fake_queue().set(night_queue());
        words.look();
        QVERIFY(words.titles.isEmpty());  // one has failed before the window was there
        words.attach();
        Q_EMIT s.window.attached()->bridge()->finished({"all steps are done", 12000, 0, kRun});
        QCOMPARE(words.titles, QStringList(QStringLiteral("shapes-128-07 has finished")));
        QueueSnapshot later = night_queue();
        later.items[1].state = QueueState::Finished;  // the same run
        later.items[2].state = QueueState::Running;
        s.services.fake_queue().set(later);
        words.look();
        QCOMPARE(words.titles.size(), 1);
        later.items[2].state = QueueState::Failed;
        later.items[2].reason = "the device was lost";
        later.items[3].state = QueueState::Stopped;  // somebody's wish
        s.services.fake_queue().set(later);
        words.look();
        QCOMPARE(words.titles.mid(1), QStringList(QStringLiteral("shapes-128 lr.g=0.0001 has failed")));
        // It goes on from its checkpoint, and ends again.
        later.items[1].state = QueueState::Running;
        later.items[1].started_unix_ms = QDateTime::currentMSecsSinceEpoch() + 1000;
        s.services.fake_queue().set(later);
        words.look();
        later.items[1].state = QueueState::Finished;
        s.services.fake_queue().set(later);
        words.look();
        QCOMPARE(words.titles.mid(2), QStringList(QStringLiteral("shapes-128-07 has finished")));
        // One whose name reads the other way turns no sentence.
        later.items[2].name = "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D";
        later.items[2].state = QueueState::Running;
        later.items[2].started_unix_ms = QDateTime::currentMSecsSinceEpoch() + 2000;
        s.services.fake_queue().set(later);
        words.look();
        later.items[2].state = QueueState::Failed;
        s.services.fake_queue().set(later);
        words.look();
        QCOMPARE(words.titles.mid(3),
                 QStringList(nameText(fromUtf8(later.items[2].name)) + QStringLiteral(" has failed")));
    }

    void aRunOfTheQueueThatWaitsForTheDiskIsNews() {
        QueueNews news(0);
        QueueSnapshot queue = night_queue();
        LiveRun live;
        live.state = RunState::Paused;
        const auto paused = [&](const std::string&) { return &live; };
        (void)news.look(queue, paused);
        queue.items[1].reason = "paused by you";
        QVERIFY(news.look(queue, paused).empty());
        queue.items[1].reason = "/runs: no room is left. Make room. Then resume.";
        const auto notes = news.look(queue, paused);
        QCOMPARE(notes.size(), std::size_t{1});
        QVERIFY(notes[0].what == QueueNote::What::WaitsForDisk);
        QCOMPARE(notes[0].item.id, queue.items[1].id);
        QVERIFY(news.look(queue, paused).empty());
        queue.items[1].reason = "made to fit";
        live.state = RunState::Running;  // it goes on
        QVERIFY(news.look(queue, paused).empty());
    }

    void aRunOfTheQueueThatSurvivedAnErrorIsNewsOnce() {
        QueueNews news(0);
        QueueSnapshot queue = night_queue();
        LiveRun live;
        live.survived = 2;
        const LiveRun* answer = nullptr;
        const auto told = [&](const std::string&) { return answer; };
        (void)news.look(queue, told);
        answer = &live;
        QVERIFY(news.look(queue, told).empty());  // before anybody looked
        live.survived = 3;
        const auto notes = news.look(queue, told);
        QCOMPARE(notes.size(), std::size_t{1});
        QVERIFY(notes[0].what == QueueNote::What::Survived);
        QCOMPARE(notes[0].item.id, queue.items[1].id);
        answer = nullptr;  // for a moment it does not answer
        QVERIFY(news.look(queue, told).empty());
        answer = &live;
        QVERIFY(news.look(queue, told).empty());
        // Another run, which has survived one since its turn came.
        queue.items[1].state = QueueState::Finished;
        QCOMPARE(news.look(queue, told).size(), std::size_t{1});
        live.survived = 1;
        queue.items[2].state = QueueState::Running;
        QCOMPARE(news.look(queue, told).size(), std::size_t{1});
    }

    void aSurvivalInTheQueueIsToldWhereItsRunIsNotShown() {
        Studio s("ready");
        Words words(s);
        s.services.train_elsewhere(kRun);
        s.services.fake_queue().set(night_queue());
        words.look();
        words.attach();
        s.services.survive_elsewhere(kRun);
        words.look();
        QVERIFY(words.titles.isEmpty());  // its session would have told
        const QPointer<SessionBridge> bridge = s.window.attached()->bridge();
        s.services.attached()->lose();
        QTRY_VERIFY(!bridge || !is_active(bridge->state()));
        s.services.survive_elsewhere(kRun);
        words.look();
        QCOMPARE(words.titles, QStringList(QStringLiteral("shapes-128-07 has survived an out-of-memory error")));
    }

    void progressKnowsEveryLimit() {
        TrainConfig config;
        config.steps = 1000;
        StepDone last;
        last.step = 250;
        last.images = 900;
        last.epoch = 1.5;
        QCOMPARE(fractionDone(config, last), std::optional(0.25));
        config.images = 1000;
        QCOMPARE(fractionDone(config, last), std::optional(0.9));  // which comes first
        config.steps = config.images = 0;
        QVERIFY(!fractionDone(config, last));
        config.epochs = 3;
        QCOMPARE(fractionDone(config, last), std::optional(0.5));
        last.frame = FrameProgress{3, 4, 50, 100, {}, false};
        QCOMPARE(fractionDone(config, last), std::optional(0.625));
        QueueItem item = night_queue().items[1];
        item.request.seconds = 100;
        QCOMPARE(fractionDone(item, nullptr, item.started_unix_ms + 25000), std::optional(0.25));
        LiveRun live;
        live.step = 6000;  // of 12000
        QCOMPARE(fractionDone(item, &live, item.started_unix_ms + 25000), std::optional(0.5));
    }

    void progressIsOfRunsElsewhereToo() {
        NotificationService service;
        PrivateBus bus(&service);
        Studio s("ready");
        LayoutStore store(false);
        QWidget window;
        RunWord word(&s.bridge, new DesktopNotifier(bus.open(), &window), &store, &window);
        QTRY_VERIFY(bus.met());
        s.services.train_elsewhere(kRun);
        s.services.fake_queue().set(night_queue());
        word.follow(s.window.queue());
        s.window.queue()->refresh();
        QTRY_VERIFY(!service.progress.isEmpty());
        QCOMPARE(service.progress.last().value(QStringLiteral("progress")).toDouble(), 0.35);  // 4210 of 12000
        auto there = s.services.attach(kRun);
        QVERIFY(there);
        SessionBridge attached;
        word.follow(&attached);
        attached.setSession(std::move(*there));
        QTRY_COMPARE(attached.state(), RunState::Running);
        StepDone step;
        step.step = attached.config()->steps / 2;
        Q_EMIT attached.stepsDone({step});
        QTRY_COMPARE(service.progress.last().value(QStringLiteral("progress")).toDouble(), 0.5);
    }

    void theMenuHasEachChoice() {
        Studio s("ready");
        QMenu menu;
        s.window.word()->addTo(&menu);
        QCOMPARE(menu.actions().size(), 6);
        QVERIFY(!menu.actions().last()->isChecked());  // sound is off at first
        menu.actions().first()->trigger();
        QVERIFY(!s.window.word()->chosen(RunWord::Choice::Finished));
    }
};

QTEST_MAIN(RunNewsTest)
#include "tst_run_news.moc"
