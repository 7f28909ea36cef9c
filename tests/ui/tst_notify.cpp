// Word on the desktop: what is sent over D-Bus, when, and what is chosen. The other end of the bus is in this program.
#include "tests/ui/opened_paths.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/panels/queue/queue_desk.h"
#include "ui/shell/layout_store.h"
#include "ui/shell/notify/run_fraction.h"
#include "ui/shell/notify/run_word.h"
#include "ui/shell/theme.h"
#include "ui/widgets/show_files.h"

#include <QAction>
#include <QDBusConnection>
#include <QDBusContext>
#include <QDBusServer>
#include <QDateTime>
#include <QMenu>
#include <QSignalSpy>

using namespace headroom;
using namespace headroom::ui;

/// The notification service of a desktop.
class NotificationService : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
public:
    struct Note {
        uint replaces;
        QString title, text;
        QStringList actions;
        QVariantMap hints;
    };
    QList<Note> notes;
    QList<QVariantMap> progress;

public Q_SLOTS:
    uint Notify(const QString&, uint replaces, const QString&, const QString& title, const QString& text,
                const QStringList& actions, const QVariantMap& hints, int) {
        notes.append({replaces, title, text, actions, hints});
        return 41 + static_cast<uint>(notes.size());
    }
    void update(const QString& app, const QVariantMap& values) {
        if (app == QStringLiteral("application://org.headroom.Headroom.desktop")) progress.append(values);
    }
};

/// The portal of a sandbox.
class PortalService : public QObject, protected QDBusContext {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Notification")
public:
    QMap<QString, QVariantMap> notes;
    bool knows_sounds = true;  ///< it is of version 2

public Q_SLOTS:
    void AddNotification(const QString& id, const QVariantMap& note) {
        if (!knows_sounds && note.contains(QStringLiteral("sound")))
            return sendErrorReply(QDBusError::InvalidArgs, QStringLiteral("sound not valid key"));
        notes.insert(id, note);
    }
};

/// A desktop's file manager.
class FileManager : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.FileManager1")
public:
    QStringList chosen;

public Q_SLOTS:
    void ShowItems(const QStringList& places, const QString&) { chosen = places; }
};

/// A bus of two ends: that of what is `there` and the window's. `portal`: it is there instead of the service, which hears of progress alone.
class PrivateBus {
public:
    enum class There { Service, Portal, Nothing };
    explicit PrivateBus(NotificationService* service, There there = There::Service, QObject* portal = nullptr)
        : server_(QStringLiteral("unix:tmpdir=/tmp")) {
        QObject::connect(&server_, &QDBusServer::newConnection, service, [=, this](QDBusConnection connection) {
            if (there == There::Service)
                connection.registerObject(QStringLiteral("/org/freedesktop/Notifications"), service,
                                          QDBusConnection::ExportAllSlots);
            if (there == There::Portal)
                connection.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), portal,
                                          QDBusConnection::ExportAllSlots);
            connection.connect(QString(), QStringLiteral("/com/canonical/unity/launcherentry/headroom"),
                               QStringLiteral("com.canonical.Unity.LauncherEntry"), QStringLiteral("Update"), service,
                               SLOT(update(QString, QVariantMap)));
            name_ = connection.name();
        });
    }
    ~PrivateBus() { QDBusConnection::disconnectFromPeer(QStringLiteral("tst_notify")); }
    QDBusConnection open() { return QDBusConnection::connectToPeer(server_.address(), QStringLiteral("tst_notify")); }
    bool met() const { return !name_.isEmpty(); }
    void offer(const QString& path, QObject* object) {
        QDBusConnection(name_).registerObject(path, object, QDBusConnection::ExportAllSlots);
    }
    /// What is there sends a signal.
    void say(const QString& path, const QString& interface, const QString& signal, const QVariantList& arguments) {
        QDBusMessage message = QDBusMessage::createSignal(path, interface, signal);
        message.setArguments(arguments);
        QDBusConnection(name_).send(message);
    }

private:
    QDBusServer server_;
    QString name_;
};

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

class NotifyTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::get().apply(ThemeChoice::Dark, 100); }

    void aNoteReachesTheService() {
        NotificationService service;
        PrivateBus bus(&service);
        DesktopNotifier notifier(bus.open());
        QTRY_VERIFY(bus.met());
        notifier.tell({QStringLiteral("a"), QStringLiteral("Title"), QStringLiteral("1 < 2"), true, false});
        QTRY_COMPARE(service.notes.size(), 1);
        QCOMPARE(service.notes[0].title, QStringLiteral("Title"));
        QCOMPARE(service.notes[0].text, QStringLiteral("1 &lt; 2"));
        QCOMPARE(service.notes[0].hints.value(QStringLiteral("urgency")).toInt(), 2);
        QVERIFY(service.notes[0].hints.value(QStringLiteral("suppress-sound")).toBool());
        QTRY_VERIFY((notifier.tell({QStringLiteral("a"), QStringLiteral("Later"), {}, false, true}),
                     service.notes.size() > 1 &&
                         service.notes.last().replaces >= 42));  // it takes the place of the earlier one
        QCOMPARE(service.notes.last().hints.value(QStringLiteral("sound-name")).toString(), QStringLiteral("complete"));
        notifier.tell({QStringLiteral("b"), QStringLiteral("Other"), {}, false, false});
        QTRY_COMPARE(service.notes.last().title, QStringLiteral("Other"));
        QCOMPARE(service.notes.last().replaces, 0u);
    }

    void progressIsToldInWholePerCent() {
        NotificationService service;
        PrivateBus bus(&service);
        DesktopNotifier notifier(bus.open());
        QTRY_VERIFY(bus.met());
        for (double fraction : {0.5, 0.501, 0.502, 0.6}) notifier.setProgress(fraction);
        notifier.setProgress(std::nullopt);
        QTRY_COMPARE(service.progress.size(), 3);
        QCOMPARE(service.progress[0].value(QStringLiteral("progress")).toDouble(), 0.5);
        QVERIFY(service.progress[1].value(QStringLiteral("progress-visible")).toBool());
        QVERIFY(!service.progress[2].value(QStringLiteral("progress-visible")).toBool());
    }

    void withoutABusItIsSaidOtherwise() {
        DesktopNotifier notifier{QDBusConnection(QString())};
        QSignalSpy undelivered(&notifier, &DesktopNotifier::undelivered);
        notifier.tell({QStringLiteral("a"), QStringLiteral("Title"), {}, false, false});
        QCOMPARE(undelivered.count(), 1);
    }

    void whereThereIsNoServiceThePortalIsTold() {
        NotificationService service;
        PortalService portal;
        PrivateBus bus(&service, PrivateBus::There::Portal, &portal);
        DesktopNotifier notifier(bus.open());
        QSignalSpy undelivered(&notifier, &DesktopNotifier::undelivered);
        QTRY_VERIFY(bus.met());
        notifier.tell({QStringLiteral("a"), QStringLiteral("Title"), QStringLiteral("1 < 2"), true, false});
        QTRY_COMPARE(portal.notes.size(), 1);
        const QVariantMap note = portal.notes.value(QStringLiteral("a"));
        QCOMPARE(note.value(QStringLiteral("title")).toString(), QStringLiteral("Title"));
        QCOMPARE(note.value(QStringLiteral("body")).toString(), QStringLiteral("1 < 2"));  // no mark-up there
        QCOMPARE(note.value(QStringLiteral("priority")).toString(), QStringLiteral("high"));
        QCOMPARE(note.value(QStringLiteral("sound")).toString(), QStringLiteral("silent"));
        notifier.tell({QStringLiteral("b"), QStringLiteral("Title"), {}, false, true});
        QTRY_COMPARE(portal.notes.value(QStringLiteral("b")).value(QStringLiteral("sound")).toString(),
                     QStringLiteral("default"));
        portal.knows_sounds = false;
        notifier.tell({QStringLiteral("c"), QStringLiteral("Title"), {}, false, true});
        QTRY_VERIFY(portal.notes.contains(QStringLiteral("c")));
        QCOMPARE(undelivered.count(), 0);
    }

    void aClickOnANoteOfThisWindowIsHeardOf_data() {
        QTest::addColumn<bool>("in_portal");
        QTest::newRow("service") << false;
        QTest::newRow("portal") << true;
    }
    void aClickOnANoteOfThisWindowIsHeardOf() {
        QFETCH(bool, in_portal);
        NotificationService service;
        PortalService portal;
        PrivateBus bus(&service, in_portal ? PrivateBus::There::Portal : PrivateBus::There::Service, &portal);
        DesktopNotifier notifier(bus.open());
        QSignalSpy clicked(&notifier, &DesktopNotifier::clicked);
        QTRY_VERIFY(bus.met());
        notifier.tell({QStringLiteral("a"), QStringLiteral("Title"), {}, false, false});
        const auto click = [&](uint number, const QString& id, const char* action) {
            if (in_portal)
                bus.say(QStringLiteral("/org/freedesktop/portal/desktop"),
                        QStringLiteral("org.freedesktop.portal.Notification"), QStringLiteral("ActionInvoked"),
                        {id, QString::fromLatin1(action), QVariant::fromValue(QVariantList())});
            else
                bus.say(QStringLiteral("/org/freedesktop/Notifications"),
                        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("ActionInvoked"),
                        {number, QString::fromLatin1(action)});
        };
        QTRY_VERIFY(in_portal ? !portal.notes.isEmpty() : !service.notes.isEmpty());
        if (in_portal)
            QCOMPARE(portal.notes.first().value(QStringLiteral("default-action")).toString(),
                     QStringLiteral("default"));
        else
            QCOMPARE(service.notes[0].actions.value(0), QStringLiteral("default"));
        click(7, QStringLiteral("other"), "default");  // of another program
        click(42, QStringLiteral("a"), "other");
        click(42, QStringLiteral("a"), "default");
        QTRY_COMPARE(clicked.count(), 1);
    }

    void whereThereIsNeitherItIsSaidOtherwise() {
        NotificationService service;
        PrivateBus bus(&service, PrivateBus::There::Nothing);
        DesktopNotifier notifier(bus.open());
        QSignalSpy undelivered(&notifier, &DesktopNotifier::undelivered);
        QTRY_VERIFY(bus.met());
        notifier.tell({QStringLiteral("a"), QStringLiteral("Title"), {}, false, false});
        QTRY_COMPARE(undelivered.count(), 1);
        QCOMPARE(undelivered[0][0].value<DesktopNote>().title, QStringLiteral("Title"));
    }

    void writtenFilesAreChosenInTheFileManager() {
        NotificationService service;
        FileManager manager;
        OpenedPaths opened;
        PrivateBus bus(&service);
        const QStringList files{QStringLiteral("/tmp/a b.png")};
        const QString folder = QStringLiteral("/tmp");
        useFileManager(bus.open());
        QTRY_VERIFY(bus.met());
        showFiles(files, folder);
        QTRY_COMPARE(opened.last, folder);  // there is none
        opened.last.clear();
        bus.offer(QStringLiteral("/org/freedesktop/FileManager1"), &manager);
        showFiles(files, folder);
        QTRY_COMPARE(manager.chosen, QStringList(QStringLiteral("file:///tmp/a%20b.png")));
        QVERIFY(opened.last.isEmpty());
        showFiles({}, folder);
        QCOMPARE(opened.last, folder);
        useFileManager(QDBusConnection(QString()));
        opened.last.clear();
        showFiles(files, folder);
        QCOMPARE(opened.last, folder);
    }

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
        Q_EMIT s.bridge.oomRecovered({});
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
    }

    void aRunOfTheQueueThatWaitsForTheDiskIsNews() {
        QueueNews news(0);
        QueueSnapshot queue = night_queue();
        const auto paused = [](const std::string&) { return true; };
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
        QVERIFY(news.look(queue, [](const std::string&) { return false; }).empty());  // it goes on
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

QTEST_MAIN(NotifyTest)
#include "tst_notify.moc"
