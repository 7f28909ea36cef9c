// Word on the desktop over D-Bus: what the notification service, the portal and the file manager are sent, and what is heard of them. The other end of the
// bus is in this program.
#include "tests/ui/opened_paths.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/private_bus.h"
#include "ui/shell/notify/desktop_notifier.h"
#include "ui/widgets/file_dialogs.h"

#include <QDBusConnection>
#include <QDBusContext>
#include <QDBusError>
#include <QMap>
#include <QSignalSpy>
#include <QVariant>

#include <optional>

using namespace headroom;
using namespace headroom::ui;

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

class NotifyTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
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
};

QTEST_MAIN(NotifyTest)
#include "tst_notify.moc"
