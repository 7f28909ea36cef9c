// Word on the desktop: what is sent over D-Bus, when, and what is chosen. The other end of the bus is in this program.
#include "tests/ui/patient_test.h"
#include "tests/ui/studio.h"
#include "ui/shell/layout_store.h"
#include "ui/shell/notify/run_word.h"
#include "ui/shell/theme.h"

#include <QAction>
#include <QDBusConnection>
#include <QDBusServer>
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
        QVariantMap hints;
    };
    QList<Note> notes;
    QList<QVariantMap> progress;

public Q_SLOTS:
    uint Notify(const QString&, uint replaces, const QString&, const QString& title, const QString& text,
                const QStringList&, const QVariantMap& hints, int) {
        notes.append({replaces, title, text, hints});
        return 41 + static_cast<uint>(notes.size());
    }
    void update(const QString& app, const QVariantMap& values) {
        if (app == QStringLiteral("application://headroom.desktop")) progress.append(values);
    }
};

/// A bus of two ends: the service's and the window's.
class PrivateBus {
public:
    explicit PrivateBus(NotificationService* service) : server_(QStringLiteral("unix:tmpdir=/tmp")) {
        QObject::connect(&server_, &QDBusServer::newConnection, service, [this, service](QDBusConnection connection) {
            connection.registerObject(QStringLiteral("/org/freedesktop/Notifications"), service,
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

private:
    QDBusServer server_;
    QString name_;
};

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

    void eachEventIsToldWhereItIsChosenAndNobodyLooks() {
        NotificationService service;
        PrivateBus bus(&service);
        Studio s("ready");
        LayoutStore store(false);
        QWidget window;
        RunWord word(&s.bridge, new DesktopNotifier(bus.open(), &window), &store, &window);
        QTRY_VERIFY(bus.met());
        bool watched = true;
        word.setWatched([&](RunWord::Choice) { return watched; });
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
